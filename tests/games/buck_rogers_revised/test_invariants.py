"""Whatever is ordered, at every table: no card is lost, no zone has two holders, what is supposed fits what is seen."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from moderator.core import codec
from moderator.core.dice import Dice
from moderator.core.game import Event
from moderator.core.seats import Observer, Who
from moderator.games.buck_rogers_revised.events import EVENTS
from moderator.games.buck_rogers_revised.orders.language import SLOTS
from moderator.games.buck_rogers_revised.orders.types import ORDERS, RevisedOrder
from moderator.games.buck_rogers_revised.pieces import NEUTRAL, XENOTRON
from moderator.games.buck_rogers_revised.rules import fog, play, setup
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.rules.suppose import suppose
from moderator.games.buck_rogers_revised.testing import TESTING
from moderator.games.solar_system.board.zones import TERRITORIES, zone_of
from moderator.games.solar_system.orders.types import Yield
from moderator.games.solar_system.pieces import EMPTY, PAINTS
from moderator.kit.random_bot import RandomBot
from moderator.language.grammar.language import Language
from tests.support.cases import every_case

STEPS = {"rounds": 9, "phases": 12, "seats": 36}
"""How many are played by the tempo: with seats that move one after another 19 in a match of three are the set-up."""
LINES = 12
ROOM = 5
"""Ground units that a Transport takes."""


def _nothing(*_: object) -> Any:  # noqa: ANN401 - never asked
    """Imagine nothing."""


SAID: Language[RevisedOrder] = Language([kind for kind in ORDERS if kind is not Yield], SLOTS)
BOT: RandomBot[Any, Any] = RandomBot(SAID, SLOTS, lambda *_: (), lines=LINES)
"""Orders anything that can be written, but never gives up."""

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "four": (4, {}),
    "two": (2, {}),
    "three, seat by seat": (3, {"tempo": "seats"}),
    "two with one colour each": (2, {"colours": 1, "length": "super", "trade": "all"}),
    "five by phases": (5, {"tempo": "phases", "length": "countdown", "pass_through": False, "space_combat": "always"}),
    "six": (6, {"hand_limit": 1, "strike_once": True, "first_strike_holds": False, "slingshot": False}),
    "seven with all Leaders": (7, {"optional_leaders": True}),
    "eight without Saturn": (8, {"optional_leaders": True, "saturn": False, "length": "ultimate"}),
    "four and a neutral planet": (4, {"neutral": True, "neutral_command": "uninvolved", "optional_leaders": True}),
}


@every_case("table", TABLES)
def test_what_always_holds_holds_after_every_step(table: str) -> None:
    """A match in which everybody orders what comes to mind, legal or not."""
    count, options = TABLES[table]
    seats = next(some for some in (PAINTS[-count:], PAINTS[:count]) if setup.check_options(options, some) == ())
    resolution = setup.setup(seats, options, Dice.throwaway(f"{table}/deal"))
    for step in range(STEPS[options.get("tempo", "rounds")]):
        state = resolution.state
        look_at_cards(state)
        look_at_board(state)
        look_at_lands(state)
        look_at_views(state)
        look_at_events(resolution.events)
        asked = play.pending(state)
        assert bool(asked) != bool(state.outcome)
        if not asked:
            return
        dice = Dice.throwaway(f"{table}/{step}")
        order_sets = {
            seat: BOT.order(fog.view_for(state, seat), prompt, dice.secret.child(seat), _nothing)
            for seat, prompt in asked.items()
        }
        resolution = play.resolve(state, order_sets, dice)


def look_at_cards(state: State) -> None:
    """See that all 42 cards are in the deck, in hands, discarded, or put aside for a neutral planet at set-up."""
    apart = state.options.neutral and not state.turn
    aside = [zone for zone, colour in state.position.held if colour == NEUTRAL and apart]
    hands = [card for side in state.sides for card in side.hand]
    assert sorted([*state.deck, *state.discards, *hands, *aside]) == sorted(TERRITORIES)


def look_at_board(state: State) -> None:
    """See that stacks have units, a zone has one holder, and nothing but what is played stands anywhere."""
    position = state.position
    played = {colour for some in state.seen.colours for colour in some}
    assert {one.colour for one in position.stacks} <= played
    assert {one.colour for one in position.factories} <= played
    assert all(stack.total for stack in position.stacks)
    for stack in position.stacks:
        gennies = position.gennied(stack.zone, stack.colour) or (0,) * len(stack.transports)
        rooms = [load.troopers + more for load, more in zip(stack.transports, gennies, strict=True)]
        assert max(rooms, default=0) <= (ROOM if XENOTRON not in {one.name for one in position.leaders} else 2 * ROOM)
        assert not any(load.factory and room for load, room in zip(stack.transports, rooms, strict=True))
    assert max(Counter((stack.zone, stack.colour) for stack in position.stacks).values(), default=1) == 1
    assert max(Counter(zone for zone, _ in position.held).values(), default=1) == 1


def look_at_lands(state: State) -> None:
    """See that after a turn who stands in a territory has it for himself, and that nothing stays aboard there."""
    if state.turn < 2 or state.phase not in ("turn", "production") or state.outcome:
        return
    position, holders = state.position, dict(state.position.held)
    seats = {colour: seat for seat, some in zip(state.seen.seats, state.seen.colours, strict=True) for colour in some}
    stood = [(one.zone, one.colour) for one in position.stacks]
    stood += [(one.zone, one.colour) for one in position.factories if not one.aboard]
    for zone, colour in stood:
        if zone_of(zone).is_territory:
            assert seats[colour] == seats.get(holders.get(zone, "")), (zone, colour, holders.get(zone))
    laden = [stack.zone for stack in position.stacks if stack.transports and stack.transports[0] != EMPTY]
    assert not [zone for zone in (*laden, *(one.zone for one in position.aboard)) if zone_of(zone).is_territory]
    afloat = [stack.zone for stack in position.stacks if stack.troopers or stack.gennies]
    assert all(zone_of(zone).is_territory for zone in afloat)


def look_at_views(state: State) -> None:
    """See that a position is the same after it was written, and that what is hidden is in no view."""
    again: State = codec.decode(codec.encode(state), State)
    assert again == state
    watchers: list[Who] = [*state.seats, Observer.PUBLIC, Observer.GM]
    for who in watchers:
        view = fog.view_for(state, who)
        for twin in (suppose(view), *TESTING.hidden(state, who)):
            assert fog.view_for(twin, who) == view


def look_at_events(events: Sequence[Event]) -> None:
    """See that what happened is of the kinds that are declared."""
    assert {type(event) for event in events} <= set(EVENTS)
