"""Whatever is changed in the letters of one player, both programs name it, or the page says why nobody can."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.overrides.apply import apply
from moderator.service.proof import KINDS
from tests.service.audit.test_verify_letters import GOOD, REBELS, lasting_world
from tests.support.letters.mutations import Line, Mutant, Paper, mutants, paper, written
from tests.support.letters.proofs import found, found_by_the_tool, found_by_us, letters, play
from tests.support.world import ANN_AND_BOB, World

PAGE = Path(__file__).parents[3] / "docs" / "dice.md"
_ROW = re.compile(r"\| `(\w+)`(?: `([\w ]+)`)? \| ([a-z, ]+) \|")


def unprovable() -> set[str]:
    """Return the changes of which the page says that letters do not show them."""
    section = PAGE.read_text(encoding="utf-8").partition("### What one player's letters do not show")[2]
    found: set[str] = set()
    for kind, names, hows in _ROW.findall(section.partition("\n#")[0]):
        for name in names.split() or [""]:
            found |= {" ".join(part for part in (kind, name, how) if part) for how in hows.split(", ")}
    return found


def override(world: World, match: str, *lines: str) -> None:
    """Let the GM say something."""
    apply(
        world.store,
        world.ctx,
        OverridePlan(name=f"{match} {lines} {world.the_match(match).number}", match=match, lines=lines),
    )


def rebels(world: World) -> list[Paper]:
    """Play Rebel Commander: battles, hidden weights, two order sets, the GM's orders for a bot, a rollback."""
    world.match("endor", game="rebel-commander", seats=REBELS, max_turns=4)
    for text in ("1. BUILD TROOPS A0", "1. PASS"):
        world.says("Red", text, match="endor", sender="rae@pbem.test")
    for turn in range(1, 4):
        world.move(hours=49)
        world.look()
        if turn == 1:
            override(world, "endor", "ORDERS Blue: 1. PASS")
        if turn == 2:
            override(world, "endor", "ROLLBACK 1")
        world.says("Red", "1. PASS", match="endor", sender="rae@pbem.test")
    play(world, "endor")
    return [paper(letter) for letter in letters(world, "Red", "endor")]


def thieves(world: World) -> list[Paper]:
    """Play Night Watch: hidden throws, and corrections that throw dice themselves."""
    seats = (*ANN_AND_BOB, *(SeatPlan(seat=seat, bot="random") for seat in ("Cat", "Dan")))
    world.match("two", seats=seats, nights=3)
    world.says("Ann", "SEEK Bridge", match="two")
    for line in ("ROUSE Ann", "EXTEND 24h", "ROUSE Bob"):
        override(world, "two", line)
    play(world, "two")
    return [paper(letter) for letter in letters(world, "Ann", "two")]


@pytest.fixture(scope="module", params=[rebels, thieves], ids=["rebels", "thieves"])
def papers(request: pytest.FixtureRequest, migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Paper]:
    """Give the proofs of all letters of one player."""
    with lasting_world(migrated, tmp_path_factory.mktemp("mutations")) as world:
        made: list[Paper] = request.param(world)
        return made


def sample(papers: Sequence[Paper], most: int, *, every: int = 1) -> Iterator[list[Mutant]]:
    """Give for each kind of change as many examples, from all letters; or for ``every`` so manieth kind alone."""
    by_name: dict[str, list[Mutant]] = {}
    for mutant in mutants(papers):
        by_name.setdefault(mutant.name, []).append(mutant)
    for name in sorted(by_name)[::every]:
        those = by_name[name]
        yield those[:: -(-len(those) // most)]


def is_named(mutant: Mutant) -> bool:
    """Tell whether both programs say that not all is good."""
    files = [written(lines) for lines in mutant.papers]
    ours, theirs = found_by_us(files), found_by_the_tool(files)
    assert (ours == GOOD) == (theirs == GOOD), (mutant.name, ours, theirs)
    return ours != GOOD


def unnamed(samples: Iterable[Sequence[Mutant]]) -> list[str]:
    """Return the changes that are not named; of a roll with another address one in six falls as it did."""
    missed = set[str]()
    for those in samples:
        named = sum(map(is_named, those))
        by_chance = -(-len(those) // 2) if those[0].kind == "roll" and those[0].field else 0
        if named + by_chance < len(those):
            missed.add(those[0].name)
    return sorted(missed - unprovable())


def test_the_letters_that_are_changed_are_good(papers: list[Paper]) -> None:
    """Or nothing is shown by what is found in them."""
    assert found([written(lines) for lines in papers]) == GOOD


def test_some_changes_of_letters_are_named_or_stand_on_the_page(papers: list[Paper]) -> None:
    """One example of some kinds of change; the proof tries many of each."""
    assert unnamed(sample(papers, 1, every=7)) == []


# ---- what the page says that letters do not show -----------------------------------------------------------------

Held = Callable[[Sequence[Paper], Line, Line], bool]
"""Whether what a row of the page says holds of an item, in a letter that says of itself what it is."""


def _of_another_seat(_papers: Sequence[Paper], letter: Line, item: Line) -> bool:
    return item.values("seat") != letter.values("seat")


def _replaced(papers: Sequence[Paper], _letter: Line, item: Line) -> bool:
    """Tell whether orders were replaced, or never resolved since a rollback ended their request."""
    same = [each for each in every(papers, "filed") if each.values("asking") == item.values("asking")]
    newer = any(int(each.values("number")[0]) > int(item.values("number")[0]) for each in same)
    return newer or _taken_back(papers, _letter, item)


def _taken_back(papers: Sequence[Paper], _letter: Line, item: Line) -> bool:
    """Tell whether a rollback ended an order request."""
    following = str(int(item.values("asking")[0]) + 1)
    return any(back.values("asking") == (following,) for back in every(papers, "rollback"))


def _binds_no_seat(papers: Sequence[Paper], letter: Line, _item: Line) -> bool:
    """Tell whether nothing in a letter belongs to one seat."""
    whole = next(paper for paper in papers if letter in paper)
    return not any(line.kind in ("opened", "filed", "receipt") for line in whole)


def _told_order(_papers: Sequence[Paper], _letter: Line, item: Line) -> bool:
    return bool(item.values("order"))


ONLY_IF: dict[str, Held] = {
    "draw drop": _told_order,
    "filed arrived change": _replaced,
    "filed arrived swap": _replaced,
    "filed drop": _replaced,
    "filed move": _replaced,
    "letter seat change": _binds_no_seat,
    "letter seat drop": _binds_no_seat,
    "receipt seat swap": _of_another_seat,
    "receipt value swap": _of_another_seat,
    "seal open drop": _taken_back,
    "seal secret drop": _taken_back,
}
"""What some rows of the page say of when a change is not shown; the others say that it never is."""


def every(papers: Sequence[Paper], kind: str) -> list[Line]:
    """Return the items of a kind in all letters."""
    return [line for lines in papers for line in lines if line.kind == kind]


def is_excused(papers: Sequence[Paper], mutant: Mutant) -> bool:
    """Tell whether the page says that letters do not show just this change."""
    held = ONLY_IF.get(mutant.name)
    items = [(papers[at][0], papers[at][number]) for at, number in mutant.where]
    return held is None or all(held(papers, letter, item) for letter, item in items)


def test_each_row_of_the_page_excuses_what_it_says_and_nothing_else(papers: list[Paper]) -> None:
    """Of every change of its kind: those of which it speaks are not named, and all others are."""
    listed = [mutant for mutant in mutants(papers) if mutant.name in unprovable()]
    wrong = [(mutant.name, mutant.where) for mutant in listed if is_named(mutant) == is_excused(papers, mutant)]
    assert wrong == []


def test_every_condition_is_of_a_row() -> None:
    """Or it would hold of nothing."""
    assert ONLY_IF.keys() <= unprovable()


def test_the_number_of_a_correction_is_the_same_in_all_letters(papers: list[Paper]) -> None:
    """Whatever the dice show: that one letter leaves out what another tells is named, not left to the throws."""
    those = [mutant for mutant in mutants(papers) if (mutant.kind, mutant.field) == ("opened", "amendment")]
    assert [mutant.name for mutant in those if not is_named(mutant)] == []


@pytest.mark.proof
def test_whatever_is_changed_in_letters_is_named_or_stands_on_the_page(papers: list[Paper]) -> None:
    """Every kind of item and field: changed, dropped, given twice, swapped with another, moved to another letter."""
    assert unnamed(sample(papers, 6)) == []


def test_the_page_lists_nothing_that_does_not_exist() -> None:
    """Each row of it is of a kind of item, a field of it and a change that is tried."""
    fields = {name: {each.encode_name for each in msgspec.structs.fields(kind)} for name, kind in KINDS.items()}
    assert unprovable()
    for kind, *field, how in map(str.split, unprovable()):
        assert how in ("change", "drop", "double", "swap", "move")
        assert not field or field[0] in fields[kind]
