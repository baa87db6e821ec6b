"""What an operator wrote that can be done and may not be meant."""

import dataclasses

import pytest
from msgspec.structs import replace
from sqlmodel import select

from moderator.rendering.mail import MailRenderer
from moderator.service.context import MatchPlan, OverridePlan, SeatPlan
from moderator.service.matches import matches, plan_warnings
from moderator.service.overrides.apply import apply
from moderator.store.tables import Player
from tests.support.world import ADDRESS, ANN_AND_BOB, SETTINGS, World

ANN, BOB = ANN_AND_BOB
PLAN = MatchPlan(
    name="endor", game="night-watch", schedule="every 48h", zone="Asia/Tokyo", options={}, seats=tuple(ANN_AND_BOB)
)


def doubted(world: World, *seats: SeatPlan) -> list[str]:
    """Return what is doubted in a match of those seats."""
    with world.store.read() as session:
        return plan_warnings.about_match(session, world.ctx, replace(PLAN, seats=seats))


@pytest.mark.parametrize(
    ("ann", "bob", "shared"),
    [
        (ANN, replace(BOB, addresses=("ANN@pbem.test",)), "ann@pbem.test"),
        (ANN, replace(BOB, addresses=("bob@pbem.test", "anna@work.test")), "anna@work.test"),
        (replace(ANN, forum="main:ann"), replace(BOB, forum="main:Ann"), "main:ann"),
    ],
)
def test_two_names_for_one_person_are_refused_in_a_new_match(
    world: World, ann: SeatPlan, bob: SeatPlan, shared: str
) -> None:
    """An address is one person's: one of the two seats would be played, and welcomed, as somebody else."""
    with pytest.raises(matches.MatchError) as refused:
        doubted(world, ann, replace(bob, place="config.toml:7"))
    assert str(refused.value).startswith(
        'config.toml:7: match "endor": seat Bob is for "Robert" and seat Ann for "Anna"'
    )
    assert f"both have {shared}, which is one person's" in str(refused.value)
    with pytest.raises(matches.MatchError), world.store.write() as session:
        matches.create(session, world.ctx, replace(PLAN, seats=(ann, bob)))


def test_an_account_without_a_name_is_nobody_yet(world: World) -> None:
    """Two people may be expected in one forum."""
    assert not doubted(world, replace(ANN, forum="main"), replace(BOB, forum="main"))


@pytest.mark.parametrize(
    ("ann", "bob", "said"),
    [
        (ANN, BOB, ""),
        (ANN, SeatPlan(seat="Bob", bot="random"), ""),
        (
            ANN,
            replace(BOB, player="anna", addresses=("ANN@pbem.test",)),
            "seats Ann and Bob have one address, ann@pbem.test",
        ),
        (
            replace(ANN, addresses=("ann@pbem.test",)),
            SeatPlan(seat="Bob", player="A.", addresses=("anna@work.test",)),
            "seat Bob is for Anna, who plays Ann in the same match",
        ),
        (ANN, replace(BOB, addresses=(ADDRESS,)), "seat Bob: moderator@pbem.test is the moderator's own address"),
        (ANN, replace(BOB, addresses=("Moderator+x@pbem.test",)), "is the moderator's own address"),
        (replace(ANN, zone="Asia/Tokyo"), BOB, "Anna is known already and keeps the zone UTC in all matches"),
        (replace(ANN, zone="UTC"), BOB, ""),
        (replace(ANN, player="Cat Two"), BOB, "seat Ann: Anna is known already by this address and keeps that name"),
        (replace(ANN, preferences={"paper": "letter"}), BOB, "Anna is known already and keeps the preferences"),
        (replace(ANN, preferences={"attachments": "yes"}), BOB, ""),
    ],
)
def test_what_may_not_be_meant_is_said(world: World, ann: SeatPlan, bob: SeatPlan, said: str) -> None:
    """Once each, in words that name the seat and what follows; what is as usual is not mentioned."""
    lines = doubted(world, ann, bob)
    assert len(lines) == bool(said)
    assert all(said in line for line in lines)


@pytest.mark.parametrize(
    ("own", "aliases", "address", "doubtful"),
    [
        ("moderator@pbem.test", ("battle@old.test",), "Battle+x@old.test", True),
        ("jane+battle@pbem.test", (), "jane+battle@pbem.test", True),
        ("jane+battle@pbem.test", (), "jane@pbem.test", False),
    ],
)
def test_the_moderators_own_addresses_are_those_at_which_it_takes_letters(
    empty_world: World, own: str, aliases: tuple[str, ...], address: str, *, doubtful: bool
) -> None:
    """Aliases are its own, too; who shares a mailbox and gave it a plus-address may play at the plain one."""
    ctx = dataclasses.replace(empty_world.ctx, settings=replace(SETTINGS, address=own, aliases=aliases))
    with empty_world.store.read() as session:
        lines = plan_warnings.about_match(session, ctx, replace(PLAN, seats=(ANN, replace(BOB, addresses=(address,)))))
    assert any("the moderator's own address" in line for line in lines) is doubtful


def test_a_new_player_has_the_zone_of_the_seat_or_else_of_the_match(empty_world: World) -> None:
    """Who is known already keeps their own."""
    with empty_world.store.write() as session:
        matches.create(session, empty_world.ctx, replace(PLAN, seats=(replace(ANN, zone="Europe/Berlin"), BOB)))
        matches.create(session, empty_world.ctx, replace(PLAN, name="hoth", seats=(replace(ANN, zone="UTC"), BOB)))
    with empty_world.store.read() as session:
        assert [player.zone for player in session.exec(select(Player))] == ["Europe/Berlin", "Asia/Tokyo"]


def test_a_seat_that_is_given_to_a_rival_is_warned_of(world: World) -> None:
    """A dry run of the override says so, too."""
    plan = OverridePlan(name="x", match="hoth", lines=('REPLACE Bob WITH "Anna" anna@work.test',))
    said = "seats Ann and Bob have one address, anna@work.test: who reads it knows both sides"
    assert apply(world.store, world.ctx, plan, dry_run=True).warnings == (said,)


def test_a_running_match_that_left_the_file_is_told_how_to_end(world: World) -> None:
    """Nothing ends by that; of a match that is over nothing is said."""
    with world.store.read() as session:
        (line,) = plan_warnings.taken_out(session, ["HOTH", "tatooine"])
    assert line.startswith('match "hoth" is not in the file any more, and goes on all the same')
    assert 'do = "END <why>"' in line
    apply(world.store, world.ctx, OverridePlan(name="x", match="hoth", lines=("END enough",)))
    with world.store.read() as session:
        assert plan_warnings.taken_out(session, ["hoth"]) == []


def test_the_gm_is_told_when_a_match_begins(world: World) -> None:
    """Who plays, at which addresses, and when the first orders are due."""
    with world.store.write() as session:
        matches.announce(session, world.ctx, world.the_match())
    words = MailRenderer(world.clock).render(world.facts("memo")[0])
    text = " ".join(words.text.split())
    assert words.subject == "[hoth] the match has begun"
    assert "The first orders are due Sun 22 Nov 20:00 UTC." in text
    assert "Bob: Robert <bob@pbem.test>" in text


@pytest.mark.parametrize(("options", "hints"), [({}, 1), ({"seduce_reach": 1}, 0), ({"leaders": "bonus"}, 0)])
def test_a_game_may_hint_at_an_option_of_a_match_that_can_begin(
    world: World, options: dict[str, object], hints: int
) -> None:
    """What a game says of options without refusing them is told, in its own words."""
    seats = (replace(ANN, seat="Blue"), replace(BOB, seat="Red"))
    plan = replace(PLAN, game="buck-rogers", options=options, seats=seats)
    with world.store.read() as session:
        told = plan_warnings.about_match(session, world.ctx, plan)
    assert [line for line in told if "seduce_reach = 1" in line and line.startswith(plan.about)] == told
    assert len(told) == hints
