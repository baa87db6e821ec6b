"""Units that move together by one line: what holds for them, and how they step from zone to zone."""

from collections import Counter
from collections.abc import Sequence

from moderator.core.seats import Seat
from moderator.games.solar_system.board.forces import Person, Works
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.board.walking import Walker
from moderator.games.solar_system.board.ways import NOWHERE
from moderator.games.solar_system.board.zones import NUMBER, SUN
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import UNITS, Colour, Kind, Load
from moderator.games.solar_system.rules.turn import Turn

_AFTER_DROP = 1
"""The territories that a ground unit walks after it was put down, where it may."""


class Group:
    """Units of a colour on their way, taken off the board until they are ``put`` down.

    ``entered`` are the zones that they have come to, ``came`` is the zone before the last step, ``left`` the steps
    that they have, ``slung`` how often they swung around what, ``swung`` after how many zones entered they last did.
    ``landed`` are those who were put down this turn, ``freight`` the Factories aboard, ``fired`` the zones in which
    seats have fired at them as they passed.
    """

    def __init__(self, turn: Turn, colour: Colour, at: int, part: Pile, people: Sequence[Person] = ()) -> None:
        """Take units off the board."""
        self.turn, self.colour, self.seat = turn, colour, turn.seat_of[colour]
        self.start = self.at = at
        self.came = NOWHERE
        self.pile, self.people = part, list(people)
        aboard = [one for one in turn.works if one.aboard and one.at == at and one.colour == colour]
        self.freight: list[Works] = aboard[: sum(load.factory for load in self.loads)]
        self.landed = turn.landed(at, colour, part)
        turn.pile(at, colour).take(part)
        self.entered: list[int] = []
        self.slung: Counter[str] = Counter()
        self.swung = 0
        self.fired: set[tuple[int, Seat]] = set()
        self.left = self.pace

    @property
    def units(self) -> Units:
        """The group as events speak of it."""
        return self.pile.units([one.name for one in self.people])

    @property
    def carriers(self) -> list[Person]:
        """The Leaders among them who carry something themselves."""
        return [one for one in self.people if self.turn.carries(one)]

    @property
    def loads(self) -> list[Load]:
        """What each Transport and each Leader who carries has aboard."""
        return [*self.pile.loads, *(one.load for one in self.carriers)]

    def reload(self, index: int, load: Load) -> None:
        """Change what is aboard one of them."""
        transports = len(self.pile.loads)
        if index < transports:
            self.pile.loads[index] = load
        else:
            self.carriers[index - transports].load = load

    def fits(self, index: int, kind: Kind) -> int:
        """Return how many ground units of a kind more, or Factories, one of them can take aboard."""
        transports = len(self.pile.loads)
        if index < transports:
            return self.turn.fits(self.colour, self.pile.loads[index], kind)
        return self.turn.stows(self.carriers[index - transports], self.pile.counts[Kind.BATTLER], kind)

    @property
    def cargo(self) -> Units:
        """All that is aboard."""
        return Pile(loads=self.loads).cargo

    @property
    def parts(self) -> bool:
        """Whether Leaders and Battlers who carry units together would part, so that some could not be carried on."""
        turn, at = self.turn, self.at
        left = [one for one in turn.leaders_at(at, self.seat) if one not in self.people]
        both = ((self.people, self.pile.count(Kind.BATTLER)), (left, turn.units_of(self.seat, at, (Kind.BATTLER,))))
        return any(turn.keeps(one, battlers) != one.load for people, battlers in both for one in people)

    @property
    def alive(self) -> bool:
        """Whether there is anybody left."""
        return bool(self.pile.total or self.people)

    @property
    def walker(self) -> Walker:
        """How they can go."""
        return self.turn.marching(self)

    @property
    def pace(self) -> int:
        """The steps that they have this turn: one where somebody among them was put down in it."""
        return min(self.walker.allowance, _AFTER_DROP) if self.landed else self.walker.allowance

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of unit among them, cargo left out."""
        return [kind for kind in UNITS if self.pile.count(kind)]

    # ---- going --------------------------------------------------------------------------------------------

    def around(self, name: str) -> int:
        """Return where one swings around a planet or the Sun."""
        return NUMBER[SUN] if name == SUN else NUMBER[self.turn.sky.dots[name]]

    def enter(self, there: int) -> None:
        """Come to the next zone."""
        self.left -= self.turn.sky.cost(self.at, there) + self.walker.toll(self.came, self.at, there)
        self.came, self.at = self.at, there
        self.entered.append(there)

    def lose(self, kind: Kind, number: int = 1) -> None:
        """Lose units, of Transports the fullest, with what was aboard."""
        self.pile.lose(kind, number)
        for one in self.people:
            one.load = self.turn.keeps(one, self.pile.count(Kind.BATTLER))
        carried = sum(load.factory for load in self.loads)
        while len(self.freight) > carried:
            self.turn.works.remove(self.freight.pop())

    def put(self, *, moved: bool) -> None:
        """Stand on the board again, where they are."""
        turn = self.turn
        turn.pile(self.at, self.colour).add(self.pile)
        turn.dropped[self.at, self.colour].update(self.landed)
        if not moved:
            turn.weary[self.at, self.colour].update(self.landed)
        for one in self.people:
            one.at = self.at
        if moved:
            turn.note_moved(self.at, self.colour, self.pile.copy())
            turn.walked.update(one.name for one in self.people)
        for works in self.freight:
            works.at = self.at
