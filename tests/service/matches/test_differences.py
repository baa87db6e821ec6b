"""What the operator's file names that is made already: it is asked for together, however many matches there are."""

from sqlalchemy import event

from moderator.service.context import MatchPlan
from moderator.service.matches import differences
from tests.support.world import ANN_AND_BOB, World


def plan(name: str) -> MatchPlan:
    """Return a match as the file names it."""
    seats = tuple(ANN_AND_BOB)
    return MatchPlan(name=name, game="night-watch", schedule="every 48h", zone="UTC", options={}, seats=seats)


def made(world: World, *names: str) -> tuple[dict[str, differences.MadeMatch], int]:
    """Return those of some matches that are made already, and how many statements it takes to know that."""
    asked: list[object] = []

    def note(*told: object) -> None:
        asked.append(told[2])

    event.listen(world.store.reading, "before_cursor_execute", note)
    with world.store.read() as session:
        found = differences.find_made_matches(session, [plan(name) for name in names])
    event.remove(world.store.reading, "before_cursor_execute", note)
    return found, len(asked)


def test_many_matches_are_known_by_as_few_questions_as_one(world: World) -> None:
    """A file may name thousands, and each of its edits compares them all."""
    for name in ("endor", "yavin"):
        world.match(name)
    one, few = made(world, "hoth")
    three, many = made(world, "hoth", "endor", "naboo", "yavin")
    assert (set(one), set(three)) == ({"hoth"}, {"hoth", "endor", "yavin"})
    assert many == few
    assert three["yavin"].seats.keys() == {"Ann", "Bob"}
    assert three["yavin"].number != three["hoth"].number


def test_a_match_is_known_by_its_name_in_any_case_and_by_no_other(world: World) -> None:
    """One that only looks like it in addresses is another, and each has its own answer."""
    assert set(made(world, "Hoth", "hoth!", "hoth")[0]) == {"Hoth", "hoth"}
