"""What the scenarios of every game share: cases in files, orders as text, and what of them is compared alike."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import Event, IllegalAmendment, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from tests.support.facts import fits, plain


class Case(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case; what it leaves out is not looked at.

    ``amendments`` are a GM's lines, in place of a turn, and ``refused`` the code by which they fall. ``problems`` reads
    ``"1 illegal no-way"`` by seat. ``has`` are some of the events, each with the fields that matter, ``lacks`` kinds
    that there must not be. ``asked`` is who is asked next, ``outcome`` reads ``"Red: zones"``.

    A game's own cases name ``msgspec.Struct`` as a base, too: the linter looks no farther for one.
    """

    name: str
    paragraph: str
    options: dict[str, Any] = {}
    orders: dict[Seat, list[str]] = {}
    amendments: list[str] = []
    refused: str | None = None
    problems: dict[Seat, list[str]] | None = None
    has: list[dict[str, Any]] = []
    lacks: list[str] = []
    asked: list[Seat] | None = None
    outcome: str | None = None


C = TypeVar("C", bound=Case)


def cases_of(test: str, kind: type[C]) -> list[Any]:
    """Read all cases beside a test module, each named by its sentence."""
    found = []
    for path in sorted((Path(test).parent / "scenarios").rglob("*.toml")):
        cases = tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
        found += [pytest.param(msgspec.convert(case, kind), id=f"{path.stem}: {case['name']}") for case in cases]
    return found


def read(game: Any, lines: Sequence[str]) -> tuple[Any, ...]:  # noqa: ANN401 - any game, as below
    """Read orders."""
    found = [game.language.parse(line) for line in lines]
    assert not [order for order in found if isinstance(order, Problem)], found
    return tuple(found)


def amended(game: Any, case: Case, state: Any) -> Resolution[Any] | None:  # noqa: ANN401
    """Carry out a GM's lines if a case has some, or be refused and change nothing."""
    orders: list[Any] = [game.gm.parse(line) for line in case.amendments]
    assert all(isinstance(order, Order) for order in orders), orders
    if case.refused is None:
        return game.amend(state, orders, Dice.throwaway("amend")) if orders else None
    assert refusal_of(game, state, orders).code == case.refused
    assert case.refused in game.faults
    return Resolution(state, ())


def refusal_of(game: Any, state: Any, orders: Sequence[Order]) -> Problem:  # noqa: ANN401
    """Return by what a GM's lines are refused."""
    with pytest.raises(IllegalAmendment) as refusal:
        game.amend(state, orders, Dice.throwaway("amend"))
    return refusal.value.problem


def look_at_problems(game: Any, case: Case, state: Any, orders: Mapping[Seat, Sequence[Order]]) -> None:  # noqa: ANN401
    """Compare the complaints about the sheets; a sheet of which nothing is said must stand."""
    prompts = game.pending(state)
    for seat in [seat for seat in orders if seat in prompts]:
        problems = game.check(game.view(state, seat), prompts[seat], orders[seat])
        told = [f"{(problem.order or 0) + 1} {problem.stage} {problem.code}" for problem in problems]
        if case.problems is not None:
            assert told == case.problems.get(seat, [])
        else:
            assert not any(problem.falls for problem in problems), told


def look_at_events(case: Case, events: Sequence[Event]) -> None:
    """Compare what happened."""
    told = [plain(event) for event in events]
    for wanted in case.has:
        assert any(fits(wanted, event) for event in told), f"{wanted}\n" + "\n".join(map(str, told))
    assert not {event["type"] for event in told} & set(case.lacks), "\n".join(map(str, told))


def look_at_end(game: Any, case: Case, state: Any) -> None:  # noqa: ANN401
    """Compare who is asked next, and how the match ended."""
    if case.asked is not None:
        assert list(game.pending(state)) == case.asked
    if case.outcome is not None:
        ended = game.outcome(state)
        assert (f"{', '.join(ended.winners)}: {ended.reason}" if ended else "") == case.outcome
