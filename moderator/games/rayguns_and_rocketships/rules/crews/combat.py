"""Pistols and swords (Rules: Ranged Attack, Dodging a Ranged Attack, Melee Attack; settings 19 to 21)."""

from itertools import product

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.adjacency import are_beside
from moderator.games.rayguns_and_rocketships.board.gunnery import chance_of, succeeds
from moderator.games.rayguns_and_rocketships.events.crew import Dodged, Duel, DuelOutcome, PistolFired, ShotOutcome
from moderator.games.rayguns_and_rocketships.events.reveal import AbilityUsed
from moderator.games.rayguns_and_rocketships.orders.phrases import Weapon
from moderator.games.rayguns_and_rocketships.orders.types import Dodge
from moderator.games.rayguns_and_rocketships.pieces import Figure, Who
from moderator.games.rayguns_and_rocketships.rules.crews.captains import (
    ability_of,
    makes_enemy_throw_again,
    throws_melee_again,
)
from moderator.games.rayguns_and_rocketships.rules.crews.cores import cool, redden
from moderator.games.rayguns_and_rocketships.rules.crews.harm import hurt, is_shielded
from moderator.games.rayguns_and_rocketships.rules.crews.preys import Prey
from moderator.games.rayguns_and_rocketships.rules.damage import wreck_gun, wreck_warbot
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import DIE

PISTOL_HITS = 5


def strike(table: Table, who: Who, prey: Prey, weapon: Weapon, paid: int = 0) -> None:
    """Attack something in reach; ``paid`` are the tokens that the attack cost."""
    if weapon == "sword":
        _Melee(table, who, prey.who).fight(paid)
    else:
        _shoot(table, who, prey, paid)


def odds(table: Table, who: Who, prey: Prey, weapon: Weapon) -> float:
    """Return how likely an attack succeeds by its first throws, dodges aside."""
    figure = table.figures[who]
    if weapon == "pistol":
        return chance_of(PISTOL_HITS, table.stat(who[0], "pistol", figure), naturals=table.options.naturals)
    lead = table.stat(who[0], "melee", figure) - table.stat(prey.seat, "melee", table.figures[prey.who])
    throws = range(1, DIE + 1)
    return sum(mine + lead > yours for mine, yours in product(throws, throws)) / DIE**2


# ---- pistols ------------------------------------------------------------------------------------------------


def _shoot(table: Table, who: Who, prey: Prey, paid: int) -> None:
    seat, name = who
    bonus = table.stat(seat, "pistol", table.figures[who])
    address = ("pistol", f"{seat} {name}", seat, prey.seat)
    throw, naturals = table.throw(*address), table.options.naturals
    if succeeds(throw, PISTOL_HITS, bonus, naturals=naturals) and makes_enemy_throw_again(
        table, seat, prey.seat, "pistol", throw
    ):
        throw = table.throw(*address)
    hit = succeeds(throw, PISTOL_HITS, bonus, naturals=naturals)
    outcome: ShotOutcome = "miss"
    if hit:
        outcome = _escapes(table, prey) if prey.is_figure else "hit"
    table.say(
        PistolFired(
            seat=seat,
            figure=name,
            on=prey.seat,
            ship=table.figures[who].ship,
            target=prey.name,
            throw=throw,
            bonus=bonus,
            number=PISTOL_HITS,
            outcome=outcome,
            paid=paid,
        )
    )
    if outcome == "dodged":
        table.say(Dodged(seat=prey.seat, figure=prey.name, paid=1))
    if outcome == "hit":
        _destroy(table, who, prey)


def _escapes(table: Table, prey: Prey) -> ShotOutcome:
    """Return how a figure takes a hit: the princess beside it, else a token, saves it (BY-MAIL 6)."""
    if is_shielded(table, prey.who):
        return "shielded"
    whom = next((line.whom for line in table.orders(prey.seat, Dodge)), ("ALL",))
    return "dodged" if ("ALL" in whom or prey.name in whom) and table.pay(prey.seat, 1) else "hit"


def _destroy(table: Table, who: Who, prey: Prey) -> None:
    if prey.is_figure:
        hurt(table, prey.who, "pistol", who[0])
    elif prey.kind == "GUN":
        wreck_gun(table, prey.ship, prey.name.removeprefix("GUN "), who[0], who[1])
    elif prey.kind == "WARBOT":
        wreck_warbot(table, prey.name, who[0])
    else:
        redden(table, prey.name, who[0])
        cool(table)


# ---- swords -------------------------------------------------------------------------------------------------


class _Melee:
    """A duel: higher throw wins, a tie changes the roles, and only who attacks by then can hit."""

    def __init__(self, table: Table, attacker: Who, defender: Who) -> None:
        self.table = table
        self.sides = (attacker, defender)
        self.bonuses = tuple(table.stat(who[0], "melee", table.figures[who]) for who in self.sides)

    def fight(self, paid: int) -> None:
        """Throw until there is a hit or a block, tell it, and do the damage."""
        rounds = [self._round(0)]
        while self._lead(rounds[-1]) == 0:
            rounds.append(self._round(len(rounds) % 2))
        striker = (len(rounds) - 1) % 2
        hits = (self._lead(rounds[-1]) > 0) == (striker == 0)
        outcome: DuelOutcome = "blocked"
        if hits:
            outcome = "riposte" if striker else "hit"
        (seat, figure), (on, target) = self.sides
        self.table.say(
            Duel(
                seat=seat,
                figure=figure,
                on=on,
                ship=self.table.figures[seat, figure].ship,
                target=target,
                rounds=tuple(rounds),
                bonuses=(self.bonuses[0], self.bonuses[1]),
                outcome=outcome,
                paid=paid,
            )
        )
        if hits:
            self._hit(self.sides[striker], self.sides[1 - striker])

    def _lead(self, throws: tuple[int, int]) -> int:
        return throws[0] + self.bonuses[0] - throws[1] - self.bonuses[1]

    def _throw(self, side: int) -> int:
        seat, name = self.sides[side]
        return self.table.throw("melee", f"{seat} {name}", seat, self.sides[1 - side][0])

    def _round(self, striker: int) -> tuple[int, int]:
        """Throw once for both; who lost may throw again (Expert Duelist), or makes who struck him (Mind Control)."""
        throws = [self._throw(0), self._throw(1)]
        lead = self._lead((throws[0], throws[1]))
        if lead:
            loser = int(lead > 0)
            if throws_melee_again(
                self.table, self.table.figures[self.sides[loser]], self.sides[1 - loser][0], throws[loser]
            ):
                throws[loser] = self._throw(loser)
        lead = self._lead((throws[0], throws[1]))
        seat, enemy = self.sides[striker][0], self.sides[1 - striker][0]
        if (
            lead
            and (lead > 0) == (striker == 0)
            and makes_enemy_throw_again(self.table, seat, enemy, "melee", throws[striker])
        ):
            throws[striker] = self._throw(striker)
        return throws[0], throws[1]

    def _hit(self, winner: Who, loser: Who) -> None:
        """Damage the loser, and with Tentacles a second enemy beside the winner."""
        figure, seat = self.table.figures[winner], winner[0]
        hurt(self.table, loser, "sword", seat)
        cleave = ability_of(self.table, figure, "cleave")
        second = next((one for one in self._beside(figure) if one.who != loser), None)
        if cleave and second:
            self.table.say(AbilityUsed(seat=seat, ability=cleave.name, on=second.seat))
            hurt(self.table, second.who, "sword", seat)

    def _beside(self, figure: Figure) -> list[Figure]:
        enemies: tuple[Seat, ...] = tuple(seat for seat in self.table.seats if seat != figure.seat)
        return [one for one in self.table.figures_of(*enemies) if are_beside(one, figure)]
