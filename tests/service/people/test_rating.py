"""Ratings: who is rated, in which matches, and who is told."""

import pytest
from sqlmodel import select

from moderator.service import preferences
from moderator.service.admin import personal_data
from moderator.service.context import SeatPlan
from moderator.service.letter_parts import GameRatings, Rating
from moderator.service.people import rating, results
from moderator.store.tables import Match, Player
from tests.support.harm import RENDERER
from tests.support.standings import CAT, begin, end, override
from tests.support.world import ANN_AND_BOB, World

VOUCHED = {"Authentication-Results": "mx.pbem.test; dkim=pass header.d=pbem.test"}


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a moderator that knows whom its mail server vouches for."""
    empty_world.settings(authserv_id="mx.pbem.test")
    return empty_world


def play(world: World, count: int, *first: str, name: str = "hoth") -> None:
    """Play some matches with the same result."""
    for number in range(count):
        begin(world, f"{name}-{number}")
        end(world, f"{name}-{number}", *first)


def listed(world: World, asker: str = "", match: str = "hoth-0") -> GameRatings | None:
    """Return the ratings of the one game that is played, as somebody in a seat is told them."""
    with world.store.read() as session:
        number = world.assignment(asker, match).player if asker else None
        return next(iter(rating.ratings(session, world.ctx, number)), None)


def own_matches(world: World, seat: str) -> int:
    """Return of how many matches the rating is that somebody in a seat is told as their own."""
    found = listed(world, seat)
    assert found is not None
    assert found.own is not None
    return found.own.matches


def agree(world: World, *seats: str, match: str = "hoth-0") -> None:
    """Let players agree to be listed."""
    with world.store.write() as session:
        for seat in seats:
            player = session.get_one(Player, world.assignment(seat, match).player)
            preferences.put(player, "RATING", "ON")


def test_nobody_is_listed_who_has_not_agreed(world: World) -> None:
    """SET RATING ON lists somebody in all games, OFF ends it; everybody is told their own."""
    play(world, 5, "Ann", "Bob")
    assert listed(world) is None
    assert world.says("Ann", "SET RATING ON", match="hoth-0").answers[0].facts["value"] == "ON"
    ratings = listed(world)
    assert ratings is not None
    assert [row.name for row in ratings.rows] == ["Anna"]
    own = listed(world, "Cat")
    assert own is not None
    assert own.own is not None
    assert (own.own.matches, own.rows) == (5, ratings.rows)
    world.says("Ann", "SET RATING OFF", match="hoth-0")
    assert listed(world) is None


def test_a_rating_is_told_from_the_fifth_match_on(world: World) -> None:
    """The four before count in it: what they told is not lost."""
    play(world, 4, "Ann", "Bob")
    agree(world, "Ann", "Bob", "Cat")
    assert listed(world) is None
    assert listed(world, "Ann") == GameRatings(title="Night Watch", rows=(), own=Rating(name="", value=None, matches=4))
    play(world, 1, "Ann", "Bob", name="endor")
    ratings = listed(world)
    assert ratings is not None
    assert [(row.name, row.matches) for row in ratings.rows] == [("Anna", 5), ("Robert", 5), ("Cathy", 5)]
    values = [row.value or 0 for row in ratings.rows]
    assert values == sorted(values, reverse=True)
    assert values[0] > 1000 > values[2], "a beginner has 1000"


def test_it_follows_the_order_in_which_matches_ended(world: World) -> None:
    """Not that in which they began: what came last weighs most."""
    for name in ("hoth-0", "hoth-1"):
        begin(world, name)
    override(world, "hoth-0", "EXTEND 99h")
    end(world, "hoth-1", "Bob")
    world.move(hours=99)
    world.look()
    with world.store.read() as session:
        ended = [result.match.name for result in results.all_results(session, world.ctx)]
    assert ended == ["hoth-1", "hoth-0"]


@pytest.mark.parametrize("shown", ["none", "over", "after 3 turns"])
def test_private_matches_are_not_rated(world: World, shown: str) -> None:
    """What spectators may never know of tells nothing of anybody."""
    begin(world, "hoth-0", shown=shown)
    end(world, "hoth-0", "Ann")
    assert (listed(world, "Ann") is None) == (shown == "none")


def test_matches_that_the_gm_ended_are_not_rated(world: World) -> None:
    """Nobody has won them."""
    begin(world, "hoth-0")
    begin(world, "hoth-1")
    world.move(hours=1)
    override(world, "hoth-0", "END it snows")
    assert listed(world, "Ann") is None
    end(world, "hoth-1", "Ann")
    assert own_matches(world, "Ann") == 1


def test_bots_are_not_rated_and_no_match_is_of_one_person_alone(world: World) -> None:
    """Whoever plays against bots alone is measured against nobody."""
    bob, cat = (SeatPlan(seat=seat, bot="prowler") for seat in ("Bob", "Cat"))
    begin(world, "hoth-0", ANN_AND_BOB[0], bob, cat)
    end(world, "hoth-0", "Ann")
    assert listed(world, "Ann") is None
    begin(world, "hoth-1", *ANN_AND_BOB, cat)
    end(world, "hoth-1", "Cat", "Ann")
    assert own_matches(world, "Ann") == 1


def test_a_seat_is_rated_for_who_began_in_it(world: World) -> None:
    """Who leaves saves no rating, and who steps in risks none; what changed before the first turn does not matter."""
    begin(world, "hoth-0", nights=2)
    before = world.assignment("Ann", "hoth-0").player
    world.move(hours=1)
    override(world, "hoth-0", 'REPLACE Ann WITH "Nora" nora@pbem.test')
    nora, bob = (world.assignment(seat, "hoth-0").player for seat in ("Ann", "Bob"))
    world.move(hours=49)
    world.look()
    override(world, "hoth-0", "REPLACE Bob WITH BOT prowler", 'REPLACE Ann WITH "Dora" dora@pbem.test')
    end(world, "hoth-0", "Ann")
    assert before is not None
    assert nora is not None
    assert bob is not None
    with world.store.read() as session:
        rated = [rating.of_player(session, world.ctx, player) for player in (before, nora, bob)]
    assert [len(each) for each in rated] == [0, 1, 1]
    dora = listed(world, "Ann")
    assert dora is None or dora.own is None


def test_who_has_two_seats_is_rated_by_the_better(world: World) -> None:
    """And the match counts once."""
    twice = [SeatPlan(seat=seat, player="Anna", addresses=("ann@pbem.test",)) for seat in ("Ann", "Bob")]
    begin(world, "hoth-0", *twice, CAT)
    end(world, "hoth-0", "Ann", "Cat")
    assert own_matches(world, "Ann") == 1


def test_a_position_that_cannot_be_read_any_more_stops_no_rating(world: World) -> None:
    """A match of a game that has changed too much, or is gone, is left out."""
    play(world, 1, "Ann")
    begin(world, "endor")
    end(world, "endor", "Ann")
    with world.store.write() as session:
        match = session.exec(select(Match).where(Match.name == "endor")).one()
        match.game = "space-genocide"
    assert own_matches(world, "Ann") == 1


def test_everybody_can_ask_by_letter(world: World) -> None:
    """A player is told their own rating too; a stranger is told the list, once a day if nobody vouches for them."""
    play(world, 5, "Ann", "Bob")
    agree(world, "Ann")
    told = " ".join(RENDERER.render(world.says("Bob", "RATING", match="hoth-0")).text.split())
    assert "Night Watch" in told
    assert "Anna" in told
    assert "Robert" not in told.replace("Robert,", "")
    assert "Your own: " in told
    assert "Nobody else sees yours; SET RATING ON lists you." in told
    world.put(world.raw("RATING", "zoe@pbem.test", headers=VOUCHED))
    world.put(world.raw("RATING", "eve@elsewhere.test"))
    world.put(world.raw("RATING", "eve@elsewhere.test"))
    world.read()
    rows = [row for row in world.rows("acknowledgement") if row.to]
    assert [row.to for row in rows] == ["zoe@pbem.test", "eve@elsewhere.test"]
    for row in rows:
        facts = world.facts_of(row)
        assert facts is not None
        stranger = " ".join(RENDERER.render(facts).text.split())
        assert "Anna" in stranger
        assert "Your own" not in stranger


def test_nobody_who_was_erased_is_listed(world: World) -> None:
    """Their matches go on to count for the others."""
    play(world, 5, "Ann", "Bob")
    agree(world, "Ann", "Bob")
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "ann@pbem.test")
    ratings = listed(world)
    assert ratings is not None
    assert [row.name for row in ratings.rows] == ["Robert"]
