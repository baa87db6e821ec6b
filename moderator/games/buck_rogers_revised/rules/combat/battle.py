"""A battle on the battle board: who is there, who fights whom, and what has happened in it; PEET 4."""

from collections import Counter
from collections.abc import Collection, Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.board.aim import Aimed, Eye
from moderator.games.buck_rogers_revised.board.deploying import Going
from moderator.games.buck_rogers_revised.board.spaces import Board, Side, Troop, side_of
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.firing import strength
from moderator.games.solar_system.board.zones import PLACES
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.rules.turn import Group


class Battle:
    """A battle in work.

    ``boards`` are those of the round, ``going`` who leaves in it, ``engaged`` who fires at whom; ``lost`` counts the
    units that each seat has lost, ``wrecks`` are the ships destroyed, with whose they were. ``graced`` are seats that
    have ignored a hit, ``destructed`` counts Troopers that have blown themselves up, ``silenced`` are Leaders who were
    hit, ``barred`` seats that were told that they cannot retreat, ``gone`` those that have. ``quiet``: nobody fired in
    the last round. ``group`` leaves the zone, in a passing round.
    """

    def __init__(self, turn: Turn, at: int, group: Group | None = None) -> None:
        """Look who is there."""
        self.turn, self.at, self.zone, self.group = turn, at, PLACES[at], group
        self.round = 0
        self.sides: dict[Seat, Side] = {}
        self.boards: dict[Seat, Board] = {}
        self.eyes: dict[Seat, Eye] = {}
        self.engaged: set[tuple[Seat, Seat]] = set()
        self.lost: Counter[Seat] = Counter()
        self.wrecks: list[tuple[Seat, Kind]] = []
        self.graced: set[Seat] = set()
        self.destructed: Counter[Seat] = Counter()
        self.silenced: set[str] = set()
        self.going: dict[Seat, Going | None] = {}
        self.barred: set[Seat] = set()
        self.gone: set[Seat] = set()
        self.quiet = False
        self.look()

    def look(self) -> None:
        """See who is there now."""
        self.sides = {seat: side_of(self.turn, seat, self.at) for seat in self.turn.in_turn_order(self.turn.seats)}
        for side in self.sides.values():
            for name in self.silenced & side.figures.keys():
                side.units[side.figures.pop(name)] -= 1

    def fights(self, seat: Seat) -> bool:
        """Tell whether a seat has more there than Leaders and Factories."""
        return any(self.sides[seat].units.values())

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return those that a seat fights: on land all others, elsewhere those it is engaged with."""
        others = [other for other in self.sides if other != seat and self.fights(other)]
        return others if self.on_land else [other for other in others if (seat, other) in self.engaged]

    @property
    def on_land(self) -> bool:
        """Whether all fight all until one is left."""
        return self.zone.is_territory and self.group is None

    @property
    def fighting(self) -> list[Seat]:
        """The seats that fight, in turn order."""
        return [seat for seat in self.sides if self.fights(seat) and self.opponents(seat)]

    def enemies(self, seat: Seat) -> list[Board]:
        """Return the boards of those that a seat fights."""
        others = [other for other in self.boards if other != seat]
        return [self.boards[other] for other in others if self.on_land or (seat, other) in self.engaged]

    def strengths(self, seat: Seat) -> tuple[float, float]:
        """Return how strong a seat is in this battle, and all that it fights together."""
        mine, others = self.sides[seat], [self.sides[other] for other in self.opponents(seat)]
        return strength(mine, others), sum(strength(other, (mine,)) for other in others)

    # ---- what each kind of battle does its own way ---------------------------------------------------------

    def throw(self, reason: str, seat: Seat, aimed: Aimed) -> int:
        """Throw for a shot of a seat."""
        raise NotImplementedError

    def free(self, seat: Seat) -> Collection[Kind]:
        """Return the kinds that have a zone to retreat to."""
        raise NotImplementedError

    def withdraw(self, board: Board, leaving: Sequence[tuple[Troop, int]], names: Collection[str]) -> None:
        """Let units and Leaders leave."""
        raise NotImplementedError

    def capture(self, victor: Seat, seat: Seat, number: tuple[int, int]) -> None:
        """Let somebody take Factories of a seat that nobody guards any more, and halves of them."""
        raise NotImplementedError
