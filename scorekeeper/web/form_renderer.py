"""The renderer of Django's forms."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """A renderer that draws every field with the site's template."""

    field_template_name = "_field.html"
