"""What is worth remembering of a match that is over: how it ended, notable battles, an honour for everybody.

The match is over, so the views are the GM's and nothing is secret any more.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Chapter, DiceShown, Event, Memories
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.odds import THROWS
from moderator.games.rebel_commander.events import BattleFought, MatchWon, OrderFailed, UnitBuilt, UnitMoved
from moderator.games.rebel_commander.pieces import EMPIRE
from moderator.games.rebel_commander.seat.recap.deeds import Deeds, Fight, deeds_of, fights
from moderator.games.rebel_commander.seat.view import Score, View
from moderator.kit import recap
from moderator.kit.recap import Award, Reason, events_of, reasons_of, share_out_honours

_NEARLY_BEATEN = 3
"""With so few units left, a faction was all but beaten."""


class BoardStood(Struct, frozen=True, tag=kebab):
    """The line below a small board: how both sides stood after a turn (0: at the beginning)."""

    turn: int
    score: Score
    battles: int


class CampaignWas(Struct, frozen=True, tag=kebab):
    """The whole match in figures; ``failed`` orders could not be carried out, ``joint`` attacks had several factions.

    A conquest has ``decided``: who acted last, and the place that tipped the balance.
    """

    turns: int
    battles: int
    rebel_losses: int
    empire_losses: int
    built: int
    failed: int
    joint: int = 0
    decided: tuple[tuple[Seat, ...], str] | None = None


class NotableBattle(Struct, frozen=True, tag=kebab):
    """A battle worth telling of: ``reasons`` are codes, ``chance`` how many of 36 throws the winner could win by.

    Reasons: ``"first"``, ``"biggest"``, ``"joint"``, ``"odds"``, ``"defence"``, ``"costliest"``, ``"last"``; where one
    battle has several of these, others follow for ``"upset"`` or ``"bloody"``.
    """

    turn: int
    reasons: tuple[str, ...]
    chance: int
    battle: BattleFought

    @property
    def dice_shown(self) -> tuple[DiceShown, DiceShown]:
        """The dice of the battle."""
        return self.battle.dice_shown


class Honour(recap.Honour, frozen=True):
    """What a seat is remembered for, with its place where that matters.

    Of what is counted, nobody did more, or with ``among_rebels`` no Rebel; another may have done as much.
    """

    place: str = ""
    among_rebels: bool = False


FACTS = declared_structs(__name__)
"""The facts of a recap that are no events."""


def remember(chapters: Sequence[Chapter[View]]) -> Memories:
    """Gather what a recap tells."""
    fought = fights(chapters)
    return Memories(
        verdict=tuple(event for _, event in events_of(chapters, MatchWon)),
        figures=(_campaign(chapters),),
        captions=tuple(map(_caption, chapters)),
        moments=_notable_battles(fought),
        honours=_honours(chapters[-1].view.seats, deeds_of(chapters), fought),
    )


def _caption(chapter: Chapter[View]) -> BoardStood:
    history = chapter.view.history
    battles = history[-1].battles if history and history[-1].turn == chapter.turn else 0
    return BoardStood(chapter.turn, chapter.view.score, battles)


def _campaign(chapters: Sequence[Chapter[View]]) -> CampaignWas:
    notes = chapters[-1].view.history
    return CampaignWas(
        turns=len(notes),
        battles=sum(note.battles for note in notes),
        rebel_losses=sum(note.rebel_losses for note in notes),
        empire_losses=sum(note.empire_losses for note in notes),
        built=sum(1 for _ in events_of(chapters, UnitBuilt)),
        failed=sum(1 for _ in events_of(chapters, OrderFailed)),
        joint=sum(len(battle.attackers) > 1 for _, battle in events_of(chapters, BattleFought)),
        decided=_deciding_move(chapters[-1].events),
    )


def _deciding_move(events: Sequence[Event]) -> tuple[tuple[Seat, ...], str] | None:
    """Return who made the last change of a turn that ended in conquest, and where; play stops with it."""
    last = None
    for event in events:
        if isinstance(event, BattleFought):
            last = event.victors, event.place
        elif isinstance(event, UnitMoved | UnitBuilt):
            last = (event.seat,), event.goal if isinstance(event, UnitMoved) else event.place
        elif isinstance(event, MatchWon):
            return last if event.reason == "conquest" else None
    return None


# ---- notable battles --------------------------------------------------------------------------------------


_REASONS: tuple[Reason[Fight], ...] = (
    Reason("biggest", lambda fight: fight.units if fight.units > 2 else 0),  # noqa: PLR2004 - one against one is small
    Reason("joint", lambda fight: len(fight.battle.attackers) if len(fight.battle.attackers) > 1 else 0),
    Reason("odds", lambda fight: max(0, THROWS / 2 - fight.chance)),
    Reason("defence", lambda fight: 0 if fight.attack_won else max(0, fight.outnumbered)),
    Reason("costliest", lambda fight: fight.lost if fight.lost > 1 else 0),
)


_FURTHER_REASONS: tuple[Reason[Fight], ...] = (
    Reason("upset", lambda fight: max(0, THROWS / 2 - fight.chance)),
    Reason("bloody", lambda fight: fight.lost if fight.lost > 1 else 0),
)
"""What is told in turn of battles that have no reason of their own, until there are enough."""

_ENOUGH = 6


def _notable_battles(fought: Sequence[Fight]) -> tuple[NotableBattle, ...]:
    """Return the battles to tell of, in their order, each with all its reasons."""
    reasons = reasons_of(fought, _REASONS)
    for reason in _FURTHER_REASONS * _ENOUGH:
        rest = [n for n in range(len(fought)) if n not in reasons]
        best = max(rest, key=lambda n: reason.figure(fought[n]), default=None)
        if len(reasons) < _ENOUGH and best is not None and reason.figure(fought[best]):
            reasons[best] = [reason.code]
    return tuple(
        NotableBattle(fought[n].turn, tuple(codes), fought[n].chance, fought[n].battle)
        for n, codes in sorted(reasons.items())
    )


# ---- honours ----------------------------------------------------------------------------------------------


_AWARDS: tuple[Award[Deeds], ...] = (
    Award("hammer", lambda deeds: deeds.destroyed),
    Award("settler", lambda deeds: deeds.taken),
    Award("victor", lambda deeds: deeds.won),
    Award("rock", lambda deeds: deeds.held, 1),
    Award("builder", lambda deeds: deeds.built),
    Award("friend", lambda deeds: deeds.joint, 1),
    Award("wanderer", lambda deeds: deeds.moves),
    Award("carrier", lambda deeds: deeds.transports, 1),
    Award("glorious", lambda deeds: deeds.beaten),
    Award("shadow-boxer", lambda deeds: deeds.idle, 1),
    Award("dreamer", lambda deeds: deeds.failed),
    Award("patient", lambda deeds: deeds.passed),
)


_IN_JEST = frozenset(("glorious", "shadow-boxer", "dreamer", "patient"))
"""Awards that are no praise: nobody gets these alone."""


def _honours(seats: Sequence[Seat], deeds: dict[Seat, Deeds], fought: Sequence[Fight]) -> tuple[Honour, ...]:
    """Return the honours by seat, the greatest first; nobody goes without."""
    found = (*_honours_of_moments(seats, deeds, fought), *_honours_of_matches(seats, deeds))
    return share_out_honours(seats, found, _IN_JEST, lambda seat: _consolation(seat, deeds[seat]))


def _honours_of_moments(seats: Sequence[Seat], deeds: dict[Seat, Deeds], fought: Sequence[Fight]) -> Iterator[Honour]:
    """Give the honours of single moments: first blood, the luckiest throw, a return from next to nothing."""
    if fought:
        first = fought[0]
        for seat in first.battle.victors:
            yield Honour(seat, "first-blood", turn=first.turn, place=first.battle.place)
        lucky = min(fought, key=lambda fight: fight.chance)
        if lucky.chance < THROWS / 2:
            for seat in lucky.battle.victors:
                yield Honour(seat, "lucky", lucky.chance, lucky.turn, lucky.battle.place)
    risen = [
        seat for seat in seats if deeds[seat].low <= _NEARLY_BEATEN and deeds[seat].units >= 2 * deeds[seat].low > 0
    ]
    lowest = min((deeds[seat].low for seat in risen), default=0)
    for seat in risen:
        if deeds[seat].low == lowest and deeds[seat].low_turn:
            yield Honour(seat, "phoenix", lowest, deeds[seat].low_turn)


def _honours_of_matches(seats: Sequence[Seat], deeds: dict[Seat, Deeds]) -> Iterator[Honour]:
    """Give the honours of the whole match, to the best of all and to the best of the Rebels.

    Two may share one; nobody gets it where more would, or everybody.
    """
    rebels = [seat for seat in seats if seat != EMPIRE]
    for award in _AWARDS:
        best = award.best(seats, deeds)
        for seat in best:
            yield Honour(seat, award.code, award.figure(deeds[seat]))
        if not set(best) & set(rebels):
            for seat in award.best(rebels, deeds):
                yield Honour(seat, award.code, award.figure(deeds[seat]), among_rebels=True)


def _consolation(seat: Seat, deeds: Deeds) -> Honour:
    """Return what can be said of everybody."""
    if deeds.units:
        return Honour(seat, "standing", deeds.units)
    return Honour(seat, "last-stand" if deeds.destroyed else "missed", deeds.destroyed, deeds.out)
