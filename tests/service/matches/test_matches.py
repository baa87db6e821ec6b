"""Matches made from the operator's file, and what the file says later."""

from dataclasses import replace as replace_context

import pytest
from msgspec import convert
from msgspec.structs import replace
from sqlmodel import select

from moderator.core import codec, dice
from moderator.games.space_genocide import GAME as GENOCIDE
from moderator.games.space_genocide.options import Options
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.facts import Welcome
from moderator.service.matches import matches, order_requests, records, reports
from moderator.service.matches.matches import MatchError
from moderator.service.overrides.apply import apply
from moderator.store.tables import Address, Match, Player, Record
from tests.support.night_watch import GAME
from tests.support.world import ANN_AND_BOB, World

PLAN = MatchPlan(
    name="endor",
    game="night-watch",
    schedule="every 48h",
    zone="Europe/Berlin",
    options={"nights": 5},
    seats=tuple(ANN_AND_BOB),
    place="config.toml:12",
)
REBELS = (SeatPlan(seat="Red", bot="random"), SeatPlan(seat="Empire", bot="random"))


def make(world: World, plan: MatchPlan) -> None:
    """Make a match."""
    with world.store.write() as session:
        matches.create(session, world.ctx, plan)


def welcome(world: World, seat: str, match: str = "hoth") -> Welcome:
    """Return the facts of a welcome."""
    with world.store.read() as session:
        the_match = world.the_match(match)
        return reports.welcome(session, world.ctx, the_match, order_requests.assignments(session, the_match)[seat], 0)


def test_letters_offer_no_order_that_the_match_is_played_without(world: World) -> None:
    """The welcome to a skirmish and HELP there know of Troops alone."""
    seats = (SeatPlan(seat="Red", player="Rae", addresses=("red@pbem.test",)), SeatPlan(seat="Empire", bot="recruit"))
    world.match("endor", "rebel-commander", seats, edition="skirmish")
    offered = {order.order for order in welcome(world, "Red", "endor").orders}
    assert offered == {"move-troops", "build-troops", "attack", "pass"}
    (told,) = world.says("Red", "HELP", match="endor").answers
    assert not [line for line in told.lines if "SPEEDERS" in line or "TRANSPORT" in line]


def test_a_new_match_welcomes_its_players_and_asks_for_orders(world: World) -> None:
    """Seals, seats, syntax, form and deadline are in the first letter."""
    letter = welcome(world, "Ann")
    match = world.the_match()
    assert letter.form.request == letter.seal.request == 1
    assert letter.seal.match_secret == dice.seal(match.secret)
    assert [(seat.seat, seat.player) for seat in letter.seats] == [("Ann", "Anna"), ("Bob", "Robert")]
    assert [line for order in letter.orders for line in order.lines] == list(GAME.language.syntax().values())
    assert letter.due.deadline == match.deadline
    assert letter.form.examples


@pytest.mark.parametrize(("chosen", "begun"), [("", "public"), ("over", "over"), ("none", "none")])
def test_a_match_keeps_what_spectators_saw_when_it_began(world: World, chosen: str, begun: str) -> None:
    """Where the file leaves it out, that is what the instance shows of new matches then."""
    world.settings(spectators="public", web="https://desk.test")
    make(world, replace(PLAN, spectators=chosen))
    world.settings(spectators="none")
    assert world.the_match("endor").settings.shown == begun
    told = welcome(world, "Ann", "endor")
    assert (told.spectators, told.watched_at) == (begun, "https://desk.test/m/endor")


def test_without_a_web_desk_a_welcome_tells_of_spectators_if_there_can_be_any(world: World) -> None:
    """They watch by mail."""
    assert welcome(world, "Ann").spectators == ""
    make(world, replace(PLAN, spectators="over"))
    told = welcome(world, "Ann", "endor")
    assert (told.spectators, told.watched_at) == ("over", "")


def test_a_set_up_that_was_thrown_unseen_is_said_to_be_unproven(world: World) -> None:
    """Thieves hide by secret dice before anybody saw a seal; a landing without dice has nothing to prove."""
    assert not welcome(world, "Ann").setup_proven
    seats = (SeatPlan(seat="Red", player="Rae", addresses=("rae@pbem.test",)), SeatPlan(seat="Empire", bot="random"))
    world.match("landing", game="rebel-commander", seats=seats, edition="skirmish")
    assert welcome(world, "Red", "landing").setup_proven


def test_a_player_is_known_again_by_an_address(world: World) -> None:
    """One person in two matches is one player; a new address is added."""
    again = SeatPlan(seat="Ann", player="Anna", addresses=("ANN@pbem.test", "new@pbem.test"))
    make(world, replace(PLAN, seats=(again, ANN_AND_BOB[1])))
    with world.store.read() as session:
        assert len(session.exec(select(Player)).all()) == 2
        addresses = [row.address for row in session.exec(select(Address).where(Address.player == 1))]
    assert addresses == ["ann@pbem.test", "anna@work.test", "new@pbem.test"]


def test_an_unconfirmed_address_is_shown_what_the_public_may_know(world: World) -> None:
    """A mistyped address must not receive a hand of cards."""
    make(
        world,
        replace(
            PLAN, confirm=True, seats=(SeatPlan(seat="Ann", player="Zoe", addresses=("z@x.test",)), ANN_AND_BOB[1])
        ),
    )
    letter = welcome(world, "Ann", "endor")
    assert letter.confirm
    assert "Ann" not in letter.chart
    assert "Ann" in welcome(world, "Ann").chart


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"game": "chess"}, 'there is no game "chess"; there are: '),
        ({"schedule": "at MOON 20:00"}, '"MOON" is not one of MON to SUN'),
        ({"game": "rebel-commander", "seats": REBELS, "options": {"edition": "moon"}}, "edition"),
        ({"seats": ANN_AND_BOB[:1]}, "cannot do without Bob"),
        ({"seats": (ANN_AND_BOB[0], SeatPlan(seat="Zoe", bot="random"))}, 'no seat "Zoe"'),
        ({"seats": (ANN_AND_BOB[0], ANN_AND_BOB[0])}, "Ann is given twice"),
        ({"seats": (ANN_AND_BOB[0], SeatPlan(seat="Bob", bot="genius"))}, 'no bot "genius"; there are: random'),
        ({"seats": (ANN_AND_BOB[0], SeatPlan(seat="Bob"))}, "seat Bob is empty"),
        ({"seats": (ANN_AND_BOB[0], SeatPlan(seat="Bob", player="Bo"))}, "Bo has no address"),
        ({"seats": (ANN_AND_BOB[0], SeatPlan(seat="Bob", player="Bo", bot="random"))}, "both a player and a bot"),
        ({"name": "hoth"}, "there is a match of this name"),
    ],
)
def test_a_match_that_cannot_be_made_is_told_with_its_line(
    world: World, changes: dict[str, object], complaint: str
) -> None:
    """The complaint names file and line, and nothing is left behind."""
    with pytest.raises(matches.MatchError) as told:
        make(world, replace(PLAN, **changes))
    assert str(told.value).startswith("config.toml:12: match ")
    assert complaint in str(told.value)
    with world.store.read() as session:
        assert len(session.exec(select(Match)).all()) == 1


def test_a_preference_that_there_is_not_is_told(world: World) -> None:
    """Preferences in the operator's file are those that players can SET."""
    seat = SeatPlan(seat="Ann", player="Zoe", addresses=("z@x.test",), preferences={"paper": "papyrus"})
    with pytest.raises(matches.MatchError, match="papyrus"):
        make(world, replace(PLAN, seats=(seat, ANN_AND_BOB[1])))


def test_the_same_file_again_changes_nothing(world: World) -> None:
    """A match is read once; where it stands in the file does not matter."""
    make(world, PLAN)
    assert world.differences(replace(PLAN, place="config.toml:99")) == []
    assert world.differences(replace(PLAN, name="other")) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"schedule": "every 24h"}, 'write an override: do = "SCHEDULE every 24h"'),
        ({"options": {"nights": 9}}, "option nights stays as it was when the match began (5)"),
        (
            {"seats": (ANN_AND_BOB[0], SeatPlan(seat="Bob", bot="random"))},
            "seat Bob stays with Robert; write an override: do = 'REPLACE Bob WITH BOT random'",
        ),
        (
            {"seats": (ANN_AND_BOB[0], SeatPlan(seat="Bob", player="Zoe", addresses=("z@x.test",)))},
            "do = 'REPLACE Bob WITH \"Zoe\" z@x.test'",
        ),
        ({"game": "rebel-commander"}, 'the game stays "night-watch"'),
        ({"seats": ANN_AND_BOB[:1]}, "seat Bob stays with Robert; seats cannot be taken away"),
    ],
)
def test_a_later_difference_is_answered_with_the_override_to_write(
    world: World, changes: dict[str, object], expected: str
) -> None:
    """The file says something else than the match does: nothing changes, and the message says what would."""
    make(world, PLAN)
    (message,) = world.differences(replace(PLAN, **changes))
    assert message.startswith('config.toml:12: match "endor": ')
    assert expected in message


def test_what_an_override_changed_is_no_difference_once_the_file_says_so(world: World) -> None:
    """After REPLACE and SCHEDULE the file may be brought up to date."""
    make(world, PLAN)
    lines = ("REPLACE Bob WITH BOT random", "SCHEDULE every 24h")
    apply(world.store, world.ctx, OverridePlan(name="x", match="endor", lines=lines))
    new = replace(PLAN, schedule="every 24h", seats=(ANN_AND_BOB[0], SeatPlan(seat="Bob", bot="random")))
    assert world.differences(new) == []


def test_seats_are_set_up_in_the_games_order_not_the_files(world: World) -> None:
    """The order of lines in a file is no rule of the game."""
    make(world, replace(PLAN, seats=(ANN_AND_BOB[1], ANN_AND_BOB[0])))
    with world.store.read() as session:
        record = session.exec(select(Record).where(Record.match == 2)).one()
    assert codec.unpack(record.position, GAME.state_type).seats == ("Ann", "Bob")


def test_a_match_with_a_name_that_makes_no_address_is_refused(world: World) -> None:
    """Reply addresses have 64 characters before the @."""
    with pytest.raises(matches.MatchError, match="Choose a shorter name"):
        make(world, replace(PLAN, name="x" * 60))


def test_without_a_gm_no_copies_are_made(world: World) -> None:
    """An instance without a GM's address sends to players alone."""
    world.ctx = replace_context(world.ctx, settings=replace(world.ctx.settings, gm=""))
    world.move(hours=48)
    world.look()
    assert [row.seat for row in world.rows("turn-report")] == ["Ann", "Bob"]


def test_two_matches_never_share_an_address(world: World) -> None:
    """A name that looks alike in an address is refused: letters would go to the other match."""
    with pytest.raises(MatchError, match="choose another name"):
        world.match("Hoth!")


def test_what_a_game_gives_new_matches_is_kept_with_the_match_and_is_no_difference_to_the_file(world: World) -> None:
    """Another release may give later matches something else: this one goes on as it was made."""
    plan = MatchPlan(
        name="rigel",
        game="space-genocide",
        schedule="every 48h",
        zone="UTC",
        options={"map_size": "small"},
        seats=(SeatPlan(seat="Red", bot="random"), SeatPlan(seat="Blue", bot="random")),
    )
    make(world, plan)
    match = world.the_match("rigel")
    kept = match.settings
    assert (kept.begins, kept.options) == (dict(GENOCIDE.info.begins), {"map_size": "small"})
    assert GENOCIDE.options(records.position(GENOCIDE, match.state)) == convert(
        {**GENOCIDE.info.begins, "map_size": "small"}, Options
    )
    assert world.differences(plan) == []
