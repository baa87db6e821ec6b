"""What engines, cockpits and cards can make of a ship's place, and the helmsman who chooses (BY-MAIL 4).

He tries every way, never into void, rock or ship (but the one that he is to ram), and takes the best by his goal.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

from msgspec import Struct

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.board.gunnery import (
    Gun,
    best_target,
    guns_able_to_fire,
    guns_that_reach,
    hits_past_armour,
)
from moderator.games.rayguns_and_rocketships.board.steps import TURN, Sky, step
from moderator.games.rayguns_and_rocketships.board.targets import condition_holds, enemies_by_distance, named_enemies
from moderator.games.rayguns_and_rocketships.faults import RayFault
from moderator.games.rayguns_and_rocketships.orders.phrases import BEST, NEAREST
from moderator.games.rayguns_and_rocketships.orders.types import Helm, Steer
from moderator.games.rayguns_and_rocketships.pieces import CREW, Heading, Node
from moderator.games.rayguns_and_rocketships.tables import Card, basics_of, cards_of

SIGNS = {"ahead": "F", "port": "P", "starboard": "S"}
ALWAYS = Helm(goal="broadside", target=NEAREST)
"""What the helmsman tries unless a letter says otherwise: HELM BROADSIDE NEAREST."""

CARDS = 3
"""Cards of a Round, one a Turn."""

Mark = tuple[float, ...]
_CLOSE = 2
"""Nodes at which every raygun reaches."""
_BUMP = -100.0
"""What it is worth to meet something on the way."""


class Course(Struct, frozen=True):
    """Where signs lead: ``met`` is the node of what they meet, and ``bumps`` how often they meet something.

    ``path`` are the nodes that were entered. The void north and west of the map has no nodes: ``met`` is empty there.
    """

    at: Node
    heading: Heading
    met: Node = ""
    bumps: int = 0
    path: tuple[Node, ...] = ()


def sail(course: Course, signs: str, sky: Sky) -> Course:
    """Return where signs lead; nodes behind something that is met are lost, turns are not.

    North and west of the map the void has no nodes, and each step into it counts as another bump. That stays as it is,
    because the helmsman's choices in running matches depend on it.
    """
    at, heading, met, bumps = course.at, course.heading, "", course.bumps
    path: list[Node] = []
    for sign in signs:
        if met and sign not in TURN:
            continue
        done = step(at, heading, sign, sky)
        if done.met:
            met, bumps = done.goal, bumps + 1
        elif done.goal:
            path.append(done.goal)
        at, heading = done.at, done.heading
    return Course(at, heading, met, bumps, tuple(path))


def movement_limits(field: Field, seat: Seat) -> tuple[int, int]:
    """Return how many nodes and turns manned engines and cockpits allow (Rules: Rocketship Movement 2 and 3)."""
    return len(field.manned(seat, "ENGINE")), len(field.manned(seat, "COCKPIT"))


def steering_signs(field: Field, seat: Seat, order: Steer) -> str:
    """Return the moves of STEER as signs (``"FPS"``), up to the first for which nobody is at his post."""
    left = dict(zip(("F", "T"), movement_limits(field, seat), strict=True))
    signs = ""
    for move in order.moves:
        post = "F" if move == "ahead" else "T"
        if not left[post]:
            break
        left[post] -= 1
        signs += SIGNS[move]
    return signs


@cache
def sign_sequences(nodes: int, turns: int) -> tuple[str, ...]:
    """Return every order of at most so many nodes ahead and turns: fewer nodes first, fewer turns, port first."""
    found = {
        "".join(signs)
        for length in range(nodes + turns + 1)
        for signs in product("FPS", repeat=length)
        if signs.count("F") <= nodes and length - signs.count("F") <= turns
    }
    return tuple(sorted(found, key=lambda signs: (signs.count("F"), len(signs), signs.replace("F", "Z"))))


class Helmsman:
    """A ship's helmsman: other ships stand still, and places are worth what his goal says."""

    def __init__(self, field: Field, seat: Seat, line: Helm) -> None:
        self._field, self._seat, self._line = field, seat, line
        self._sky = field.sky(but=seat)
        self._foes = enemies_by_distance(field, seat)
        self._ways = sign_sequences(*movement_limits(field, seat)) if line.goal != "steady" else ()
        self.target = self._aim()
        self._ready: dict[tuple[Seat, Seat], tuple[tuple[Gun, ...], int]] = {}
        self._marks: dict[tuple[Node, Heading], Mark] = {}
        self._bests: dict[tuple[Node, Heading], tuple[str, Course]] = {}
        self._legs: dict[tuple[Node, Heading, str], tuple[Course, bool, Mark]] = {}

    def _aim(self) -> Seat:
        names = [self._line.target] if self._line.target else []
        if BEST in names and (best := best_target(self._field, self._seat)):
            return best[0]
        return next(iter((*named_enemies(self._field, self._seat, names), *self._foes)), "")

    def rams(self, course: Course) -> bool:
        """Tell whether a course meets the ship that it is to meet."""
        wanted = self._line.goal == "ram" and self.target in self._field.ships
        return wanted and course.met == self._field.ships[self.target].at

    def mark(self, course: Course) -> Mark:
        """Return what a course is worth: the more, the better; the first number counts most."""
        if self.rams(course):
            return (1.0,)
        key = (course.at, course.heading)
        if key not in self._marks:
            self._marks[key] = self._worth(course)
        return self._marks[key]

    def _worth(self, course: Course) -> Mark:
        goal, far = self._line.goal, self._far(course)
        if goal == "to":
            return (float(-distance(course.at, self._line.node or course.at)),)
        if goal == "close":
            return (-far, self._broadside(course))
        if goal == "alongside":
            return (-abs(far - 1), self._broadside(course))
        if goal == "away":
            return (-self._taken(course, self._foes), min((self._far(course, foe) for foe in self._foes), default=0.0))
        if goal == "ram":
            return (-far,)
        return (0.0,) if goal == "steady" else (self._broadside(course), -max(far, _CLOSE))

    def _far(self, course: Course, foe: Seat = "") -> float:
        foe = foe or self.target
        return float(distance(course.at, self._field.ships[foe].at)) if foe else 0.0

    def _broadside(self, course: Course) -> float:
        """Return the hits that the target may expect, less half of those that it would give back."""
        if not self.target:
            return 0.0
        there = self._field.ships[self.target].at
        give = self._hits(self._seat, self.target, course.at, course.heading, there)
        return give - self._taken(course, [self.target]) / 2

    def _taken(self, course: Course, foes: Iterable[Seat]) -> float:
        ships = [self._field.ships[foe] for foe in foes]
        return sum(self._hits(ship.seat, self._seat, ship.at, ship.heading, course.at) for ship in ships)

    def _hits(self, seat: Seat, target: Seat, *line: Any) -> float:  # noqa: ANN401 - as ``guns_that_reach`` takes it
        """Return the hits to be expected; what can fire, and at what, does not change while ships are put about."""
        if (seat, target) not in self._ready:
            self._ready[seat, target] = guns_able_to_fire(self._field, seat, target), self._field.stat(target, "armour")
        guns, armour = self._ready[seat, target]
        bear = guns_that_reach(self._field, guns, *line)
        return hits_past_armour(self._field, bear, armour) if bear else 0.0

    def best(self, course: Course) -> tuple[str, Course]:
        """Return the best that engines and cockpits can do from a place, and where that leads."""
        key = (course.at, course.heading)
        if key not in self._bests:
            start = Course(*key)
            found = start
            chosen, worth = "", self.mark(start)
            for signs in self._ways:
                end = sail(start, signs, self._sky)
                if (not end.bumps or self.rams(end)) and self.mark(end) > worth:
                    chosen, found, worth = signs, end, self.mark(end)
            self._bests[key] = chosen, found
        signs, end = self._bests[key]
        return signs, Course(end.at, end.heading, end.met, course.bumps)

    def sum(self, names: Sequence[str]) -> Mark:
        """Return what cards are worth that are played one after the other, with the tokens that they bring."""
        ship, cards = self._field.ships.get(self._seat), cards_of(self._seat)
        tokens = float(sum(cards[name].tokens for name in names))
        if ship is None:
            return (tokens,)
        at, heading = ship.at, ship.heading
        marks, bumps = [], 0
        for name in names:
            end, rammed, mark = self.leg(at, heading, name)
            at, heading, bumps = end.at, end.heading, bumps + end.bumps - rammed
            marks.append(mark)
        length = max(map(len, marks))
        sums = [sum(mark[at] for mark in marks if at < len(mark)) for at in range(length)]
        return (_BUMP * bumps, *sums, tokens)

    def leg(self, at: Node, heading: Heading, name: str) -> tuple[Course, bool, Mark]:
        """Return where a card and then engines and cockpits lead, whether it rams, and what that is worth."""
        key = (at, heading, name)
        if key not in self._legs:
            course = sail(Course(at, heading), cards_of(self._seat)[name].moves, self._sky)
            rammed = self.rams(course)
            if not course.met:
                _, course = self.best(course)
            self._legs[key] = course, rammed, self.mark(course)
        return self._legs[key]


def goal_of(field: Field, seat: Seat, lines: Iterable[Helm]) -> Helm:
    """Return the HELM line that counts now: the first whose condition and target fit."""
    for line in lines:
        aimed = not line.target or line.target == BEST or named_enemies(field, seat, [line.target])
        if aimed and condition_holds(field, seat, line.state):
            return line
    return ALWAYS


def crew_moves(field: Field, seat: Seat, course: Course, steer: Sequence[Steer], helm: Iterable[Helm]) -> str:
    """Return what engines and cockpits do at the end of a course, as signs: by the first STEER, else by HELM."""
    if steer:
        return steering_signs(field, seat, steer[0])
    return Helmsman(field, seat, goal_of(field, seat, helm)).best(course)[0]


def has_something_to_do(field: Field, seat: Seat, card: Card) -> bool:
    """Tell whether a Star card would have something to do as things stand."""
    ship = field.ships[seat]
    if card.effect == "repair":
        bare = field.spares and len(ship.guns) < len(deck(seat).ports)
        return bool({"ship": ship.blasts, "captain": field.sides[seat].hurt, "gun": bare}.get(card.what))
    if card.effect == "recruit":
        return any((seat, name) not in field.figures for name in CREW)
    if card.effect == "jump" and not field.manned(seat, "AIRLOCK"):
        return False
    return not card.range or any(field.range(seat, other) <= card.range for other in field.enemies(seat))


def complete_programme(
    field: Field, seat: Seat, hand: Sequence[str], line: Helm, begun: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the cards of a Round: those that a letter has ``begun`` with ("" is open), then the helmsman's.

    He takes the best of all basic cards; then the card that costs least to lose makes room for the first Star card of
    ``hand`` without moves whose requirement is met now, if the letter has none; one with something to do goes first.
    """
    fixed = (*begun, *[""] * CARDS)[:CARDS]
    left = [at for at, name in enumerate(fixed) if not name]
    if not left:
        return fixed
    man, cards = Helmsman(field, seat, line), cards_of(seat)
    basics = [name for name in basics_of(seat) if name not in fixed]
    chosen = max((_fill(fixed, rest) for rest in permutations(basics, len(left))), key=man.sum)
    if any(name and cards[name].star for name in fixed):
        return chosen
    still = [name for name in hand if not cards[name].moves and not field.lacks(seat, name)]
    if not still:
        return chosen
    star = next((name for name in still if has_something_to_do(field, seat, cards[name])), still[0])
    exchanged = [(*chosen[:at], star, *chosen[at + 1 :]) for at in left]
    return max(exchanged, key=man.sum)


def card_fault(field: Field, seat: Seat, hand: Sequence[str], before: Sequence[str], name: str) -> RayFault | None:
    """Return why a card cannot be programmed behind others, or None; ``hand`` are the seat's Star cards."""
    if name not in hand and name not in basics_of(seat):
        return RayFault.NOT_IN_HAND
    if name in before:
        return RayFault.CARD_TWICE
    if len(before) >= CARDS:
        return RayFault.TOO_MANY_CARDS
    stars = sum(one in hand for one in before)
    return RayFault.TOO_MANY_STARS if name in hand and stars >= field.options.max_star_per_round else None


def playable_cards(field: Field, seat: Seat, hand: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """Return those cards of a programme that can be played; "" for a Turn that is open stays."""
    found: list[str] = []
    for name in cards:
        if not name or card_fault(field, seat, hand, found, name) is None:
            found.append(name)
    return tuple(found)


def _fill(places: Sequence[str], cards: Iterable[str]) -> tuple[str, ...]:
    """Put cards into the places that are open."""
    rest = iter(cards)
    return tuple(name or next(rest) for name in places)
