"""Rocketship Movement: the card's steps, what Star cards move, engines and cockpits; void, rock, collisions."""

from msgspec.structs import asdict

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import turn_heading
from moderator.games.rayguns_and_rocketships.board.helm import SIGNS, Course, crew_moves
from moderator.games.rayguns_and_rocketships.board.steps import TURN, Stepped, collide, direction, step
from moderator.games.rayguns_and_rocketships.board.targets import condition_holds, enemies_by_distance, named_enemies
from moderator.games.rayguns_and_rocketships.events.flight import By, Collided, Reoriented, RockMet, ShipMoved, VoidMet
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.orders.phrases import BEST
from moderator.games.rayguns_and_rocketships.orders.types import Helm, Reorient, Steer
from moderator.games.rayguns_and_rocketships.pieces import Node
from moderator.games.rayguns_and_rocketships.rules import effects, letters
from moderator.games.rayguns_and_rocketships.rules.crews import captains, cores, space
from moderator.games.rayguns_and_rocketships.rules.damage import blast
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import cards_of, star_map

_ABOUT = 4
"""Turns of 45 degrees that make a ship look back."""


def move(table: Table, seat: Seat) -> None:
    """Let a seat's ship move: all of its card first, then what its crew may do (Rules: Rocketship Movement)."""
    flight = _Flight(table, seat)
    card = cards_of(seat)[table.sides[seat].shown[-1]]
    flight.fly(card.moves, "card", card.name)
    effects.run(table, seat, "move")
    flight.fly(flight.ordered(), "crew")
    for moved in (seat, *flight.pushed):
        if moved in table.ships:
            space.make_way(table, moved)
    cores.cool(table)


class _Flight:
    """A ship's movement in a Turn; ``stopped``: it has met something, and makes no more nodes."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table, self.seat = table, seat
        self.stopped = False
        self.pushed: list[Seat] = []
        self._signs = ""
        self._path: tuple[Node, ...] = ()
        self._by: By = "card"
        self._card = ""

    def ordered(self) -> str:
        """Return what engines and cockpits are to do: STEER, else HELM."""
        table, seat = self.table, self.seat
        self._note_helm()
        if seat not in table.ships:
            for line in table.orders(seat, Steer)[:1]:
                table.fail(seat, line, "no-ship")
            return ""
        course = Course(table.ships[seat].at, table.ships[seat].heading)
        steer = table.orders(seat, Steer)
        signs = crew_moves(table, seat, course, steer, table.orders(seat, Helm))
        for line in steer[:1]:
            if len(signs) < len(line.moves):
                cause: Cause = "no-engine" if line.moves[len(signs)] == "ahead" else "no-cockpit"
                table.fail(seat, line, cause, partly=bool(signs))
            elif self.stopped and SIGNS["ahead"] in signs:
                table.fail(seat, line, "stopped", partly=bool(set(signs) - {SIGNS["ahead"]}))
        return signs

    def _note_helm(self) -> None:
        """Note what HELM lines that name an enemy lacked in this Turn."""
        table, seat = self.table, self.seat
        for line in letters.lines_written_for(table, seat, Helm):
            if line.target:
                cause: Cause | None = None if condition_holds(table, seat, line.state) else "condition"
                if seat not in table.ships or not (line.target == BEST or named_enemies(table, seat, [line.target])):
                    cause = "no-ship"
                letters.note_lack(table, seat, line, cause)

    def fly(self, signs: str, by: By, card: str = "") -> None:
        """Make steps one by one; what is met ends those to other nodes."""
        table, seat = self.table, self.seat
        self._by, self._card = by, card
        for sign in signs:
            if seat not in table.ships or (self.stopped and sign not in TURN):
                continue
            ship = table.ships[seat]
            done = step(ship.at, ship.heading, sign, table.sky(but=seat))
            if done.met:
                self._tell()
                self.stopped = True
                self._meet(done, sign)
                continue
            table.set_ship(seat, at=done.at, heading=done.heading)
            self._signs += sign
            self._path += () if sign in TURN else (done.at,)
        self._tell()

    def _tell(self) -> None:
        """Say what steps were made since it was last said."""
        if self._signs:
            ship = self.table.ships[self.seat]
            self.table.say(
                ShipMoved(
                    seat=self.seat,
                    by=self._by,
                    steps=self._signs,
                    path=self._path,
                    at=ship.at,
                    heading=ship.heading,
                    card=self._card,
                )
            )
        self._signs, self._path = "", ()

    def _meet(self, done: Stepped, sign: str) -> None:
        if done.met == "void":
            self._void()
        elif done.met == "rock":
            self._rock(done.goal)
        else:
            self._ram(done, sign)

    def _void(self) -> None:
        """Take a Blast at the edge, and turn (Rules: Off the Star Map; setting 10)."""
        table, seat = self.table, self.seat
        at, placer = table.ships[seat].at, self._placer()
        table.say(VoidMet(seat=seat, at=at, placer=placer))
        blast(table, seat, "", "void", placer=placer)
        if seat in table.ships:
            heading = next((line.heading for line in table.orders(seat, Reorient)), table.stars.inward(at))
            table.set_ship(seat, heading=heading)
            table.say(Reoriented(seat=seat, heading=heading))

    def _rock(self, rock: Node) -> None:
        """Stop before a rock, with a Blast (Rules: Asteroid)."""
        table, seat = self.table, self.seat
        token = next(one for one in table.tokens.values() if one.at == rock and not one.ship)
        placer = self._placer()
        table.say(RockMet(seat=seat, at=table.ships[seat].at, rock=rock, token=token.key, placer=placer))
        blast(table, seat, "", "rock", count=star_map().token[token.kind].bump, placer=placer)

    def _placer(self) -> Seat:
        """Return who places the Blast of void or rock: the First Player, or the next (option ``void_blast``)."""
        table, seat = self.table, self.seat
        if table.options.void_blast == "own":
            return table.first
        if table.options.void_blast == "nearest" and (foes := enemies_by_distance(table, seat)):
            return foes[0]
        return next((other for other in table.clockwise() if other != seat), seat)

    def _ram(self, done: Stepped, sign: str) -> None:
        """Throw for a collision, push, place Blasts (Rules: Ramming Ships; setting 11)."""
        table, seat = self.table, self.seat
        sky = table.sky(but=seat)
        target = sky.ships[done.goal]
        way = direction(done.heading, sign)
        if table.options.collision_push == "back":
            way = turn_heading(table.ships[target].heading, _ABOUT)
        throws, bonuses = self._throws(target)
        totals = (throws[0] + bonuses[0], throws[1] + bonuses[1])
        rammed = collide(done.at, done.goal, way, totals, sky)
        table.set_ship(target, at=rammed.pushed)
        table.set_ship(seat, at=rammed.at)
        self.pushed.append(target)
        moved = rammed.pushed != done.goal
        table.say(Collided(seat=seat, on=target, throws=throws, bonuses=bonuses, moved=moved, **asdict(rammed)))
        if rammed.result != "lost":
            blast(table, target, seat, "ram")
        if rammed.result == "tied":
            blast(table, seat, target, "ram")

    def _throws(self, target: Seat) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return both throws and what adds to them; who lost may have the winner throw again by Mind Control."""
        table, pair = self.table, (self.seat, target)
        bonuses = (table.stat(self.seat, "ram"), table.stat(target, "ram"))
        throws = [table.throw("ram", mine, mine, other) for mine, other in (pair, pair[::-1])]
        ahead = throws[0] + bonuses[0] - throws[1] - bonuses[1]
        if ahead:
            winner = 0 if ahead > 0 else 1
            if captains.makes_enemy_throw_again(table, pair[winner], pair[1 - winner], "ram", throws[winner]):
                throws[winner] = table.throw("ram", pair[winner], pair[winner], pair[1 - winner])
        return (throws[0], throws[1]), bonuses
