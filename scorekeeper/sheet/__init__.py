"""The sheet as a page: plain values in, text out.

Nothing here knows Django, a database or a request, for the same code draws the sheet on the server, on the
command line and in a browser without a network. It imports ``games.engine`` and Jinja2, and no other room.
"""
