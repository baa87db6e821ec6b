"""Whatever is ordered, the table stays in order: letters of lines drawn at random, legal or not, under all options.

A GM shakes the board in some matches, so that crews meet; what events tell is kept in a ledger beside the position.

Run as a program (``python -m``, with the first number and a count) it plays so many matches.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from moderator.core.codec import decode, encode
from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Event, IllegalAmendment, Prompt
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import HEADINGS
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.crew import Duel, EntryTried, HatchSearched, PistolFired
from moderator.games.rayguns_and_rocketships.events.flight import Collided
from moderator.games.rayguns_and_rocketships.events.gunnery import BatteryFired
from moderator.games.rayguns_and_rocketships.events.reveal import AbilityUsed
from moderator.games.rayguns_and_rocketships.events.set_up import FirstThrown
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE, SLOTS
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder
from moderator.games.rayguns_and_rocketships.pieces import FIGURES, PRINCESS, Ship
from moderator.games.rayguns_and_rocketships.rules import play
from moderator.games.rayguns_and_rocketships.rules.amend import GM, amend
from moderator.games.rayguns_and_rocketships.rules.fog import view_for
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.rules.suppose import suppose
from moderator.games.rayguns_and_rocketships.seat.check import check
from moderator.games.rayguns_and_rocketships.seat.default import default
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import DIE, ships, star_map, stars_of
from moderator.kit.random_bot import RandomBot
from tests.games.rayguns_and_rocketships.fuzz import begun
from tests.games.rayguns_and_rocketships.ledger import Ledger
from tests.support.cases import every_case


def _anything(_view: View, _prompt: Prompt, _orders: Sequence[RayOrder]) -> Sequence[Problem]:
    return ()


_BOT: RandomBot[View, RayOrder] = RandomBot(LANGUAGE, SLOTS, _anything, lines=14)


def shaken(state: State, chance: Random) -> State:
    """Let a GM put ships near each other, figures anywhere, Blasts and tokens; what cannot be is refused, no more."""
    seats = state.seats
    for _ in range(12):
        seat, figure = chance.choice(seats), chance.choice(FIGURES)
        ship, node = chance.choice(seats), f"{chance.choice('DEFGH')}{chance.choice('45678')}"
        posts = [deck(ship).name(square) for square in chance.sample(deck(ship).squares, 5)]
        line = chance.choice(
            [
                f"SHIP {node} {chance.choice(HEADINGS)} FOR {seat}",
                f"PUT {figure} TO {ship} {posts[0]} FOR {seat}",
                f"PUT {figure} TO NODE {node} FOR {seat}",
                f"REMOVE {figure} FOR {seat}",
                f"BLASTS {', '.join(posts)} FOR {ship}",
                f"GUNS {', '.join(chance.sample(deck(ship).ports, 3))} FOR {ship}",
                f"TOKENS {chance.randint(0, 6)} FOR {seat}",
            ]
        )
        amendment = GM.parse(line)
        assert not isinstance(amendment, Problem), (line, amendment)
        with suppress(IllegalAmendment):
            state = amend(state, [amendment], Dice.throwaway(line)).state
        if state.outcome:
            break
    return state


def played(number: int, rounds: int = 8) -> tuple[State, list[Event]]:
    """Play a match of that number, looking at every position."""
    chance = Random(number)  # noqa: S311 - a fuzz
    state = begun(number, rounds)
    events: list[Event] = []
    shaking = chance.choice([0.0, 0.0, 0.6])
    while not state.outcome:
        if chance.random() < shaking:
            state = shaken(state, chance)
            look_at_table(state)
            look_at_figures(state)
            if state.outcome:
                break
        name = f"{number}: {state.round} {state.turn}"
        orders = {
            seat: _BOT.order(
                view_for(state, seat), prompt, Dice.throwaway(f"{name} {seat}").open, lambda view, *_: view
            )
            for seat, prompt in play.pending(state).items()
        }
        ledger = Ledger(state) if state.round else None
        dice = Dice.throwaway(name)
        resolution = play.resolve(state, orders, dice)
        look_at_throws(dice, resolution.events)
        state = resolution.state
        if ledger:
            ledger.follow(resolution.events)
            ledger.check(state.position, state.seats)
        look_at_table(state)
        look_at_figures(state)
        look_at_silence(state)
        events += resolution.events
    return state, events


def look_at_table(state: State) -> None:
    """Rayguns and Star cards are as many as ever, no two ships on a node, nothing is owed; what is shown fits it."""
    again: Any = decode(encode(state), State)
    assert again == state
    position = state.position
    nodes = [ship.at for ship in position.ships]
    assert len(set(nodes)) == len(nodes)
    assert sum(len(ship.guns) for ship in position.ships) + position.spares == 4 + 6 * len(state.seats)
    assert all(len(ship.blasts) < ships().blasts for ship in position.ships)
    for seat, side in zip(state.seats, position.sides, strict=True):
        assert side.actions >= 0
        assert len(side.hurt) < 3
        up = [card for card in side.shown if card in stars_of(seat) and card not in side.discards]
        cards = [*state.secrets[seat].hand, *state.decks[seat], *side.discards, *up]
        assert sorted(cards) == sorted(stars_of(seat))
        view = view_for(state, seat)
        assert view_for(suppose(view), seat) == view


def look_at_throws(dice: Dice, events: Sequence[Event]) -> None:
    """See that the report tells every throw of the open dice that the proof lists, those made again, too."""
    listed = Counter(throw.value for throw in dice.log if throw.stream == "open" and throw.sides == DIE)
    told = Counter(value for event in events for value in _thrown(event))
    assert told == listed


def _thrown(event: Event) -> Iterator[int]:
    """Give the throws of which an event tells."""
    if isinstance(event, BatteryFired):
        yield from (shot.throw for shot in event.shots)
    elif isinstance(event, FirstThrown):
        yield from (throw for throws in event.throws for _, throw in throws)
    elif isinstance(event, Duel):
        yield from (throw for throws in event.rounds for throw in throws)
    elif isinstance(event, Collided):
        yield from event.throws
    elif isinstance(event, EntryTried | AbilityUsed):
        yield from filter(None, (event.throw,))
    elif isinstance(event, PistolFired | HatchSearched):
        yield event.throw


def look_at_silence(state: State) -> None:
    """See that silence is legal, whatever stands in the doctrine."""
    for seat, prompt in play.pending(state).items():
        view = view_for(state, seat)
        orders = default(view, prompt, ())
        assert [problem for problem in check(view, prompt, orders) if problem.falls] == []


def look_at_figures(state: State) -> None:
    """Figures stand on squares of their own, tokens lie where there is something."""
    ships_by_seat: dict[Seat, Ship] = {ship.seat: ship for ship in state.position.ships}
    nodes = {ship.at for ship in ships_by_seat.values()}
    rocks = {token.at for token in state.position.tokens if star_map().token[token.kind].rock}
    assert not nodes & rocks
    taken: Counter[tuple[str, str]] = Counter()
    for figure in state.position.figures:
        if figure.ship:
            assert figure.ship in ships_by_seat
            assert figure.at in deck(figure.ship).signs
            taken[figure.ship, figure.at] += 1
        else:
            assert figure.at not in nodes | rocks
    assert all(count == 1 for count in taken.values())
    names = {figure.who for figure in state.position.figures}
    keys = [token.key for token in state.position.tokens] + ["princess" for _, name in names if name == PRINCESS]
    assert len(set(keys)) == len(keys)
    at_work = [(token.ship, token.at) for token in state.position.tokens if token.installed]
    assert len(set(at_work)) == len(at_work)
    for token in state.position.tokens:
        assert token.bearer is None or (token.bearer in names and not token.at)
        assert not token.ship or token.ship in ships_by_seat


@every_case("number", range(6))
def test_any_letters_leave_the_table_in_order(number: int) -> None:
    """A match of lines drawn at random comes to an end."""
    state, _ = played(number)
    assert state.outcome is not None


if __name__ == "__main__":
    kinds: Counter[str] = Counter()
    for one in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])):
        try:
            ended, told = played(one)
        except Exception:
            print("match", one)  # noqa: T201 - a program
            raise
        kinds.update(type(event).__name__ for event in told)
        kinds[str(ended.outcome and ended.outcome.reason)] += 1
    print(kinds)  # noqa: T201 - a program
