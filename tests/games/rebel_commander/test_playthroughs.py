"""Whole matches told as text, one for every way in which a match can end.

``playthroughs/<name>.toml`` holds the order sets of every turn, ``<name>.txt`` what must come of them, word for word.
``pytest --regen`` writes the texts anew; the difference is then reviewed like code.
"""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Event, Section
from moderator.core.seats import Observer, Seat
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.rules.state import State
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case
from tests.support.drawn import pictures

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
UNTOLD = ("positions", "score")
"""Sections that the chart tells as well."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match: who plays, under which options, what everybody ordered, and how it must end."""

    title: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    outcome: str
    turns: tuple[dict[Seat, tuple[str, ...]], ...]


def script_of(name: str) -> Script:
    """Read a script."""
    return msgspec.convert(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")), Script)


def order_of(line: str) -> RebelOrder:
    """Read a numbered line."""
    number, text = line.split(". ", 1)
    order = GAME.language.parse(text)
    assert not isinstance(order, Problem), order
    return msgspec.structs.replace(order, number=number)


def story(name: str, script: Script) -> Iterator[str]:
    """Tell a match line by line, as the GM reads it."""
    voice = Voice(Templates().text, GAME.info.key, ReadingSeat("", "UTC"))
    yield f"{script.title}."
    first = GAME.setup(script.seats, script.options, Dice.throwaway(name))
    state = first.state
    yield from news(voice, state, first.events)
    for number, order_sets in enumerate(script.turns, 1):
        yield from ("", f"---- Turn {number} ----", "")
        yield from (f"{seat} orders {'; '.join(lines)}" for seat, lines in order_sets.items())
        orders = {seat: tuple(order_of(line) for line in lines) for seat, lines in order_sets.items()}
        resolution = GAME.resolve(state, orders, Dice.throwaway(f"{name}/{number}"))
        state = resolution.state
        yield from news(voice, state, resolution.events)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert not GAME.pending(state)
    side = "empire" if outcome.winners == ("Empire",) else "rebels"
    assert f"{side} {outcome.reason}" == script.outcome


def news(voice: Voice, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Tell what happened and show the board."""
    view = GAME.view(state, Observer.GM)
    sections: Sequence[Section] = GAME.report(view, events).sections
    for section in sections:
        if section.key not in UNTOLD:
            yield from ("", voice.heading(section.key))
            yield from (f"  {voice.say(fact)}" for fact in section.facts)
    yield ""
    yield from (line.rstrip() for line in pictures(GAME).chart(view).splitlines())


@every_case("name", NAMES)
def test_a_match_is_played_and_told_as_on_record(name: str, *, regen: bool) -> None:
    """The same order sets and dice lead to the same end in the same words."""
    text = "\n".join(story(name, script_of(name))) + "\n"
    golden = FOLDER / f"{name}.txt"
    if regen:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_way_to_end_is_on_record() -> None:
    """Both sides' conquest and annihilation, and each step of the count."""
    ends = {script_of(name).outcome for name in NAMES}
    kinds = {"rebels conquest", "empire conquest", "rebels annihilation", "empire annihilation", "empire tie"}
    assert kinds <= ends
    assert {"more-locations", "more-units"} <= {end.split()[1] for end in ends}
