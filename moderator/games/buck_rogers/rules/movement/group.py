"""Units that move together by one line: what holds for them, and how they step from zone to zone."""

from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.buck_rogers.board.forces import Person, Pile, Works
from moderator.games.buck_rogers.board.rulebook import LEADER_MOVES
from moderator.games.buck_rogers.board.ways import Walk
from moderator.games.buck_rogers.board.zones import INDEX, SUN, ZONES
from moderator.games.buck_rogers.orders.phrases import Units
from moderator.games.buck_rogers.pieces import GROUND, NOBODY, SHIPS, UNITS, Colour, Kind
from moderator.games.buck_rogers.rules.turn import Turn


class Group:
    """Units of a colour on their way, taken off the board until they are ``put`` down.

    ``entered`` are the zones that they have come to, ``left`` the steps that they have. ``freight`` are the Factories
    aboard, ``fired`` the seats that have fired at them as they passed.
    """

    def __init__(self, turn: Turn, colour: Colour, at: int, part: Pile, people: Sequence[Person] = ()) -> None:
        """Take units off the board."""
        self.turn, self.colour, self.seat = turn, colour, turn.seat_of[colour]
        self.start = self.at = at
        self.pile, self.people = part, list(people)
        aboard = [one for one in turn.works if one.aboard and one.at == at and one.colour == colour]
        self.freight: list[Works] = aboard[: sum(load.factory for load in part.loads)]
        turn.pile(at, colour).take(part)
        self.entered: list[int] = []
        self.fired: set[Seat] = set()
        self.left = self.allowance

    @property
    def units(self) -> Units:
        """The group as events speak of it."""
        return self.pile.units([one.name for one in self.people])

    @property
    def alive(self) -> bool:
        """Whether there is anybody left."""
        return bool(self.pile.total or self.people)

    @property
    def only_leaders(self) -> bool:
        """Whether there are Leaders and nobody else."""
        return not self.pile.total

    @property
    def allowance(self) -> int:
        """The steps of the slowest."""
        moves = [self.turn.rules.allowance[kind] for kind in UNITS if self.pile.count(kind)]
        if self.people:
            moves.append(LEADER_MOVES)
        if self._martian:
            moves = [2]
        return min(moves, default=0)

    @property
    def _martian(self) -> bool:
        """Whether they are Gennies of Mars with their ability, and nobody else."""
        by_home = self.turn.options.gennies_by_home and ZONES[self.at].system == "mars"
        return by_home and self.pile.count(Kind.GENNIE) == self.pile.total > 0 and not self.people

    # ---- where they may go --------------------------------------------------------------------------------

    @property
    def walk(self) -> Walk:
        """How they can go."""
        return Walk(self.enters, self.halts, self.ends, self._fire, self._foreign)

    def enters(self, here: int, there: int) -> bool:
        """Tell whether they may step from a zone to the next."""
        zone = ZONES[there]
        if self.pile.has(GROUND) and not (ZONES[here].is_territory and zone.is_territory):
            return self._hops(here, there)
        return not (zone.is_territory and self.pile.count(Kind.BATTLER))

    def _hops(self, here: int, there: int) -> bool:
        """Tell whether Gennies of an asteroid go to its orbit or back."""
        one, other = ZONES[here], ZONES[there]
        return (
            self.turn.options.gennies_by_home
            and one.system == other.system == "asteroids"
            and one.body == other.body
            and not self.pile.counts[Kind.TROOPER]
        )

    def halts(self, at: int) -> bool:
        """Tell whether their move ends in a zone: among others on land, or before a KilSat."""
        turn, zone = self.turn, ZONES[at]
        if zone.is_territory:
            stranger = self._martian and turn.holder(at) not in ("", self.seat)
            return stranger or turn.is_foreign(self.seat, at)
        owner = turn.seat_of[turn.kilsats.get(at, NOBODY)]
        return bool(
            owner and owner != self.seat and self.pile.has(SHIPS) and self.seat not in turn.doctrine[owner].spared
        )

    def ends(self, at: int) -> bool:
        """Tell whether they may end a move in a zone: Leaders alone not among others."""
        return not (self.only_leaders and self.turn.others(self.seat, at))

    def _fire(self, at: int) -> bool:
        turn = self.turn
        return (
            turn.rules.pass_through
            and not ZONES[at].is_territory
            and any(turn.units_of(other, at, SHIPS) for other in turn.others(self.seat, at))
        )

    def _foreign(self, at: int) -> bool:
        return ZONES[at].is_territory and self.turn.holder(at) != self.seat

    # ---- going --------------------------------------------------------------------------------------------

    def around(self, name: str) -> int:
        """Return where one swings around a planet or the Sun."""
        return INDEX[SUN] if name == SUN else INDEX[self.turn.sky.dots[name]]

    def enter(self, there: int) -> None:
        """Come to the next zone."""
        self.left -= self.turn.sky.cost(self.at, there)
        self.at = there
        self.entered.append(there)

    def lose(self, kind: Kind, number: int = 1) -> None:
        """Lose units, of Transports the fullest, with the Factories aboard."""
        self.pile.lose(kind, number)
        carried = sum(load.factory for load in self.pile.loads)
        while len(self.freight) > carried:
            self.turn.works.remove(self.freight.pop())

    def put(self, *, moved: bool) -> None:
        """Stand on the board again, where they are."""
        turn = self.turn
        turn.pile(self.at, self.colour).add(self.pile)
        for one in self.people:
            one.at = self.at
        if moved:
            turn.note_moved(self.at, self.colour, self.pile.copy())
            turn.walked.update(one.name for one in self.people)
        for works in self.freight:
            works.at = self.at
