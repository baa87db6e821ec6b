"""Machines that write to the moderator: loops end, automatic letters hear nothing, forged bounces change nothing."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlmodel import select

from moderator.ports import Delivery
from moderator.service import tags
from moderator.service.context import Limits, SeatPlan
from moderator.service.inbox import desk, intake
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus
from moderator.store.tables import Address, Letter
from moderator.transport.composing import compose
from tests.support.harm import MUTE, OURS, RENDERER, Out, achieves_nothing, heard, lasting, sent, settle
from tests.support.world import ADDRESS, ANN_AND_BOB, SETTINGS, START, World

OTHER = "referee@other.test"
DAEMON = "MAILER-DAEMON@mx.evil.test"


# ---- loops between two moderators --------------------------------------------------------------------------


@pytest.fixture
def other(migrated: Path, tmp_path: Path) -> World:
    """Give a second moderator, at another address, in whose match the first one's address has a seat."""
    path = tmp_path / "other.sqlite"
    shutil.copy(migrated, path)
    there = World(Store(f"sqlite:///{path}"), replace(SETTINGS, address=OTHER, gm="", authserv_id="mx.other.test"))
    there.match("endor", seats=(SeatPlan(seat="Ann", player="Machine", addresses=(ADDRESS,)), ANN_AND_BOB[1]))
    settle(there)
    return there


@pytest.fixture
def looped(empty_world: World) -> World:
    """Give the first moderator, in whose match the other one's address has a seat."""
    empty_world.settings(gm="", authserv_id=OURS)
    empty_world.match(seats=(SeatPlan(seat="Ann", player="Machine", addresses=(OTHER,)), ANN_AND_BOB[1]))
    settle(empty_world)
    return empty_world


LOOP_FIELDS = ("auto-submitted", "precedence", "list-id", "x-loop", "x-auto-response-suppress", "list-unsubscribe")


def relayed(raw: bytes, keep: tuple[str, ...], count: int, to: str) -> bytes:
    """Return a letter as a relay hands it on that drops fields against loops, and gives it a new id and address."""
    head, _, body = raw.partition(b"\r\n\r\n")
    fields = head.replace(b"\r\n ", b"\n ").split(b"\r\n")
    names = [field.partition(b":")[0].decode().lower() for field in fields]
    kept = [
        field.replace(b"\n ", b"\r\n ")
        for field, name in zip(fields, names, strict=True)
        if name not in ("message-id", "to") and (name not in LOOP_FIELDS or name in keep)
    ]
    new = [f"Message-ID: <{count}@relay.test>".encode(), f"To: {to}".encode()]
    return b"\r\n".join([*new, *kept]) + b"\r\n\r\n" + body


def exchange(here: World, there: World, keep: tuple[str, ...], *, tagged: bool, most: int = 40) -> int:
    """Let two moderators answer each other until nothing comes any more; return how many letters crossed."""
    here.put(here.raw("STATUS", OTHER, to=here.tag("Ann")))
    here.read()
    count = silent = 0
    pairs = [(here, there, "endor"), (there, here, "hoth")]
    while silent < 2 and count < most:
        (sender, reader, match), pairs = pairs[0], pairs[::-1]
        letters = [posted.raw for posted in sender.post(RENDERER)]
        silent = 0 if letters else silent + 1
        for raw in letters:
            count += 1
            to = reader.tag("Ann", match) if tagged else reader.ctx.settings.address
            reader.put(relayed(raw, keep, count, to))
        reader.read()
    return count


@pytest.mark.parametrize("keep", LOOP_FIELDS[:3])
@pytest.mark.parametrize("tagged", [False, True])
@pytest.mark.parametrize("on_file", [False, True])
def test_two_moderators_end_at_once_by_any_one_mark(
    looped: World, other: World, keep: str, *, tagged: bool, on_file: bool
) -> None:
    """One answer crosses and is not answered, whichever single mark of a machine a relay leaves on it.

    That it holds the recorded orders of its own match makes it no player's letter.
    """
    if on_file:
        looped.put(looped.raw("SEEK Mill", OTHER, to=looped.tag("Ann")))
        looped.read()
        settle(looped)
    assert exchange(looped, other, (keep,), tagged=tagged) == 1
    assert [letter.status for letter in other.letters()] == [LetterStatus.IGNORED]
    assert lasting(other)["OrderSet"] == []


def test_two_moderators_without_a_tag_end_by_the_questions_of_a_day(looped: World, other: World) -> None:
    """A relay takes every mark off and the tag as well: each asks the other five times who wrote, and then no more."""
    assert exchange(looped, other, (), tagged=False) == 11
    assert len(looped.rows("held")) == len(other.rows("held")) == 5


def test_two_players_who_are_moderators_end_by_the_limit_of_an_hour(looped: World, other: World) -> None:
    """A relay takes every mark off and writes to the right tags: the limit on letters ends it, for good."""
    for world in (looped, other):
        world.settings(limits=Limits(letters_per_hour=5))
    crossed = exchange(looped, other, (), tagged=True)
    assert 5 < crossed < 20
    assert len(looped.rows("acknowledgement")) <= 6
    assert len(other.rows("acknowledgement")) <= 6
    for world in (looped, other):
        world.move(hours=2)
        assert world.look() is not None
        assert world.post(RENDERER) == []
    assert (looped.order_set("Ann"), other.order_set("Ann", "endor")) == (None, None)


def test_an_answer_of_ours_that_comes_home_is_known(world: World) -> None:
    """A letter of ours that a forwarding brings back is not answered, as it is, and without its From."""
    world.says("Ann", "STATUS")
    (out,) = [letter for letter in sent(world) if letter.to == ("ann@pbem.test",)]
    for number, raw in enumerate(
        (out.raw, out.raw.replace(b"From: Battle Moderator <moderator@pbem.test>", b"From: ann@pbem.test"))
    ):
        letter = heard(world, relayed(raw, LOOP_FIELDS, number, world.tag("Ann")))[-1]
        assert letter.verdict == "own"
    assert sent(world) == []


# ---- machines that answer ----------------------------------------------------------------------------------

AUTOMATIC = {
    "Auto-Submitted: auto-replied": "auto",
    "Auto-Submitted: auto-generated; owner-email=x": "auto",
    "Auto-Submitted:   AUTO-NOTIFIED (comment)": "auto",
    "X-Autoreply: yes": "auto",
    "X-Autorespond: 1": "auto",
    "X-Auto-Response: 1": "auto",
    "Precedence: auto_reply": "auto",
    "Precedence: AUTO-REPLY": "auto",
    "Return-Path: <>": "auto",
    "Precedence: bulk": "bulk",
    "Precedence: Junk": "bulk",
    "List-Id: <chat.evil.test>": "bulk",
    "X-Loop: moderator@pbem.test": "own",
    "X-Failed-Recipients: bob@pbem.test": "bounce",
    "From: postmaster@pbem.test": "bounce",
}
"""What only programs write, or a list has sent on."""

PERHAPS = {
    "Subject: Out of Office: back on Monday": "auto",
    "Subject: Automatic reply: [hoth] Turn 5": "auto",
    "Subject: Abwesenheitsnotiz": "auto",
    "Subject: Out of office from Monday - my orders": "auto",
    "Subject: Abwesend ab Montag, hier meine Befehle": "auto",
    "Subject: Fuera de la oficina: mis \u00f3rdenes": "auto",
    "Precedence: list": "bulk",
    "List-Unsubscribe: <mailto:x@evil.test>": "bulk",
    "List-Post: NO": "bulk",
}
"""What a person writes, too, or a server adds to it."""

TEXT = "SEEK Mill\nCLEAR\nTAG NEW\nJOIN hoth\nSTATUS\nCONFIRM\nPRESS TO ALL: hello"


def marked(world: World, field: str, text: str, sender: str, to: str) -> Letter:
    """Let a letter with a mark of a machine come."""
    name, _, value = field.partition(": ")
    headers = {"Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test", name: value}
    return heard(world, world.raw(text, sender, to=to, headers=headers))[-1]


@pytest.mark.parametrize("field", AUTOMATIC)
def test_a_machine_is_not_answered_nor_obeyed(world: World, field: str) -> None:
    """Orders, commands and wishes in automatic and returned mail do nothing, with a good tag and without."""
    world.settings(authserv_id=OURS)
    before = lasting(world)
    for sender, to in (("ann@pbem.test", world.tag("Ann")), ("zoe@real.test", ADDRESS)):
        letter = marked(world, field, TEXT, sender, to)
        assert (letter.status, letter.verdict) == (LetterStatus.IGNORED, AUTOMATIC[field])
    assert lasting(world) == before
    assert sent(world) == []


@pytest.mark.parametrize("field", PERHAPS)
def test_what_may_be_a_machines_does_nothing_without_a_tag_and_an_order(world: World, field: str) -> None:
    """A tag without an order, and an order without a good tag, are no player's by such a mark."""
    world.settings(authserv_id=OURS)
    before = lasting(world)
    stale = world.tag("Ann").replace("@", "x@")
    for text, sender, to in (
        (TEXT, "zoe@real.test", ADDRESS),
        (TEXT, "ann@pbem.test", ADDRESS),
        (TEXT, "ann@pbem.test", stale),
        ("I am away.\nREADY\nSTATUS\nRESIGN", "ann@pbem.test", world.tag("Ann")),
        ("I am away.\n\n> SEEK Mill\n", "ann@pbem.test", world.tag("Ann")),
    ):
        letter = marked(world, field, text, sender, to)
        assert (letter.status, letter.verdict) == (LetterStatus.IGNORED, PERHAPS[field])
    assert lasting(world) == before
    assert sent(world) == []


@pytest.mark.parametrize("field", PERHAPS)
def test_a_players_letter_that_only_looks_like_a_machines_is_read(world: World, field: str) -> None:
    """A good tag and an order are enough: the order is filed and answered, or its writer is asked."""
    letter = marked(world, field, "SEEK Mill\nSEEK Gate?", "ann@pbem.test", world.tag("Ann"))
    assert (letter.status, letter.verdict) == (LetterStatus.DONE, "filed")
    (answer,) = sent(world)
    assert answer.to == ("ann@pbem.test",)
    assert world.order_set("Ann") is not None


@pytest.mark.parametrize("field", PERHAPS)
def test_a_program_that_sends_our_orders_back_is_not_answered(world: World, field: str) -> None:
    """What it says is on file already, so that the two of us stop at once."""
    world.says("Ann", "SEEK Mill")
    sent(world)
    for _ in range(3):
        letter = marked(world, field, "Thank you for your letter:\n\nSEEK Mill", "ann@pbem.test", world.tag("Ann"))
        assert (letter.status, letter.verdict) == (LetterStatus.IGNORED, PERHAPS[field])
    assert sent(world) == []


def test_a_responder_that_hides_what_it_is_hears_no_more_than_the_limit(world: World) -> None:
    """A vacation program without any mark answers every letter of ours, ours answers it: the limit ends that."""
    world.settings(limits=Limits(letters_per_hour=4))
    heard(world, world.raw("I am away.", to=world.tag("Ann")))
    rounds = 0
    while out := [letter for letter in sent(world) if letter.to == ("ann@pbem.test",)]:
        rounds += 1
        assert rounds < 20
        for letter in out:
            reply = world.raw("I am away.", to=letter.message["Reply-To"], subject=f"Re: {letter.message['Subject']}")
            heard(world, reply)
    assert len(world.rows("acknowledgement")) == 5
    assert world.order_set("Ann") is None


def test_a_responder_at_a_strangers_address_hears_one_letter_a_day(world: World) -> None:
    """Somebody real who is no player, and whose program answers everything, is told once how to take part."""
    world.settings(authserv_id=OURS)
    vouched = {"Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test"}
    for _ in range(10):
        heard(world, world.raw("I am away. SEEK Mill", "zoe@real.test", headers=vouched))
        world.move(minutes=5)
    assert [letter.to[0] for letter in sent(world)] == ["zoe@real.test"]


@pytest.mark.parametrize(
    "text",
    [
        "Dear winner, you have WON 1,000,000 dollars. JOIN now! RESIGN your job!",
        "SEEK Mill\n" * 50,
        "https://evil.test/SET/ZONE\nSTATUS",
        "unsubscribe",
        "",
    ],
)
def test_spam_is_passed_over_in_silence(world: World, text: str) -> None:
    """Letters of strangers that nobody vouches for do nothing and are not answered, to the tag or beside it."""
    achieves_nothing(world, world.raw(text, "spam@evil.test", subject="[hoth] FREE"), held=False)


# ---- bounces -----------------------------------------------------------------------------------------------


def bounce(
    world: World, to: str, *, whom: str = "ann@pbem.test", action: str = "failed", status: str = "5.1.1", of: str = ""
) -> bytes:
    """Return a report of a failed delivery as mail servers write it, and as forgers do."""
    copy = f"\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {of}\n" if of else ""
    return world.raw(
        "--b\nContent-Type: text/plain\n\nSEEK Mill\nTAG NEW\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.evil.test\n\n"
        f"Final-Recipient: rfc822; {whom}\nAction: {action}\nStatus: {status}\n{copy}\n--b--",
        DAEMON,
        to=to,
        headers={"Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"'},
    )


def refused(world: World) -> dict[str, int]:
    """Return how often each address was refused."""
    with world.store.read() as session:
        return {row.address: row.refused for row in session.exec(select(Address)) if row.refused}


@pytest.mark.parametrize(
    "to",
    [
        ADDRESS,
        "moderator+bounce.aaaaaaaaaaaaaaaa@pbem.test",
        "moderator+bounce.1@pbem.test",
        "moderator+bounce.@pbem.test",
        "moderator+bounce.%@pbem.test",
        "moderator+bounce.' OR 1=1 --@pbem.test",
        "tag",
    ],
)
def test_a_forged_bounce_counts_against_nobody(world: World, to: str) -> None:
    """Whoever names a player's address in a made-up report neither marks it nor tells anybody anything."""
    before = lasting(world)
    address = world.tag("Ann") if to == "tag" else to
    of = "<m.1.aaaaaaaaaaaaaaaa.hoth.ann.aaaaaaaaaaaaaaaa@pbem.test>"
    for action in ("failed", "delayed", "delivered", "nonsense"):
        letter = heard(world, bounce(world, address, action=action, of=of))[-1]
        verdict = "auto" if action == "delivered" else "bounce"
        assert (letter.status, letter.verdict) == (LetterStatus.IGNORED, verdict)
    assert lasting(world) == before
    assert sent(world) == []


def test_a_report_of_success_counts_against_nobody(world: World) -> None:
    """Mail servers also report what arrived: that is no bounce, even to the true return path."""
    before = lasting(world)
    mine = world.rows("welcome")[0]
    letter = heard(world, bounce(world, tags.return_path(world.ctx, mine.bounce_id), action="delivered"))[-1]
    assert (letter.status, letter.verdict) == (LetterStatus.IGNORED, "auto")
    assert lasting(world) == before
    assert sent(world) == []


def test_a_player_can_forge_bounces_of_his_own_letters_alone(world: World) -> None:
    """Bob knows return paths of his own letters: reports that name Ann count for Bob, and the GM is told once."""
    mine = next(row for row in world.rows("welcome") if row.seat == "Bob")
    for to, of in ((tags.return_path(world.ctx, mine.bounce_id), ""), (ADDRESS, mine.message_id)):
        heard(world, [bounce(world, to, of=of) for _ in range(20)])
    assert set(refused(world)) == {"bob@pbem.test"}
    assert [(memo.code, memo.facts["seat"]) for memo in world.facts("memo")] == [
        ("bounce", "Bob"),
        ("unreachable", "Bob"),
    ]
    assert world.says("Ann", "SEEK Mill").verdict == "filed"
    assert {letter.to[0] for letter in sent(world)} == {"ann@pbem.test", "gm@pbem.test"}


def test_bounces_of_many_letters_do_not_flood_the_gm(world: World) -> None:
    """Who got many letters of ours can forge a bounce of each: the GM hears of twenty a day, and goes on tomorrow."""
    world.settings(limits=Limits(letters_per_hour=0))
    for _ in range(26):
        world.says("Bob", "STATUS")
    ids = [row.bounce_id for row in world.rows("acknowledgement")]
    heard(world, [bounce(world, tags.return_path(world.ctx, each), whom="bob@pbem.test") for each in ids[:25]])
    assert [memo.code for memo in world.facts("memo")].count("bounce") == 20
    world.move(hours=25)
    heard(world, bounce(world, tags.return_path(world.ctx, ids[25]), whom="bob@pbem.test"))
    assert [memo.code for memo in world.facts("memo")].count("bounce") == 21


def test_bounces_to_the_gm_make_no_memos_about_memos(world: World) -> None:
    """A GM whose mailbox refuses everything is not written to about that: no loop with the GM's own server."""
    world.says("Ann", "EXTEND 24h")
    settle(world)
    for _ in range(5):
        path = tags.return_path(world.ctx, world.rows("memo")[-1].bounce_id)
        heard(world, bounce(world, path, whom="gm@pbem.test"))
        settle(world)
    assert [memo.code for memo in world.facts("memo")] == ["extend"]


def test_a_flood_of_soft_bounces_sends_one_letter_again_once(world: World) -> None:
    """Thirty reports of a full mailbox, forged or not: the letter waits once more, and the others do not."""
    mine = next(row for row in world.rows("welcome") if row.seat == "Bob")
    path = tags.return_path(world.ctx, mine.bounce_id)
    heard(world, [bounce(world, path, status="4.2.2", whom="ann@pbem.test") for _ in range(30)])
    assert sent(world) == []
    world.move(hours=24)
    assert [letter.to[0] for letter in sent(world)] == ["bob@pbem.test"]
    assert refused(world) == {}


@pytest.mark.parametrize(
    ("action", "status", "told"),
    [("failed", "5.1.1", True), ("failed", "4.4.7", False), ("delayed", "4.2.2", False)],
)
def test_only_a_bounce_for_good_is_told(world: World, action: str, status: str, *, told: bool) -> None:
    """Soft and late reports on a real letter change nothing."""
    mine = next(row for row in world.rows("welcome") if row.seat == "Ann")
    path = tags.return_path(world.ctx, mine.bounce_id)
    heard(world, bounce(world, path, action=action, status=status))
    assert bool(refused(world)) is bool(world.rows("memo")) is told


def test_a_real_bounce_stops_no_letters(world: World) -> None:
    """An address that was refused is written to all the same: a bounce is news for the GM, no lever."""
    mine = next(row for row in world.rows("welcome") if row.seat == "Ann")
    heard(world, [bounce(world, tags.return_path(world.ctx, mine.bounce_id)) for _ in range(30)])
    world.says("Ann", "SEEK Mill")
    assert [letter.to[0] for letter in sent(world)].count("ann@pbem.test") == 1


def test_what_a_bounce_quotes_reaches_only_the_gm(world: World) -> None:
    """Text of a report, its addresses and its orders are neither read nor passed on to players."""
    mine = next(row for row in world.rows("welcome") if row.seat == "Ann")
    raw = bounce(
        world, tags.return_path(world.ctx, mine.bounce_id), whom="<script>@evil.test", status="5.1.1 {{7*191}}"
    )
    heard(
        world, [raw, bounce(world, tags.return_path(world.ctx, mine.bounce_id), whom="x@y.test\\nBcc: eve@evil.test")]
    )
    letters: list[Out] = sent(world)
    assert {letter.to[0] for letter in letters} == {"gm@pbem.test"}
    assert world.order_set("Ann") is None
    assert all("1337" not in letter.text and "<script" not in letter.html for letter in letters)


def test_a_list_that_we_are_on_gets_no_answer(store: Store) -> None:
    """A mailing list that takes our address hears nothing, though it sends on what players write."""
    world = World(store)
    world.match()
    settle(world)
    headers = {"List-Id": "<games.list.test>", "Sender": "games-bounces@list.test", "Precedence": "list"}
    raw = world.raw("SEEK Mill\nSTATUS", to=world.tag("Ann"), headers=headers)
    intake.store_letters(store, world.ctx, [Delivery(transport="imap", origin="1", arrived=START, raw=raw)])
    desk.act_all(store, world.ctx)
    assert world.letters()[0].verdict == "bulk"
    assert sent(world) == []


@pytest.mark.parametrize(
    "kind", ["welcome", "acknowledgement", "held", "press-letter", "memo", "stranger", "turn-report"]
)
def test_every_letter_of_ours_bids_machines_be_silent(empty_world: World, kind: str) -> None:
    """Each kind bears the marks by which well-made programs do not answer: there is none that could start a loop."""
    world = empty_world
    world.match()
    world.settings(authserv_id=OURS)
    vouched = {"Authentication-Results": f"{OURS}; dmarc=pass header.from=real.test"}
    world.says("Ann", "SEEK Alley\nPRESS TO Bob: hello\nEXTEND 24h")
    heard(world, world.raw("SEEK Mill", "eve@evil.test", to=world.tag("Ann")))
    heard(world, world.raw("hello", "zoe@real.test", headers=vouched))
    world.move(hours=49)
    world.look()
    keys = {row.message_id for row in world.rows(kind)}
    out = [posted.dispatch for posted in world.post(MUTE) if posted.dispatch.message_id in keys]
    assert out
    for dispatch in out:
        fields = compose(dispatch).partition(b"\r\n\r\n")[0].decode()
        assert "\r\nAuto-Submitted: auto-" in fields
        assert f"\r\nX-Loop: {ADDRESS}" in fields
        assert "\r\nX-Auto-Response-Suppress: OOF, AutoReply" in fields
        assert dispatch.sender.startswith("moderator+bounce.")
