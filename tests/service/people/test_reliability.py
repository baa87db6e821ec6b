"""How reliable people are: what counts, and what never counts against anybody."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.letter_parts import Reliability
from moderator.service.matches import absences, matches, order_requests
from moderator.service.matches.records import Punctuality
from moderator.service.overrides import outages
from moderator.service.overrides.apply import apply
from moderator.service.people import reliability
from tests.support.browsers import let_in
from tests.support.harm import RENDERER
from tests.support.world import ANN_AND_BOB, World

HIDE = "FLEE Market"
"""Orders by which nobody is found, and nobody is asked a second time in the same turn."""

CAT = SeatPlan(seat="Cat", player="Cathy", addresses=("cat@pbem.test",))


@pytest.fixture
def world(empty_world: World) -> World:
    """Give a match of three."""
    begin(empty_world)
    return empty_world


def begin(
    world: World,
    name: str = "hoth",
    seats: Sequence[SeatPlan] = (*ANN_AND_BOB, CAT),
    nights: int = 30,
    **rule: Any,  # noqa: ANN401 - what the match says
) -> None:
    """Make a match in which nobody dies soon."""
    options: dict[str, object] = {"nights": nights, "courage": 9}
    plan = MatchPlan(
        name=name, game="night-watch", schedule="every 48h", zone="UTC", options=options, seats=tuple(seats), **rule
    )
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def pass_by(world: World, *present: str, turns: int = 1, match: str = "hoth") -> None:
    """Let turns go by to their deadlines; who is present sends orders."""
    for _ in range(turns):
        for seat in present:
            world.says(seat, HIDE, match=match)
        world.move(hours=49)
        world.look()


def override(world: World, *lines: str, match: str = "hoth") -> None:
    """Let the GM do something."""
    name = f"{world.clock.now()} {lines}"
    apply(world.store, world.ctx, OverridePlan(name=name, match=match, lines=lines))


def known(world: World, seat: str, match: str = "hoth") -> Reliability:
    """Return how reliable the player in a seat is."""
    player = world.assignment(seat, match).player
    assert player is not None
    with world.store.read() as session:
        return reliability.of_oneself(session, player)


def asked(world: World, seat: str) -> tuple[int, int, int]:
    """Return the turns that a player was asked for, missed, and was late for."""
    found = known(world, seat)
    return found.asked, found.missed, found.late


# ---- turns -------------------------------------------------------------------------------------------------------


def test_turns_are_counted_from_when_they_have_run(world: World) -> None:
    """Who sent orders missed nothing; who sent none missed the turn."""
    assert asked(world, "Ann") == (0, 0, 0)
    world.says("Ann", HIDE)
    assert asked(world, "Ann") == (0, 0, 0)
    pass_by(world, "Ann", turns=2)
    assert (asked(world, "Ann"), asked(world, "Bob")) == ((2, 0, 0), (2, 2, 0))


def test_orders_that_come_within_the_grace_are_late(empty_world: World) -> None:
    """What was sent in time may be changed then."""
    begin(empty_world, grace=timedelta(hours=6))
    empty_world.says("Ann", HIDE)
    empty_world.move(hours=50)
    empty_world.says("Ann", "FLEE Gate")
    empty_world.says("Bob", HIDE)
    empty_world.move(hours=6)
    empty_world.look()
    assert [asked(empty_world, seat) for seat in ("Ann", "Bob", "Cat")] == [(1, 0, 0), (1, 0, 1), (1, 1, 0)]


def test_a_vacation_that_is_announced_in_time_counts_against_nobody(world: World) -> None:
    """Another one changes nothing in what was; who plays nevertheless has played."""
    world.says("Bob", "VACATION 2026-11-21 2026-11-21")
    pass_by(world, "Ann", turns=2)
    world.says("Bob", "VACATION 2026-11-25 2026-12-30")
    assert (asked(world, "Bob"), asked(world, "Cat")) == ((1, 1, 0), (2, 2, 0))
    pass_by(world, "Ann", "Bob")
    assert asked(world, "Bob") == (2, 1, 0)
    pass_by(world, "Ann")
    assert asked(world, "Bob") == (2, 1, 0)


def test_nobody_is_late_while_away(empty_world: World) -> None:
    """Orders in the grace of a turn that touches a vacation are not counted."""
    begin(empty_world, grace=timedelta(hours=6))
    empty_world.says("Ann", "VACATION 2026-11-22 2026-11-25")
    empty_world.move(hours=50)
    for seat in ("Ann", "Bob"):
        empty_world.says(seat, HIDE)
    empty_world.move(hours=6)
    empty_world.look()
    assert [asked(empty_world, seat) for seat in ("Ann", "Bob")] == [(0, 0, 0), (1, 0, 1)]


def test_both_seats_of_somebody_who_is_away_are_excused(empty_world: World) -> None:
    """One vacation is good for all that somebody plays."""
    twice = [SeatPlan(seat=seat, player="Anna", addresses=("ann@pbem.test",)) for seat in ("Ann", "Bob")]
    begin(empty_world, seats=(*twice, CAT))
    empty_world.says("Ann", "VACATION 2026-11-21 2026-11-23", sender="ann@pbem.test")
    pass_by(empty_world)
    assert asked(empty_world, "Ann") == (0, 0, 0)


def test_turns_that_the_gm_ran_count_against_nobody(world: World) -> None:
    """Who was quicker than the GM has played."""
    world.move(hours=1)
    world.says("Ann", HIDE)
    override(world, "RESOLVE")
    world.look()
    assert (asked(world, "Ann"), asked(world, "Bob")) == ((1, 0, 0), (0, 0, 0))


def test_our_own_outages_count_against_nobody(world: World) -> None:
    """A turn whose deadline moved since we were away is missed by nobody."""
    outages.note(world.store, world.ctx)
    world.move(hours=20)
    outages.note(world.store, world.ctx)
    pass_by(world)
    assert [asked(world, seat) for seat in ("Ann", "Bob")] == [(0, 0, 0)] * 2
    pass_by(world)
    assert asked(world, "Ann") == (1, 1, 0)


def test_turns_that_were_taken_back_count_no_more(world: World) -> None:
    """What is played instead counts as any other, and so do turns before."""
    pass_by(world, "Ann", turns=3)
    assert asked(world, "Bob") == (3, 3, 0)
    override(world, "ROLLBACK 2")
    assert (asked(world, "Ann"), asked(world, "Bob")) == ((1, 0, 0), (1, 1, 0))
    pass_by(world, "Ann", "Bob")
    override(world, "ROLLBACK TO TURN 1")
    assert asked(world, "Bob") == (0, 0, 0)


def test_what_a_seat_is_asked_in_secret_is_not_told(world: World) -> None:
    """The count would tell that it was asked: neither an answer nor silence is in it."""
    with world.store.read() as session:
        opened = order_requests.current(session, world.the_match())
    assert opened is not None
    asked = order_requests.prompts(opened)
    secret = {seat: replace(prompt, secret=seat != "Ann") for seat, prompt in asked.items()}
    places = {seat: world.assignment(seat) for seat in asked}
    silent = {"Ann": Punctuality.MISSED, "Bob": Punctuality.MISSED}
    assert absences.punctuality(opened, places, secret, silent, ()) == {"Ann": Punctuality.MISSED}


def test_a_bot_that_plays_for_somebody_is_not_counted(empty_world: World) -> None:
    """What it orders is no credit to who is absent; a letter makes that person's turns count again."""
    begin(empty_world, absent="bot")
    pass_by(empty_world, "Ann", "Bob", turns=5)
    assert (asked(empty_world, "Ann"), asked(empty_world, "Cat")) == ((5, 0, 0), (2, 2, 0))
    pass_by(empty_world, "Ann", "Bob", "Cat")
    assert asked(empty_world, "Cat") == (3, 2, 0)


def test_who_steps_in_begins_with_the_next_turn(world: World) -> None:
    """The turn that goes on is missed neither by who left nor by who came."""
    pass_by(world, "Ann", "Bob")
    world.move(hours=1)
    override(world, 'REPLACE Cat WITH "Nora" nora@pbem.test')
    pass_by(world, "Ann", "Bob")
    assert asked(world, "Cat") == (0, 0, 0)
    pass_by(world, "Ann", "Bob")
    assert asked(world, "Cat") == (1, 1, 0)


def test_only_the_last_twenty_turns_count(world: World) -> None:
    """Whoever mends their ways is known for it in time, over all matches."""
    begin(world, "endor")
    pass_by(world, "Ann", turns=3)
    assert (asked(world, "Ann"), asked(world, "Bob")) == ((6, 3, 0), (6, 6, 0))
    for _ in range(9):
        pass_by(world, "Ann", "Bob", match="endor")
    assert (asked(world, "Ann"), asked(world, "Bob")) == ((20, 10, 0), (20, 11, 0))


def test_records_of_before_count_for_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of turns that an earlier release ran nobody knows who was away."""
    with monkeypatch.context() as patch:
        patch.setattr("moderator.service.matches.absences.punctuality", lambda *_: {})
        pass_by(world, "Ann")
    pass_by(world, "Ann")
    assert (asked(world, "Ann"), asked(world, "Bob")) == ((1, 0, 0), (1, 1, 0))


# ---- matches -----------------------------------------------------------------------------------------------------


def ended(world: World, seat: str, match: str = "hoth") -> tuple[int, int]:
    """Return the matches that a player finished and left."""
    found = known(world, seat, match)
    return found.finished, found.left


def test_a_match_is_finished_by_who_is_there_at_its_end(empty_world: World) -> None:
    """While it goes on it counts for nobody but those who left; who steps in finishes it, too."""
    begin(empty_world, nights=3)
    cathy = empty_world.assignment("Cat").player
    assert cathy is not None
    pass_by(empty_world, "Ann")
    override(empty_world, 'REPLACE Cat WITH "Nora" nora@pbem.test')
    with empty_world.store.read() as session:
        gone = reliability.of_oneself(session, cathy)
    assert (gone.finished, gone.left) == (0, 1)
    assert [ended(empty_world, seat) for seat in ("Ann", "Bob", "Cat")] == [(0, 0)] * 3
    while empty_world.the_match().status != "over":
        pass_by(empty_world, "Ann")
    assert [ended(empty_world, seat) for seat in ("Ann", "Bob", "Cat")] == [(1, 0)] * 3
    with empty_world.store.read() as session:
        assert reliability.finished_matches(session, cathy) == 0
        assert reliability.finished_matches(session, empty_world.assignment("Ann").player or 0) == 1


def test_who_has_a_bot_play_at_the_end_has_left(empty_world: World) -> None:
    """The seat is still theirs, but they were not there."""
    begin(empty_world, absent="bot", nights=4)
    while empty_world.the_match().status != "over":
        pass_by(empty_world, "Ann")
    assert (ended(empty_world, "Ann"), ended(empty_world, "Bob")) == ((1, 0), (0, 1))


def test_who_comes_back_has_not_left(empty_world: World) -> None:
    """A seat that changed hands and back is one match."""
    begin(empty_world, nights=30)
    pass_by(empty_world, "Ann", "Cat")
    override(empty_world, "REPLACE Cat WITH BOT prowler")
    pass_by(empty_world, "Ann")
    override(empty_world, 'REPLACE Cat WITH "Cathy" cat@pbem.test')
    pass_by(empty_world, "Ann", "Cat")
    assert ended(empty_world, "Cat") == (0, 0)
    override(empty_world, "END it snows")
    assert ended(empty_world, "Cat") == (1, 0)


def test_a_match_counts_once_a_turn_has_run(world: World) -> None:
    """One that is withdrawn, or given up before, is no match of anybody's."""
    override(world, "WITHDRAW wrong address")
    begin(world, "endor")
    override(world, "END it snows", match="endor")
    assert ended(world, "Ann", "endor") == (0, 0)


# ---- where it is told --------------------------------------------------------------------------------------------


def test_status_tells_of_everybody(world: World) -> None:
    """Each person's line has it, in words that can be read aloud; a bot's has nothing."""
    begin(world, "endor", seats=(ANN_AND_BOB[0], SeatPlan(seat="Bob", bot="prowler"), CAT), grace=timedelta(hours=6))
    new = RENDERER.render(world.says("Ann", "WHO", match="endor")).text
    assert "Ann: Anna · no turns to count yet" in new
    assert "Bob: played by the moderator (prowler)\n" in new
    world.says("Ann", HIDE, match="endor")
    world.move(hours=50)
    world.says("Cat", HIDE, match="endor")
    world.move(hours=5)
    world.look()
    override(world, "END it snows", match="endor")
    hidden = " ".join(RENDERER.render(world.says("Ann", "STATUS")).text.split())
    assert "Ann: Anna · missed 1 of 1 turn " in f"{hidden} ", "nobody may know of what was played in endor"
    let_in(world.store, "public", "endor")
    told = " ".join(RENDERER.render(world.says("Ann", "STATUS")).text.split())
    assert "Ann: Anna · missed 1 of 2 turns; finished 1 of 1 match" in told
    assert "Cat: Cathy · missed 1 of 2 turns, late for 1; finished 1 of 1 match" in told
    assert "Bob: Robert · missed 1 of 1 turn " in f"{told} "
