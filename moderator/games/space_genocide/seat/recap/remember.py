"""What is worth remembering of a match that is over: how it ended, battles, shots and planets, an honour for everybody.

The match is over, so the views are the GM's and nothing is secret any more.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab
from moderator.core.game import Chapter, DiceShown, Memories
from moderator.core.seats import Seat
from moderator.games.space_genocide.events.battle import PlanetDestroyed, SalvoFired
from moderator.games.space_genocide.events.cards import CardPlayed
from moderator.games.space_genocide.events.ending import MatchWon
from moderator.games.space_genocide.events.transport import OrderFailed
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.seat.recap.deeds import Clash, Deeds, clashes, deeds_of
from moderator.games.space_genocide.seat.view import View
from moderator.kit.recap import Award, Honour, Reason, award_honours, events_of, reasons_of, share_out_honours

_ENOUGH = 8


class BoardStood(Struct, frozen=True, tag=kebab):
    """The line below a small board: planets of every seat after a turn (0: the beginning), and what it brought."""

    turn: int
    planets: tuple[int, ...]
    battles: int
    lost: int


class MatchWas(Struct, frozen=True, tag=kebab):
    """The whole match in figures; ``failed`` counts orders that failed."""

    turns: int
    battles: int
    ships: int
    planets: int
    cards: int
    failed: int


class NotableBattle(Struct, frozen=True, tag=kebab):
    """A battle worth telling of: reasons ``"first"``, ``"biggest"``, ``"costliest"``, ``"last"``."""

    turn: int
    reasons: tuple[str, ...]
    place: str
    seats: tuple[Seat, ...]
    ships: tuple[int, ...]
    losses: tuple[int, ...]


class NotableShot(Struct, frozen=True, tag=kebab):
    """An attack that went against the odds: ``reason`` is ``"lucky"`` or ``"held"``."""

    turn: int
    reason: str
    salvo: SalvoFired

    @property
    def dice_shown(self) -> tuple[DiceShown, DiceShown]:
        """The dice of the attack."""
        return self.salvo.dice_shown


class PlanetFell(Struct, frozen=True, tag=kebab):
    """A planet whose end is worth telling of: ``reason`` is ``"first"``, ``"homeworld"`` or ``"last"``."""

    turn: int
    reason: str
    planet: PlanetDestroyed


FACTS: tuple[type[Struct], ...] = (*declared_structs(__name__), Honour)
"""The facts of a recap that are no events."""


def remember(chapters: Sequence[Chapter[View]]) -> Memories:
    """Gather what a recap tells."""
    fought = clashes(chapters)
    found: tuple[NotableBattle | NotableShot | PlanetFell, ...] = (
        *_battles(fought),
        *_shots(fought),
        *_planets(chapters),
    )
    moments = sorted(found, key=lambda fact: fact.turn)
    return Memories(
        verdict=tuple(event for _, event in events_of(chapters, MatchWon)),
        figures=(_figures(chapters, fought),),
        captions=tuple(map(_caption, chapters)),
        moments=tuple(moments[:_ENOUGH]),
        honours=_honours(chapters[-1].view.seats, deeds_of(chapters), fought),
    )


def _caption(chapter: Chapter[View]) -> BoardStood:
    view = chapter.view
    note = view.history[-1] if view.history and view.history[-1].turn == chapter.turn else None
    planets = tuple(sum(planet.seat == seat for planet in view.planets) for seat in view.seats)
    return BoardStood(chapter.turn, planets, len(note.fought) if note else 0, sum(note.losses) if note else 0)


def _figures(chapters: Sequence[Chapter[View]], fought: Sequence[Clash]) -> MatchWas:
    view = chapters[-1].view
    return MatchWas(
        turns=len(view.history),
        battles=len(fought),
        ships=sum(sum(note.losses) for note in view.history),
        planets=sum(1 for _ in events_of(chapters, PlanetDestroyed)),
        cards=sum(1 for _ in events_of(chapters, CardPlayed)),
        failed=sum(1 for _ in events_of(chapters, OrderFailed)),
    )


# ---- notable moments --------------------------------------------------------------------------------------


_REASONS: tuple[Reason[Clash], ...] = (
    Reason("biggest", lambda clash: sum(clash.ships) if sum(clash.ships) > 2 else 0),  # noqa: PLR2004 - one a side
    Reason("costliest", lambda clash: clash.lost if clash.lost > 2 else 0),  # noqa: PLR2004 - as above
)


def _battles(fought: Sequence[Clash]) -> Iterator[NotableBattle]:
    """Give the battles to tell of, each with all its reasons."""
    for number, why in reasons_of(fought, _REASONS).items():
        clash = fought[number]
        yield NotableBattle(clash.turn, tuple(why), clash.place, clash.seats, clash.ships, clash.losses)


def _shots(fought: Sequence[Clash]) -> Iterator[NotableShot]:
    """Give the luckiest hit and the luckiest escape: dice against more dice."""
    shots = [(clash.turn, salvo) for clash in fought for salvo in clash.salvos]
    for reason, destroyed, sign in (("lucky", True, 1), ("held", False, -1)):
        against = [
            (sign * (len(salvo.defence) - len(salvo.attack)), -number, turn, salvo)
            for number, (turn, salvo) in enumerate(shots)
            if salvo.destroyed == destroyed and salvo.attack and salvo.defence
        ]
        if against and max(against)[0] > 0:
            _, _, turn, salvo = max(against)
            yield NotableShot(turn, reason, salvo)


def _planets(chapters: Sequence[Chapter[View]]) -> Iterator[PlanetFell]:
    """Give the first planet that fell, every Homeworld, and the last."""
    fell = list(events_of(chapters, PlanetDestroyed))
    for number, (turn, planet) in enumerate(fell):
        if planet.world is World.HOMEWORLD:
            yield PlanetFell(turn, "homeworld", planet)
        elif number == 0:
            yield PlanetFell(turn, "first", planet)
        elif number == len(fell) - 1:
            yield PlanetFell(turn, "last", planet)


# ---- honours ----------------------------------------------------------------------------------------------


_AWARDS: tuple[Award[Deeds], ...] = (
    Award("reaper", lambda deeds: deeds.razed, 1),
    Award("hammer", lambda deeds: deeds.destroyed),
    Award("keeper", lambda deeds: deeds.planets, 1),
    Award("settler", lambda deeds: deeds.claimed, 1),
    Award("eye", lambda deeds: deeds.scouted),
    Award("wanderer", lambda deeds: deeds.steps, 10),
    Award("gambler", lambda deeds: deeds.played),
    Award("shipwright", lambda deeds: deeds.built, 5),
    Award("generous", lambda deeds: deeds.lost, 3),
    Award("fireworks", lambda deeds: deeds.missed),
    Award("dreamer", lambda deeds: deeds.failed),
)

_IN_JEST = frozenset(("generous", "fireworks", "dreamer"))
"""Awards that are no praise: nobody gets these alone."""


def _honours(seats: Sequence[Seat], deeds: dict[Seat, Deeds], fought: Sequence[Clash]) -> tuple[Honour, ...]:
    """Return the honours by seat, the greatest first; nobody goes without."""
    found = (*_first_blood(fought), *award_honours(_AWARDS, seats, deeds))
    return share_out_honours(seats, found, _IN_JEST, lambda seat: _consolation(seat, deeds[seat]))


def _first_blood(fought: Sequence[Clash]) -> Iterator[Honour]:
    """Give the honour of the first ship that was destroyed."""
    for clash in fought:
        for salvo in clash.salvos:
            if salvo.destroyed:
                yield Honour(salvo.seat, "first-blood", turn=clash.turn)
                return


def _consolation(seat: Seat, deeds: Deeds) -> Honour:
    """Return what can be said of everybody."""
    if deeds.out:
        return Honour(seat, "fallen", deeds.destroyed, deeds.out)
    return Honour(seat, "standing", deeds.ships)
