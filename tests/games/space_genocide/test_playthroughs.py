"""Whole matches told as text, one for every way in which a match can end.

``playthroughs/<name>.toml`` holds the order sets of the set-up and of every turn, ``<name>.txt`` what must come of
them, word for word. All matches of as many seats are played on the same map, with the same first ships. ``pytest
--regen`` writes the texts anew; the difference is then reviewed like code.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Event
from moderator.core.seats import Observer, Seat
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.orders.types import GenocideOrder
from moderator.games.space_genocide.rules.state import State
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case
from tests.support.drawn import pictures

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
MAP: dict[str, Any] = {"map_size": "small", "terrain": "none"}
"""Options of all matches."""
UNTOLD = ("positions", "contacts", "planets", "ships")
"""Sections that the chart tells as well, or that never change."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match: who plays, under which options, what everybody ordered in the set-up and then, and how it must end."""

    title: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    outcome: str
    turns: tuple[dict[Seat, tuple[str, ...]], ...]


def script_of(name: str) -> Script:
    """Read a script."""
    return msgspec.convert(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")), Script)


def order_of(line: str) -> GenocideOrder:
    """Read a line."""
    order = GAME.language.parse(line)
    assert not isinstance(order, Problem), order
    return order


def told(name: str, script: Script) -> Iterator[str]:
    """Tell a match line by line, as the GM reads it."""
    voice = Voice(Templates().text, GAME.info.key, ReadingSeat("", "UTC"))
    yield f"{script.title}."
    begun = GAME.setup(script.seats, MAP | script.options, Dice.throwaway(f"galaxy of {len(script.seats)}"))
    state = begun.state
    yield from news(voice, state, begun.events)
    for number, order_sets in enumerate(script.turns):
        yield from ("", f"---- {_heading(state)} ----", "")
        yield from (f"{seat} orders {'; '.join(lines)}" for seat, lines in order_sets.items())
        orders = read_and_checked(state, order_sets)
        resolution = GAME.resolve(state, orders, Dice.throwaway(f"{name}/{number}"))
        state = resolution.state
        yield from news(voice, state, resolution.events)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert not GAME.pending(state)
    assert f"{' and '.join(outcome.winners)}: {outcome.reason}" == script.outcome


def read_and_checked(state: State, order_sets: Mapping[Seat, Sequence[str]]) -> dict[Seat, tuple[GenocideOrder, ...]]:
    """Return the orders of a turn, which their seats are asked for and may give."""
    orders = {seat: tuple(order_of(line) for line in lines) for seat, lines in order_sets.items()}
    for seat, order_set in orders.items():
        problems = GAME.check(GAME.view(state, seat), GAME.pending(state)[seat], order_set)
        assert [problem for problem in problems if problem.falls] == []
    return orders


def _heading(state: State) -> str:
    """Return what is played now."""
    if state.phase == "setup":
        return "The set-up"
    return f"Turn {state.turn}, {state.active}" if state.active else f"Turn {state.turn}"


def news(voice: Voice, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Tell what happened and show the board."""
    view = GAME.view(state, Observer.GM)
    for section in GAME.report(view, events).sections:
        if section.key not in UNTOLD:
            yield from ("", voice.heading(section.key))
            yield from (f"  {voice.say(fact)}" for fact in section.facts)
    yield ""
    yield from (line.rstrip() for line in pictures(GAME).chart(view).splitlines())


@every_case("name", NAMES)
def test_a_match_is_played_and_told_as_on_record(name: str, *, regen: bool) -> None:
    """The same order sets and dice lead to the same end in the same words."""
    text = "\n".join(told(name, script_of(name))) + "\n"
    golden = FOLDER / f"{name}.txt"
    if regen:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_way_to_end_is_on_record() -> None:
    """The last one standing, nobody left, and each step of the count; in rounds, and seat by seat."""
    scripts = [script_of(name) for name in NAMES]
    ends = {script.outcome.split(": ")[1] for script in scripts}
    assert ends == {"last-standing", "nobody-left", "more-planets", "more-ships", "tie"}
    assert {script.options.get("tempo", "rounds") for script in scripts} == {"rounds", "seats"}
