"""Everything that can happen, one module per part of a turn; first what both rule sets share."""

from moderator.core.codec import declared
from moderator.core.game import Event
from moderator.games.buck_rogers_revised.events import battle, gm, movement, production, set_up, status
from moderator.games.solar_system.events.battle import (
    BattleBegun,
    BattleEnded,
    FactoryCaptured,
    FreeShots,
    KilSatLost,
    LeaderLost,
    LeaderReturned,
    PowerUsed,
    RetreatBarred,
    Retreated,
    ShipsCaptured,
    ZoneLost,
    ZoneTaken,
)
from moderator.games.solar_system.events.building import FactoryIdle, UnitsBuilt, UnitsHomeless
from moderator.games.solar_system.events.dawn import PlanetsMoved
from moderator.games.solar_system.events.ending import ConcessionWithdrawn, MatchWon, SeatConceded, SeatOut
from moderator.games.solar_system.events.gm import ControlSet, UnitsAdded, UnitsRemoved, UnitsShifted
from moderator.games.solar_system.events.movement import (
    CargoDropped,
    CargoLoaded,
    CourseKept,
    CourseLost,
    Slung,
    UnitsMoved,
    UnitsStolen,
)
from moderator.games.solar_system.events.set_up import LeaderTaken, PlacementChanged, UnitsPlaced
from moderator.kit.amend import OptionSet

_SHARED: tuple[type[Event], ...] = (
    LeaderTaken,
    UnitsPlaced,
    PlacementChanged,
    UnitsBuilt,
    FactoryIdle,
    UnitsHomeless,
    UnitsStolen,
    UnitsMoved,
    CargoLoaded,
    CargoDropped,
    Slung,
    CourseKept,
    CourseLost,
    FreeShots,
    BattleBegun,
    PowerUsed,
    Retreated,
    RetreatBarred,
    BattleEnded,
    FactoryCaptured,
    ZoneTaken,
    ZoneLost,
    ShipsCaptured,
    LeaderLost,
    LeaderReturned,
    KilSatLost,
    SeatOut,
    SeatConceded,
    ConcessionWithdrawn,
    MatchWon,
    PlanetsMoved,
    UnitsAdded,
    UnitsRemoved,
    UnitsShifted,
    ControlSet,
    OptionSet,
)
_PARTS = (set_up, production, movement, battle, status, gm)
EVENTS: tuple[type[Event], ...] = (
    *(kind for part in _PARTS for kind in declared(part.__name__) if issubclass(kind, Event)),
    *_SHARED,
)
"""All events: the revised rules' own in the order of a turn, then those of both rule sets."""
