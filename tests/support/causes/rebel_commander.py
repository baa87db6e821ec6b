"""The books of one seat of Rebel Commander, kept from its report alone, and the causes that they bear out."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.rebel_commander import events as happened
from moderator.games.rebel_commander.board.order_set import order_labels
from moderator.games.rebel_commander.orders.types import ALL, MoveTransport
from moderator.games.rebel_commander.pieces import EMPIRE, UNITS, Unit
from moderator.games.rebel_commander.tables import board_of, edition_of
from tests.support.causes.told import Told


class Books:
    """Where a seat's units stand, what became of those that stood somewhere, and where enemies came."""

    def __init__(self, seat: Seat, before: Any) -> None:  # noqa: ANN401 - of its game
        self.seat = seat
        self.units: Counter[tuple[str, Unit]] = Counter()
        self.losses: set[tuple[str, str, str, Unit]] = set()
        self.foes = {stack.place for stack in before.stacks if self._is_foe(stack.seat)}
        self.came: set[tuple[str, str]] = set()
        for stack in before.stacks:
            if stack.seat == seat:
                self.units.update({(stack.place, unit): n for unit, n in zip(UNITS, stack.counts, strict=True) if n})

    def _is_foe(self, seat: Seat) -> bool:
        return (seat == EMPIRE) != (self.seat == EMPIRE)

    def at(self, place: str, *units: Unit) -> int:
        """Return how many units of some kinds, or of all, stand at a place."""
        return sum(self.units[place, unit] for unit in units or UNITS)

    def read(self, event: Event) -> None:
        """Enter what a line of the report tells."""
        if isinstance(event, happened.UnitMoved) and event.seat == self.seat:
            load = Counter({event.unit: 1}) + Counter({Unit.TROOPS: event.troops})
            for unit, count in load.items():
                self.units[event.origin, unit] -= count
                self.units[event.goal, unit] += count
                self.losses.add(("moved", event.number, event.origin, unit))
        elif isinstance(event, happened.UnitBuilt) and event.seat == self.seat:
            self.units[event.place, event.unit] += 1
            if event.unit is not Unit.TROOPS:
                self.units[event.place, Unit.TROOPS] -= 1
                self.losses.add(("converted", event.number, event.place, Unit.TROOPS))
        elif isinstance(event, happened.BattleFought):
            self._read_battle(event)
        elif isinstance(event, happened.UnitMoved | happened.UnitSighted) and self._is_foe(event.seat):
            goal = event.goal if isinstance(event, happened.UnitMoved) else event.place
            self.foes.add(goal)
            self.came.add((goal, event.number if isinstance(event, happened.UnitMoved) else ""))

    def _read_battle(self, event: happened.BattleFought) -> None:
        for stack in event.destroyed:
            if stack.seat == self.seat:
                for unit, count in zip(UNITS, stack.counts, strict=True):
                    self.units[event.place, unit] -= count
                    if count:
                        self.losses.add(("battle", str(event.number), event.place, unit))


def is_true(failed: Any, told: Told, before: Any) -> bool:  # noqa: ANN401 - of its game
    """Tell whether the books bear out what is missing, how many are there, and what brought it about."""
    books = Books(failed.seat, before)
    for event in told:
        books.read(event)
    return _is_so(failed, books, before) and _is_culprit(failed, books)


def _is_so(failed: Any, books: Books, before: Any) -> bool:  # noqa: ANN401 - as above
    """Tell whether the cause is so."""
    return _MISSING[failed.cause](failed, books) if failed.cause in _MISSING else _LINE[failed.cause](failed, before)


def _no_unit(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    return not (books.at(failed.place, failed.unit) if failed.verb == "move" else books.at(failed.place))


def _enemy(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    return failed.enemies > 0 and failed.place in books.foes and books.at(failed.place) > 0


def _far(failed: Any, before: Any) -> bool:  # noqa: ANN401 - as above
    board, order = board_of(before.options), failed.order
    steps = board.distance(board.index[order.origin], board.index[order.goal])
    return bool(failed.place == order.goal and steps > (1 if order.unit is Unit.TROOPS else 2))


_MISSING: Mapping[str, Callable[[Any, Books], bool]] = {
    "no-unit": _no_unit,
    "no-cargo": lambda f, books: books.at(f.place, Unit.TROOPS) == f.present < f.order.troops,
    "too-few": lambda f, books: books.at(f.place) == f.present == 1,
    "no-troops": lambda f, books: books.at(f.place) > 1 and not books.at(f.place, Unit.TROOPS),
    "enemy-present": _enemy,
}
"""What stood at the place, or did not."""

_LINE: Mapping[str, Callable[[Any, Any], bool]] = {
    "off-board": lambda f, before: f.place not in board_of(before.options).index,
    "too-far": _far,
    "same-place": lambda f, _: f.order.origin == f.order.goal,
    "overload": lambda f, _: isinstance(f.order, MoveTransport) and f.order.troops not in (*range(5), ALL),
    "not-here": lambda f, before: f.order.unit not in edition_of(before.options).units,
    "no-number": lambda f, before: f.number not in order_labels(before.options, before.in_play(), f.seat),
}
"""What the line itself says."""

_SHORT = {"no-cargo": (Unit.TROOPS,), "no-troops": (Unit.TROOPS,), "too-few": UNITS}


def _is_culprit(failed: Any, books: Books) -> bool:  # noqa: ANN401 - as above
    """Tell whether the culprit did it, and whether none can be named where none is."""
    if failed.culprit == "arrived":
        return any(number[:1] in ("", failed.culprit_number) for place, number in books.came if place == failed.place)
    units = (failed.unit,) if failed.cause == "no-unit" and failed.verb == "move" else UNITS
    units = _SHORT.get(failed.cause, units)
    done = {(what, number) for what, number, place, unit in books.losses if place == failed.place and unit in units}
    if failed.culprit:
        return (failed.culprit, failed.culprit_number) in done
    return not done or failed.cause not in {"no-unit", "no-cargo", "no-troops", "too-few"}
