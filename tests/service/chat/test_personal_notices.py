"""SET NOTIFY: a player's own chat notices, what they tell, and that their address is told to nobody."""

from datetime import timedelta

import pytest
from sqlmodel import select

from moderator.app.logs import strike
from moderator.core import codec
from moderator.ports import ChatKind, ChatSent, ChatTrouble, DeliveryStatus
from moderator.service import preferences
from moderator.service.admin import personal_data
from moderator.service.admin.transfer import export_match
from moderator.service.chat import links
from moderator.service.context import OverridePlan
from moderator.service.overrides.apply import apply
from moderator.store.chat import ChatNotice
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Player
from tests.support.cases import every_case
from tests.support.chats import SECRET, TOPIC, Chat, tell
from tests.support.harm import RENDERER
from tests.support.world import START, World

NEVER = ChatSent(status=DeliveryStatus.REFUSED, trouble=ChatTrouble.PRIVATE)


@pytest.fixture
def world(any_store: Store) -> World:
    """Give a match that shows spectators nothing; Ann has had her welcome, and gets chat notices from now on."""
    made = World(any_store)
    made.match()
    made.settings(web="https://play.pbem.test")
    made.says("Ann", f"SET NOTIFY {TOPIC}")
    made.post(RENDERER)
    return made


def plays(world: World) -> None:
    """Let the turn be played, and send the reports."""
    world.move(hours=48, minutes=1)
    world.look()
    world.post(RENDERER)


def rows(world: World) -> list[ChatNotice]:
    """Return what waits for people, or was told to them."""
    with world.store.read() as session:
        return list(session.exec(select(ChatNotice)).all())


def notify(world: World) -> str:
    """Return where Ann gets chat notices."""
    with world.store.read() as session:
        return preferences.load_preferences(session.get_one(Player, world.assignment("Ann").player)).notify


def test_a_report_that_has_gone_out_is_told(world: World) -> None:
    """Match, turn, deadline, and the way to the desk; to her alone, in her own zone."""
    world.says("Ann", "SET ZONE Europe/Berlin")
    chat = Chat()
    assert not tell(world, chat)
    plays(world)
    (message,) = tell(world, chat)
    assert message.url == TOPIC
    assert message.kind is ChatKind.NTFY
    assert message.title == "hoth (Night Watch), turn 2"
    assert message.lines == (
        "We have sent you a report.",
        "Orders for turn 2 are due Tue 24 Nov 21:01 CET (20:01 UTC).",
    )
    assert message.link == "https://play.pbem.test/desk"
    assert not tell(world, chat)


def test_the_report_of_a_match_that_is_over_names_no_deadline(world: World) -> None:
    """There is none any more."""
    apply(world.store, world.ctx, OverridePlan(name="stop", match="hoth", lines=("END",)))
    world.post(RENDERER)
    (message,) = tell(world, Chat())
    assert message.title == "hoth (Night Watch)"
    assert message.lines == ("We have sent you a report.", "The match is over.")


def test_nothing_is_told_before_the_letter_has_gone(world: World) -> None:
    """The mark that a report has gone out is what lets the notice go."""
    world.move(hours=48, minutes=1)
    world.look()
    assert not tell(world, Chat())
    assert not rows(world)


def test_a_reminder_is_told(world: World) -> None:
    """It is a message of its own, since nobody is rung up by an edit."""
    world.move(hours=25)
    world.remind()
    world.post(RENDERER)
    chat = Chat()
    (message,) = tell(world, chat)
    assert message.lines[0] == "We have sent you a reminder."
    plays(world)
    (report,) = tell(world, chat)
    assert report.key != message.key


@every_case(
    ("said", "kind", "host"),
    [
        ("https://ntfy.sh/abc", "ntfy", "https://ntfy.sh/…"),
        ("<https://ntfy.pbem.example/abc>", "ntfy", "https://ntfy.pbem.example/…"),
        ("https://discord.com/api/webhooks/1/abc", "discord", "https://discord.com/…"),
        ("https://hook.pbem.example/webhook/abc", "matrix", "https://hook.pbem.example/…"),
        ("https://bell.pbem.example/abc?x=1", "json", "https://bell.pbem.example/…"),
        ("ntfy https://push.pbem.example/abc", "ntfy", "https://push.pbem.example/…"),
        ("JSON https://discord.com/api/webhooks/1/abc", "json", "https://discord.com/…"),
    ],
)
def test_an_address_is_taken_with_the_kind_that_it_looks_like_or_that_is_named(
    world: World, said: str, kind: str, host: str
) -> None:
    """The answer shows the host alone."""
    (answer,) = world.says("Ann", f"SET NOTIFY {said}").answers
    assert (answer.code, answer.facts) == ("notify-set", {"kind": kind, "host": host})
    assert "abc" not in answer.command
    assert notify(world).startswith(f"{kind} https://")


@every_case(
    ("said", "why"),
    [
        ("http://ntfy.sh/abc", "not-https"),
        ("ftp://ntfy.sh/abc", "not-https"),
        ("https://localhost/abc", "host"),
        ("https://127.0.0.1/abc", "host"),
        ("https://10.1.2.3/abc", "host"),
        ("https://[::1]/abc", "host"),
        ("https://[::ffff:192.168.0.1]/abc", "host"),
        ("https://printer.local/abc", "host"),
        ("https://intranet/abc", "host"),
        ("https://2130706433/abc", "host"),
        ("https://ntfy.sh:99999/abc", "form"),
        ("https://ntfy.sh/abc and so on", "form"),
        ("https://ntfy.sh/\u00e4", "form"),
        ("https://ntfy.sh/<topic>", "form"),
        ("whatever", "not-https"),
        ("ntfy", "form"),
    ],
)
def test_what_is_no_public_https_address_is_refused(world: World, said: str, why: str) -> None:
    """Nothing changes, and nothing of it is shown."""
    (answer,) = world.says("Ann", f"SET NOTIFY {said}").answers
    assert (answer.code, answer.facts) == ("notify-url", {"why": why})
    assert "abc" not in answer.command
    assert notify(world) == f"ntfy {TOPIC}"


def test_off_ends_it(world: World) -> None:
    """What waits does not go."""
    plays(world)
    (answer,) = world.says("Ann", "SET NOTIFY OFF").answers
    assert answer.code == "notify-off"
    assert not tell(world, Chat())
    assert not notify(world)
    assert not rows(world)


def test_another_address_gets_only_what_comes_after(world: World) -> None:
    """What went before is not told again there."""
    plays(world)
    world.says("Ann", "SET NOTIFY https://ntfy.sh/other")
    assert not tell(world, Chat())
    plays(world)
    (message,) = tell(world, Chat())
    assert message.url == "https://ntfy.sh/other"


def test_an_address_that_takes_nothing_is_told_of_once_and_turned_off(world: World) -> None:
    """The letter names the host alone; the GM hears nothing of it."""
    plays(world)
    tell(world, Chat([NEVER]))
    assert not notify(world)
    (letter,) = [sent for sent in world.post(RENDERER) if "chat notices are off" in sent.dispatch.words.subject]
    assert letter.dispatch.to == ("ann@pbem.test",)
    assert "https://ntfy.sh/…: it is not on the public internet" in " ".join(letter.dispatch.words.text.split())
    assert SECRET not in letter.dispatch.words.text
    assert not [memo for memo in world.facts("memo") if memo.code == "notice-failed"]
    plays(world)
    assert not tell(world, Chat())


def test_who_has_left_the_match_gets_no_letter_about_it(world: World) -> None:
    """The address is turned off all the same."""
    plays(world)
    left = world.assignment("Ann")
    with world.store.write() as session:
        left.left = world.ctx.now()
        session.merge(left)
    tell(world, Chat([NEVER]))
    with world.store.read() as session:
        assert "notify" not in session.get_one(Player, left.player).preferences
    assert not [row for row in world.rows("notice") if "notify-failed" in row.key]


def test_the_address_is_in_no_letter_no_memo_and_no_line_that_is_logged(world: World) -> None:
    """Not even where a command is quoted, or the letter says it twice."""
    said = ("SET NOTIFY {}", "SET NOTFY {}", "Please notify me at {} from now on", "SET NOTIFY {} and so on")
    for line in said:
        for url in (TOPIC, f"http://ntfy.sh/{SECRET}", f"ntfy.sh/{SECRET}", f"ntfy <https://ntfy.sh/{SECRET}>"):
            world.says("Ann", f"{line.format(url)}\nHELP SET NOTIFY")
            world.put(world.raw(line.format(url), "eve@pbem.test", subject=""))
    world.read()
    world.says("Ann", f"SET NOTIFY {TOPIC}")
    plays(world)
    tell(world, Chat([NEVER]))
    for letter in world.post(RENDERER):
        assert SECRET not in letter.dispatch.words.text + letter.dispatch.words.html
    assert all(SECRET.encode() not in codec.encode(codec.unpack(row.payload, object)) for row in world.rows())
    assert SECRET not in str(strike(None, "", {"rows": [repr(row) for row in rows(world)]}))


def test_an_export_of_a_person_has_the_address_and_an_erased_person_has_none(world: World) -> None:
    """With it go the rows about what was told."""
    plays(world)
    tell(world, Chat())
    with world.store.read() as session:
        given = personal_data.export(session, world.ctx, "ann@pbem.test")
    assert TOPIC in given["preferences"]
    assert given["chat notices"] == [
        {"match": "hoth", "occasion": "report", "sent": str(START + timedelta(hours=48, minutes=1))}
    ]
    with world.store.write() as session:
        personal_data.erase(session, world.ctx, "ann@pbem.test")
    assert not rows(world)
    assert not notify(world)


def test_an_export_of_a_match_does_not_take_the_address_along(world: World) -> None:
    """Another instance is another operator's; what an export claims is not believed there either."""
    with world.store.read() as session:
        carried, _ = export_match(session, world.ctx, world.the_match())
    assert all("notify" not in player.preferences for player in carried.players)
    assert preferences.portable({"paper": "a3", "notify": "ntfy https://ntfy.sh/x"}) == {"paper": "a3"}


def test_letters_that_wait_or_fail_tell_nobody(world: World) -> None:
    """Only what has gone out is told."""
    assert not [row for row in world.rows("turn-report") if row.status is OutboxStatus.SENT]
    assert not rows(world)


@every_case(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - no one listens there
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("240.0.0.1", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("::10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("2002:a00:1::", False),
    ],
)
def test_only_addresses_of_the_internet_are_public(address: str, public: bool) -> None:  # noqa: FBT001 - a case
    """An address within another one counts."""
    assert links.is_public(address) is public
