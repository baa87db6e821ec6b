"""How orders are composed by choosing: the forms of what a seat may order now, with what fills each gap."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.game import AnyGame, Prompt
from moderator.core.language import Piece
from moderator.core.orders import RevokingOrder, StandingOrder


class OrderForm(Struct, frozen=True):
    """A kind of order by its tag, and its form in pieces; a gap without values is typed.

    ``stands`` tells of orders that hold beyond this turn, or take such orders back.
    """

    kind: str
    stands: bool
    pieces: tuple[Piece, ...]


def forms(game: AnyGame, view: Any, prompt: Prompt | None) -> tuple[OrderForm, ...]:  # noqa: ANN401 - the view is the game's own
    """Return the forms of the orders that a prompt admits, as far as the match is played with them."""
    if prompt is None:
        return ()
    absent = game.absent(view)
    kinds = ((tag_of(kind), kind) for kind in game.language.orders)
    return tuple(
        OrderForm(
            kind=tag,
            stands=issubclass(kind, StandingOrder | RevokingOrder),
            pieces=tuple(_with_choices(game, view, kind, piece) for piece in game.language.pieces(kind)),
        )
        for tag, kind in kinds
        if tag not in absent and prompt.admits(kind)
    )


def _with_choices(game: AnyGame, view: Any, kind: type, piece: Piece) -> Piece:  # noqa: ANN401 - as above
    chosen = game.choices(view, kind, piece.gap) if piece.gap else None
    return piece if chosen is None else replace(piece, values=tuple(chosen))
