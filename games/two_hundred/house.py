"""The house rules and presets of 200."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Problem, Seating, _, say

from . import rulebook as rule

POINTS_IN_PACK = 100
MOST_PER_CARD = 10  # points of an ace or a ten

BIDDING, CARDS, PLAY = _("The bidding"), _("The cards"), _("The play")
SCORING, THE_END = _("Scoring"), _("The end of the game")


class AuctionRounds(Choice):
    """The length of the bidding."""

    UNTIL_THREE_PASS = "until_three_pass", _("until all but one have passed")
    SINGLE_ROUND = "single_round", _("one round, each speaks once")


class AllPass(Choice):
    """The consequence of a hand without a bid."""

    NEXT_DEALER = "next_dealer", _("the next dealer deals")
    REDEAL_SAME_DEALER = "redeal_same_dealer", _("the same dealer deals again")
    DEALER_MUST_BID_MINIMUM = "dealer_must_bid_minimum", _("the dealer has to play for the lowest bid")


class HundredRule(Choice):
    """The duty of a side with a high total to bid in order to score in defence."""

    ON = "on", _("on"), _("From the hundred on, a side that never bids scores nothing in defence")
    OFF = "off", _("off"), _("Defenders always score what they take")

    def __bool__(self) -> bool:
        return self is HundredRule.ON


class BothReach(Choice):
    """The winner if more than one side reaches the target in the same hand."""

    BIDDER = "bidder", _("the side that bid")
    HIGHER_TOTAL = "higher_total", _("the higher total")


class Deck(Choice):
    """The pack."""

    THIRTY_SIX = "36", _("36 cards"), _("The 2s, 3s, 4s and 6s are out")
    FORTY = "40", _("40 cards and a kitty"), _("The 2s, 3s and 4s are out")
    FORTY_NO_KITTY = "40_no_kitty", _("40 cards, all dealt"), _("The 2s, 3s and 4s are out; ten cards each")


class KittyPoints(Choice):
    """The owner of the points that the bidder buried."""

    DEFENDERS = "defenders", _("the defenders")
    BIDDERS = "bidders", _("the bidders")
    LAST_TRICK = "last_trick", _("whoever takes the last trick")


class TrumpNamed(Choice):
    """The way trumps are announced."""

    AFTER_AUCTION = "after_auction", _("named before the first card")
    BY_FIRST_CARD = "by_first_card", _("shown by the first card led")


class RevokeRule(Choice):
    """The penalty for a revoke."""

    MANUAL = "manual", _("the table decides")
    REDEAL = "redeal", _("the hand is void and dealt again by the same dealer")
    OFFENDER_LOSES_HAND = "offender_loses_hand", _("the side that revoked loses the hand")


def _plays_hundred_rule(house: House, sheet: Any) -> bool:
    return bool(house.hundred_rule)


def _has_kitty(house: House, sheet: Any) -> bool:
    return house.kitty_size > 0


def _can_lose(house: House, sheet: Any) -> bool:
    return house.negative_limit is not None


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    target: Annotated[
        int,
        Ask(
            _("Points to win"),
            least=50,
            most=1000,
            step=5,
            offers=(200, 250, 300, 500),
            rule=rule.OUT,
            section=THE_END,
        ),
    ] = 200
    min_bid: Annotated[
        int,
        Ask(
            _("Lowest bid"),
            least=5,
            most=POINTS_IN_PACK,
            step=5,
            rule=rule.BIDS,
            section=BIDDING,
        ),
    ] = 50
    max_bid: Annotated[
        int,
        Ask(
            _("Highest bid"),
            least=5,
            most=POINTS_IN_PACK,
            step=5,
            rule=rule.BIDS,
            section=BIDDING,
        ),
    ] = 100
    bid_step: Annotated[
        int,
        Ask(
            _("Bids go up in steps of"),
            least=5,
            most=50,
            step=5,
            rule=rule.BIDS,
            section=BIDDING,
        ),
    ] = 5
    auction: Annotated[
        AuctionRounds,
        Ask(_("How long does the bidding go on?"), rule=rule.AUCTION_ENDS, section=BIDDING),
    ] = AuctionRounds.UNTIL_THREE_PASS
    all_pass: Annotated[AllPass, Ask(_("What if everybody passes?"), rule=rule.ALL_PASS, section=BIDDING)] = (
        AllPass.NEXT_DEALER
    )
    dealer_may_match: Annotated[
        bool,
        Ask(_("May the dealer take the hand for the bid that stands?"), rule=rule.MATCH, section=BIDDING),
    ] = False
    hundred_rule: Annotated[
        HundredRule,
        Ask(
            _("The hundred rule"),
            rule=rule.HUNDRED,
            section=SCORING,
            about=_("Must a side with a hundred or more bid in order to score in defence?"),
        ),
    ] = HundredRule.ON
    hundred_threshold: Annotated[
        int | None,
        Ask(
            _("It holds from this total on"),
            most=1000,
            step=5,
            offers=(100,),
            rule=rule.HUNDRED,
            section=SCORING,
            relevant_if=_plays_hundred_rule,
            none=_("at no total"),
        ),
    ] = 100
    shutout_counts_as_silent: Annotated[
        bool,
        Ask(
            _("Do defenders who never had a turn count as silent?"),
            rule=rule.SHUT_OUT,
            section=SCORING,
            relevant_if=_plays_hundred_rule,
            about=_("The highest bid, called at once, leaves others without a chance to speak"),
        ),
    ] = True
    both_reach: Annotated[
        BothReach,
        Ask(_("Who wins if both sides reach the target in one hand?"), rule=rule.BOTH, section=THE_END),
    ] = BothReach.BIDDER
    negative_limit: Annotated[
        int | None,
        Ask(
            _("Losing score"),
            least=-1000,
            most=-5,
            step=5,
            offers=(-200,),
            rule=rule.HOLE,
            section=THE_END,
            none=_("None"),
        ),
    ] = -200
    negative_limit_needs_other_nonnegative: Annotated[
        bool,
        Ask(
            _("Does a side at the losing score lose only while its opponents are at zero or better?"),
            rule=rule.HOLE_ALONE,
            section=THE_END,
            relevant_if=_can_lose,
        ),
    ] = False
    deck: Annotated[Deck, Ask(_("Which cards?"), rule=rule.PACK, section=CARDS)] = Deck.THIRTY_SIX
    kitty_size: Annotated[
        int, Ask(_("Cards in the kitty"), most=4, step=4, offers=(0, 4), rule=rule.KITTY, section=CARDS)
    ] = 0
    kitty_points_to: Annotated[
        KittyPoints,
        Ask(
            _("Who gets the points that are buried?"),
            rule=rule.BURIED,
            section=SCORING,
            relevant_if=_has_kitty,
        ),
    ] = KittyPoints.DEFENDERS
    trump_named: Annotated[TrumpNamed, Ask(_("How are trumps made?"), rule=rule.TRUMP, section=PLAY)] = (
        TrumpNamed.AFTER_AUCTION
    )
    must_lead_trump: Annotated[
        bool, Ask(_("Must the bidder lead a trump first?"), rule=rule.ANY_LEAD, section=PLAY)
    ] = False
    barouche_bid: Annotated[
        bool,
        Ask(
            _("May Barouche be bid?"),
            rule=rule.BAROUCHE_BID,
            section=BIDDING,
            about=_("A bid for the whole game: every counter, or the game is lost"),
        ),
    ] = False
    revoke_rule: Annotated[
        RevokeRule,
        Ask(_("What does it cost not to follow suit?"), rule=rule.REVOKE, section=PLAY),
    ] = RevokeRule.MANUAL


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    if house.min_bid > house.max_bid:
        words = say(
            _("The lowest bid, {least}, is above the highest, {most}"),
            least=house.min_bid,
            most=house.max_bid,
        )
        yield Problem("min_bid", words, rule.BIDS)
    elif (house.max_bid - house.min_bid) % house.bid_step:
        words = say(
            _("In steps of {step} the bids from {least} never come to {most}"),
            step=house.bid_step,
            least=house.min_bid,
            most=house.max_bid,
        )
        yield Problem("bid_step", words, rule.BIDS)
    if house.deck is Deck.FORTY and not house.kitty_size:
        yield Problem("kitty_size", say(_("With these 40 cards four go to the kitty")), rule.KITTY)
    if house.deck is Deck.FORTY_NO_KITTY and house.kitty_size:
        yield Problem(
            "kitty_size", say(_("When all 40 cards are dealt, none are left for a kitty")), rule.KITTY
        )


TRADITIONAL = House()
PAGAT = replace(TRADITIONAL, negative_limit_needs_other_nonnegative=True)
KITTY = replace(PAGAT, deck=Deck.FORTY, kitty_size=4, kitty_points_to=KittyPoints.DEFENDERS)
DEUX_CENTS = replace(
    TRADITIONAL,
    deck=Deck.FORTY_NO_KITTY,
    all_pass=AllPass.DEALER_MUST_BID_MINIMUM,
    negative_limit=None,
)
BAROUCHE = House(
    target=250,
    min_bid=30,
    all_pass=AllPass.DEALER_MUST_BID_MINIMUM,
    dealer_may_match=True,
    hundred_rule=HundredRule.OFF,
    negative_limit=None,
    deck=Deck.FORTY_NO_KITTY,
    trump_named=TrumpNamed.BY_FIRST_CARD,
    must_lead_trump=True,
    barouche_bid=True,
)

PRESETS = (
    Preset(
        "traditional_200",
        _("Traditional 200"),
        TRADITIONAL,
        rule.DEBITCARD,
        _("36 cards; from 100 on you must bid to score in defence; a side at −200 loses at once"),
    ),
    Preset(
        "pagat_200",
        _("200 by Pagat"),
        PAGAT,
        rule.PAGAT,
        _("The same, but a side at −200 loses only while its opponents are at zero or better"),
    ),
    Preset(
        "kitty_200",
        _("200 with a kitty"),
        KITTY,
        rule.PAGAT,
        _("40 cards; the bidder takes up a kitty of four, and the points buried are the defenders'"),
    ),
    Preset(
        "deux_cents_40",
        _("Deux Cents with 40 cards"),
        DEUX_CENTS,
        rule.DEUX_CENTS,
        _("40 cards, ten each; if everybody passes the dealer plays for 50; a negative total does not lose"),
    ),
    Preset(
        "barouche_250",
        _("La Barouche, to 250"),
        BAROUCHE,
        rule.BAROUCHE_FAMILY,
        _("Bids from 30, the dealer may match, the first card is trumps, and Barouche is a bid for the game"),
    ),
)
