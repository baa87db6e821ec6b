"""The last turn's moves on the drawn board: whose, how many, and only what the reader was told."""

import itertools
import re
import xml.etree.ElementTree as ET

from moderator.core.dice import Dice
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.core.svg import Box
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.events import BattleFought, UnitLost, UnitMoved, UnitSighted
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import MoveTroops
from moderator.games.rebel_commander.pieces import EMPIRE, Stack, Unit
from moderator.games.rebel_commander.rules.fog import view_for
from moderator.games.rebel_commander.rules.play import resolve
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.seat.drawing.arrows import HALF, arrows
from moderator.games.rebel_commander.seat.view import Score, TurnNote, View
from tests.support.cases import every_case
from tests.support.drawn import pictures

draw = pictures(GAME).draw

SVG = "{http://www.w3.org/2000/svg}"
SEATS: tuple[Seat, ...] = ("Red", "Green", EMPIRE)
BOXES = {"C4": Box(400, 200, 100, 100), "C5": Box(500, 200, 100, 100), "C6": Box(600, 200, 100, 100)}


def move_event(seat: Seat, origin: str, goal: str, unit: Unit = Unit.TROOPS, troops: int = 0) -> UnitMoved:
    """Return a move."""
    return UnitMoved(seat=seat, number="1", unit=unit, origin=origin, goal=goal, troops=troops)


def words(*events: Event) -> list[str]:
    """Return what the arrows of some events bear."""
    drawn = "".join(part.svg for part in arrows(events, BOXES))
    root = ET.fromstring(f"<svg>{drawn}</svg>")  # noqa: S314 - our own
    return [element.text or "" for element in root.iter("text")]


def test_units_that_went_the_same_way_are_one_arrow_with_their_number() -> None:
    """Two squads of Red and a Transport with one more are one arrow of four; Green's own is another."""
    red = move_event("Red", "C4", "C5")
    loaded = move_event("Red", "C4", "C5", Unit.TRANSPORT, 1)
    assert words(red, move_event("Green", "C4", "C5"), red, loaded) == ["R4", "Gn"]


def test_arrows_over_one_border_stand_side_by_side() -> None:
    """There and back, and another faction's: no two lie on each other, nor on the name in the corner."""
    drawn = list(
        arrows([move_event("Red", "C4", "C5"), move_event(EMPIRE, "C5", "C4"), move_event("Green", "C5", "C4")], BOXES)
    )
    tops = sorted(part.box.y for part in drawn)
    assert all(later - earlier >= 2 * HALF * 100 for earlier, later in itertools.pairwise(tops))
    assert tops[0] > BOXES["C4"].y + 10


@every_case("goal", ["C5", "C6"])
def test_an_arrow_lies_under_the_units(goal: str) -> None:
    """Units and names of locations are drawn after every arrow, so that none is covered."""
    stacks = (Stack("C4", "Red", 1), Stack("C5", "Green", 2), Stack("C6", EMPIRE, 3))
    seen = View("Red", 3, Options(), SEATS, SEATS, stacks, None, 3, 1, Score(60))
    svg = draw(seen, [move_event("Red", "C4", goal, Unit.SPEEDERS)])[0].svg
    assert svg.index(">R</text>") < svg.index(">A0</text>")


def test_an_arrow_over_a_location_passes_beside_its_units() -> None:
    """The line of two steps straight on runs in the tenth of a location that its units leave free."""
    for goal, at in (("C6", 2), ("E4", 1)):
        boxes = {"C4": Box(0, 0, 100, 100), "C6": Box(200, 0, 100, 100), "E4": Box(0, 200, 100, 100)}
        (part,) = arrows([move_event("Red", "C4", goal, Unit.SPEEDERS)], boxes)
        line = re.search(r"M([0-9.]+) ([0-9.]+)", part.svg)
        assert line
        assert 90 <= float(line[at]) <= 94


def test_a_battle_bears_the_letters_of_its_attackers() -> None:
    """A joint attack by Red and Green on C4 stands there as both their letters; without the news nobody's do."""
    stack = Stack("C4", "Red", 1)
    battle = BattleFought(
        number=1, place="C4", attackers=("Red", "Green"), numbers=("1", "1"), defenders=(EMPIRE,), attacking=(stack,),
        defending=(), attack_die=6, attack_modifiers=(), defence_die=1, defence_modifiers=(), winner="attackers",
    )  # fmt: skip
    note = TurnNote(2, Score(60), 1, 0, 1, ("C4",))
    seen = View("Red", 3, Options(), SEATS, SEATS, (stack,), None, 3, 1, Score(60), history=(note,))
    with_letters, without = (
        [element.text for element in ET.fromstring(draw(seen, events)[0].svg).iter(f"{SVG}text")]  # noqa: S314 - our own
        for events in ([battle], [])
    )
    assert [with_letters.count(code) - without.count(code) for code in ("R", "Gn", "E")] == [2, 2, 0]


def test_the_key_explains_arrows_only_where_there_are_any() -> None:
    """Without a move that the reader was told of there is neither an arrow nor its entry."""
    seen = View("Red", 3, Options(), SEATS, SEATS, (), None, 3, 1, Score(60))
    assert "moved last turn" in draw(seen, [move_event("Red", "C4", "C5")])[0].svg
    glimpses = [kind(seat=EMPIRE, unit=Unit.TROOPS, place="C5") for kind in (UnitSighted, UnitLost)]
    assert draw(seen, glimpses) == draw(seen)


def test_a_hidden_move_draws_nothing() -> None:
    """Under fog the Rebels' map is the same whether the Empire moved out of their sight or passed."""
    start = (Stack("A0", "Red", 3), Stack("J5", EMPIRE, 3), Stack("J7", EMPIRE, 1))
    state = State(Options(fog=True), ("Red", EMPIRE), 3, start, (1, 1), (), None)
    maps = []
    for order_set in ([], [MoveTroops(number="1", origin="J5", goal="J6")]):
        after = resolve(state, {"Red": [], EMPIRE: order_set}, Dice.throwaway("twin"))
        events = [event for event in after.events if event.known_to("Red")]
        maps.append(draw(view_for(after.state, "Red"), events))
        assert any(isinstance(event, UnitMoved) for event in after.events) == bool(order_set)
    assert maps[0] == maps[1]
