"""The rules of Five Hundred, in reading order: first play, then scoring and winning."""

from __future__ import annotations

from games.engine import Irregularity, IrregularityKind, Rule, _

from .rules_of_play import *  # noqa: F403
from .sources import (
    AMERICAN,
    AUSTRALIAN,
    ENCYCLOPEDIA,
    FAMILY,
    HOMES,
    HOYLE,
    OURS,
    PAGAT,
    PLAY500,
    PRIMIDI,
    WHATISFLIKE,
)

SECTIONS = {
    "1": _("Players, pack and deal"),
    "2": _("The bidding"),
    "3": _("Special bids"),
    "4": _("The play"),
    "5": _("The score"),
    "6": _("Winning and losing"),
    "7": _("When something went wrong"),
}

VALUES = Rule(
    "5.1",
    _("What a contract is worth for 6, 7, 8, 9 and 10 tricks: {schedule}."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
    scoring=True,
    wordings={
        "schedule": {
            "avondale": _(
                "spades 40, 140, 240, 340, 440; clubs 60, 160, 260, 360, 460; "
                "diamonds 80, 180, 280, 380, 480; "
                "hearts 100, 200, 300, 400, 500; no trumps 120, 220, 320, 420, 520"
            ),
            "perfect": _(
                "spades 20, 120, 220, 320, 420; clubs 40, 140, 240, 340, 440; "
                "diamonds 60, 160, 260, 360, 460; "
                "hearts 80, 180, 280, 380, 480; no trumps 100, 200, 300, 400, 500"
            ),
            "original": _(
                "spades 40, 80, 120, 160, 200; clubs 60, 120, 180, 240, 300; "
                "diamonds 80, 160, 240, 320, 400; "
                "hearts 100, 200, 300, 400, 500; no trumps 120, 240, 360, 480, 600"
            ),
        }
    },
)
MADE = Rule(
    "5.2",
    _(
        "Bidders who take the tricks they bid score the value of the contract. Tricks over the bid score "
        "nothing."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
    scoring=True,
)
SLAM = Rule(
    "5.3",
    _("All ten tricks score at least 250: a contract worth less counts 250, a dearer one its own value."),
    (ENCYCLOPEDIA, PAGAT, HOYLE, PLAY500),
    played_if="slam_250",
    scoring=True,
)
FAILED = Rule(
    "5.4",
    _(
        "Bidders who take fewer tricks than they bid lose the value of the contract, however far they "
        "fall short."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
    played_if="failed_contract=subtract",
    scoring=True,
)
GIVEN = Rule(
    "5.5",
    _("Points are never taken away: the value of a failed contract is added to the other side's score."),
    (ENCYCLOPEDIA,),
    played_if="failed_contract=give_to_opponents",
    scoring=True,
)
DEFENDERS = Rule(
    "5.6",
    _("{defender_tricks} Three or five players score their own tricks only."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
    played_if="defender_tricks!=never",
    scoring=True,
    wordings={
        "defender_tricks": {
            "any": _("Each trick of a defender scores 10."),
            "always": _("Each trick of a defender scores 10, whether the contract is made or not."),
            "only_if_set": _("Each trick of a defender scores 10 when the contract fails."),
        },
    },
)
ONLY_IF_SET = Rule(
    "5.7",
    _("Defenders are paid only when they set the contract: if it is made, their tricks score zero."),
    (AUSTRALIAN,),
    played_if="defender_tricks=only_if_set",
    scoring=True,
)
NO_TRICK_POINTS = Rule(
    "5.8",
    _("Defenders are never paid: their tricks score zero."),
    (PRIMIDI,),
    played_if="defender_tricks=never",
    scoring=True,
)
CEILING = Rule(
    "5.9",
    _("In the 490 game, points for tricks cannot lift a side past 490."),
    (PLAY500, HOMES),
    played_if="trick_cap=490",
    scoring=True,
)
STOP_OVER = Rule(
    "5.10",
    _("In the 400 game, a side over 400 scores nothing for tricks."),
    (HOMES,),
    played_if="trick_cap=stop_over_400",
    scoring=True,
)
MISERE_SCORE = Rule(
    "5.11",
    _(
        "A misère is made by losing every trick: it scores its value, or costs it when a single trick is "
        "won. There is no bonus."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, PAGAT),
    scoring=True,
)
MISERE_NOTHING = Rule(
    "5.12",
    _("Defenders score nothing for their tricks at misère or nullo."),
    (PAGAT,),
    played_if="misere_defender_tricks=none",
    scoring=True,
)
MISERE_PAID = Rule(
    "5.13",
    "{defender_tricks}",
    (AUSTRALIAN, ENCYCLOPEDIA),
    played_if="misere_defender_tricks=per_trick",
    scoring=True,
    wordings={
        "defender_tricks": {
            "any": _("Misère is scored like any hand: its defenders score 10 for each of their tricks."),
            "always": _("Misère is scored like any hand: its defenders score 10 for each of their tricks."),
            "only_if_set": _(
                "Misère is scored like any hand: when it fails, its defenders score 10 for each of their"
                " tricks."
            ),
            "never": _("Misère is scored like any hand: its defenders score nothing for their tricks."),
        },
    },
)
NULLO_SCORE = Rule(
    "5.14",
    _("Double nullo and bar nullo score their value when every trick is lost, and cost it otherwise."),
    (ENCYCLOPEDIA, AMERICAN),
    played_if="double_nullo_value!=none,bar_nullo_value!=none",
    scoring=True,
)
DECLARE_SCORE = Rule(
    "5.15",
    _(
        "Declaring costs 500 unless all ten tricks are taken. If made, it scores 500: no source says so, "
        "but we mirror the loss."
    ),
    (ENCYCLOPEDIA, OURS),
    played_if="declare_solo",
    scoring=True,
)
PLAYED_OUT = Rule(
    "5.16",
    _(
        "A hand that nobody bid is played at no trumps, the kitty untouched and the player left of the "
        "dealer leading, and every trick scores 10."
    ),
    (ENCYCLOPEDIA, HOYLE),
    played_if="all_pass=play_no_trump",
    scoring=True,
)
FIVE_HALF = Rule(
    "5.17",
    _("With five, bidder and partner each score or lose half the value; a bidder alone all of it."),
    (PAGAT, ENCYCLOPEDIA),
    played_if="five_player_share=half",
    seats=(5,),
    scoring=True,
)
FIVE_FULL = Rule(
    "5.18",
    _("With five, bidder and partner each score or lose the whole value."),
    (ENCYCLOPEDIA,),
    played_if="five_player_share=full",
    seats=(5,),
    scoring=True,
)

TARGET = Rule(
    "6.1",
    "{win_compare}",
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
    scoring=True,
    wordings={
        "win_compare": {
            "at_least": _("A game is won at {target} points or more."),
            "over": _("A game is won with more than {target} points."),
            "exactly": _("A game is won at exactly {target} points."),
        },
    },
)
WON_BY_CONTRACT = Rule(
    "6.2",
    _(
        "Tricks alone cannot win: a side wins at the end of a hand in which it made its own contract "
        "and has enough points. Points for tricks count in the total."
    ),
    (FAMILY, PAGAT),
    played_if="win_on=made_contract",
    scoring=True,
)
EXACTLY = Rule(
    "6.3",
    _("In the exact game only a side that stands on exactly {target} wins; points for tricks must be taken."),
    (ENCYCLOPEDIA,),
    played_if="win_compare=exactly",
    scoring=True,
)
OVERSHOOT = Rule(
    "6.4",
    _("In the exact game a side that reaches {overshoot_limit} loses."),
    (ENCYCLOPEDIA,),
    played_if="overshoot_limit!=none",
    scoring=True,
)
BIDDER_FIRST = Rule(
    "6.5",
    _("If both sides reach a winning total in one hand, the bidder wins, even with fewer points."),
    (HOYLE, PAGAT, PRIMIDI),
    played_if="both_reach=bidder",
    scoring=True,
)
HIGHER_WINS = Rule(
    "6.6",
    _("If both sides reach a winning total in one hand, the higher total wins."),
    (OURS,),
    played_if="both_reach=higher_total",
    scoring=True,
)
FIRST_TRICK = Rule(
    "6.7",
    _("If two who did not bid reach a winning total in one hand, the one whose trick reached it first wins."),
    (HOYLE,),
    played_if="both_defenders_reach=first_trick",
    seats=(3, 5),
    scoring=True,
)
DEFENDERS_HIGHER = Rule(
    "6.8",
    "{both_defenders_reach}",
    (OURS,),
    played_if="both_defenders_reach!=share",
    seats=(3, 5),
    scoring=True,
    wordings={
        "both_defenders_reach": {
            "any": _("If two who did not bid reach a winning total in one hand, the higher total wins."),
            "first_trick": _(
                "If nobody can say which of two who did not bid reached a winning total first, the higher"
                " total wins."
            ),
        },
    },
)
DEFENDERS_SHARE = Rule(
    "6.9",
    _("Those who reach a winning total in one hand without having bid win together."),
    (OURS,),
    played_if="both_defenders_reach=share",
    seats=(3, 5),
    scoring=True,
)
BOTH_WIN = Rule(
    "6.10",
    _("With five, a bidder and a partner who both reach a winning total with their contract both win."),
    (PAGAT,),
    scoring=True,
)
BACK_DOOR = Rule(
    "6.11",
    _("A side at {back_door} or lower goes out the back door: it loses, and the other side wins."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT),
    played_if="back_door!=none",
    scoring=True,
)
OTHERS_POSITIVE = Rule(
    "6.12",
    _("The back door opens only if nobody else is below zero; otherwise play goes on."),
    (PRIMIDI,),
    played_if="back_door!=none back_door_needs_other_nonnegative",
)
MANY_HIGHEST = Rule(
    "6.13",
    _("With three sides or more, the highest total wins when one goes out the back door; a tie is shared."),
    (WHATISFLIKE, OURS),
    played_if="back_door!=none back_door_multi=highest_total_wins",
    seats=(3, 5),
    scoring=True,
)
DROPS_OUT = Rule(
    "6.14",
    _("Whoever goes out the back door drops out and the others play on; the last one left wins."),
    (OURS,),
    played_if="back_door!=none back_door_multi=loser_drops_out",
    seats=(3, 5),
    scoring=True,
)
ALL_LOSE = Rule(
    "6.15",
    _("If every side that is left loses in the same hand, nobody wins."),
    (OURS,),
    scoring=True,
)

WRONG_NUMBER = Rule(
    "7.1",
    _("A wrong number of cards found before the bidding is over is a misdeal: deal again, without penalty."),
    (WHATISFLIKE,),
)
LATE_FAULT = Rule(
    "7.2",
    _(
        "For a wrong discard, or a wrong number of cards found later, no source has a penalty: the table "
        "decides."
    ),
    (HOYLE, OURS),
)
REVOKE = Rule(
    "7.3",
    _("Whoever fails to follow suit when able has revoked. {revoke_rule}"),
    (HOYLE, OURS),
    wordings={
        "revoke_rule": {
            "manual": _("The table decides each time what a revoke costs."),
            "hoyle_american": _("By the American rule the hand stops, and the bid is won or lost."),
            "hoffmann": _(
                "By Hoffmann's rule the hand is played back and replayed, and it costs the offender 100."
            ),
            "redeal": _("The hand is void and dealt again."),
        },
    },
)
REVOKE_BIDDER = Rule(
    "7.4",
    _("A bidder who revokes is set back the bid; the others keep the tricks they made or would have made."),
    (HOYLE,),
    played_if="revoke_rule=hoyle_american|hoffmann",
    scoring=True,
)
REVOKE_AMERICAN = Rule(
    "7.5",
    _("American rule: when a defender's revoke is proved the hand stops; the bidder scores the full bid, "
      "the erring side nothing. No tricks are paid to any other defender."),
    (HOYLE,),
    played_if="revoke_rule=hoyle_american",
    scoring=True,
)  # fmt: skip
REVOKE_HOFFMANN = Rule(
    "7.6",
    _(
        "Hoffmann's rule: after a defender's revoke the play goes back to that trick; the others score "
        "what comes of the replay, the offender scores nothing and loses 100."
    ),
    (HOYLE,),
    played_if="revoke_rule=hoffmann",
    scoring=True,
)
REVOKE_REDEAL = Rule(
    "7.7",
    _("A hand with a revoke is void, and the same dealer deals again."),
    (OURS,),
    played_if="revoke_rule=redeal",
    scoring=True,
)
OUT_OF_TURN = Rule(
    "7.8",
    _(
        "No source says what a call or a card out of turn, or a card shown by mistake, costs: the table "
        "decides. We propose that it goes back, and nothing more."
    ),
    (OURS,),
)

IRREGULARITIES = (
    Irregularity(
        IrregularityKind.CARDS,
        _("A misdeal: somebody has a wrong number of cards"),
        (WRONG_NUMBER, LATE_FAULT),
    ),
    Irregularity(IrregularityKind.EXPOSED, _("Somebody showed a card by mistake"), (OUT_OF_TURN,)),
    Irregularity(IrregularityKind.TURN, _("Somebody called or played out of turn"), (OUT_OF_TURN,)),
    Irregularity(
        IrregularityKind.REVOKE,
        _("Somebody did not follow suit"),
        (REVOKE, REVOKE_BIDDER, REVOKE_AMERICAN, REVOKE_HOFFMANN, REVOKE_REDEAL),
    ),
)
