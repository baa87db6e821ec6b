"""Bots: legal without a warning that falls, better than the one below, and at a loss nowhere."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.core.dice import Dice, Stream
from moderator.core.game import AnyGame, Imagine, Prompt
from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.events.reveal import Jumped
from moderator.games.rayguns_and_rocketships.orders.types import Board, Go, Helm, Man, Pass, Program, RayOrder
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat.bots.cadet import BOOK
from moderator.games.rayguns_and_rocketships.seat.bots.plans import order_set
from moderator.games.rayguns_and_rocketships.seat.view import Secret, View
from moderator.games.rayguns_and_rocketships.tables import cards_of
from moderator.games.simulate import Lineup, imagining, interval, play
from tests.support.cases import every_case
from tests.support.legal_bots import fallen

TABLES: tuple[tuple[str, int, Mapping[str, Any]], ...] = (
    ("random", 4, {"rounds": 6, "max_star_per_round": 3}),
    ("random", 3, {"tempo": "turns", "episode": "secret-plans", "rounds": 3}),
    ("cadet", 4, {"last_man": True, "rounds": 9, "ironwill": True}),
    ("cadet", 4, {"episode": "princess"}),
    ("cadet", 3, {"tempo": "turns", "episode": "scrap-run"}),
    ("cadet", 2, {"episode": "hot-cores", "rounds": 6}),
    ("ace", 2, {"tempo": "turns", "episode": "shattered-moon", "rounds": 1}),
)
"""Bots, numbers of seats and options under which they must know what is allowed."""


@every_case(("bot", "count", "options"), TABLES)
def test_a_bot_orders_nothing_that_falls(bot: str, count: int, options: Mapping[str, Any]) -> None:
    """Every line of every Round of a match stands."""
    lineup = Lineup(game=GAME, bots=dict.fromkeys(SEATS[:count], bot), options=dict(options))
    match = play(lineup, f"legal/{bot}/{count}", most=60)
    assert fallen(GAME, match) == []
    assert match.outcome is not None


def _after(rounds: int) -> tuple[State, Mapping[str, Prompt]]:
    match = play(Lineup(game=GAME, bots=dict.fromkeys(SEATS[:2], "cadet"), options={}), "book", most=rounds + 1)
    return match.state, GAME.pending(match.state)


def test_a_cadet_programmes_three_cards_and_one_star_card() -> None:
    """Its hand has one whose requirement is met, and a point is a point."""
    state, prompts = _after(0)
    order_set = GAME.bots["cadet"].order(
        GAME.view(state, "Rangers"), prompts["Rangers"], Dice.throwaway("x").secret, imagining(GAME, "Rangers")
    )
    cards = next(order.cards for order in order_set if isinstance(order, Program))
    assert len(set(cards)) == len(cards)
    assert sum(cards_of("Rangers")[name].star for name in cards) == 1
    posts = next(order.places for order in order_set if isinstance(order, Man))
    assert {"COCKPIT", "PANEL", "HATCH", "ENGINE 1"} <= set(posts)
    assert not any(isinstance(order, Board | Go) for order in order_set), "the enemy is far away"


def test_a_cadet_sends_somebody_to_an_airlock_before_he_jumps() -> None:
    """The Turn before the card is up he goes there, and with it he is aboard."""
    state, prompts = _after(0)
    ours, theirs = state.position.ships
    near = replace(state.position, ships=(replace(ours, at="E5"), replace(theirs, at="E6", heading="N")))
    state = replace(state, position=near, secrets={**state.secrets, "Rangers": Secret(("Jetpack Leap",))})
    order_set = GAME.bots["cadet"].order(
        GAME.view(state, "Rangers"), prompts["Rangers"], Dice.throwaway("x").secret, imagining(GAME, "Rangers")
    )
    still = (Program(cards=("Lie To", "Turn Port", "Turn Starboard")), Helm(goal="steady"))
    events = GAME.resolve(state, {"Rangers": order_set, "Pirates": still}, Dice.throwaway("jump")).events
    assert {(event.seat, event.on) for event in events if isinstance(event, Jumped)} == {("Rangers", "Pirates")}


@every_case(("last_man", "sent"), [(False, 0), (True, 1)])
def test_a_cadet_sends_out_boarders_only_where_figures_are_what_counts(*, last_man: bool, sent: int) -> None:
    """It costs points; in To the Last Man points are nothing."""
    state, prompts = _after(0)
    ours, theirs = state.position.ships
    near = replace(state.position, ships=(replace(ours, at="E5"), replace(theirs, at="E6", heading="N")))
    state = replace(state, position=near, options=replace(state.options, last_man=last_man))
    order_set = GAME.bots["cadet"].order(
        GAME.view(state, "Rangers"), prompts["Rangers"], Dice.throwaway("x").secret, imagining(GAME, "Rangers")
    )
    assert sum(isinstance(order, Board) for order in order_set) == sent


@pytest.mark.proof
@pytest.mark.parametrize(("better", "worse", "matches"), [("cadet", "random", 40), ("ace", "cadet", 36)])
def test_each_bot_beats_the_one_below_it(better: str, worse: str, matches: int) -> None:
    """Alone against one, with every faction in turn: six of ten, and surely more than half (95 %)."""
    won, _ = _ladder(GAME, better, worse, matches)
    assert won >= 0.6 * matches
    assert interval(won, matches)[0] > 0.5


class _Boarding:
    """A cadet that sends somebody aboard whoever is near."""

    def order(self, view: View, prompt: Prompt, chance: Stream, imagine: Imagine[View, RayOrder]) -> Sequence[RayOrder]:
        """Return a cadet's letter, with a boarder."""
        del chance, imagine
        return (Pass(),) if prompt.phase == "setup" else order_set(view, replace(BOOK, boarders=1))


@pytest.mark.proof
def test_a_cadet_who_sends_out_boarders_loses_to_one_who_does_not() -> None:
    """What the page says of boarding, and why cadets leave it to Star cards."""
    game = replace(GAME, bots={**GAME.bots, "boarding": _Boarding()})
    won, lost = _ladder(game, "boarding", "cadet", 60)
    assert won < lost


def _ladder(game: AnyGame, better: str, worse: str, matches: int) -> tuple[int, int]:
    """Return how often a bot beats another, alone against one with every faction in turn, and how often it loses."""
    won = lost = 0
    for number in range(matches):
        ours, theirs = SEATS[number % 4], SEATS[(number + 1 + number // 4 % 3) % 4]
        bots = {seat: better if seat == ours else worse for seat in SEATS if seat in (ours, theirs)}
        match = play(Lineup(game=game, bots=bots, options={}), f"ladder/{better}/{number}", most=60)
        winners = match.outcome.winners if match.outcome else ()
        won, lost = won + (winners == (ours,)), lost + (winners == (theirs,))
    return won, lost
