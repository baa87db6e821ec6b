"""The desk after a crash and with a busy database: letters are acted on in their order, each once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from moderator.language.reading import blocks
from moderator.service import outbox
from moderator.service.inbox import acknowledge, desk, intake
from moderator.service.matches import deadlines, seat_context
from moderator.service.order_sets import filing, merging
from moderator.store import letter_queries
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from tests.support.world import World


class Death(BaseException):
    """The process dies here: nothing may catch this."""


def dies(*_: object, **__: object) -> None:
    """Die."""
    raise Death


STEPS: list[tuple[Any, str]] = [
    (intake, "read_stored"),
    (desk, "identify"),
    (desk, "lock_seat"),
    (blocks, "understand"),
    (merging, "merge_and_check"),
    (filing, "file"),
    (deadlines, "note_order_sets"),
    (acknowledge, "to_seat"),
    (outbox, "enqueue"),
    (desk, "_processed"),
]


@pytest.mark.parametrize(("module", "name"), STEPS, ids=[name for _, name in STEPS])
def test_dying_at_any_step_loses_nothing_and_doubles_nothing(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,  # noqa: ANN401 - a module
    name: str,
) -> None:
    """Die at a step of reading a letter, start again: one letter, one order set, one acknowledgement."""
    world.put(world.raw("SEEK Mill\nFLEE Market", to=world.tag("Ann")))
    with monkeypatch.context() as dying:
        dying.setattr(module, name, dies)
        with pytest.raises(Death):
            world.read()
    world.read()
    world.read()
    assert [letter.status for letter in world.letters()] == [LetterStatus.DONE]
    assert world.order_set("Ann") == ["SEEK Mill", "FLEE Market"]
    order_set = world.order_set_row("Ann")
    assert order_set is not None
    assert order_set.number == 1
    assert len(world.rows("acknowledgement")) == 1


@pytest.mark.parametrize("after", [False, True])
def test_dying_at_a_commit_loses_nothing_and_doubles_nothing(world: World, *, after: bool) -> None:
    """Die just before or just after each commit; the letter that the server still has is brought again."""
    raw = world.raw("SEEK Mill", to=world.tag("Ann"))
    for commit in (1, 2):
        world.put(raw)
        with pytest.raises(Death), dying_at(world.store, commit, after=after):
            world.read()
    world.memory.waiting.clear()
    world.put(raw)
    world.read()
    assert [letter.status for letter in world.letters()] == [LetterStatus.DONE]
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert len(world.rows("acknowledgement")) == 1


class dying_at:  # noqa: N801 - reads as a phrase after "with"
    """Die before or after the n-th commit of a block."""

    def __init__(self, store: Store, number: int, *, after: bool) -> None:
        """Choose the commit."""
        self.store, self.left, self.after = store, number, after
        self.commit: Callable[[], Any] | None = None

    def __enter__(self) -> None:
        event.listen(self.store.writing, "commit", self._on_commit)

    def __exit__(self, *_: object) -> None:
        event.remove(self.store.writing, "commit", self._on_commit)

    def _on_commit(self, connection: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
        self.left -= 1
        if self.left <= 0:
            if self.after:
                connection.connection.commit()
            connection.invalidate()  # a dead process holds no connection
            raise Death


def test_whatever_was_kept_is_taken_up_again(world: World) -> None:
    """A letter kept before a crash is acted on at the next start, without its transport."""
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")))
    world.inbound.drain(world.keep)
    assert len(desk.act_all(world.store, world.ctx)) == 1
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert desk.act_all(world.store, world.ctx) == []


def test_before_a_turn_only_what_came_in_time_is_acted_on(world: World) -> None:
    """The desk can be asked to act on what arrived by a time, and leaves the rest for later."""
    moment = world.clock.now()
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")), arrived=moment)
    world.put(world.raw("SEEK Gate", "bob@pbem.test", to=world.tag("Bob")), arrived=moment + timedelta(seconds=1))
    world.inbound.drain(world.keep)
    assert [done.seat for done in desk.act_all(world.store, world.ctx, moment)] == ["Ann"]
    assert [done.seat for done in desk.act_all(world.store, world.ctx)] == ["Bob"]


def test_a_filed_order_set_goes_to_the_archive(world: World) -> None:
    """What a letter put on file is handed out in canonical lines, for the folder that a GM reads."""
    world.put(world.raw("seek mill", to=world.tag("Ann")))
    (done,) = world.read()
    assert done.archive is not None
    assert (done.archive.match, done.archive.seat) == ("hoth", "Ann")
    assert done.archive.lines[-1] == "SEEK Mill"


def test_what_a_crash_kept_from_the_archive_is_handed_out_again(world: World) -> None:
    """Of what is asked and of what was asked last: the recorded orders of each seat, and an empty one where it fell."""
    world.says("Ann", "SEEK Gate")
    world.says("Ann", "SEEK Mill")
    world.says("Bob", "SEEK Quay")
    world.says("Bob", "CLEAR")
    found = {order_set.seat: order_set for order_set in desk.archives(world.store, world.ctx)}
    assert {seat: order_set.lines[-1:] for seat, order_set in found.items()} == {"Ann": ("SEEK Mill",), "Bob": ()}
    world.move(hours=48)
    world.look()
    assert [order_set.turn for order_set in desk.archives(world.store, world.ctx) if order_set.seat == "Ann"] == [1]


def test_forged_wishes_to_join_do_not_flood_the_gm(world: World) -> None:
    """Anybody can make up senders: what they wish for is one memo a day."""
    for number in range(30):
        world.put(world.raw("JOIN hoth", f"forged{number}@else.test"))
    world.read()
    assert len(world.rows("memo")) == 1
    world.move(hours=25)
    world.put(world.raw("JOIN hoth", "late@else.test"))
    world.read()
    assert len(world.rows("memo")) == 2


def test_an_order_on_a_line_that_is_too_long_is_told(world: World) -> None:
    """It falls with a complaint, so nobody takes the thinner order set for what was sent."""
    letter = world.says("Ann", f"1. SEEK Mill {'x' * 600}\n2. FLEE Gate")
    assert [problem.code for line in letter.said for problem in line.problems] == ["long-line"]
    assert world.order_set("Ann") == ["FLEE Gate"]


def test_commands_count_beside_a_line_that_does_not(world: World) -> None:
    """The answer does not say that nothing was done, and the line that fell is shown."""
    letter = world.says("Ann", "EXTEND 24h\nSEEK Nowhere")
    assert letter.verdict == "answered"
    assert [answer.code for answer in letter.answers] == ["extend"]
    assert [problem.falls for line in letter.said for problem in line.problems] == [True]


def test_letters_are_acted_on_in_the_order_of_arrival(world: World) -> None:
    """Each has a transaction of its own and finds what the one before it left."""
    for order in ("SEEK Mill", "SEEK Gate", "SEEK Quay", "SEEK Mill"):
        world.put(world.raw(order, to=world.tag("Ann")))
    assert [done.letter for done in world.read()] == [1, 2, 3, 4]
    assert [ack.verdict for ack in world.facts("acknowledgement")] == ["filed"] * 4


def test_no_letter_is_overtaken_where_the_database_was_busy(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those behind a letter that has to wait for the database wait with it."""
    lock, busy = letter_queries.lock_letter, [1]

    def locked(session: Any, letter: int) -> Any:  # noqa: ANN401 - stands in for lock_letter
        if letter in busy:
            busy.clear()
            raise OperationalError("SELECT", {}, Exception("database is locked"))
        return lock(session, letter)

    monkeypatch.setattr(letter_queries, "lock_letter", locked)
    for order in ("SEEK Mill", "SEEK Gate"):
        world.put(world.raw(order, to=world.tag("Ann")))
    assert world.read() == []
    assert [done.letter for done in desk.act_all(world.store, world.ctx)] == [1, 2]
    assert world.order_set("Ann") == ["SEEK Gate"]


class Beyond(Exception):  # noqa: N818 - stands in for the driver's error
    """What PostgreSQL says of a row that an index cannot hold."""

    sqlstate = "54000"


def test_what_a_database_will_never_take_is_set_aside(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as busy or away, but the letters behind it must not wait for it for ever."""
    look = seat_context.lock_seat

    def beyond(session: Any, ctx: Any, player_seat: Any) -> Any:  # noqa: ANN401 - stands in for look
        if player_seat.assignment.seat == "Ann":
            raise OperationalError("INSERT", {}, Beyond())
        return look(session, ctx, player_seat)

    monkeypatch.setattr(desk, "lock_seat", beyond)
    for seat in ("Ann", "Bob"):
        world.put(world.raw("SEEK Mill", f"{seat.lower()}@pbem.test", to=world.tag(seat)))
    assert [done.status for done in world.read()] == [LetterStatus.SHUNTED, LetterStatus.DONE]
