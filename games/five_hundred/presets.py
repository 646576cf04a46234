"""The presets: the rules of each source, exactly."""

from __future__ import annotations

from dataclasses import replace

from games.engine import Preset, Source, _

from . import sources as source
from .choices import (
    AllPass,
    BackDoorMulti,
    Deck,
    DefendersReach,
    FailedContract,
    FiveShare,
    JokerRule,
    MisereRank,
    OpenRank,
    Rounds,
    SixBids,
    WinCompare,
    WinOn,
)
from .house import House

# The seatings, as (seats, sides).
FOUR, TWO, THREE, FIVE, SIX = ((4, 2),), ((2, 2),), ((3, 3),), ((5, 5),), ((6, 2),)

WIKIPEDIA = House(
    deck=Deck.CARDS_43,
    all_pass=AllPass.TWICE,
    misere_value=250,
    misere_rank=MisereRank.BY_VALUE,
    open_misere_value=500,
    double_nullo_value=500,
    slam_250=True,
    win_compare=WinCompare.AT_LEAST,
    win_on=WinOn.ANY,
    back_door=-500,
    joker_nt=JokerRule.SIMPLE_TRUMP,
)

AUSTRALIAN = House(
    deck=Deck.CARDS_43,
    all_pass=AllPass.NEXT_DEALER,
    misere_value=250,
    misere_rank=MisereRank.BY_VALUE,
    misere_needs_seven=False,
    open_misere_value=350,
    open_misere_rank=OpenRank.BY_VALUE,
    slam_250=False,
    win_compare=WinCompare.OVER,
    win_on=WinOn.ANY,
    back_door=-500,
)

# The encyclopedia on inkles: after "six hearts" the next player may "bid seven or more (of any suit, or no
# trump or Misère)", so misère needs no seven before it.
AMERICAN_INKLE = replace(
    WIKIPEDIA,
    deck=Deck.CARDS_45,
    auction_rounds=Rounds.SINGLE,
    six_bids=SixBids.CAN_STAND,
    misere_needs_seven=False,
)

HOUSE_45 = House(
    deck=Deck.CARDS_45,
    auction_rounds=Rounds.SINGLE,
    six_bids=SixBids.SIGNAL_ONLY,
    min_level=7,
    all_pass=AllPass.SAME_DEALER,
    misere_value=None,
    open_misere_value=None,
    slam_250=False,
    win_compare=WinCompare.AT_LEAST,
    win_on=WinOn.MADE_CONTRACT,
    back_door=-500,
    no_ace_no_face=True,
    six_no_allowed=False,
    joker_nt=JokerRule.SIMPLE_TRUMP,
)

QUEBEC_1000 = House(
    deck=Deck.CARDS_46,
    misere_value=500,
    misere_rank=MisereRank.BELOW_8NT,
    misere_needs_seven=False,
    open_misere_value=1000,
    open_misere_rank=OpenRank.BELOW_10NT,
    slam_250=False,
    failed_contract=FailedContract.GIVE,
    target=1000,
    win_compare=WinCompare.AT_LEAST,
    win_on=WinOn.ANY,
    back_door=None,
)

EXACT_500 = replace(WIKIPEDIA, double_nullo_value=None, win_compare=WinCompare.EXACTLY, overshoot_limit=1000)

PAGAT_AUSTRALIAN = House(
    deck=Deck.CARDS_43,
    misere_value=250,
    misere_rank=MisereRank.SEVEN_EIGHT,
    misere_needs_seven=True,
    open_misere_value=500,
    slam_250=True,
    win_compare=WinCompare.AT_LEAST,
    win_on=WinOn.MADE_CONTRACT,
    back_door=-500,
    joker_nt=JokerRule.PAGAT,
)

THREE_HANDED = House(deck=Deck.CARDS_33, misere_needs_seven=False, win_on=WinOn.ANY, slam_250=True)

HOYLE_THREE = House(
    deck=Deck.CARDS_33,
    all_pass=AllPass.PLAY,
    misere_value=None,
    open_misere_value=None,
    slam_250=True,
    win_on=WinOn.ANY,
    both_defenders_reach=DefendersReach.FIRST_TRICK,
    back_door=None,
    joker_nt=JokerRule.HOYLE,
)

FIVE_PLAYER = House(
    deck=Deck.CARDS_53,
    misere_value=None,
    open_misere_value=None,
    slam_250=False,
    win_on=WinOn.MADE_CONTRACT,
    five_player_share=FiveShare.HALF,
    back_door_multi=BackDoorMulti.HIGHEST,
)

SIX_PLAYER = House(deck=Deck.CARDS_63, slam_250=False, win_on=WinOn.ANY)

# The encyclopedia: "Misère is generally not allowed" with two players.
TWO_HANDED = House(
    deck=Deck.CARDS_43, misere_value=None, open_misere_value=None, slam_250=False, win_on=WinOn.ANY
)

ENCYCLOPEDIA_AND_PAGAT = Source(
    "encyclopedia, pagat",
    _("500, an encyclopedia article with many variants, and pagat.com"),
    name=_("An encyclopedia article and Pagat"),
)
AUSTRALIAN_AND_ENCYCLOPEDIA = Source(
    "Australian page, encyclopedia",
    _("Five Hundred, a short Australian page, and an encyclopedia article"),
    name=_("An Australian page and an encyclopedia"),
)

PRESETS = (
    Preset(
        "wikipedia", _("Standard 500"), WIKIPEDIA, source.ENCYCLOPEDIA,
        _("43 cards, 500 points or more win, tricks count, misère ranks by value, all ten tricks are 250"),
        FOUR,
    ),
    Preset(
        "australian", _("Australian (short)"), AUSTRALIAN, source.AUSTRALIAN,
        _("More than 500 points win, tricks count; misère ranks by value, open misère is 350; no slam"), FOUR,
    ),
    Preset(
        "pagat_australian", _("Australian (full)"), PAGAT_AUSTRALIAN, source.PAGAT,
        _("Only a contract of your own wins; misère needs a seven and ranks under 8♠, open misère 500"), FOUR,
    ),
    Preset(
        "american_inkle", _("American, with inkles"), AMERICAN_INKLE, source.ENCYCLOPEDIA,
        _("45 cards, one round of bidding; only the first two speakers may bid six; misère may follow a six"),
        FOUR,
    ),
    Preset(
        "house_45", _("Family game with 45 cards"), HOUSE_45, source.FAMILY,
        _("Sixes are only signals, no misère, one round of bidding; only a contract wins; No Ace, No Face"),
        FOUR,
    ),
    Preset(
        "quebec_1000", _("Quebec, to 1000"), QUEBEC_1000, source.ENCYCLOPEDIA,
        _("Two jokers, 1000 points; nothing is taken away: a failed contract goes to the other side"), FOUR,
    ),
    Preset(
        "exact_500", _("Exactly 500 wins"), EXACT_500, source.ENCYCLOPEDIA,
        _("Only exactly 500 wins; 1000 loses as minus 500 does; points for tricks must be taken"), FOUR,
    ),
    Preset(
        "three_handed", _("Three players"), THREE_HANDED, AUSTRALIAN_AND_ENCYCLOPEDIA,
        _("33 cards, each alone; misère needs no seven"), THREE,
    ),
    Preset(
        "hoyle_three", _("Three players, Hoyle"), HOYLE_THREE, source.HOYLE,
        _("No misère and no back door; a hand nobody bids is played at no trumps, 10 a trick"), THREE,
    ),
    Preset(
        "five_player", _("Five players"), FIVE_PLAYER, ENCYCLOPEDIA_AND_PAGAT,
        _("53 cards, a partner called for each hand; the two share what they win or lose"), FIVE,
    ),
    Preset(
        "six_player", _("Six players"), SIX_PLAYER, ENCYCLOPEDIA_AND_PAGAT,
        _("63 cards with 11s, 12s and red 13s; two teams of three"), SIX,
    ),
    Preset(
        "two_handed", _("Two players"), TWO_HANDED, ENCYCLOPEDIA_AND_PAGAT,
        _("43 cards, each with ten in hand and five covered pairs on the table; no misère"), TWO,
    ),
)  # fmt: skip
