"""Scenarios: cases in TOML files, with orders as text, and what of them is compared alike in every game.

A game's own test sets up the position that a case names, carries out its orders, and compares the rest.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from moderator.core.codec import encode
from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import AnyGame, Event, IllegalAmendment, Resolution
from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.testing.breaches import difference


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


class CaseFailed(AssertionError):  # noqa: N818 - named for what happened
    """A case did not come out as it says; the message tells what differs."""


def expect(holds: object, what: str) -> None:
    """Fail unless something holds; ``what`` says what is wrong."""
    if not holds:
        raise CaseFailed(what)


def expect_same(got: object, wanted: object, what: str) -> None:
    """Fail unless two values are equal; ``what`` names them."""
    if got != wanted:
        raise CaseFailed(f"{what} came out as {got!r}, not as {wanted!r}: {difference(got, wanted)}")


def cases_of(test: str, kind: type[C]) -> dict[str, C]:
    """Return all cases in the folder ``scenarios`` beside a test module, by file and sentence."""
    found = {}
    for path in sorted((Path(test).parent / "scenarios").rglob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]:
            name = f"{path.stem}: {case['name']}"
            expect(name not in found, f"{path}: there are two cases {case['name']!r}")
            found[name] = msgspec.convert(case, kind)
    return found


def read(game: AnyGame, lines: Sequence[str]) -> tuple[Any, ...]:
    """Read orders, every one of which must be an order."""
    found = tuple(game.language.parse(line) for line in lines)
    wrong = [order for order in found if isinstance(order, Problem)]
    expect(not wrong, f"some orders of the case cannot be read: {wrong}")
    return found


def amended(game: AnyGame, case: Case, state: Any) -> Resolution[Any] | None:  # noqa: ANN401 - the game's own, as below
    """Carry out a GM's lines if a case has some, or be refused and change nothing."""
    orders: list[Any] = [game.gm.parse(line) for line in case.amendments]
    expect(all(isinstance(order, Order) for order in orders), f"some amendments of the case cannot be read: {orders}")
    if case.refused is None:
        return game.amend(state, orders, Dice.throwaway("amend")) if orders else None
    expect_same(refusal_of(game, state, orders).code, case.refused, "the refusal")
    expect(case.refused in game.faults, f"Game.faults lacks {case.refused}")
    return Resolution(state, ())


def refusal_of(game: AnyGame, state: Any, orders: Sequence[Order]) -> Problem:  # noqa: ANN401
    """Return by what a GM's lines are refused, which they must be."""
    try:
        game.amend(state, orders, Dice.throwaway("amend"))
    except IllegalAmendment as refusal:
        return refusal.problem
    raise CaseFailed(f"the GM's lines were not refused: {list(orders)}")


def look_at_problems(game: AnyGame, case: Case, state: Any, orders: Mapping[Seat, Sequence[Order]]) -> None:  # noqa: ANN401
    """Compare the complaints about the orders; orders of which nothing is said must be legal."""
    prompts = game.pending(state)
    for seat in [seat for seat in orders if seat in prompts]:
        problems = game.check(game.view(state, seat), prompts[seat], orders[seat])
        told = [f"{(problem.order or 0) + 1} {problem.stage} {problem.code}" for problem in problems]
        if case.problems is not None:
            expect_same(told, case.problems.get(seat, []), f"what {seat} is told")
        else:
            expect(not any(problem.falls for problem in problems), f"orders of {seat} are refused: {told}")


def look_at_events(case: Case, events: Sequence[Event]) -> None:
    """Compare what happened."""
    told = [plain(event) for event in events]
    listed = "\n".join(map(str, told))
    for wanted in case.has:
        expect(any(fits(wanted, event) for event in told), f"this did not happen: {wanted}\nbut:\n{listed}")
    unwanted = {event["type"] for event in told} & set(case.lacks)
    expect(not unwanted, f"this must not happen: {', '.join(sorted(unwanted))}\n{listed}")


def look_at_end(game: AnyGame, case: Case, state: Any) -> None:  # noqa: ANN401
    """Compare who is asked next, and how the match ended."""
    if case.asked is not None:
        expect_same(list(game.pending(state)), case.asked, "who is asked")
    if case.outcome is not None:
        ended = game.outcome(state)
        expect_same(f"{', '.join(ended.winners)}: {ended.reason}" if ended else "", case.outcome, "the outcome")


# ---- events as plain data ----------------------------------------------------------------------------------


def plain(event: Event) -> dict[str, Any]:
    """Return an event as plain data with its kind."""
    value: dict[str, Any] = msgspec.json.decode(encode(event))
    return value


def fits(want: Any, got: Any) -> bool:  # noqa: ANN401 - any plain data
    """Tell whether everything that is wanted is there."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(key in got and fits(value, got[key]) for key, value in want.items())
    if isinstance(want, list):
        same = isinstance(got, list) and len(want) == len(got)
        return same and all(fits(one, other) for one, other in zip(want, got, strict=True))
    return bool(want == got)
