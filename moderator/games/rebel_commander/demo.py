"""The demo of Rebel Commander, and the joint attacks that two of its people can agree on."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moderator.core.demo import Aside, DemoMatch, DemoScript, Pact
from moderator.core.errors import Problem
from moderator.core.game import Prompt
from moderator.games.rebel_commander.orders.language import LANGUAGE
from moderator.games.rebel_commander.orders.types import CAPACITY, Attack, RebelOrder
from moderator.games.rebel_commander.seat.check import check
from moderator.games.rebel_commander.seat.view import View


def pact_between(mine: Sequence[RebelOrder], theirs: Sequence[RebelOrder], view: View, prompt: Prompt) -> Pact | None:
    """Return a joint attack that a player with orders in mind can offer to another, who sees ``view``."""
    for attack in mine:
        if not isinstance(attack, Attack):
            continue
        for joining in _joining_orders(theirs, view, attack):
            if not check(view, prompt, joining):
                one, other = (tuple(map(LANGUAGE.line, orders)) for orders in (mine, joining))
                return Pact(attack.place, attack.number, one, other)
    return None


def _joining_orders(theirs: Sequence[RebelOrder], view: View, attack: Attack) -> Iterator[list[RebelOrder]]:
    """Give orders with which a player could join an attack: their own if they already do, else changes of them."""
    if attack in theirs:
        yield list(theirs)
    last = int(attack.number)
    rest = [order for order in theirs if int(order.number) > last]
    if any(stack.seat == view.who and stack.place == attack.place for stack in view.stacks):
        yield [*(order for order in theirs if int(order.number) < last), attack, *rest]
    elif last > 1:
        for line in _moves_to(view, attack.place):
            move = LANGUAGE.parse(line)
            if not isinstance(move, Problem):
                yield [replace(move, number=str(last - 1)), attack, *rest]


def _moves_to(view: View, place: str) -> Iterator[str]:
    """Give the moves to a place that a player might make, the strongest first; not all of them need be legal."""
    mine = [stack for stack in view.stacks if stack.seat == view.who]
    for stack in mine:
        if stack.transports and stack.troops:
            yield f"MOVE TRANSPORT {stack.place} {place} WITH {min(CAPACITY, stack.troops)} TROOPS"
    for unit, strong in (("SPEEDERS", True), ("TROOPS", True), ("SPEEDERS", False), ("TROOPS", False)):
        for stack in mine:
            if getattr(stack, unit.lower()) and (sum(stack.counts) > 1) is strong:
                yield f"MOVE {unit} {stack.place} {place}"


DEMO = DemoScript(
    seats=("Red", "Blue", "Green"),
    table=DemoMatch(name="hoth", every="48h", bots={"Empire": "veteran"}, options={"edition": "planet"}),
    duel=DemoMatch(
        name="ridge",
        every="24h",
        people=1,
        bots={"Empire": "veteran"},
        options={"edition": "skirmish", "max_turns": 8},
    ),
    whole=DemoMatch(name="hoth", every="1m", bots={"Empire": "veteran"}, options={"edition": "planet"}),
    limit="max_turns",
    thinker="veteran",
    nowhere="K9",
    pact=pact_between,
    word="Friends, the Empire looks thin in the middle. Hold your ground!",
    asides={
        ("ann", 1): Aside("Hello, first time for me. How do I attack again?", ("HELP ATTACK",)),
        ("ben", 5): Aside("my printer is hungry", ("MAP POSTER",)),
    },
)
