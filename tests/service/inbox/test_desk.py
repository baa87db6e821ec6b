"""The desk as a worklist: faults set aside, limits kept, machines not answered, nothing lost and nothing doubled."""

from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from moderator.core.errors import ModeratorError
from moderator.service import bounces, tags
from moderator.service.context import Limits
from moderator.service.inbox import acknowledge, desk, identify
from moderator.service.order_sets import merging
from moderator.store import people_queries
from moderator.store.statuses import LetterStatus, OutboxStatus
from moderator.store.tables import Outbox
from tests.support.world import World


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
    (letter,) = desk.shunted_letters(world.store)
    world.move(hours=50)
    done = desk.retry(world.store, world.ctx, letter.id or 0)
    assert (done.status, done.verdict) == (LetterStatus.DONE, "filed")
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert desk.shunted_letters(world.store) == []
    assert [ack.verdict for ack in world.facts("acknowledgement")] == ["faulted", "filed"]


def test_a_shunted_letter_that_is_dropped_is_never_acted_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays on file, and nobody is told."""
    with monkeypatch.context() as broken:
        broken.setattr(merging, "merge_and_check", faults)
        world.says("Ann", "SEEK Mill")
    (letter,) = desk.shunted_letters(world.store)
    before = len(world.rows())
    desk.drop(world.store, letter.id or 0)
    world.read()
    assert world.letters()[0].status is LetterStatus.IGNORED
    assert (desk.shunted_letters(world.store), world.order_set("Ann"), len(world.rows())) == ([], None, before)


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
