"""Joint attacks in Rebel Commander that two people of the demo can agree on before they write their orders."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.game import AnyGame, Prompt
from moderator.games.rebel_commander.orders.types import CAPACITY


class Pact(Struct, frozen=True):
    """A joint attack for two players: the place, the number of the order, and what each would order."""

    place: str
    number: str
    one: tuple[str, ...]
    other: tuple[str, ...]


def pact_between(game: AnyGame, mine: Sequence[Any], theirs: Sequence[Any], view: Any, prompt: Prompt) -> Pact | None:  # noqa: ANN401 - the game's own
    """Return a joint attack that a player with orders in mind can offer to another, who sees ``view``."""
    for attack in mine:
        place = getattr(attack, "place", "")
        if not game.language.line(attack).endswith(f"ATTACK {place}"):
            continue
        for sheet in _joined(game, theirs, view, attack):
            if not game.check(view, prompt, sheet):
                lines = [tuple(game.language.line(order) for order in orders) for orders in (mine, sheet)]
                return Pact(place, attack.number, *lines)
    return None


def _joined(game: AnyGame, theirs: Sequence[Any], view: Any, attack: Any) -> Iterator[list[Any]]:  # noqa: ANN401 - as above
    """Give the sheets with which a player could join an attack: their own if it does so, or else changes of it."""
    if attack in theirs:
        yield list(theirs)
    last = int(attack.number)
    rest = [order for order in theirs if int(order.number) > last]
    if any(stack.seat == view.who and stack.place == attack.place for stack in view.stacks):
        yield [*(order for order in theirs if int(order.number) < last), attack, *rest]
    elif last > 1:
        for line in _ways(view, attack.place):
            yield [replace(game.language.parse(line), number=str(last - 1)), attack, *rest]


def _ways(view: Any, place: str) -> Iterator[str]:  # noqa: ANN401 - as above
    """Give the moves to a place that a player might make, the strongest first; not all of them need be legal."""
    mine = [stack for stack in view.stacks if stack.seat == view.who]
    for stack in mine:
        if stack.transports and stack.troops:
            yield f"MOVE TRANSPORT {stack.place} {place} WITH {min(CAPACITY, stack.troops)} TROOPS"
    for unit, strong in (("SPEEDERS", True), ("TROOPS", True), ("SPEEDERS", False), ("TROOPS", False)):
        for stack in mine:
            if getattr(stack, unit.lower()) and (sum(stack.counts) > 1) is strong:
                yield f"MOVE {unit} {stack.place} {place}"
