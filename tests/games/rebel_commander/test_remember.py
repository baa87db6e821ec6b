"""What a recap tells: battles and honours that are true of the match, each of them counted by hand here."""

from collections.abc import Sequence
from typing import Literal

import pytest
from msgspec.structs import replace

from moderator.core.codec import kebab
from moderator.core.game import Chapter, Event, Memories
from moderator.core.seats import Observer, Seat
from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.board.odds import Modifier
from moderator.games.rebel_commander.events import (
    AttackIdle,
    BattleFought,
    FactionOut,
    MatchWon,
    UnitBuilt,
    UnitMoved,
    UnitsPlaced,
)
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.pieces import EMPIRE, Stack, Unit
from moderator.games.rebel_commander.rules.setup import first_position
from moderator.games.rebel_commander.seat.recap.deeds import deeds_of
from moderator.games.rebel_commander.seat.recap.remember import _AWARDS, _FURTHER_REASONS, _REASONS, FACTS
from moderator.games.rebel_commander.seat.view import Score, TurnNote, View
from moderator.games.simulate import Lineup, play
from moderator.kit.recap import MOST_HONOURS
from moderator.rendering.environment import ReadingSeat, Templates, Voice
from tests.support.cases import every_case

SEATS = ("Red", "Blue", EMPIRE)
AWARDS = ["first-blood", "lucky", "phoenix", *(award.code for award in _AWARDS), "standing", "last-stand", "missed"]
REASONS = ["first", *(reason.code for reason in (*_REASONS, *_FURTHER_REASONS)), "last"]


@pytest.fixture(scope="module")
def voice() -> Voice:
    """Speak to everybody."""
    return Voice(Templates().text, GAME.info.key, ReadingSeat("", "UTC"))


def view(turns: int, *stacks: Stack) -> View:
    """Return a GM's view after so many turns."""
    state = first_position(Options(), SEATS, stacks).state
    notes = tuple(TurnNote(turn, Score(60, 0, 0, 0, 0)) for turn in range(1, turns + 1))
    return GAME.view(replace(state, history=notes), Observer.GM)


def battle(
    attacking: Sequence[Stack],
    defending: Sequence[Stack],
    dice: tuple[int, int],
    winner: Literal["attackers", "defenders"],
    bonus: tuple[int, int] = (0, 0),
) -> BattleFought:
    """Return a battle at the place of the attackers."""
    return BattleFought(
        number=1,
        place=attacking[0].place,
        attackers=tuple(stack.seat for stack in attacking),
        numbers=("1",) * len(attacking),
        defenders=tuple(stack.seat for stack in defending),
        attacking=tuple(attacking),
        defending=tuple(defending),
        attack_die=dice[0],
        attack_modifiers=(Modifier(Unit.TROOPS, 1, bonus[0]),),
        defence_die=dice[1],
        defence_modifiers=(Modifier(Unit.TROOPS, 1, bonus[1]),),
        winner=winner,
    )


def memories_of(*turns: tuple[View, Sequence[Event]], start: View) -> Memories:
    """Return what is remembered of turns after a start."""
    chapters = [Chapter(0, start, ()), *(Chapter(n, seen, tuple(events)) for n, (seen, events) in enumerate(turns, 1))]
    return GAME.remember(chapters)


def honours(memories: Memories) -> dict[Seat, list[tuple[str, int]]]:
    """Return award and count of every honour by seat."""
    found: dict[Seat, list[tuple[str, int]]] = {}
    for honour in memories.honours:
        found.setdefault(honour.seat, []).append((honour.award, honour.count))
    return found


RED, BLUE, IMPERIAL = Stack("A0", "Red", 2), Stack("A0", "Blue", 3), Stack("A0", EMPIRE, 1)


def test_battles_are_told_once_with_every_reason() -> None:
    """A joint attack that is thrown back against all odds is the biggest, the costliest, and the bravest defence."""
    start = view(0, RED, BLUE, IMPERIAL)
    small = battle([IMPERIAL], [RED], (6, 1), "attackers")
    great = battle([RED, BLUE], [IMPERIAL], (2, 6), "defenders", bonus=(3, 0))
    last = battle([IMPERIAL], [BLUE], (6, 1), "attackers", bonus=(5, 0))
    memories = memories_of((view(1, BLUE, IMPERIAL), [small, great]), (view(2, IMPERIAL), [last]), start=start)
    assert [(moment.turn, moment.reasons, moment.chance) for moment in memories.moments] == [
        (1, ("first",), 15),
        (1, ("biggest", "joint", "odds", "defence", "costliest"), 6),
        (2, ("last",), 35),
    ]
    assert memories.moments[1].dice_shown == great.dice_shown


def test_who_did_most_is_honoured_and_nobody_goes_without() -> None:
    """Red built, Blue attacked an empty field; the Empire won the battle, and Red is consoled with nothing less."""
    start = view(0, Stack("A0", "Red", 2), Stack("B0", "Blue", 1), Stack("J7", EMPIRE, 2))
    events = [
        UnitBuilt(seat="Red", number="1", unit=Unit.TROOPS, place="A0"),
        UnitBuilt(seat="Red", number="2", unit=Unit.TRANSPORT, place="A0"),
        AttackIdle(seat="Blue", number="1", place="C0"),
        battle([Stack("B0", EMPIRE, 2)], [Stack("B0", "Blue", 1)], (3, 3), "defenders"),
    ]
    memories = memories_of((view(1, Stack("A0", "Red", 3), Stack("B0", "Blue", 1)), events), start=start)
    assert honours(memories) == {
        "Red": [("builder", 2), ("carrier", 1)],
        "Blue": [("first-blood", 0), ("hammer", 2), ("rock", 1)],
        EMPIRE: [("missed", 0)],
    }


def test_the_best_rebel_is_honoured_beside_an_empire_that_did_more() -> None:
    """What the Empire won by its size does not leave the Rebels without praise."""
    start = view(0, Stack("A0", "Red", 2), Stack("B0", "Blue", 2), Stack("J7", EMPIRE, 2))
    built = {"Red": 2, "Blue": 1, EMPIRE: 7}
    events = [
        UnitBuilt(seat=seat, number="1", unit=Unit.TROOPS, place="A0") for seat in SEATS for _ in range(built[seat])
    ]
    memories = memories_of((start, events), start=start)
    found = [(each.seat, each.count, each.among_rebels) for each in memories.honours if each.award == "builder"]
    assert found == [("Red", 2, True), (EMPIRE, 7, False)]


def test_who_came_back_from_one_unit_is_a_phoenix() -> None:
    """Fewest units, when, and only if there were twice as many at the end."""
    start = view(0, Stack("A0", "Red", 6), Stack("B0", "Blue", 6), Stack("J7", EMPIRE, 6))
    low = view(1, Stack("A0", "Red", 1), Stack("B0", "Blue", 2), Stack("J7", EMPIRE, 6))
    end = view(2, Stack("A0", "Red", 5), Stack("B0", "Blue", 3), Stack("J7", EMPIRE, 6))
    memories = memories_of((low, []), (end, []), start=start)
    (phoenix,) = [each for each in memories.honours if each.award == "phoenix"]
    assert (phoenix.seat, phoenix.count, phoenix.turn) == ("Red", 1, 1)


def test_who_fell_is_told_until_when_it_fought() -> None:
    """A faction that fell and had destroyed nobody is still remembered."""
    start = view(0, Stack("A0", "Red", 1), Stack("B0", "Blue", 1), Stack("J7", EMPIRE, 6))
    memories = memories_of(
        (view(1, Stack("J7", EMPIRE, 6)), [FactionOut(seat="Red"), FactionOut(seat="Blue")]), start=start
    )
    assert [(each.award, each.turn) for each in memories.honours] == [("missed", 1), ("missed", 1), ("standing", 0)]


def test_what_the_gm_put_on_the_board_is_nobodys_deed() -> None:
    """An amendment takes no locations and builds no units."""
    before = view(1, Stack("A0", "Red", 1), Stack("J7", EMPIRE, 6))
    after = view(1, Stack("A0", "Red", 1), Stack("C3", "Red", 4), Stack("J7", EMPIRE, 6))
    placed = UnitsPlaced(seat="Red", unit=Unit.TROOPS, count=4, place="C3")
    deeds = deeds_of([Chapter(1, before, ()), Chapter(2, after, (placed,))])
    assert (deeds["Red"].taken, deeds["Red"].built, deeds["Red"].units) == (0, 0, 5)


@every_case("name", ["one", "two"])
def test_a_whole_match_is_remembered_in_words(voice: Voice, name: str) -> None:
    """Figures agree with the history, nobody has too many honours, and all is said with a title and a full stop."""
    bots = {"Red": "recruit", "Blue": "random", "Green": "recruit", EMPIRE: "recruit"}
    table = Lineup(game=GAME, bots=bots, options={"max_turns": 12})
    match = play(table, name)
    chapters = [Chapter(0, GAME.view(match.start, Observer.GM), ())]
    chapters += [Chapter(n, GAME.view(each.state, Observer.GM), each.events) for n, each in enumerate(match.steps, 1)]
    memories = GAME.remember(chapters)
    assert len(memories.captions) == len(chapters)
    (figures,) = memories.figures
    fought = [event for each in match.steps for event in each.events if isinstance(event, BattleFought)]
    assert figures.battles == len(fought)
    assert [type(fact) for fact in memories.verdict] == [MatchWon]
    counts = [len(given) for given in honours(memories).values()]
    assert len(counts) == len(bots)
    assert max(counts) <= MOST_HONOURS
    for fact in (*memories.captions, *memories.moments, *memories.honours):
        words = voice.words(("recap.j2",), str(fact.__struct_config__.tag), fact, dict)
        assert ": " in words
        assert "  " not in words


@every_case("tag", [kebab(kind.__name__) for kind in FACTS])
def test_every_fact_has_its_words(voice: Voice, tag: str) -> None:
    """A macro of the tag's name stands in the game's own file."""
    assert voice.macro(("recap.j2",), tag) is not None


def test_every_award_and_reason_has_words_of_its_own() -> None:
    """The codes in the rules are those that the templates know."""
    source = (Templates().source("games/rebel-commander/recap.j2")).split("macro honour")
    assert [award for award in AWARDS if f'"{award}"' not in source[1]] == ["missed"]  # said last, as the rest
    assert [reason for reason in REASONS if f'"{reason}"' not in source[0]] == ["last"]


def test_a_conquest_tells_who_decided_it_and_where(voice: Voice) -> None:
    """The last unit to come somewhere before the victory names the place; a match that was counted out has none."""
    joint = battle([Stack("C4", "Red", 2), Stack("C4", "Blue", 1)], [Stack("C4", EMPIRE, 1)], (6, 1), "attackers")
    joint = replace(joint, attackers=("Red", "Blue"), numbers=("1", "1"))
    last = UnitMoved(seat="Blue", number="2", unit=Unit.TROOPS, origin="D3", goal="D4")
    for reason, place in (("conquest", "It was decided at D4, by Blue."), ("time-out", "")):
        won = MatchWon(side="rebels", reason=reason, turn=1, score=Score(60))
        memories = GAME.remember([Chapter(0, view(0), ()), Chapter(1, view(1), (joint, last, won))])
        words = " ".join(voice.words(("recap.j2",), "campaign-was", fact, dict) for fact in memories.figures)
        assert place in words
        assert ("decided at" in words) == bool(place)
    (figures,) = memories.figures
    assert figures.joint == 1
