"""Attacking: one die a side, all enemy units at the place against all units of those who attack together."""

from moderator.core.dice import Why
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.odds import modifiers, total_bonus
from moderator.games.rebel_commander.events import AttackIdle, AttackJoined, BattleFought
from moderator.games.rebel_commander.orders.types import Attack
from moderator.games.rebel_commander.pieces import EMPIRE, UNITS
from moderator.games.rebel_commander.rules.enthusiasm import move_weights
from moderator.games.rebel_commander.rules.sight import own_side
from moderator.games.rebel_commander.rules.turn import Turn


def leader_of_joint_attack(turn: Turn, seat: Seat, order: Attack) -> Seat | None:
    """Return who led the joint attack that a seat's units have been part of already under this number."""
    leader, attackers = turn.joint_attacks.get(order.place, (None, ()))
    return leader if seat in attackers else None


def carry_out(turn: Turn, seat: Seat, label: str, order: Attack) -> None:
    """Fight with every seat that gave the order under this number and has units there, or find nobody there."""
    place = turn.board.index[order.place]
    if not turn.field.enemy_count(seat, place):
        turn.say(AttackIdle(seat=seat, number=label, place=order.place, seen_by=own_side(turn, seat)))
        return
    given = (EMPIRE,) if seat == EMPIRE else turn.attackers_at(order.place)
    attackers = tuple(other for other in given if turn.field.unit_count(other, place))
    if seat != EMPIRE:
        turn.joint_attacks[order.place] = (seat, attackers)
    _fight(turn, place, label, attackers, turn.field.enemy_seats_at(seat, place))


def skip(turn: Turn, seat: Seat, label: str, order: Attack, leader: Seat) -> None:
    """Pass over an order whose joint attack has been fought."""
    event = AttackJoined(seat=seat, number=label, place=order.place, leader=leader, seen_by=own_side(turn, seat))
    turn.say(event)


def _fight(turn: Turn, place: int, label: str, attackers: tuple[Seat, ...], defenders: tuple[Seat, ...]) -> None:
    """Throw both dice, destroy the losing side's stacks, move the enthusiasm; a tie is the defender's."""
    field, name = turn.field, turn.board.names[place]
    attacking = tuple(field.stack(seat, place) for seat in attackers)
    defending = tuple(field.stack(seat, place) for seat in defenders)
    # Both sides have units there, so everybody witnesses every battle, in fog too: the open stream.
    throw = turn.dice.open
    address = throw_number(turn.number, label)
    battle = BattleFought(
        number=turn.number,
        place=name,
        attackers=attackers,
        numbers=(label,) if attackers == (EMPIRE,) else (str(turn.number),) * len(attackers),
        defenders=defenders,
        attacking=attacking,
        defending=defending,
        attack_die=(attack := throw.d(6, Why("attack", name, attackers, address))),
        attack_modifiers=(more := modifiers(turn.edition.attack, attacking)),
        defence_die=(defence := throw.d(6, Why("defence", name, defenders, address))),
        defence_modifiers=(against := modifiers(turn.edition.defence, defending)),
        winner="attackers" if attack + total_bonus(more) > defence + total_bonus(against) else "defenders",
    )
    turn.say(battle)
    turn.battles.append(name)
    lost = defenders if battle.winner == "attackers" else attackers
    for stack in battle.destroyed:
        turn.losses[stack.seat == EMPIRE] += stack.total
        field.clear(stack.seat, place)
        kinds = [kind for kind, count in zip(UNITS, stack.counts, strict=True) if count]
        turn.note_departure(stack.seat, place, (*kinds, None), "battle", str(turn.number))
    move_weights(turn, battle.victors, lost)


def throw_number(number: int, label: str) -> int:
    """Return what tells the dice of two attacks on one place apart: 100 for order number 1, 102 for label ``1b``."""
    letter = label[len(str(number)) :]
    return number * 100 + (ord(letter) - 96 if letter else 0)
