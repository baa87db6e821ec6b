"""The way of a letter and a turn, on both databases."""

from moderator.service.turns.due import RunResult
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from tests.support.world import World


def test_letters_and_turns_go_their_way_on_both_databases(any_store: Store) -> None:
    """Orders are filed, held, confirmed, previewed and resolved SQLite and on PostgreSQL alike."""
    world = World(any_store)
    world.match()
    world.put(world.raw("SEEK Mill", "ann@cafe.test", to=world.tag("Ann")))
    world.read()
    world.says("Ann", "CONFIRM\nPREVIEW\nDRAW\nMAP", headers={"In-Reply-To": world.rows("held")[0].message_id})
    world.says("Bob", "SEEK Gate\nWAIT\nPRESS TO Ann: hello\x00there")
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert world.order_set("Bob") == ["SEEK Gate"]
    world.says("Bob", "READY")
    world.move(minutes=16)
    assert world.look()["hoth"] in {RunResult.RESOLVED, RunResult.OVER}
    assert {letter.status for letter in world.letters()} == {LetterStatus.DONE}
    assert len(world.rows("turn-report")) == 3
