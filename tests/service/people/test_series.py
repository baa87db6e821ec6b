"""A series: one table over its matches, as spectators may know them."""

from functools import partial

import pytest

from moderator.service.admin import personal_data
from moderator.service.letter_parts import SeriesTable
from moderator.service.people import series
from tests.support import standings
from tests.support.harm import RENDERER
from tests.support.standings import end, override
from tests.support.world import World

begin = partial(standings.begin, series="spring")
"""Make a match of a series."""


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a moderator without matches."""
    return empty_world


def table(world: World, name: str = "spring") -> SeriesTable | None:
    """Return the table of a series."""
    with world.store.read() as session:
        return series.table(session, world.ctx, name)


def rows(world: World) -> list[tuple[str, float, int, int]]:
    """Return the rows of the table: name, points, matches played and finished."""
    found = table(world)
    assert found is not None
    return [(row.name, row.halves / 2, row.played, row.finished) for row in found.rows]


def test_points_are_the_seats_placed_below_and_half_of_those_beside(world: World) -> None:
    """Over all matches of the series, and no other; one that goes on counts as played."""
    begin(world, "hoth")
    begin(world, "endor")
    begin(world, "naboo", series="winter")
    begin(world, "alone", series="")
    assert rows(world) == [("Anna", 0, 2, 0), ("Cathy", 0, 2, 0), ("Robert", 0, 2, 0)]
    override(world, "endor", "EXTEND 24h")
    end(world, "hoth", "Ann")
    assert rows(world) == [("Anna", 2, 2, 1), ("Cathy", 0.5, 2, 1), ("Robert", 0.5, 2, 1)]
    end(world, "endor", "Cat", "Ann")
    assert rows(world) == [("Anna", 3, 2, 2), ("Cathy", 2.5, 2, 2), ("Robert", 0.5, 2, 2)]


def test_points_are_for_who_plays_to_the_end(world: World) -> None:
    """Who left has played and not finished; who stepped in has both, and a bot nothing."""
    begin(world, "hoth", nights=2)
    world.move(hours=49)
    world.look()
    override(world, "hoth", 'REPLACE Ann WITH "Nora" nora@pbem.test', "REPLACE Cat WITH BOT prowler")
    end(world, "hoth", "Ann", "Cat")
    assert rows(world) == [("Nora", 2, 1, 1), ("Robert", 0, 1, 1), ("Anna", 0, 1, 0), ("Cathy", 0, 1, 0)]


def test_a_match_that_the_gm_ends_is_a_tie_of_all(world: World) -> None:
    """One that is withdrawn is none of the series."""
    begin(world, "hoth")
    begin(world, "endor")
    override(world, "hoth", "END it snows")
    override(world, "endor", "WITHDRAW wrong address")
    assert rows(world) == [("Anna", 1, 1, 1), ("Cathy", 1, 1, 1), ("Robert", 1, 1, 1)]


def test_a_series_of_private_matches_looks_as_if_there_were_none(world: World) -> None:
    """Neither its name nor its players are told, and a private match adds nothing to a public one's series."""
    begin(world, "hoth", shown="none", series="secret")
    begin(world, "endor")
    begin(world, "naboo", shown="none")
    override(world, "endor", "EXTEND 24h")
    end(world, "naboo", "Ann")
    assert table(world, "secret") == table(world, "nothing") is None
    assert rows(world)[0] == ("Anna", 0, 1, 0)
    told = world.says("Ann", "SERIES secret", match="hoth").answers[0]
    unknown = world.says("Ann", "SERIES nothing", match="hoth").answers[0]
    assert (told.code, told.lines) == (unknown.code, unknown.lines) == ("series-unknown", ("SERIES spring",))


def test_results_are_told_when_spectators_may_see_them(world: World) -> None:
    """Whatever the match shows meanwhile, a result is known once it is over."""
    begin(world, "hoth", shown="over")
    assert rows(world)[0] == ("Anna", 0, 1, 0)
    end(world, "hoth", "Cat")
    assert rows(world)[0] == ("Cathy", 2, 1, 1)


def test_the_table_comes_by_letter(world: World) -> None:
    """With its matches; SERIES alone lists the series."""
    begin(world, "hoth")
    end(world, "hoth", "Ann")
    begin(world, "endor", series="winter")
    told = RENDERER.render(world.says("Ann", "SERIES spring", match="endor")).text
    assert "Player" in told
    assert [line.split() for line in told.splitlines() if line.strip().startswith("Anna")] == [["Anna", "2", "1", "1"]]
    assert "½" in told
    assert "hoth (Night Watch): This match is over." in told
    listed = world.says("Ann", "SERIES", match="endor").answers[0]
    assert (listed.code, listed.lines) == ("series-all", ("SERIES spring", "SERIES winter"))


def test_whoever_was_erased_keeps_points_without_a_name(world: World) -> None:
    """What others were told of the match stays as it was."""
    begin(world, "hoth")
    end(world, "hoth", "Ann")
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "ann@pbem.test")
    assert rows(world)[0] == ("erased", 2, 1, 1)
