"""Matches that people can join, on SQLite and on PostgreSQL, also when several join in the same moment."""

from concurrent.futures import ThreadPoolExecutor

from moderator.service.recruiting import members, open_matches
from moderator.service.recruiting.members import Visitor
from moderator.store.session import Store
from moderator.store.statuses import OpenStatus
from tests.support.harm import OURS
from tests.support.recruits import answer, look, opens, seated, status, told, writes
from tests.support.world import World


def test_a_match_is_joined_mustered_and_begun(any_store: Store) -> None:
    """By letters, an invitation among them; what is asked for the latter is answered."""
    world = World(any_store)
    world.settings(authserv_id=OURS)
    opens(world)
    writes(world, "Dora", "JOIN endor SEAT Gold")
    writes(world, "Dora", "INVITE emil@real.test endor")
    writes(world, "Emil", "Yes", vouched=False, answers="invitation")
    world.move(days=3)
    writes(world, "Fay", "JOIN endor", vouched=False)
    writes(world, "Fay", "Yes", vouched=False, answers="command")
    look(world)
    assert told(world, "Dora") == ["muster"]
    for name in ("Dora", "Emil"):
        writes(world, name, "Yes", vouched=False, answers="muster")
    look(world)
    assert status(world) is OpenStatus.BEGUN
    assert seated(world) == {"Red": "Emil", "Blue": "Fay", "Gold": "Dora"}


def test_whoever_joins_in_the_same_moment_has_a_place_of_their_own(any_store: Store) -> None:
    """Nobody is lost, and nobody is there twice."""
    world = World(any_store)
    world.settings(authserv_id=OURS)
    opens(world, most=4)
    names = [f"Dora{number}" for number in range(8)]

    def join(name: str) -> None:
        with world.store.write() as session:
            row = open_matches.lock(session, world.ctx, "endor")
            assert row is not None
            player = members.as_player(session, world.ctx, row, Visitor(name=name, address=f"{name.lower()}@real.test"))
            members.join(session, world.ctx, row, player)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(join, [*names, *names]))
    writes(world, "Emil", "WHO endor")
    (line,) = answer(world).open
    assert (len(line.people), line.waiting) == (4, 4)
