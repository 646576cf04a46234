"""Links as pictures."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(text: str) -> SafeString:
    """A QR picture as inline SVG, drawn in the colour of the text around it."""
    drawn = segno.make(text, error="m").svg_inline(
        border=2, omitsize=True, svgclass="qr", lineclass="qr-line"
    )
    return mark_safe(drawn)  # paths and nothing of the text
