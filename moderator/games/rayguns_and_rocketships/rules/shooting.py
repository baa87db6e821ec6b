"""Rocketship Shooting: batteries, then what Star cards and captains let fire once more."""

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.gunnery import aim_battery, choose_batteries
from moderator.games.rayguns_and_rocketships.board.targets import condition_holds
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.events.reveal import AbilityUsed
from moderator.games.rayguns_and_rocketships.orders.types import Fire
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN
from moderator.games.rayguns_and_rocketships.rules import effects, letters
from moderator.games.rayguns_and_rocketships.rules.crews import captains, cores
from moderator.games.rayguns_and_rocketships.rules.effects.guns import once_more
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.rules.volley import volley


def fire(table: Table, seat: Seat) -> None:
    """Let a seat's ship fire; a turret with a target of its own fires after the others (BY-MAIL 6)."""
    _note(table, seat)
    for shooting in choose_batteries(table, seat, table.orders(seat, Fire)):
        if shooting.target in table.ships:
            volley(table, seat, shooting)
    effects.run(table, seat, "fire")
    _ability(table, seat)
    cores.cool(table)


def _note(table: Table, seat: Seat) -> None:
    """Note what becomes of the FIRE lines of a letter that name targets: what they lack, or that they have one."""
    ports = table.ships[seat].guns if seat in table.ships else ()
    for line in letters.lines_written_for(table, seat, Fire):
        if not line.targets or line.aim == "hold":
            continue
        cause: Cause | None = "condition"
        if condition_holds(table, seat, line.state):
            bears = seat in table.ships and aim_battery(table, seat, line, ports)
            cause = None if bears else "no-bearing" if seat in table.ships else "no-ship"
        letters.note_lack(table, seat, line, cause)


def _ability(table: Table, seat: Seat) -> None:
    """Let the captain's gunners fire once more, for the token that this costs."""
    for name, ability in table.abilities(seat).items():
        if ability.kind != "refire":
            continue
        again = once_more(table, seat, ability.guns, table.figures[seat, CAPTAIN].at)
        if (
            again
            and captains.wants_to_use(table, seat, ability, again.target)
            and captains.pay_for_ability(table, seat, ability)
        ):
            table.say(AbilityUsed(seat=seat, ability=name, on=again.target, paid=ability.cost))
            volley(table, seat, again, name)
