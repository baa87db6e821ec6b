"""The desk as a worklist: faults set aside, limits kept, machines not answered, nothing lost and nothing doubled."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from moderator.core.errors import ModeratorError
from moderator.language.reading import blocks
from moderator.service import bounces, outbox, tags
from moderator.service.context import Limits
from moderator.service.inbox import acknowledge, desk, identify, intake
from moderator.service.matches import deadlines, seat_context
from moderator.service.order_sets import filing, merging
from moderator.store import letter_queries, people_queries
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus, OutboxStatus
from moderator.store.tables import Outbox
from tests.support.world import World


class Death(BaseException):
    """The process dies here: nothing may catch this."""


def dies(*_: object, **__: object) -> None:
    """Die."""
    raise Death


def faults(*_: object, **__: object) -> None:
    """Fail as a programming error does."""
    raise RuntimeError("a fault of ours")


# ---- faults ------------------------------------------------------------------------------------------------


def test_a_fault_sets_its_letter_aside_and_stops_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One letter that raises is shunted; the next one is acted on as ever."""
    good = identify.identify

    def bad_for_ann(*told: Any) -> Any:  # noqa: ANN401 - stands in for identify
        caller = good(*told)
        if caller.player_seat and caller.player_seat.assignment.seat == "Ann" and told[2].status is LetterStatus.KEPT:
            faults()
        return caller

    monkeypatch.setattr(desk, "identify", bad_for_ann)
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")))
    world.put(world.raw("SEEK Gate", "bob@pbem.test", to=world.tag("Bob")))
    done = world.read()
    assert [one.status for one in done] == [LetterStatus.SHUNTED, LetterStatus.DONE]
    assert world.order_set("Bob") == ["SEEK Gate"]
    assert "a fault of ours" in world.letters()[0].traceback


def test_letters_that_came_with_a_fault_are_each_answered_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that raises is shunted, and all those around it are acted on in their order."""
    good = merging.merge_and_check

    def bad_for_gate(merge: Any) -> Any:  # noqa: ANN401 - stands in for merge_and_check
        if any("Gate" in entry.text for entry in merge.letter.entries):
            faults()
        return good(merge)

    monkeypatch.setattr(merging, "merge_and_check", bad_for_gate)
    for seat, order in (("Ann", "SEEK Mill"), ("Bob", "SEEK Gate"), ("Ann", "SEEK Quay"), ("Bob", "SEEK Mill")):
        world.put(world.raw(order, f"{seat.lower()}@pbem.test", to=world.tag(seat)))
    assert [done.verdict for done in world.read()] == ["filed", "faulted", "filed", "filed"]
    assert (world.order_set("Ann"), world.order_set("Bob")) == (["SEEK Quay"], ["SEEK Mill"])
    assert [ack.verdict for ack in world.facts("acknowledgement")] == ["filed", "faulted", "filed", "filed"]
    assert [memo.code for memo in world.facts("memo")] == ["letter-shunted"]


def test_the_author_of_a_shunted_letter_is_told_calmly(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose letter was shunted is told that nothing changed, with the recorded orders; the GM gets one memo."""
    world.says("Ann", "SEEK Mill")
    monkeypatch.setattr(merging, "merge_and_check", faults)
    letter = world.says("Ann", "SEEK Gate")
    assert letter.verdict == "faulted"
    assert not letter.filed
    assert [line.text for line in letter.order_set] == world.order_set("Ann") == ["SEEK Mill"]
    assert [memo.code for memo in world.facts("memo")] == ["letter-shunted"]


def test_a_shunted_letter_is_acted_on_after_the_fix(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Retrying files what the letter ordered, as of when it arrived."""
    with monkeypatch.context() as broken:
        broken.setattr(merging, "merge_and_check", faults)
        world.says("Ann", "SEEK Mill")
    (letter,) = desk.shunted(world.store)
    world.move(hours=50)
    done = desk.retry(world.store, world.ctx, letter.id or 0)
    assert (done.status, done.verdict) == (LetterStatus.DONE, "filed")
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert desk.shunted(world.store) == []
    assert [ack.verdict for ack in world.facts("acknowledgement")] == ["faulted", "filed"]


def test_a_shunted_letter_that_is_dropped_is_never_acted_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays on file, and nobody is told."""
    with monkeypatch.context() as broken:
        broken.setattr(merging, "merge_and_check", faults)
        world.says("Ann", "SEEK Mill")
    (letter,) = desk.shunted(world.store)
    before = len(world.rows())
    desk.drop(world.store, letter.id or 0)
    world.read()
    assert world.letters()[0].status is LetterStatus.IGNORED
    assert (desk.shunted(world.store), world.order_set("Ann"), len(world.rows())) == ([], None, before)


def test_what_is_not_shunted_cannot_be_retried(world: World) -> None:
    """Retrying or dropping a letter that is done, or that there is not, is refused."""
    world.says("Ann", "SEEK Mill")
    with pytest.raises(ModeratorError, match="no shunted letter"):
        desk.retry(world.store, world.ctx, 1)
    with pytest.raises(ModeratorError, match="no shunted letter"):
        desk.drop(world.store, 7)


def test_a_fault_in_the_answer_to_a_fault_is_borne(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If not even the calm answer can be made, the letter is set aside and the GM told all the same."""
    monkeypatch.setattr(acknowledge, "_put", faults)
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")))
    (done,) = world.read()
    assert done.status is LetterStatus.SHUNTED
    assert [memo.facts["told"] for memo in world.facts("memo")] == [0]


def test_a_busy_database_is_no_fault_of_the_letter(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that met a locked database stays on the worklist and is acted on the next time."""

    def busy(*_: object) -> None:
        raise OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked"))

    world.put(world.raw("SEEK Mill", to=world.tag("Ann")))
    with monkeypatch.context() as locked:
        locked.setattr(desk, "identify", busy)
        assert world.read() == []
    assert [done.verdict for done in world.read()] == ["filed"]


# ---- limits ------------------------------------------------------------------------------------------------


def test_a_sender_over_the_hourly_limit_gets_one_answer(world: World) -> None:
    """The first letter over the limit is told so, the next ones are filed silently; an hour later all is well."""
    world.settings(limits=Limits(letters_per_hour=3))
    verdicts = [world.says("Ann", "STATUS").verdict for _ in range(6)]
    assert verdicts == ["answered"] * 3 + ["over-limit"] * 3
    assert len(world.rows("acknowledgement")) == 4
    world.move(hours=1, seconds=1)
    assert world.says("Ann", "SEEK Mill").verdict == "filed"


def test_a_forger_cannot_use_up_a_players_letters(world: World) -> None:
    """Letters with a player's address but no proof do not count against the player."""
    world.settings(limits=Limits(letters_per_hour=3))
    for number in range(10):
        world.put(world.raw(f"SEEK Mill {number}"))
    world.read()
    assert world.says("Ann", "SEEK Mill").verdict == "filed"


@pytest.mark.parametrize(
    ("limits", "limit"),
    [(Limits(letter_bytes=2_000), "size"), (Limits(letter_lines=5), "lines")],
)
def test_a_letter_over_a_limit_gets_one_calm_answer(world: World, limits: Limits, limit: str) -> None:
    """A letter that is too long is not read; its author is told which limit, and that nothing changed."""
    world.says("Ann", "SEEK Mill")
    world.settings(limits=limits)
    letter = world.says("Ann", "SEEK Gate\n" * 500)
    assert (letter.verdict, letter.facts) == ("over-limit", {"limit": limit})
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_forger_cannot_flood_a_player_with_questions(empty_world: World) -> None:
    """Letters that name no seat, from an address that anybody can write, are answered once a day."""
    world = empty_world
    world.match("hoth")
    world.match("endor")
    world.settings(limits=Limits(letters_per_hour=3))
    for number in range(10):
        world.put(world.raw(f"SEEK Mill {number}"))
    world.read()
    assert [ack.verdict for ack in world.facts("acknowledgement")] == ["which-seat"]
    assert world.says("Ann", "SEEK Mill").verdict == "filed"


# ---- machines ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "verdict"),
    [
        ({"Auto-Submitted": "auto-replied"}, "auto"),
        ({"Precedence": "bulk"}, "bulk"),
        ({"List-Id": "<x.list.test>"}, "bulk"),
    ],
)
def test_machines_are_not_answered(world: World, headers: dict[str, str], verdict: str) -> None:
    """Automatic replies and bulk mail are filed, never answered, and order nothing."""
    before = len(world.rows())
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), headers=headers))
    (done,) = world.read()
    assert (done.status, done.verdict) == (LetterStatus.IGNORED, verdict)
    assert len(world.rows()) == before
    assert world.order_set("Ann") is None


def test_our_own_letters_are_not_answered(world: World) -> None:
    """What comes back to us from ourselves makes no loop."""
    world.put(world.raw("SEEK Mill", world.ctx.settings.address, to=world.tag("Ann")))
    (done,) = world.read()
    assert (done.status, done.verdict) == (LetterStatus.IGNORED, "own")


def bounce(
    world: World, to: str, action: str = "failed", status: str = "5.1.1", address: str = "ann@pbem.test"
) -> bytes:
    """Return a bounce as a mail server writes it."""
    return world.raw(
        "--b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.pbem.test\n\n"
        f"Final-Recipient: rfc822; {address}\nAction: {action}\nStatus: {status}\n\n--b--",
        "MAILER-DAEMON@pbem.test",
        to=to,
        headers={"Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"'},
    )


def test_a_bounce_tells_the_gm_whose_letter_it_is(world: World) -> None:
    """The return path names the letter: its player's address is counted, the GM gets one memo, nobody an answer."""
    row = world.rows("welcome")[0]
    world.put(bounce(world, tags.return_path(world.ctx, row.bounce_id)))
    (done,) = world.read()
    assert (done.status, done.verdict) == (LetterStatus.IGNORED, "bounce")
    (memo,) = world.facts("memo")
    assert (memo.code, memo.match, memo.facts["seat"]) == ("bounce", "hoth", "Ann")
    assert memo.lines == ("ann@pbem.test 5.1.1",)
    assert world.letters()[0].player == row.player


def test_who_cannot_be_reached_is_marked_until_a_letter_comes(world: World) -> None:
    """The second address is tried when the first refuses; when all do, the GM is told once; a letter clears it."""
    for address in ("ann@pbem.test", "anna@work.test"):
        row = world.rows("welcome")[0]
        world.put(bounce(world, tags.return_path(world.ctx, row.bounce_id), address=address))
    world.put(bounce(world, tags.return_path(world.ctx, row.bounce_id)))
    world.read()
    assert [memo.code for memo in world.facts("memo")] == ["bounce", "unreachable"]
    with world.store.read() as session:
        entries = people_queries.addresses(session, row.player or 0)
        assert bounces.unreachable(entries)
    world.says("Ann", "STATUS")
    with world.store.read() as session:
        entries = people_queries.addresses(session, row.player or 0)
        assert [entry.refused for entry in entries] == [0, 1]
        assert not bounces.unreachable(entries)


def test_a_full_mailbox_is_tried_again(world: World) -> None:
    """A server that gave up for a reason that may pass gets the same letter later, for five days; then it is told."""
    with world.store.write() as session:
        row = session.exec(select(Outbox).where(Outbox.kind == "welcome")).first()
        assert row is not None
        row.status, row.sent, row.attempts = OutboxStatus.SENT, world.ctx.now(), 1
        session.add(row)
        identity, full = row.id, bounce(world, tags.return_path(world.ctx, row.bounce_id), "failed", "4.2.2")
    world.put(full)
    world.read()
    with world.store.read() as session:
        again = session.get_one(Outbox, identity)
        assert (again.status, again.due > world.ctx.now()) == (OutboxStatus.WAITING, True)
    assert world.rows("memo") == []
    world.move(days=6)
    world.put(full.replace(b"Sorry.", b"Sorry once more."))
    world.read()
    assert [memo.code for memo in world.facts("memo")] == ["bounce"]


def test_a_delay_is_not_told(world: World) -> None:
    """A mail server that still tries is nobody's business."""
    row = world.rows("welcome")[0]
    world.put(bounce(world, tags.return_path(world.ctx, row.bounce_id), "delayed", "4.4.1"))
    world.read()
    assert world.rows("memo") == []


def test_a_forged_bounce_tells_nothing(world: World) -> None:
    """A bounce to a made-up return path is filed and that is all."""
    world.put(bounce(world, "moderator+bounce.aaaaaaaaaaaaaaaa@pbem.test"))
    world.read()
    assert world.rows("memo") == []


# ---- crashes -----------------------------------------------------------------------------------------------

STEPS: list[tuple[Any, str]] = [
    (intake, "read_kept"),
    (desk, "identify"),
    (desk, "lock_seat"),
    (blocks, "understand"),
    (merging, "merge_and_check"),
    (filing, "file"),
    (deadlines, "note_order_sets"),
    (acknowledge, "to_seat"),
    (outbox, "enqueue"),
    (desk, "_done"),
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
