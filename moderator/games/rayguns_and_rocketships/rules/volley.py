"""A battery fires: throws, hits, what they do (Rules: Firing Rayguns)."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.gunnery import Gun, Shooting, succeeds
from moderator.games.rayguns_and_rocketships.events.gunnery import BatteryFired, Shot
from moderator.games.rayguns_and_rocketships.rules import damage
from moderator.games.rayguns_and_rocketships.rules.crews import captains
from moderator.games.rayguns_and_rocketships.rules.table import Table


def volley(table: Table, seat: Seat, shooting: Shooting, card: str = "") -> None:
    """Throw for every raygun of a battery, then place Blasts or wreck rayguns; ``card`` lets it fire once more."""
    target = shooting.target
    shots = tuple(_shot(table, seat, target, gun) for gun in shooting.guns)
    fired = BatteryFired(
        seat=seat,
        on=target,
        at_guns=shooting.at_guns,
        shots=shots,
        armour=min(table.stat(target, "armour"), sum(shot.hit for shot in shots)),
        card=card,
    )
    table.say(fired)
    table.used |= {("raygun", seat, shot.port) for shot in shots}
    if shooting.at_guns:
        damage.wreck_guns(table, target, fired.hits, seat)
    else:
        damage.blast(table, target, seat, "raygun", count=fired.hits)


def _shot(table: Table, seat: Seat, target: Seat, gun: Gun) -> Shot:
    def thrown() -> Shot:
        throw = table.throw("raygun", f"{seat} GUN {gun.port}", seat, target)
        hit = succeeds(throw, gun.number, gun.bonus, naturals=table.options.naturals)
        return Shot(gun.port, throw, gun.bonus, gun.number, hit)

    shot = thrown()
    return (
        thrown() if shot.hit and captains.makes_enemy_throw_again(table, seat, target, "raygun", shot.throw) else shot
    )
