"""The house rules of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Problem, Seating, _, say

from . import rulebook as rule
from .choices import (
    AllPass,
    BackDoorMulti,
    BothReach,
    Deck,
    DefendersReach,
    DefenderTricks,
    FailedContract,
    FirstLead,
    FiveCall,
    FiveShare,
    JokerRule,
    MisereRank,
    MisereTricks,
    OpenRank,
    OpenShown,
    RebidRule,
    RevokeRule,
    Rounds,
    Schedule,
    SixBids,
    TrickCap,
    WinCompare,
    WinOn,
)

PACK, BIDDING, SPECIAL = _("Pack and deal"), _("Bidding"), _("Special bids")
PLAY, SCORE, END = _("Play"), _("Score"), _("Winning and losing")


@dataclass(frozen=True)
class House:
    """The house rules of a table. The defaults are those of most tables in Australia."""

    deck: Annotated[Deck, Ask(_("Which pack?"), rule=rule.PACK, section=PACK)] = Deck.BY_SEATS
    no_ace_no_face: Annotated[
        bool,
        Ask(
            _("No Ace, No Face: may a hand without honours be killed?"),
            rule=rule.NO_ACE_NO_FACE,
            section=PACK,
            about=_("A player with no ace, face card or joker asks; the hand is dead if the partner agrees."),
        ),
    ] = False

    min_level: Annotated[
        int, Ask(_("Lowest contract"), least=6, most=7, offers=(6, 7), rule=rule.LOWEST, section=BIDDING)
    ] = 6
    six_bids: Annotated[
        SixBids,
        Ask(
            _("What is a bid of six?"),
            rule=rule.INKLE,
            section=BIDDING,
            about=_("An inkle tells the partner about a suit; only the first two speakers may make one."),
        ),
    ] = SixBids.NORMAL
    six_no_allowed: Annotated[
        bool,
        Ask(
            _('May "six no" mean something other than "six no trumps"?'),
            rule=rule.SIX_NO,
            section=BIDDING,
            about=_(
                "Some tables say six no for aces and six no trumps for the joker; others call it table talk."
            ),
        ),
    ] = False
    auction_rounds: Annotated[
        Rounds, Ask(_("How long does the bidding last?"), rule=rule.ROUNDS, section=BIDDING)
    ] = Rounds.UNTIL_ALL_PASS
    rebid_rule: Annotated[
        RebidRule, Ask(_("When may you raise your own bid?"), rule=rule.REBID, section=BIDDING)
    ] = RebidRule.AFTER_BID
    all_pass: Annotated[AllPass, Ask(_("What if everyone passes?"), rule=rule.ALL_PASS, section=BIDDING)] = (
        AllPass.NEXT_DEALER
    )

    misere_value: Annotated[
        int | None,
        Ask(
            _("Misère is worth"), 10, 5000, step=10, offers=(250, 500), rule=rule.MISERE, section=SPECIAL,
            about=_("A bid to lose every trick. Without a value it may not be bid."),
        ),
    ] = 250  # fmt: skip
    misere_rank: Annotated[
        MisereRank, Ask(_("Where does misère rank?"), rule=rule.MISERE_RANK, section=SPECIAL)
    ] = MisereRank.SEVEN_EIGHT
    misere_needs_seven: Annotated[
        bool,
        Ask(
            _("Must someone have bid seven before misère?"), rule=rule.NEEDS_SEVEN, section=SPECIAL,
            about=_("If so, misère may not be bid over a six, nor as the first bid."),
        ),
    ] = True  # fmt: skip
    open_misere_value: Annotated[
        int | None,
        Ask(
            _("Open misère is worth"), 10, 5000, step=10, offers=(230, 350, 500, 1000), rule=rule.OPEN_MISERE,
            section=SPECIAL,
            about=_("Misère with the cards on the table. Without a value it may not be bid."),
        ),
    ] = 500  # fmt: skip
    open_misere_rank: Annotated[
        OpenRank, Ask(_("Where does open misère rank?"), rule=rule.OPEN_RANK, section=SPECIAL)
    ] = OpenRank.TEN_DIAMONDS
    open_misere_shown: Annotated[
        OpenShown, Ask(_("When does the open hand go down?"), rule=rule.OPEN_SHOWN, section=SPECIAL)
    ] = OpenShown.AFTER_FIRST_TRICK
    double_nullo_value: Annotated[
        int | None,
        Ask(
            _("Double nullo is worth"), 10, 5000, step=10, offers=(500,), rule=rule.DOUBLE_NULLO,
            section=SPECIAL,
            about=_("Both partners play and must lose every trick. Without a value it may not be bid."),
        ),
    ] = None  # fmt: skip
    double_nullo_needs_partner: Annotated[
        bool,
        Ask(_("Double nullo only over the partner's misère?"), rule=rule.NULLO_PARTNER, section=SPECIAL),
    ] = False
    bar_nullo_value: Annotated[
        int | None,
        Ask(
            _("Bar nullo is worth"), 10, 5000, step=10, offers=(500,), rule=rule.BAR_NULLO, section=SPECIAL,
            about=_("Misère without the kitty. Without a value it may not be bid."),
        ),
    ] = None  # fmt: skip
    declare_solo: Annotated[
        bool,
        Ask(
            _("May the winner of the bidding declare?"), rule=rule.DECLARE, section=SPECIAL,
            about=_("With a card from the partner, the winner plays alone for ten tricks: 500 won or lost."),
        ),
    ] = False  # fmt: skip

    first_lead: Annotated[FirstLead, Ask(_("Who leads first?"), rule=rule.FIRST_LEAD, section=PLAY)] = (
        FirstLead.DECLARER
    )
    joker_nt: Annotated[
        JokerRule, Ask(_("How is the joker played at no trumps?"), rule=rule.JOKER_NO_SUIT, section=PLAY)
    ] = JokerRule.PAGAT
    five_player_call: Annotated[
        FiveCall,
        Ask(_("With five: how does the bidder find a partner?"), rule=rule.CALL_PARTNER, section=PLAY),
    ] = FiveCall.CARD_SECRET
    revoke_rule: Annotated[RevokeRule, Ask(_("What does a revoke cost?"), rule=rule.REVOKE, section=PLAY)] = (
        RevokeRule.MANUAL
    )

    schedule: Annotated[Schedule, Ask(_("Which table of values?"), rule=rule.VALUES, section=SCORE)] = (
        Schedule.AVONDALE
    )
    slam_250: Annotated[
        bool,
        Ask(
            _("Do all ten tricks score at least 250?"), rule=rule.SLAM, section=SCORE,
            about=_("It lifts contracts up to 8♠; dearer ones score their own value anyway."),
        ),
    ] = True  # fmt: skip
    failed_contract: Annotated[
        FailedContract, Ask(_("What becomes of a failed contract?"), rule=rule.FAILED, section=SCORE)
    ] = FailedContract.SUBTRACT
    defender_tricks: Annotated[
        DefenderTricks, Ask(_("When do defenders score 10 a trick?"), rule=rule.DEFENDERS, section=SCORE)
    ] = DefenderTricks.ALWAYS
    misere_defender_tricks: Annotated[
        MisereTricks, Ask(_("What do defenders score at misère?"), rule=rule.MISERE_NOTHING, section=SCORE)
    ] = MisereTricks.NONE
    trick_cap: Annotated[
        TrickCap, Ask(_("Is there a limit to points for tricks?"), rule=rule.CEILING, section=SCORE)
    ] = TrickCap.NONE
    five_player_share: Annotated[
        FiveShare, Ask(_("With five: bidder and partner score"), rule=rule.FIVE_HALF, section=SCORE)
    ] = FiveShare.HALF

    target: Annotated[
        int, Ask(_("Points to win"), 50, 10000, step=10, offers=(500, 1000), rule=rule.TARGET, section=END)
    ] = 500
    win_compare: Annotated[WinCompare, Ask(_("To win"), rule=rule.TARGET, section=END)] = WinCompare.AT_LEAST
    win_on: Annotated[
        WinOn,
        Ask(
            _("What wins the game?"), rule=rule.WON_BY_CONTRACT, section=END,
            about=_("Whether tricks taken against the bidder can win the game."),
        ),
    ] = WinOn.MADE_CONTRACT  # fmt: skip
    both_reach: Annotated[
        BothReach, Ask(_("If both sides reach the target in one hand"), rule=rule.BIDDER_FIRST, section=END)
    ] = BothReach.BIDDER
    both_defenders_reach: Annotated[
        DefendersReach,
        Ask(_("If two who did not bid reach the target in one hand"), rule=rule.FIRST_TRICK, section=END),
    ] = DefendersReach.FIRST_TRICK
    overshoot_limit: Annotated[
        int | None,
        Ask(
            _("In the exact game, the total that loses"), 60, 20000, step=10, offers=(1000,),
            relevant_if=lambda house, sheet: house.win_compare is WinCompare.EXACTLY,
            rule=rule.OVERSHOOT, section=END,
        ),
    ] = None  # fmt: skip
    back_door: Annotated[
        int | None,
        Ask(
            _("Out the back door at"), -10000, -50, step=10, offers=(-500,), rule=rule.BACK_DOOR, section=END,
            about=_("A side this low, or lower, loses the game."),
        ),
    ] = -500  # fmt: skip
    back_door_needs_other_nonnegative: Annotated[
        bool,
        Ask(
            _("The back door only if nobody else is below zero?"), rule=rule.OTHERS_POSITIVE, section=END,
            relevant_if=lambda house, sheet: house.back_door is not None,
        ),
    ] = False  # fmt: skip
    back_door_multi: Annotated[
        BackDoorMulti,
        Ask(
            _("With three or five players, if one goes out the back door"),
            rule=rule.MANY_HIGHEST, section=END,
            relevant_if=lambda house, sheet: sheet.seating.sides > 2,
        ),
    ] = BackDoorMulti.HIGHEST  # fmt: skip


# The packs that give each number of players ten cards and a kitty, the usual one first. With 43 or 45 cards,
# three players leave ten cards out of play.
PACKS = {
    2: (Deck.CARDS_43,),
    3: (Deck.CARDS_33, Deck.CARDS_43, Deck.CARDS_45),
    4: (Deck.CARDS_43, Deck.MATCHING_FOURS, Deck.CARDS_45, Deck.CARDS_46),
    5: (Deck.CARDS_53,),
    6: (Deck.CARDS_63, Deck.CARDS_65),
}


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    """Yield the contradictions between these house rules, or with the number of players."""
    packs = PACKS[seating.seats]
    if house.deck not in (Deck.BY_SEATS, *packs):
        words = say(
            _("{n} players do not play with that pack; they may have {packs}"), n=seating.seats, packs=packs
        )
        yield Problem("deck", words, rule.PACK)
    is_exact_game = house.win_compare is WinCompare.EXACTLY
    if is_exact_game and house.overshoot_limit is not None and house.overshoot_limit <= house.target:
        words = say(_("This must be more than the {target} that win the game"), target=house.target)
        yield Problem("overshoot_limit", words, rule.OVERSHOOT)
