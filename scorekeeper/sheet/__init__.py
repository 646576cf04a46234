"""The sheet's pages: plain values in, text out.

Nothing here uses Django, a database or a request, because the same code draws the sheet on the server, on the
command line and in a browser without a network. It imports ``games`` and Jinja2, and no other package of
the site.
"""
