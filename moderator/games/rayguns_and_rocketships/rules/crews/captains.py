"""Captains' abilities: when they are used, what they cost, what they allow (captains.toml)."""

from collections.abc import Mapping

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.targets import condition_holds
from moderator.games.rayguns_and_rocketships.events.lines import Cause
from moderator.games.rayguns_and_rocketships.events.reveal import AbilityUsed, CrewGivenUp, TokensTaken
from moderator.games.rayguns_and_rocketships.orders.phrases import Success
from moderator.games.rayguns_and_rocketships.orders.types import UseAbility
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, Figure
from moderator.games.rayguns_and_rocketships.rules import letters
from moderator.games.rayguns_and_rocketships.rules.crews import purse
from moderator.games.rayguns_and_rocketships.rules.crews.harm import take_away
from moderator.games.rayguns_and_rocketships.rules.table import Table
from moderator.games.rayguns_and_rocketships.tables import Ability, AbilityKind, Permit


def ability_of(table: Table, figure: Figure, kind: AbilityKind) -> Ability | None:
    """Return the first ability of a kind that works for a figure: its own as the captain, or one for all crew."""
    found = (one for one in table.abilities(figure.seat).values() if one.kind == kind)
    return next((one for one in found if one.who == "crew" or figure.name == CAPTAIN), None)


def wants_to_use(table: Table, seat: Seat, ability: Ability, *on: str) -> bool:
    """Tell whether a seat uses an ability: always, but for what its USE lines leave out.

    ``on`` is what a line may name: the enemy, and the kind of success.
    """
    lines = [line for line in table.orders(seat, UseAbility) if line.ability == ability.name]
    return not lines or any(line.on in ("", *on) and condition_holds(table, seat, line.state) for line in lines)


def pay_for_ability(table: Table, seat: Seat, ability: Ability) -> bool:
    """Take what an ability costs from a seat, if SPEND allows it and tokens are left above KEEP."""
    if not ability.cost:
        return True
    fits = purse.spends_on(table, seat, "ability") and purse.tokens_to_spend(table, seat) >= ability.cost
    return fits and table.pay(seat, ability.cost)


def is_permitted(table: Table, figure: Figure, what: Permit) -> bool:
    """Tell whether a Star card or an ability that costs nothing allows a figure something."""
    ability = ability_of(table, figure, "permit")
    return table.may(figure.seat, what) or (ability is not None and ability.what == what and not ability.cost)


def throws_melee_again(table: Table, figure: Figure, enemy: Seat, throw: int) -> bool:
    """Tell whether a figure throws a melee throw that it lost again, and note that it does (Expert Duelist)."""
    ability = ability_of(table, figure, "reroll")
    if ability is None or ability.whose != "own":
        return False
    return throws_anew(table, figure.seat, ability, enemy, "melee", throw=throw)


def throws_anew(table: Table, seat: Seat, ability: Ability, enemy: Seat, success: Success, *, throw: int) -> bool:
    """Tell whether a seat uses an ability by which it or an enemy throws again, once a Turn or opponent; tell of it."""
    key = (ability.name, seat, enemy if ability.per == "opponent" else "")
    if (
        ability.die not in ("any", success)
        or key in table.used
        or not wants_to_use(table, seat, ability, success, enemy)
    ):
        return False
    if not pay_for_ability(table, seat, ability):
        return False
    table.used.add(key)
    table.say(AbilityUsed(seat=seat, ability=ability.name, on=enemy, paid=ability.cost, throw=throw))
    return True


def makes_enemy_throw_again(table: Table, thrower: Seat, enemy: Seat, success: Success, throw: int) -> bool:
    """Tell whether a seat makes an enemy throw a success, ``throw``, again (Mind Control), and note that it does."""
    found = (one for one in table.abilities(enemy).values() if one.kind == "reroll" and one.whose == "enemy")
    return any(throws_anew(table, enemy, ability, thrower, success, throw=throw) for ability in found)


def give_up(table: Table, seat: Seat) -> None:
    """Give up a crew member for an enemy's Action tokens, only where USE says so (Ruthless Pirate; BY-MAIL 6).

    Nobody scores. A boarder goes first, else the highest number; tokens come from ``on``, else from who has most.
    """
    lines = [line for line in table.orders(seat, UseAbility) if condition_holds(table, seat, line.state)]
    at_work = table.abilities(seat)
    for line in letters.lines_written_for(table, seat, UseAbility):
        letters.note_lack(table, seat, line, _lacking(table, seat, line, at_work))
    for ability in at_work.values():
        on = next((line.on for line in lines if line.ability == ability.name), None)
        rich = [one for one in table.seats if one != seat and on in ("", one) and table.sides[one].actions]
        crew = [figure for figure in table.figures_of(seat) if figure.name in CREW]
        if ability.kind == "steal" and crew and rich:
            given = max(crew, key=lambda one: (one.ship not in ("", seat), int(one.name)))
            take_away(table, given)
            table.say(CrewGivenUp(seat=seat, figure=given.name, ability=ability.name))
            _steal(table, seat, ability, max(rich, key=lambda one: table.sides[one].actions))


def _lacking(table: Table, seat: Seat, line: UseAbility, at_work: Mapping[str, Ability]) -> Cause | None:
    """Return what a USE line lacks: the ability, and where it is for giving up crew, somebody to give and a purse."""
    if line.ability not in at_work:
        return "off"
    if at_work[line.ability].kind != "steal":
        return None
    if not condition_holds(table, seat, line.state):
        return "condition"
    if not any(figure.name in CREW for figure in table.figures_of(seat)):
        return "gone"
    victims = [one for one in table.seats if one != seat and line.on in ("", one)]
    return None if any(table.sides[one].actions for one in victims) else "no-purse"


def _steal(table: Table, seat: Seat, ability: Ability, victim: Seat) -> None:
    stolen = min(ability.count, table.sides[victim].actions)
    table.pay(victim, stolen)
    table.set_side(seat, actions=table.sides[seat].actions + stolen)
    table.say(TokensTaken(seat=seat, card=ability.name, stolen=stolen, victim=victim))
