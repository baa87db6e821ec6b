"""What a recap tells: battles, shots, planets and honours that are true of the match."""

from collections.abc import Sequence

import pytest

from moderator.core.game import Chapter, Event, Memories
from moderator.core.seats import Observer, Seat
from moderator.games.simulate import Lineup, play
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.events.battle import (
    BustersLaunched,
    EngagementBegun,
    EngagementOver,
    Force,
    PlanetDestroyed,
    SalvoFired,
    Volley,
)
from moderator.games.space_genocide.events.ending import SeatFallen
from moderator.games.space_genocide.events.transport import FleetMoved, NeutralClaimed, OrderFailed
from moderator.games.space_genocide.orders.types import Pass
from moderator.games.space_genocide.pieces import World, new_ship
from moderator.games.space_genocide.seat.recap.deeds import clashes, deeds_of
from moderator.games.space_genocide.seat.recap.remember import (
    _AWARDS,
    _IN_JEST,
    MatchWas,
    NotableBattle,
    NotableShot,
    PlanetFell,
    remember,
)
from moderator.games.space_genocide.seat.view import TurnNote, View
from moderator.kit.recap import MOST_HONOURS, Honour
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.games.space_genocide.paper import fleet, planet, view
from tests.support.cases import every_case

AWARDS = ["first-blood", *(award.code for award in _AWARDS), "standing", "fallen"]


@pytest.fixture(scope="module")
def voice() -> Voice:
    """Speak to everybody."""
    return Voice(Templates().text, GAME.info.key, ReadingSeat("", "UTC"))


def board(turns: int) -> View:
    """Return the GM's view after so many turns: two ships and a planet each."""
    return view(
        fleet("Red", 1, "C4", "scout", "drone"),
        fleet("Blue", 1, "C15", "scout", "drone"),
        planet("Red", "C4"),
        planet("Blue", "C15"),
        who=Observer.GM.value,
        turn=turns + 1,
        history=tuple(TurnNote(turn, (1, 1), (0, turn)) for turn in range(1, turns + 1)),
    )


def told(*turns: Sequence[Event]) -> list[Chapter[View]]:
    """Return a match of such turns."""
    return [Chapter(0, board(0), ()), *(Chapter(n, board(n), tuple(events)) for n, events in enumerate(turns, 1))]


def salvo(attacker: Seat, owner: Seat, dice: tuple[int, int], *, destroyed: bool) -> SalvoFired:
    """Return an attack with so many dice on either side."""
    return SalvoFired(
        place="E5",
        seat=attacker,
        attackers=("scout",),
        owner=owner,
        fleet=1,
        kind="drone",
        attack=(3,) * dice[0],
        defence=(3,) * dice[1],
        destroyed=destroyed,
    )


def battle(*salvos: SalvoFired, ships: tuple[int, int] = (2, 2)) -> tuple[Event, ...]:
    """Return a battle of Red and Blue with so many ships."""
    forces = tuple(
        Force(seat, 1, (new_ship("scout"),) * count, entered=False)
        for seat, count in zip(("Red", "Blue"), ships, strict=True)
    )
    begun = EngagementBegun(place="E5", round=1, forces=forces)
    return (begun, *salvos, EngagementOver(place="E5", round=1, forces=forces))


HIT, MISS = salvo("Red", "Blue", (3, 1), destroyed=True), salvo("Blue", "Red", (1, 3), destroyed=False)


def test_battles_count_what_each_side_brought_and_lost() -> None:
    """A ship that was hit is one lost; no side loses more than it brought."""
    (clash,) = clashes(told(battle(HIT, HIT, MISS, ships=(3, 1))))
    assert (clash.turn, clash.seats, clash.ships, clash.losses) == (1, ("Red", "Blue"), (3, 1), (0, 1))


def test_the_first_the_biggest_and_the_last_battle_are_told() -> None:
    """In their order, one battle with all its reasons; a match of one battle has no last."""
    small, big = battle(HIT), battle(HIT, ships=(5, 5))
    moments = [fact for fact in remember(told(small, big, small)).moments if isinstance(fact, NotableBattle)]
    assert [(fact.turn, fact.reasons) for fact in moments] == [(1, ("first",)), (2, ("biggest",)), (3, ("last",))]
    (alone,) = [fact for fact in remember(told(big)).moments if isinstance(fact, NotableBattle)]
    assert alone.reasons == ("first", "biggest")


def test_shots_against_the_odds_are_told_with_their_dice() -> None:
    """A hit of fewer dice on more, and a ship that held against more; what was likely is not told."""
    lucky, held = salvo("Red", "Blue", (1, 4), destroyed=True), salvo("Blue", "Red", (5, 2), destroyed=False)
    moments = remember(told(battle(HIT, lucky, held, MISS))).moments
    shots = [fact for fact in moments if isinstance(fact, NotableShot)]
    assert [(shot.reason, shot.salvo) for shot in shots] == [("lucky", lucky), ("held", held)]
    assert shots[0].dice_shown == lucky.dice_shown
    assert not any(isinstance(fact, NotableShot) for fact in remember(told(battle(HIT, MISS))).moments)


def test_homeworlds_and_the_first_planet_are_told() -> None:
    """Every Homeworld, and what fell first and last."""
    worlds = (World.METAL, World.HOMEWORLD, World.METAL, World.POPULATION)
    fell = [PlanetDestroyed(place=f"E{n}", owner="Blue", world=world, by=("Red",)) for n, world in enumerate(worlds, 1)]
    moments = [fact for fact in remember(told(fell)).moments if isinstance(fact, PlanetFell)]
    assert [(fact.reason, fact.planet.place) for fact in moments] == [
        ("first", "E1"),
        ("homeworld", "E2"),
        ("last", "E4"),
    ]


def honours(memories: Memories) -> dict[Seat, list[str]]:
    """Return the awards of every seat."""
    return {seat: [each.award for each in memories.honours if each.seat == seat] for seat in ("Red", "Blue")}


def test_deeds_are_counted_from_events() -> None:
    """Planets, ships, hexes, claims, misses and failures, each to who did it."""
    launched = BustersLaunched(
        seat="Red", place="H9", owner="Blue", volleys=(Volley(1, "drone", 3, (1, 5, 6)),), needed=3, destroyed=True
    )
    events = (
        FleetMoved(seat="Red", fleet=1, path=("C4", "C5", "C6")),
        *battle(HIT),
        launched,
        PlanetDestroyed(place="H9", owner="Blue", world=World.METAL, by=("Red",)),
        NeutralClaimed(seat="Blue", place="E5", die=1, world=World.POPULATION),
        OrderFailed(seat="Blue", order=Pass(), cause="no-fleet"),
        SeatFallen(seat="Blue", cause=World.METAL),
    )
    deeds = deeds_of(told(events))
    red, blue = deeds["Red"], deeds["Blue"]
    assert (red.steps, red.destroyed, red.missed, red.razed, red.ships) == (2, 1, 2, 1, 2)
    assert (blue.claimed, blue.failed, blue.out, blue.lost) == (1, 1, 1, 1)


def test_who_did_most_is_honoured_and_nobody_goes_without() -> None:
    """First blood and the reaper for Red; Blue at least for what it has left, and never in jest alone."""
    fell = PlanetDestroyed(place="E1", owner="Blue", world=World.METAL, by=("Red",))
    failed = [OrderFailed(seat="Blue", order=Pass(), cause="no-fleet")] * 3
    given = honours(remember(told((*battle(HIT), fell, *failed))))
    assert given["Red"][:2] == ["first-blood", "reaper"]
    assert given["Blue"] == ["standing", "dreamer"]
    assert all(set(awards) - _IN_JEST and len(awards) <= MOST_HONOURS for awards in given.values())


def test_what_everybody_did_alike_is_no_honour() -> None:
    """Two seats with as many planets are both keepers of nothing special."""
    assert "keeper" not in {honour.award for honour in remember(told(())).honours}


@every_case("award", AWARDS)
def test_every_honour_is_a_title_and_a_sentence(voice: Voice, award: str) -> None:
    """In one and in many; the title before the colon is no other's."""
    words = [voice.words(("recap.j2",), "honour", Honour("Red", award, n, 3), dict) for n in (1, 2)]
    assert all(": " in line and line.endswith(".") for line in words)
    others = {voice.words(("recap.j2",), "honour", Honour("Red", other, 2, 3), dict) for other in AWARDS}
    assert len(others) == len(AWARDS)


def test_a_whole_match_is_remembered_in_words_without_holes(voice: Voice) -> None:
    """Captions for every chapter, titled moments, and honours for every seat."""
    options = {"map_size": "small", "turn_limit": 8}
    match = play(Lineup(game=GAME, bots=dict.fromkeys(("Red", "Blue"), "random"), options=options), "recall", most=12)
    chapters = [Chapter(n, GAME.view(r.state, Observer.GM), r.events) for n, r in enumerate(match.steps)]
    memories = remember(chapters)
    assert len(memories.captions) == len(chapters)
    assert {honour.seat for honour in memories.honours} == {"Red", "Blue"}
    for fact in (*memories.captions, *memories.moments, *memories.honours):
        line = voice.words(("recap.j2", "events.j2"), fact.__struct_config__.tag, fact, dict)
        assert ": " in line
        assert "None" not in line
        assert "  " not in line


def test_counts_of_ships_say_what_they_count(voice: Voice) -> None:
    """The match counts every ship that was lost, the hammer those shot down: the words tell them apart."""
    whole = voice.words(("recap.j2",), "match-was", MatchWas(9, 4, 12, 2, 0, 0), dict)
    assert whole == "9 turns, 4 battles, 2 planets destroyed, 12 ships lost in all."
    hammer = voice.words(("recap.j2",), "honour", Honour("Red", "hammer", 7), dict)
    assert hammer == "The hammer: shot down 7 ships, in battles and with bursts. Nobody shot better."
