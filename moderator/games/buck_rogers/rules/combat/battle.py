"""A battle, round by round."""

from collections.abc import Sequence

from msgspec.structs import replace

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.firing import Force
from moderator.games.buck_rogers.events.battle import RoundFought
from moderator.games.buck_rogers.rules.combat import aftermath, leaders, raiding, retreating, sides, surrendering
from moderator.games.buck_rogers.rules.powers import BARNEY, buck_fires
from moderator.games.buck_rogers.rules.turn import Turn
from moderator.games.solar_system.board.firing import can_hit, strength
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.events.battle import BattleBegun, BattleEnded, Shot
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import SHIPS, Kind

_MOST_ROUNDS = 50
_IDLE_ROUNDS = 2


class Battle:
    """A battle in work.

    ``zones`` are the one it is fought in, or two that are one; ``engaged`` are who fires at whom in orbits and on dots.
    ``lost`` counts the units that each seat has lost, ``raiders`` those of each that attack a Factory alone, ``wrecks``
    the ships that each seat has destroyed, ``parted`` its units that have fired at retreats after this round.
    ``raided`` are the seats that have raided or heard why not, ``offered`` those that have offered to surrender.
    """

    def __init__(self, turn: Turn, at: int) -> None:
        """Look who is there."""
        self.turn, self.at, self.zone = turn, at, ZONES[at]
        self.zones = turn.sky.same(at)
        self.round = 0
        self.engaged: set[tuple[Seat, Seat]] = set()
        self.lost: dict[Seat, int] = dict.fromkeys(turn.seats, 0)
        self.raiders: dict[Seat, dict[Kind, int]] = {}
        self.wrecks: dict[Seat, list[Kind]] = {}
        self.parted: dict[Seat, dict[Kind, int]] = {}
        self.raided: set[Seat] = set()
        self.offered: set[Seat] = set()
        self.forces: dict[Seat, Force] = {}
        self.look()

    def look(self) -> None:
        """See who is there now."""
        self.forces = sides.forces_at(self.turn, self.zones)

    def enemies(self, seat: Seat) -> list[Force]:
        """Return those that a seat fights."""
        others = [force for other, force in self.forces.items() if other != seat]
        return others if self.zone.is_territory else [one for one in others if (seat, one.seat) in self.engaged]

    def begins(self) -> bool:
        """Tell whether there is a battle: on land if several are there, else if somebody wants it."""
        if self.zone.is_territory:
            return len(self.forces) > 1
        for one in self.forces.values():
            for other in self.forces.values():
                if one is not other and sides.would_begin(self.turn, one, other, self.at):
                    self.engaged |= {(one.seat, other.seat), (other.seat, one.seat)}
        return bool(self.engaged)

    @property
    def fighting(self) -> list[Seat]:
        """The seats that fight, in turn order."""
        return [seat for seat in self.forces if self.enemies(seat)]

    # ---- rounds -------------------------------------------------------------------------------------------

    def fight(self) -> None:
        """Fight it out."""
        turn = self.turn
        turn.fought.append(self.zone.name)
        took_part = self.fighting
        turn.say(
            BattleBegun(zone=self.zone.name, sides=tuple(sides.side(turn, seat, self.zones) for seat in took_part))
        )
        leaders.wear_off(turn, self.zones)
        raiding.muster(self)
        idle = 0
        while self.fighting and self.round < _MOST_ROUNDS and idle < _IDLE_ROUNDS:
            self.round += 1
            surrendering.offers(self)
            if not self.fighting:
                break
            idle = 0 if self._one_round() else idle + 1
            raiding.raid(self)
            retreating.leave(self)
            self.look()
            if not self.zone.is_territory and not self._goes_on():
                break
        after = (sides.side(turn, seat, self.zones) for seat in took_part)
        left = tuple(side for side in after if side.marker or side.units != Units())
        turn.say(BattleEnded(zone=self.zone.name, rounds=self.round, left=left, called_off=bool(self.fighting)))
        raiding.close(self)
        surrendering.close(self, took_part)
        self._capture_ships()

    def _one_round(self) -> bool:
        """Fire everybody's units; what is struck falls together. Return whether anybody could hit anything."""
        turn = self.turn
        self.parted.clear()
        shots: list[Shot] = []
        for seat in self.fighting:
            mine = self.forces[seat]
            mine.buck = buck_fires(turn, seat, self.at) if Kind.FIGHTER in mine.units else 0
            firing = replace(mine, units=raiding.without(mine.units, self.raiders.get(seat, {})))
            shots += sides.fire_once(turn, "attack", self.at, firing, self.enemies(seat))
        for shot in shots:
            if shot.hit and shot.target in SHIPS:
                self.wrecks.setdefault(shot.seat, []).append(shot.target)
        fallen = sides.clear(turn, self.zones, self.forces.values())
        for one in fallen:
            self.lost[one.seat] += sum(n for _, n in one.units.counts)
            raiding.thin_out(self, one.seat, dict(one.units.counts))
        turn.say(RoundFought(zone=self.zone.name, round=self.round, shots=tuple(shots), lost=tuple(fallen)))
        self.look()
        return bool(shots)

    def _goes_on(self) -> bool:
        """Tell whether somebody who can hit something wants another round in an orbit or on a dot."""
        return any(can_hit(self.forces[seat], self.enemies(seat)) and self._persists(seat) for seat in self.fighting)

    def _persists(self, seat: Seat) -> bool:
        turn = self.turn
        persistence = turn.doctrine[seat].persistence
        if isinstance(persistence, int):
            return self.round < persistence
        if persistence == "stronger":
            mine, enemies = self.forces[seat], self.enemies(seat)
            return strength(mine, enemies) >= sum(strength(force, (mine,)) for force in enemies)
        return persistence == "always"

    def _capture_ships(self) -> None:
        """Give Black Barney the ships that his side destroyed, if it has won."""
        turn = self.turn
        barney = turn.people.get(BARNEY)
        if barney is None or barney.at not in self.zones:
            return
        seat = turn.seat_of[barney.colour]
        if self.enemies(seat) or not self.wrecks.get(seat):
            return
        aftermath.join_barney(turn, seat, barney, self.at, self.wrecks[seat])


def resolve(turn: Turn, at: int) -> None:
    """Play a zone's part of Combat: the battle if there is one, then who is left with what."""
    battle = Battle(turn, at)
    if battle.begins():
        battle.fight()
    leaders.look_around(turn, battle.zones)
    if ZONES[at].is_territory:
        aftermath.settle(turn, at)


def contested(turn: Turn, zones: Sequence[int]) -> list[int]:
    """Return the territories among zones where somebody else is than who holds them, fewest units first."""

    def size(at: int) -> int:
        return sum(turn.units_of(seat, at) for seat in turn.seats)

    some = [at for at in zones if any(turn.is_there(seat, at) and turn.holder(at) != seat for seat in turn.seats)]
    return sorted(some, key=lambda at: (size(at), at))
