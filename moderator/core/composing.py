"""Orders composed by choosing: what can fill the next gap so that the whole order is accepted.

A game offers values for each gap (``Game.choices``). Of these only those stay from which some order can be composed
that the game's ``check`` accepts, beside the orders that are there already.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from moderator.core.game import AnyGame, Prompt
from moderator.core.language import Piece
from moderator.core.orders import Order

_STEPS = 100
"""So many steps are taken, each a value or a whole order, to see whether a value leads to an order that is accepted.
One that is found is found again from each value within it, so nothing that is offered ends nowhere."""
_STEPS_IN_VAIN = 4000
"""So many steps are taken in vain for the values of a gap; then no more are offered, as the likeliest come first."""
_FIRST = 12
"""So many values of the first gap are tried to see whether an order of a kind is likely."""
_LISTED = 4
"""So many values are tried behind each other in one gap."""


class Choices(Struct, frozen=True, kw_only=True):
    """What can be done about a gap of an order.

    ``values`` can fill it, or follow what fills it already. ``is_typed`` tells that nobody can list them.
    ``can_finish`` tells that the order can stay as it is, ``can_go_on`` that the values of the gap can, and
    ``can_leave`` that the part with the gap can be left out.
    """

    values: tuple[str, ...] = ()
    is_typed: bool = False
    can_finish: bool = False
    can_go_on: bool = False
    can_leave: bool = False

    @property
    def is_dead_end(self) -> bool:
        """Whether nothing at all can be done."""
        return not (self.values or self.is_typed or self.can_finish or self.can_go_on or self.can_leave)


def offered(
    game: AnyGame,
    view: Any,  # noqa: ANN401 - the view is the game's own
    kind: type[Order],
    piece: Piece,
    chosen: Mapping[str, Any],
) -> Sequence[str] | None:
    """Return what a game offers for a gap; None where nobody can list it."""
    values = game.choices(view, kind, piece.gap, chosen)
    return (piece.values or None) if values is None else values


class Composer:
    """Composes orders of a kind for a seat that is asked, beside a draft of other orders."""

    def __init__(
        self,
        game: AnyGame,
        view: Any,  # noqa: ANN401 - as above
        prompt: Prompt,
        kind: type[Order],
        draft: Sequence[Order] = (),
    ) -> None:
        """Begin an order of which nothing is chosen."""
        self._game, self._view, self._prompt, self._draft, self._kind = game, view, prompt, tuple(draft), kind
        self._gaps = tuple(piece for piece in game.language.pieces(kind) if piece.gap)
        self._read: dict[tuple[str, str], dict[str, Any]] = {}
        self._left, self._left_in_vain = 0, _STEPS_IN_VAIN

    @property
    def is_likely(self) -> bool:
        """Whether an order of the kind is accepted that begins with one of the likeliest values, as is soon seen."""
        if not self._gaps:
            return self.accepts({})
        first = islice(self._longer(self._gaps[0], {}), _FIRST)
        return any(self._leads_on(chosen, 0) for chosen in ({}, *(more for _, more in first)))

    def choices(self, gap: str, written: Mapping[str, str]) -> Choices:
        """Return what can be done about a gap, after what was chosen for others and for itself, as it is written.

        A gap that stands before it and is not filled is left out. What cannot be read is not judged.
        """
        at = next(at for at, piece in enumerate(self._gaps) if piece.gap == gap)
        piece, chosen = self._gaps[at], dict(written)
        listed = offered(self._game, self._view, self._kind, piece, self._values(chosen))
        if len(self._values(chosen)) < len(chosen):
            is_last = all(other.part or other.gap in chosen for other in self._gaps)
            return Choices(values=tuple(listed or ()), is_typed=True, can_finish=is_last, can_go_on=gap in chosen)
        after = self._after(at)
        self._left_in_vain = _STEPS_IN_VAIN
        values = tuple(value for value, more in self._longer(piece, chosen) if self._leads_on(more, at))
        self._left_in_vain = _STEPS_IN_VAIN
        return Choices(
            values=values,
            is_typed=listed is None,
            can_finish=self.accepts(chosen),
            can_go_on=gap in chosen and at + 1 < len(self._gaps) and self._leads_on(chosen, at + 1),
            can_leave=self._can_leave(piece, chosen) and after < len(self._gaps) and self._leads_on(chosen, after),
        )

    def accepts(self, chosen: Mapping[str, str]) -> bool:
        """Tell whether the order is accepted beside the draft, as far as its author can know."""
        if not all(piece.gap in chosen or self._can_leave(piece, chosen) for piece in self._gaps):
            return False
        order = self._kind(**self._values(chosen))
        problems = self._game.check(self._view, self._prompt, (*self._draft, order))
        return not any(problem.falls and problem.order == len(self._draft) for problem in problems)

    def _leads_on(self, chosen: Mapping[str, str], at: int) -> bool:
        """Tell whether an order can be composed of what was chosen and of more, from a gap on, that is accepted."""
        if self._left_in_vain <= 0:
            return False
        self._left = _STEPS
        if self._fits(chosen, at):
            return True
        self._left_in_vain -= _STEPS - self._left
        return False

    def _fits(self, chosen: Mapping[str, str], at: int) -> bool:
        """Do so as long as steps are left; what follows is left out rather than filled."""
        if self._left <= 0:
            return False
        self._left -= 1
        if at == len(self._gaps):
            return self.accepts(chosen)
        piece = self._gaps[at]
        if piece.gap in chosen:
            if self._fits(chosen, at + 1):
                return True
        elif self._can_leave(piece, chosen):
            if self._fits(chosen, self._after(at)):
                return True
        elif offered(self._game, self._view, self._kind, piece, self._values(chosen)) is None:
            return True
        return any(self._fits(longer, at) for _, longer in self._longer(piece, chosen))

    def _longer(self, piece: Piece, chosen: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
        """Give the values that can fill a gap, or follow in it, with all that is chosen then."""
        before = chosen.get(piece.gap)
        if before is not None and (not piece.many or before.count(",") + 1 >= _LISTED):
            return
        for value in offered(self._game, self._view, self._kind, piece, self._values(chosen)) or ():
            text = value if before is None else f"{before}, {value}"
            read = self._value(piece.gap, text)
            if read and (before is None or read != self._value(piece.gap, before)):
                yield value, {**chosen, piece.gap: text}

    def _can_leave(self, piece: Piece, chosen: Mapping[str, str]) -> bool:
        """Tell whether the part with a gap may be left out: nothing in it is filled."""
        return piece.part > 0 and not any(other.gap in chosen for other in self._gaps if other.part == piece.part)

    def _after(self, at: int) -> int:
        """Return the first gap that does not belong to the part of another."""
        part = self._gaps[at].part
        return next((n for n in range(at + 1, len(self._gaps)) if self._gaps[n].part != part), len(self._gaps))

    def _values(self, chosen: Mapping[str, str]) -> dict[str, Any]:
        """Return what is chosen by field, without what cannot be read."""
        return {name: value for gap, text in chosen.items() for name, value in self._value(gap, text).items()}

    def _value(self, gap: str, text: str) -> dict[str, Any]:
        if (gap, text) not in self._read:
            self._read[gap, text] = self._game.language.fill(self._kind, {gap: text})
        return self._read[gap, text]
