"""The pages of a table: functions that guard, form, act and answer."""
