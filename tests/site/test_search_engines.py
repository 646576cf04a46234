"""Search engines: they may index the site's own pages, but no table and no start form."""

import re

NOINDEX = '<meta name="robots" content="noindex">'


def test_only_pages_of_the_site_may_be_indexed(cast, client):
    slug, code = cast.game.slug, cast.table.code
    for path in ("/", "/games/", f"/games/{slug}/", "/referee/", "/privacy"):
        page = client.get(path).content.decode()
        assert NOINDEX not in page, path
        assert re.search(r'<meta\s+name="description"\s+content="[^"]{20,}"', page), path
    for path in (f"/t/{code}/", f"/t/{code}/m/1/rulebook", f"/t/{code}/share", f"/play/{slug}/"):
        assert NOINDEX in client.get(path).content.decode(), path
