"""The presets of Big Two: regional and published house rules, with their sources."""

from __future__ import annotations

from games.engine import Goal, Preset, _

from . import choices
from . import rulebook as rule
from .house import House

# Seatings as (players, sides).
ALONE = ((4, 4), (3, 3), (2, 2))
PAIRS = ((4, 2),)
CROWD = ((8, 8), (7, 7), (6, 6), (5, 5))

TAIWAN = House(
    suit_order=choices.SuitOrder.TAIWAN,
    straight_order=choices.StraightOrder.TAIWAN,
    flush_order=choices.FlushOrder.OFF,
    five_card_mixing=choices.Mixing.SAME_TYPE,
    bombs=choices.Bombs.ALL,
)
PHILIPPINES = House(
    suit_order=choices.SuitOrder.PUSOY,
    flush_order=choices.FlushOrder.SUIT,
    straight_order=choices.StraightOrder.INDONESIA,
    card_value=choices.CardValue.PUSOY,
)
VIETNAM = House(
    suit_order=choices.SuitOrder.VIET,
    straight_order=choices.StraightOrder.NO_TWOS,
    smackdown=choices.SmackDown.BIG_TWO,
)
MAINLAND = House(
    straight_order=choices.StraightOrder.NATURAL,
    penalty_tiers=((8, 2), (10, 3), (13, 4)),
    payment=choices.Payment.PAIRWISE,
    unused_double=choices.Unused.OFF,
    finish_double=choices.FinishDouble.OFF,
    assist_who=choices.Assistant.JUST_BEFORE,
)
DA_LAO_ER = House(
    flush_order=choices.FlushOrder.OFF,
    five_card_mixing=choices.Mixing.SAME_TYPE,
    bombs=choices.Bombs.ALL,
    penalty_tiers=((11, 2),),
)
PAIRWISE = House(
    payment=choices.Payment.PAIRWISE,
    unused_double=choices.Unused.OFF,
    finish_double=choices.FinishDouble.OFF,
    assist_who=choices.Assistant.JUST_BEFORE,
)
TO_FIFTY = House(
    payment=choices.Payment.PENALTY,
    target=Goal(choices.Target.POINTS, 50),
    flush_order=choices.FlushOrder.SUIT,
    straight_order=choices.StraightOrder.NATURAL,
)
SIMPLE = House(unused_double=choices.Unused.OFF, finish_double=choices.FinishDouble.OFF)

PRESETS = (
    Preset(
        "hong-kong",
        _("Hong Kong"),
        House(),
        rule.COLLECTION,
        _("All pay the winner; ten cards left count double, thirteen triple, and 2s and bombs double again"),
        ALONE,
    ),
    Preset(
        "malaysia",
        _("Malaysia"),
        House(straight_order=choices.StraightOrder.MALAYSIA),
        rule.COLLECTION,
        _("As Hong Kong, but 23456 is the highest straight; bombs are called tiki"),
        ALONE,
    ),
    Preset(
        "indonesia",
        _("Indonesia (capsa banting)"),
        House(straight_order=choices.StraightOrder.INDONESIA),
        rule.COLLECTION,
        _("As Hong Kong, but JQKA2 is the highest straight, and A2345 and 23456 are not straights"),
        ALONE,
    ),
    Preset(
        "taiwan",
        _("Taiwan"),
        TAIWAN,
        rule.TAIWAN,
        _("Clubs lowest, no flushes, bombs hit anything; other five cards beat only five of the same type"),
        ALONE,
    ),
    Preset(
        "philippines",
        _("Philippines (pusoy dos)"),
        PHILIPPINES,
        rule.PUSOY,
        _("Clubs lowest and diamonds highest, flushes go by suit, cards left count their worth"),
        ALONE,
    ),
    Preset(
        "hawaii",
        _("Hawaii (penning)"),
        House(suit_order=choices.SuitOrder.PUSOY, payment=choices.Payment.PLACINGS),
        rule.COLLECTION,
        _("Clubs lowest and diamonds highest; played for places, not for points"),
        ALONE,
    ),
    Preset(
        "vietnam",
        _("Vietnam"),
        VIETNAM,
        rule.VIET,
        _("Spades lowest and hearts highest, no 2s in straights, the highest 2 can be smacked down"),
        ALONE,
    ),
    Preset(
        "mainland",
        _("Mainland China"),
        MAINLAND,
        rule.JUDUO,
        _("Everybody pays everybody the difference; eight cards left already double"),
        ALONE,
    ),
    Preset(
        "da-lao-er",
        _("Da Lao Er"),
        DA_LAO_ER,
        rule.CHUODAIDI,
        _("No flushes, bombs hit anything; eleven cards left double and nothing triples"),
        ALONE,
    ),
    Preset(
        "pairwise-classic",
        _("Everybody pays everybody"),
        PAIRWISE,
        rule.YAWNOC,
        _("Everybody pays everybody the difference; ten cards double, thirteen triple, nothing else"),
        ALONE,
    ),
    Preset(
        "penalty-to-50",
        _("Penalty points to 50"),
        TO_FIFTY,
        rule.TRANTOR,
        _("Losers write down what they hold; at 50 the lowest total wins"),
        ALONE,
    ),
    Preset(
        "simple",
        _("Simple"),
        SIMPLE,
        rule.COLLECTION,
        _("As Hong Kong, but only the number of cards left counts"),
        ALONE,
    ),
    Preset(
        "team",
        _("Pairs"),
        House(team_play=choices.Team.PAIRS),
        rule.COLLECTION,
        _("Partners sit opposite; when one player is out the pair with fewer cards wins"),
        PAIRS,
    ),
    Preset(
        "president",
        _("President"),
        House(president=choices.President.ON),
        rule.COLLECTION,
        _("Played for places, and the Scum gives the best cards to the President"),
        ALONE,
    ),
    Preset(
        "placings",
        _("Places"),
        House(payment=choices.Payment.PLACINGS),
        rule.COLLECTION,
        _("Play goes on for second and third place; nothing is scored"),
        ALONE,
    ),
    Preset(
        "two-decks",
        _("Two packs"),
        House(decks=2),
        rule.COLLECTION,
        _("Two packs shuffled together, for five to eight players; five alike are possible"),
        CROWD,
    ),
    Preset(
        "custom",
        _("Your own rules"),
        House(),
        rule.COLLECTION,
        _("Start from Hong Kong and change what your table plays differently"),
        ALONE,
    ),
)
