"""A bot's forecast of a battle: who falls, which Planet Busters are left, whether the planet survives."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

from moderator.core.seats import Seat
from moderator.games.space_genocide.board import figures
from moderator.games.space_genocide.pieces import Ship
from moderator.games.space_genocide.seat.bots.planning import Sketch, chance_to_kill
from moderator.games.space_genocide.tables import KIND


class Forecast(NamedTuple):
    """The chance that a planet is destroyed, and how many ships are lost on both sides, as they are counted on."""

    razed: float
    lost: float
    killed: float


def risks(attacks: Iterable[int], defences: Sequence[int]) -> list[float]:
    """Return the chance of each target to be destroyed, those to be attacked first listed first.

    Attackers gather on a target until they have more dice than it; who is left over joins in.
    """
    left = sorted((dice for dice in attacks if dice), reverse=True)
    aimed = [0] * len(defences)
    for target, defence in enumerate(defences):
        taken = dice = 0
        while taken < len(left) and dice <= defence:
            dice += left[taken]
            taken += 1
        if dice > defence:
            aimed[target] = dice
            left = left[taken:]
        if not left:
            break
    if left and defences:
        under_fire = [target for target, dice in enumerate(aimed) if dice] or [defences.index(min(defences))]
        for number, dice in enumerate(left):
            aimed[under_fire[number % len(under_fire)]] += dice
    return [chance_to_kill(dice, defence) if dice else 0.0 for dice, defence in zip(aimed, defences, strict=True)]


def assault(sketch: Sketch, ships: Sequence[Ship], at: int) -> Forecast:
    """Return what comes of it if own ships fight at an enemy's planet for a turn and then launch."""
    view, options = sketch.view, sketch.options
    enemies = sketch.enemies(at)
    miss = 1 - figures.planet_hit(sketch.race) / 6
    if not enemies:
        return Forecast(1 - _missing(ships, miss, options.launches), 0.0, 0.0)
    ours = open_to_attack(sketch, [(view.who, ship) for ship in ships], at)
    theirs = open_to_attack(sketch, enemies, at)
    dangers = risks(
        (sketch.attack(ship, seat, at) for seat, ship in enemies),
        [sketch.defence(ship, seat, at) for seat, ship in ours],
    )
    hits = risks(
        (sketch.attack(ship, view.who, at) for ship in ships),
        [sketch.defence(ship, seat, at) for seat, ship in theirs],
    )
    shielded = list((Counter(ships) - Counter(ship for _, ship in ours)).elements())
    spared = _missing(shielded, miss, options.launches)
    survival = [danger + (1 - danger) * miss**ship.busters for (_, ship), danger in zip(ours, dangers, strict=True)]
    if options.launches == "ship":
        spared *= prod(survival)
    else:
        spared = min((spared, *survival))
    razed, killed = 1 - spared, sum(hits)
    if options.combat == "repeated" or not options.launch_past_defenders:
        razed *= min(1.0, killed / len(enemies)) ** 3
    return Forecast(razed, sum(dangers), killed)


def _missing(ships: Iterable[Ship], miss: float, launches: str) -> float:
    """Return the chance that a planet survives what ships launch."""
    loads = [ship.busters for ship in ships]
    return miss ** (max(loads, default=0) if launches == "planet" else sum(loads))


def open_to_attack(sketch: Sketch, ships: Sequence[tuple[Seat, Ship]], at: int) -> list[tuple[Seat, Ship]]:
    """Return the ships that can be attacked at a hex, in the order in which they are where no doctrine says otherwise.

    Who has more dice than a target passes over those that he cannot outnumber anyway: see ``risks``.
    """
    rule, view = sketch.options.carrier_shield, sketch.view
    carried = Counter(seat for seat, ship in ships if KIND[ship.kind].fighter)
    found = []
    for seat, ship in sorted(ships, key=lambda one: -figures.bays(KIND[one[1].kind], view.race(one[0]))):
        room = figures.bays(KIND[ship.kind], view.race(seat))
        if not room or carried[seat] <= 0 or rule == "none":
            found.append((seat, ship))
        carried[seat] -= room if rule == "carried" else 0

    def rank(one: tuple[Seat, Ship]) -> tuple[int, int, int, str]:
        seat, ship = one
        return -ship.busters, -KIND[ship.kind].attack, sketch.defence(ship, seat, at), ship.kind

    return sorted(found, key=rank)
