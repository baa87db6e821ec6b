"""What players tell the GM: one memo a letter, a few an hour, the rest together, and nothing of it lost."""

from moderator.service import player_memos
from moderator.store.statuses import OutboxStatus
from tests.support.harm import RENDERER
from tests.support.world import World


def told(world: World) -> list[str]:
    """Return every note that was ever put down, whole."""
    with world.store.read() as session:
        found = [memo for _, _, memo in player_memos.all_memos(session) if memo.code != "notes"]
    return [" ".join(note.lines) for memo in found for note in player_memos.notes_of(memo)]


def gather(world: World) -> int:
    """Gather what waited for an hour."""
    with world.store.write() as session:
        return player_memos.gather(session, world.ctx)


def to_gm(world: World) -> list[str]:
    """Send what waits; return the texts of what goes to the GM."""
    sent = [posted.dispatch for posted in world.post(RENDERER)]
    return [dispatch.words.text for dispatch in sent if dispatch.to == ("gm@pbem.test",)]


def test_one_letter_brings_the_gm_one_memo(world: World) -> None:
    """Thirty messages in a letter are thirty notes in one memo, each with its words."""
    world.says("Ann", "\n".join(f"PRESS TO GM: remark {number}" for number in range(29)) + "\nEXTEND 24h")
    (text,) = to_gm(world)
    for number in range(29):
        assert f"remark {number}\n" in text
    assert "ANNA" in text.upper()
    assert 'do = "EXTEND 24h"' in text


def test_who_writes_without_end_is_gathered_by_the_hour(world: World) -> None:
    """After six letters the rest waits for the hour to be over, and comes in one memo that is not long."""
    for number in range(20):
        world.says("Ann", "PRESS TO GM\n" + "\n".join(f"letter {number}, line {line}" for line in range(9)))
    assert len(to_gm(world)) == player_memos.PER_HOUR
    assert gather(world) == 0, "the hour is not over"
    world.move(hours=1)
    assert gather(world) == 1
    (text,) = to_gm(world)
    for number in range(player_memos.PER_HOUR, 20):
        assert f"letter {number}, line 0" in text
    assert "line 8" not in text
    assert "moderator memos shows every note in full" in " ".join(text.split())
    assert gather(world) == 0
    assert len(told(world)) == 20
    assert all("line 8" in each for each in told(world))


def test_one_player_takes_no_memo_from_another(world: World) -> None:
    """The count is each player's own, and it begins anew with the next hour."""
    for _ in range(player_memos.PER_HOUR + 1):
        world.says("Ann", "PRESS TO GM: me again")
    world.says("Bob", "PRESS TO GM: good evening")
    statuses = [row.status for row in world.rows("memo")]
    assert statuses == [*[OutboxStatus.WAITING] * player_memos.PER_HOUR, OutboxStatus.WITHHELD, OutboxStatus.WAITING]
    world.move(hours=2)
    world.says("Ann", "PRESS TO GM: good morning")
    assert world.rows("memo")[-1].status is OutboxStatus.WAITING
