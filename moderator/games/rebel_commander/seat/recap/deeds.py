"""What every seat did in a match that is over, counted from its events and positions."""

from collections.abc import Sequence

from msgspec import Struct

from moderator.core.game import Chapter, Event
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.odds import THROWS, winning_throws
from moderator.games.rebel_commander.events import (
    AttackIdle,
    BattleFought,
    FactionOut,
    OrderFailed,
    Passed,
    UnitBuilt,
    UnitMoved,
)
from moderator.games.rebel_commander.pieces import Stack, Unit, side_of
from moderator.games.rebel_commander.seat.view import View
from moderator.kit.recap import events_of


class Deeds(Struct):
    """One seat's figures.

    ``taken`` counts locations entered where its side had nothing before the turn, ``beaten`` lost battles,
    ``held`` defences, ``units`` those at the end, ``low`` the fewest it ever had and ``low_turn`` when (0: at the
    beginning); ``out`` is the turn in which it lost its last unit. ``destroyed`` counts enemies in battles that it
    won, together with others too.
    """

    won: int = 0
    beaten: int = 0
    held: int = 0
    joint: int = 0
    destroyed: int = 0
    built: int = 0
    transports: int = 0
    moves: int = 0
    taken: int = 0
    failed: int = 0
    idle: int = 0
    passed: int = 0
    units: int = 0
    low: int = 0
    low_turn: int = 0
    out: int = 0


class Fight(Struct, frozen=True):
    """A battle and its turn."""

    turn: int
    battle: BattleFought

    @property
    def attack_won(self) -> bool:
        """Tell whether the attack won."""
        return self.battle.winner == "attackers"

    @property
    def units(self) -> int:
        """How many units fought."""
        return _unit_count(self.battle.attacking) + _unit_count(self.battle.defending)

    @property
    def outnumbered(self) -> int:
        """By how many units the defenders were outnumbered."""
        return _unit_count(self.battle.attacking) - _unit_count(self.battle.defending)

    @property
    def lost(self) -> int:
        """How many units were destroyed."""
        return _unit_count(self.battle.destroyed)

    @property
    def chance(self) -> int:
        """By how many of all throws of two dice the winner could win."""
        lead = sum(m.bonus for m in self.battle.attack_modifiers) - sum(m.bonus for m in self.battle.defence_modifiers)
        return winning_throws(lead) if self.attack_won else THROWS - winning_throws(lead)


def _unit_count(stacks: Sequence[Stack]) -> int:
    return sum(stack.total for stack in stacks)


def fights(chapters: Sequence[Chapter[View]]) -> tuple[Fight, ...]:
    """Return all battles of a match in order."""
    return tuple(Fight(turn, battle) for turn, battle in events_of(chapters, BattleFought))


def deeds_of(chapters: Sequence[Chapter[View]]) -> dict[Seat, Deeds]:
    """Count what every seat did."""
    deeds = {seat: Deeds() for seat in chapters[-1].view.seats}
    before: View | None = None
    for chapter in chapters:
        for event in chapter.events:
            _count(deeds, event, chapter.turn)
        played = before is None or len(chapter.view.history) > len(before.history)
        if before is not None and played:
            _count_taken(deeds, before, chapter.view)
        for seat, own in deeds.items():
            _count_units(own, chapter, seat, played=played)
        before = chapter.view
    return deeds


def _count(deeds: dict[Seat, Deeds], event: Event, turn: int) -> None:
    """Count one event."""
    if isinstance(event, BattleFought):
        _count_battle(deeds, event)
    elif isinstance(event, UnitBuilt):
        deeds[event.seat].built += 1
        deeds[event.seat].transports += event.unit is Unit.TRANSPORT
    elif isinstance(event, UnitMoved):
        deeds[event.seat].moves += 1
    elif isinstance(event, OrderFailed):
        deeds[event.seat].failed += 1
    elif isinstance(event, AttackIdle):
        deeds[event.seat].idle += 1
    elif isinstance(event, Passed):
        deeds[event.seat].passed += 1
    elif isinstance(event, FactionOut):
        deeds[event.seat].out = turn


def _count_battle(deeds: dict[Seat, Deeds], battle: BattleFought) -> None:
    lost = _unit_count(battle.destroyed)
    for seat in (*battle.attackers, *battle.defenders):
        own = deeds[seat]
        if seat in battle.victors:
            own.won += 1
            own.destroyed += lost
            own.held += seat in battle.defenders
        else:
            own.beaten += 1
        own.joint += len(battle.attackers) > 1 and seat in battle.attackers


def _count_taken(deeds: dict[Seat, Deeds], before: View, after: View) -> None:
    """Count the locations where a seat stands after a turn and nobody of its side stood before."""
    had = {(side_of(stack.seat), stack.place) for stack in before.stacks}
    for stack in after.stacks:
        deeds[stack.seat].taken += (side_of(stack.seat), stack.place) not in had


def _count_units(own: Deeds, chapter: Chapter[View], seat: Seat, *, played: bool) -> None:
    """Count a seat's units; what a GM takes away and gives back between turns is no low."""
    own.units = sum(stack.total for stack in chapter.view.stacks if stack.seat == seat)
    if played and own.units and (not own.low or own.units < own.low):
        own.low, own.low_turn = own.units, chapter.turn
