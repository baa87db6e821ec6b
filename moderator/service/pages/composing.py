"""How orders are composed by choosing: the forms of what a seat may order now, and what fills their gaps."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import tag_of
from moderator.core.composing import Choices, Composer
from moderator.core.game import AnyGame, Prompt
from moderator.core.language import Piece
from moderator.core.orders import Order, RevokingOrder, StandingOrder
from moderator.service import preferences
from moderator.service.matches.seat_context import SeatContext


class OrderForm(Struct, frozen=True):
    """A kind of order by its tag, and its form in pieces.

    ``stands`` tells of orders that hold beyond this turn, or take such orders back. ``is_likely`` tells that one can be
    given now; of the others that is not certain.
    """

    kind: str
    stands: bool
    is_likely: bool
    pieces: tuple[Piece, ...]


class Begun(Struct, frozen=True, forbid_unknown_fields=True):
    """An order that somebody composes: its kind by its tag, the gap that is asked for, and what was chosen, by gap."""

    kind: str
    gap: str
    chosen: dict[str, str]


def forms(game: AnyGame, view: Any, prompt: Prompt | None, language: str) -> tuple[OrderForm, ...]:  # noqa: ANN401 - the view is the game's own
    """Return the forms of the orders that a prompt admits, as far as the match is played with them.

    They are written in a ``language``, where the game's orders can be.
    """
    if prompt is None:
        return ()
    spoken = game.language.spoken(language)
    return tuple(
        OrderForm(
            kind=tag,
            stands=issubclass(kind, StandingOrder | RevokingOrder),
            is_likely=Composer(game, view, prompt, kind).is_likely,
            pieces=tuple(replace(piece, values=()) for piece in spoken.pieces(kind)),
        )
        for tag, kind in kinds(game, view, prompt).items()
    )


def choices(found: SeatContext, draft: Sequence[Order], begun: Begun) -> Choices:
    """Return what can be done about a gap of an order beside a draft; where that leaves nothing, without the draft.

    Of an order that the seat cannot give it is nothing. What can fill the gap is written in the player's language.
    """
    game, view, prompt = found.game, found.view, found.prompt
    kind = kinds(game, view, prompt).get(begun.kind)
    gaps = {piece.gap for piece in game.language.pieces(kind) if piece.gap} if kind else set()
    if prompt is None or kind is None or begun.gap not in gaps:
        return Choices()
    beside = Composer(game, view, prompt, kind, draft).choices(begun.gap, begun.chosen)
    alone = Composer(game, view, prompt, kind).choices(begun.gap, begun.chosen) if beside.is_dead_end else beside
    spoken = game.language.spoken(preferences.language(found.ctx, found.player, found.match))
    return replace(alone, values=tuple(map(spoken.say, alone.values)))


def kinds(game: AnyGame, view: Any, prompt: Prompt | None) -> dict[str, type]:  # noqa: ANN401 - as above
    """Return the kinds of orders by their tags that a prompt admits and the match is played with."""
    absent = game.absent(view)
    kinds = {tag_of(kind): kind for kind in game.language.orders}
    return {tag: kind for tag, kind in kinds.items() if prompt and tag not in absent and prompt.admits(kind)}
