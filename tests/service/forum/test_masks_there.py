"""A masked match in a forum: its chronicle, and players who would show there who they are."""

from collections.abc import Sequence

import pytest

from moderator.posts.post import PostState
from moderator.service.context import SeatPlan
from moderator.store.session import Store
from tests.service.forum.test_joining_there import code
from tests.service.forum.test_playing_there import SeatAssignment
from tests.support.masked import begin, override
from tests.support.recruits import opens
from tests.support.world import World


class MaskedWorld(World):
    """A world whose match is masked, and tells spectators what is said."""

    spectators = "public"

    def match(self, *_: object, seats: Sequence[SeatPlan] = (), **__: object) -> None:
        """Make the match."""
        begin(self, seats=seats, spectators=self.spectators)


@pytest.fixture(name="place")
def make_place(store: Store) -> SeatAssignment:
    """Give a masked match with one seat in the forum."""
    return SeatAssignment(MaskedWorld(store))


def public(place: SeatAssignment) -> list[str]:
    """Return what stands where everybody reads."""
    threads = [thread.id for thread in place.forum.threads.values() if not thread.private]
    return [text for thread in threads for text in place.forum.texts(thread)]


@pytest.mark.parametrize("text", ["Good luck to everybody!", "SEEK Mill"])
def test_a_post_in_the_chronicle_stays_and_is_shown_back_in_private(place: SeatAssignment, text: str) -> None:
    """Anybody may post there: only of a player's account would a post be hidden, or get an answer."""
    posts = [place.forum.says(name, place.chronicle(), text) for name in ("Zed", "Anna")]
    before = public(place)
    place.read()
    place.post()
    assert [place.forum.posts[post.id].state for post in posts] == [PostState.SHOWN, PostState.SHOWN]
    assert public(place) == before
    assert not place.world.facts("press-letter")
    told = " ".join(place.forum.texts(place.thread)[-1].split())
    assert "everybody can see the account that posted" in told
    assert "because hiding it would show that you play" in told
    assert text in told


def test_a_code_in_the_chronicle_stays_there_and_is_worth_nothing(store: Store) -> None:
    """A wrong one would not be hidden, either."""
    place = SeatAssignment(MaskedWorld(store), forum="main", addresses=())
    spoilt = code(place)
    post = place.forum.says("Annika", place.chronicle(), spoilt)
    place.read()
    assert place.forum.posts[post.id].state is PostState.SHOWN
    assert code(place) != spoilt


def test_words_to_all_stand_in_the_chronicle_under_the_name_of_the_seat(place: SeatAssignment) -> None:
    """From the private thread, at the next quarter of an hour."""
    place.world.move(minutes=1)
    place.says("PRESS TO ALL: Good luck to everybody!")
    assert "Good luck" not in public(place)[-1]
    place.world.move(minutes=15)
    assert place.post() == ["bob@pbem.test"]
    assert "Ann to all" in public(place)[-1]
    assert "do not answer here: everybody would see who you are" in " ".join(public(place)[-1].split())
    assert "Anna" not in "".join(public(place))


def test_the_chronicle_begins_with_seats_alone(place: SeatAssignment) -> None:
    """And says what players had better not do there."""
    begun = " ".join(public(place)[0].split())
    assert "Ann: a masked player" in begun
    assert "If you play, never post here" in begun


@pytest.mark.parametrize(("spectators", "count"), [("public", 1), ("none", 0)])
def test_whether_there_is_a_chronicle_does_not_tell_who_plays_there(store: Store, spectators: str, count: int) -> None:
    """Every forum has one, though nobody plays in it; none has if spectators are told nothing."""
    world = MaskedWorld(store)
    world.spectators = spectators
    place = SeatAssignment(world, forum="", addresses=("ann@pbem.test",))
    assert len(public(place)) == count
    for seat in ("Ann", "Bob"):
        world.says(seat, "SEEK Mill")
    world.move(hours=49)
    world.look()
    place.post()
    assert len(public(place)) == 2 * count


def test_an_open_match_asks_people_to_join_in_private(store: Store) -> None:
    """A post below the announcement shows who plays."""
    place = SeatAssignment(World(store))
    opens(place.world, masks=True)
    place.post()
    (text,) = [" ".join(each.split()) for each in public(place) if "players are wanted" in each.lower()]
    assert "Write JOIN and its name in a private message to the moderator's account." in text
    assert "Its players are masked" in text


def test_a_welcome_names_no_chronicle_that_is_not_there(store: Store) -> None:
    """Nothing is public in this match."""
    world = MaskedWorld(store)
    world.spectators = "none"
    place = SeatAssignment(world)
    assert public(place) == []
    assert "public thread" not in " ".join("".join(place.forum.texts(place.thread)).split())


def test_a_chronicle_that_comes_later_has_its_beginning(store: Store) -> None:
    """With the seal of the match, by which its dice are checked, and the word to players not to post there."""
    world = MaskedWorld(store)
    world.spectators = "none"
    place = SeatAssignment(world)
    override(world, "SPECTATORS PUBLIC")
    world.move(hours=49)
    world.look()
    place.post()
    assert "match_secret=" in public(place)[0]
    assert "If you play, never post here" in " ".join(public(place)[0].split())
    assert len(public(place)) == 2


def test_nothing_more_is_posted_once_spectators_see_nothing(place: SeatAssignment) -> None:
    """What stands there stays; it goes on, without a second beginning, if they see the match again."""
    override(place.world, "SPECTATORS NONE")
    place.world.move(minutes=1)
    place.says("PRESS TO ALL: One")
    place.world.move(minutes=15)
    place.post()
    assert len(public(place)) == 1
    override(place.world, "SPECTATORS PUBLIC")
    place.says("PRESS TO ALL: Two")
    place.world.move(minutes=16)
    place.post()
    assert ["Two" in text for text in public(place)] == [False, True]


def test_a_forum_that_is_added_later_has_no_chronicle_without_a_beginning(place: SeatAssignment) -> None:
    """Nobody plays there, and nobody could check its dice."""
    place.world.settings(forums={**place.world.ctx.settings.forums, "late": "https://late.test"})
    place.world.move(hours=49)
    place.world.look()
    assert {row.to for row in place.world.rows() if row.forum} == {"forum:main"}
