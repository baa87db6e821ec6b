"""A board in the middle of a match of six, made by hand: crowded zones, every kind of piece, ships everywhere."""

from moderator.core.game import Event
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.events.battle import BattleBegun, Side
from moderator.games.solar_system.events.movement import UnitsMoved
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import COLOURS, Factory, KilSat, Kind, Leader, Load, Position, Stack
from moderator.games.solar_system.seat.view import Standing, TurnNote

TURN = 6

_STACKS = (
    Stack("African Regency", "Blue", troopers=14, gennies=3, fighters=2, transports=(Load(),)),
    Stack("African Regency", "Green", troopers=3),
    Stack("Aphrodite", "Green", troopers=8, gennies=2, fighters=4, battlers=2, transports=(Load(5), Load())),
    Stack("Australian Development Facility", "Red", troopers=6, fighters=1),
    Stack("Bach", "Yellow", troopers=8, gennies=2),
    Stack("Ceres", "Purple", troopers=4, gennies=2, fighters=3),
    Stack("Tranquility", "Brown", troopers=5, fighters=1),
    Stack("Coprates Chasm", "Red", troopers=12, gennies=4),
    Stack("Deimos", "Red", troopers=2),
    Stack("E4", "Blue", fighters=3, transports=(Load(5), Load(factory=True))),
    Stack("E4", "Brown", battlers=1),
    Stack("Elysium", "Green", gennies=2),
    Stack("Far Earth", "Brown", fighters=2, transports=(Load(),)),
    Stack("Far Mars", "Green", fighters=3),
    Stack("L-4 Colony", "Brown", fighters=3),
    Stack("Lowlanders", "Green", troopers=4, fighters=2),
    Stack("Ma9", "Purple", fighters=5, battlers=2),
    Stack("Mariposas", "Yellow", fighters=2),
    Stack("Near Earth", "Blue", fighters=4),
    Stack("Near Earth", "Red", fighters=2, battlers=3, transports=(Load(5), Load(5), Load(2))),
    Stack("Near Mars", "Red", fighters=6, battlers=2),
    Stack("RAM HQ", "Red", troopers=9, gennies=2, fighters=6, battlers=1, transports=(Load(),)),
    Stack("Sobkou Plains", "Yellow", troopers=3),
    Stack("Space Elevator", "Red", troopers=3, fighters=1),
    Stack("TM17", "Purple", fighters=2),
    Stack("Tycho", "Brown", troopers=4, gennies=3),
    Stack("Vesta", "Purple", troopers=2),
    Stack("Vesta Orbit", "Purple", fighters=2, battlers=1),
)

_FACTORIES = (
    Factory("African Regency", "Blue"),
    Factory("Aphrodite", "Green", work=Kind.BATTLER),
    Factory("Bach", "Yellow"),
    Factory("Ceres", "Purple", work=Kind.KILSAT),
    Factory("E4", "Blue", aboard=True),
    Factory("RAM HQ", "Red"),
    Factory("RAM HQ", "Red", idle=True),
    Factory("Tycho", "Brown", work=Kind.FACTORY),
)

_LEADERS = (
    Leader("Buck Rogers", "Blue", "Blue", zone="African Regency"),
    Leader("Killer Kane", "Red", "Red", zone="Near Mars"),
    Leader("Black Barney", "Purple", "Purple", zone="Ma9"),
    Leader("Ardala", "Green", "Green", zone="Aphrodite"),
    Leader("Wilma Deering", "Brown", "Brown", captor="Red", back=8),
    Leader("Doc Huer", "Yellow", "Yellow", zone="Bach"),
)

_KILSATS = (KilSat("Near Earth", "Blue"), KilSat("Near Mercury", "Yellow"), KilSat("Near Venus", "Green"))
_FREE = ("Thule", "Pallas", "Arcadia")

TOLD: tuple[Event, ...] = (
    UnitsMoved(
        seat="Purple",
        colour="Purple",
        units=Units(((Kind.FIGHTER, 5),), ("Black Barney",)),
        origin="TM17",
        way=("Ma8", "Ma9"),
    ),
    UnitsMoved(
        seat="Red",
        colour="Red",
        units=Units(((Kind.FIGHTER, 2), (Kind.BATTLER, 3))),
        origin="Far Earth",
        way=("Near Earth",),
    ),
    UnitsMoved(
        seat="Green",
        colour="Green",
        units=Units(((Kind.TROOPER, 3),)),
        origin="Eurasian Regency",
        way=("African Regency",),
    ),
    BattleBegun(zone="Near Earth", sides=(Side("Blue", Units()), Side("Red", Units()))),
    BattleBegun(zone="African Regency", sides=(Side("Blue", Units()), Side("Green", Units()))),
)
"""What was told of the last turn: moves over dots, through orbits and on land, two battles."""


def middle(who: str = "Blue") -> View:
    """Return the view of a seat."""
    held = {name: COLOURS[(at * 5 + at // 7) % 6] for at, name in enumerate(TERRITORIES) if name not in _FREE}
    held |= {stack.zone: stack.colour for stack in reversed(_STACKS) if stack.zone in held}
    score = tuple(Standing(seat, list(held.values()).count(seat), 2, 40) for seat in COLOURS)
    history = tuple(
        TurnNote(turn, tuple(Standing(seat, 4 + (turn * at) % 5, 2, 30) for at, seat in enumerate(COLOURS)))
        for turn in range(TURN)
    )
    return View(
        who=who,
        turn=TURN,
        phase="turn",
        options=Options(),
        seats=COLOURS,
        colours=tuple((colour,) for colour in COLOURS),
        position=Position(_STACKS, tuple(sorted(held.items())), _FACTORIES, _LEADERS, _KILSATS, TURN - 1),
        score=score,
        history=history,
    )
