"""QR codes of links."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(text: str) -> SafeString:
    """Return a QR code as inline SVG, in the colour of the surrounding text."""
    svg = segno.make(text, error="m").svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr-line")
    return mark_safe(svg)  # safe: only paths, none of the text
