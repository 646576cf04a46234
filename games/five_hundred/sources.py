"""The sources of the rules."""

from __future__ import annotations

from games.engine import Source, _

AUSTRALIAN = Source(
    "Australian page", _("Five Hundred, a short Australian page"), name=_("An Australian page")
)
ENCYCLOPEDIA = Source(
    "encyclopedia", _("500, an encyclopedia article with many variants"), name=_("An encyclopedia article")
)
FAMILY = Source(
    "45-card family",
    _("500, the rules of one family that plays with 45 cards"),
    name=_("A family that plays with 45 cards"),
)
PAGAT = Source(
    "pagat",
    _("Five Hundred at pagat.com, the Australian game"),
    "https://www.pagat.com/euchre/500.html",
    name=_("Pagat"),
)
HOYLE = Source("Hoyle", _("Hoyle's Games Modernized: Five Hundred"), "https://www.gutenberg.org/ebooks/39445")
PLAY500 = Source(
    "play500",
    _("The game of 500, Bryce Francis"),
    "https://play500.com/gameof500.html",
    name=_("play500.com"),
)
PRIMIDI = Source(
    "primidi",
    _("Variations in score keeping, a copy of what the encyclopedia no longer has"),
    name=_("A copy of an encyclopedia"),
)
AMERICAN = Source("US team rules", _("500 (BID), official team rules, 1990s"))
NZ = Source(
    "New Zealand", _("On misère in New Zealand, asoliduniverse.com"), name=_("Players in New Zealand")
)
LEAFLET = Source(
    "old leaflet", _("An undated leaflet with the scoring before 1906"), name=_("An old leaflet")
)
HOMES = Source("reference.com", _("Improvements that people play at home"))
TRICKSTER = Source(
    "Trickster", _("What players of an online game asked for"), name=_("Players of an online game")
)
WHATISFLIKE = Source("whatisflike", _("Questions and answers on 500"), name=_("Questions and answers on 500"))
OURS = Source(
    "this site", _("Our own proposal, since no source decides: ask the table"), ours=True, name=_("This site")
)
