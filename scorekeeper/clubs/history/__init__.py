"""The matches a club has played: listed, searched, noted, copied from paper."""
