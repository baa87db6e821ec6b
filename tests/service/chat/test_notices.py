"""What chats are told of a match: no more than everybody may know, once a turn, edited where that can be done."""

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace
from sqlmodel import select
from structlog.testing import capture_logs

from moderator.core import codec
from moderator.ports import ChatKind, ChatMessage, ChatSent, ChatTrouble, DeliveryStatus
from moderator.service.chat import gathering, sending
from moderator.service.chat.facts import ChatFacts, Occasion
from moderator.service.context import OverridePlan
from moderator.service.overrides.apply import apply
from moderator.store.chat import ChatNotice
from moderator.store.session import Store, migrate
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match
from tests.support.chats import CHANNEL, SECRET, TAKEN, TOPIC, Chat, notice, tell
from tests.support.world import START, World

LATER = ChatSent(status=DeliveryStatus.LATER, trouble=ChatTrouble.ANSWER, number=503)
NEVER = ChatSent(status=DeliveryStatus.REFUSED, trouble=ChatTrouble.ANSWER, number=404)


def shows(world: World, choice: str, name: str = "hoth") -> None:
    """Let spectators see something of a match, or nothing."""
    with world.store.write() as session:
        match = session.exec(select(Match).where(Match.name == name)).one()
        match.settings = replace(match.settings, shown=choice)


def told(world: World, **where: object) -> list[ChatNotice]:
    """Return the rows of the database."""
    with world.store.read() as session:
        return list(session.exec(select(ChatNotice).filter_by(**where)).all())


def text(message: ChatMessage) -> str:
    """Return everything that a message says."""
    return "\n".join((message.title, *message.lines, message.link))


def plays(world: World) -> None:
    """Let the turn be played: the deadline passes."""
    world.move(hours=48, minutes=1)
    world.look()


@pytest.fixture
def public(any_store: Store) -> World:
    """Give a match of Ann and Bob that everybody may see, with a notice to a channel of Discord."""
    world = World(any_store)
    world.match()
    world.settings(notices=(notice(),), web="https://play.pbem.test")
    shows(world, "public")
    return world


def test_a_new_turn_is_told_in_three_lines_and_a_link(public: World) -> None:
    """The title names match and turn."""
    chat = Chat()
    tell(public, chat)
    plays(public)
    (message,) = tell(public, chat)
    assert message.title == "hoth (Night Watch), turn 2"
    assert message.lines == (
        "Turn 1 has been resolved.",
        "Orders for turn 2 are due Tue 24 Nov 20:01 UTC.",
        "0 of 2 players are ready.",
    )
    assert message.link == "https://play.pbem.test/m/hoth"
    assert not message.edits


def test_the_beginning_of_a_match_is_told(public: World) -> None:
    """Nothing was resolved yet."""
    (message,) = tell(public, Chat())
    assert message.lines[0] == "The match has begun."


def test_nothing_is_told_twice(public: World) -> None:
    """A second look finds nothing new."""
    chat = Chat()
    assert len(tell(public, chat)) == 1
    public.move(hours=1)
    assert not tell(public, chat)


def test_a_match_that_shows_nothing_tells_only_that_a_turn_has_begun(public: World) -> None:
    """No turn before, no players, and no link to a page that is not there."""
    shows(public, "none")
    chat = Chat()
    tell(public, chat)
    plays(public)
    (message,) = tell(public, chat)
    assert message.lines == (
        "A new turn has begun.",
        "Orders for turn 2 are due Tue 24 Nov 20:01 UTC.",
    )
    assert message.link == ""


@pytest.mark.parametrize("choice", ["over", "after 3 turns"])
def test_who_is_ready_is_told_only_where_everybody_sees_the_newest_board(public: World, choice: str) -> None:
    """Spectators who are kept behind would learn who was asked."""
    shows(public, choice)
    (message,) = tell(public, Chat())
    assert "ready" not in text(message)
    assert message.facts["ready"] is None
    assert message.link


def test_a_message_is_edited_when_somebody_is_ready(public: World) -> None:
    """It is the same message under the same name, and not before some minutes are over."""
    chat = Chat()
    (first,) = tell(public, chat)
    public.says("Ann", "SEEK Mill")
    assert not tell(public, chat)
    public.move(minutes=5)
    (edit,) = tell(public, chat)
    assert edit.lines[2] == "1 of 2 players are ready."
    assert (edit.edits, edit.remote, edit.key) == (True, "1", first.key)


def test_a_moved_deadline_edits_the_message(public: World) -> None:
    """Also where readiness is told to nobody: ntfy may ring again for an edit, so it gets none for less."""
    public.settings(notices=(notice(TOPIC, ChatKind.NTFY),))
    chat = Chat()
    (first,) = tell(public, chat)
    assert "ready" not in text(first)
    public.says("Ann", "SEEK Mill")
    public.move(minutes=5)
    assert not tell(public, chat)
    apply(public.store, public.ctx, OverridePlan(name="more", match="hoth", lines=("EXTEND 24h",)))
    (edit,) = tell(public, chat)
    assert edit.edits
    assert "Mon 23 Nov" in edit.lines[1]


def test_a_matrix_webhook_is_told_once_a_turn(public: World) -> None:
    """It cannot edit, and a second message would be noise."""
    public.settings(notices=(notice("https://hookshot.pbem.example/webhook/x", ChatKind.MATRIX),))
    chat = Chat()
    assert len(tell(public, chat)) == 1
    apply(public.store, public.ctx, OverridePlan(name="more", match="hoth", lines=("EXTEND 24h",)))
    public.move(minutes=10)
    assert not tell(public, chat)


def test_the_end_of_a_match_is_told_once(public: World) -> None:
    """It is a message of its own."""
    chat = Chat()
    tell(public, chat)
    apply(public.store, public.ctx, OverridePlan(name="stop", match="hoth", lines=("END",)))
    assert public.the_match().status is MatchStatus.OVER
    (message,) = tell(public, chat)
    assert message.lines == ("The match is over.",)
    assert message.title == "hoth (Night Watch)"
    assert not message.edits
    assert not tell(public, chat)


def test_a_match_that_was_over_before_is_not_told_of(public: World) -> None:
    """A notice that is added later tells of what goes on."""
    public.settings(notices=())
    apply(public.store, public.ctx, OverridePlan(name="stop", match="hoth", lines=("END",)))
    public.settings(notices=(notice(match="*"),))
    assert not tell(public, Chat())


def test_a_notice_is_for_the_matches_that_it_names(public: World) -> None:
    """A star means all of them."""
    public.match("endor")
    assert {message.facts["match"] for message in tell(public, Chat())} == {"hoth"}
    public.settings(notices=(notice("https://discord.com/api/webhooks/2/other", match="*"),))
    assert {message.facts["match"] for message in tell(public, Chat())} == {"hoth", "endor"}


def test_turns_that_passed_while_nobody_could_be_told_are_skipped(public: World) -> None:
    """After an outage there is one message, on the turn that is played now."""
    chat = Chat()
    tell(public, chat)
    plays(public)
    plays(public)
    (message,) = tell(public, chat)
    assert message.facts["turn"] == public.the_match().turn == 3


# ---- nothing secret --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["public", "after 3 turns", "over", "none"])
def test_two_positions_that_nobody_can_tell_apart_give_the_same_notice(
    stores: tuple[Store, Store], choice: str
) -> None:
    """Orders, who wrote them, and what was resolved of them change nothing, and neither does a seat's own secret."""
    said = []
    for store, (ann, bob) in zip(stores, (("SEEK Mill", "SEEK Gate"), ("SEEK Gate", "SEEK Mill")), strict=True):
        world, chat = World(store), Chat()
        world.match()
        world.settings(notices=(notice(),), web="https://play.pbem.test")
        shows(world, choice)
        for seat, orders in (("Ann", ann), ("Bob", bob)):
            assert world.says(seat, orders).order_set
        messages = tell(world, chat)
        plays(world)
        messages += tell(world, chat)
        said.append([codec.encode(message) for message in messages])
    assert said[0] == said[1]


@pytest.fixture
def stores(store: Store, tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, Store]:
    """Give two databases."""
    url = f"sqlite:///{tmp_path_factory.mktemp('twin') / 'other.sqlite'}"
    migrate(url)
    return store, Store(url)


def test_no_address_stands_in_the_database_or_in_what_is_shown(public: World) -> None:
    """Rows know a place by a keyed hash; nothing prints the address by chance."""
    chat = Chat([NEVER])
    (message,) = tell(public, chat)
    rows = told(public)
    assert SECRET not in repr((rows, message, notice(), public.rows()))
    assert all(SECRET.encode() not in row.payload for row in public.rows("memo"))


# ---- what goes wrong -------------------------------------------------------------------------------------------------


def test_what_did_not_go_is_tried_again_with_growing_pauses(public: World) -> None:
    """It is the same message under the same name."""
    chat = Chat([LATER, LATER])
    (first,) = tell(public, chat)
    assert not tell(public, chat)
    public.move(seconds=31)
    (again,) = tell(public, chat)
    assert again == first
    public.move(seconds=31)
    assert not tell(public, chat)
    public.move(seconds=31)
    assert tell(public, chat) == [first]
    public.move(days=1)
    assert not tell(public, chat)


def test_a_service_that_asks_us_to_wait_is_left_alone(public: World) -> None:
    """Nothing else goes there either, and never is more waited than an hour."""
    public.match("endor")
    public.settings(notices=(notice(match="*"),))
    chat = Chat([replace(LATER, number=429, after=600.0)])
    assert len(tell(public, chat)) == 1
    public.move(minutes=9)
    assert not tell(public, chat)
    public.move(minutes=2)
    assert len(tell(public, chat)) == 2


def test_a_place_that_fails_does_not_keep_the_others_waiting(public: World) -> None:
    """Each place has pauses of its own."""
    public.settings(notices=(notice(), notice(TOPIC, ChatKind.NTFY)))
    chat = Chat([LATER])
    first, second = tell(public, chat)
    assert {first.url, second.url} == {CHANNEL, TOPIC}
    assert [row.waits for row in told(public)] == [True, False]


def test_after_a_day_a_message_is_given_up_and_the_gm_is_told_once(public: World) -> None:
    """The memo names the host, never the address; the next turn is tried again."""
    chat = Chat([LATER] * 100)
    for _ in range(60):
        tell(public, chat)
        public.move(hours=1)
    (memo,) = [memo for memo in public.facts("memo") if memo.code == "notice-failed"]
    assert memo.facts == {"host": "https://discord.com/…", "kind": "discord", "trouble": "answer", "number": 503}
    assert not told(public, waits=True)
    plays(public)
    chat.answers.clear()
    (message,) = tell(public, chat)
    assert message.facts["turn"] == 2


def test_what_is_refused_for_good_is_not_tried_again_that_turn(public: World) -> None:
    """A webhook that was deleted stays deleted; the GM hears of it once a week."""
    chat = Chat([NEVER, NEVER])
    assert len(tell(public, chat)) == 1
    public.move(hours=3)
    assert not tell(public, chat)
    plays(public)
    assert len(tell(public, chat)) == 1
    assert len([memo for memo in public.facts("memo") if memo.code == "notice-failed"]) == 1


def test_a_notice_that_is_taken_out_of_the_file_sends_nothing_more(public: World) -> None:
    """What waited for it is forgotten."""
    chat = Chat([LATER])
    tell(public, chat)
    public.settings(notices=())
    public.move(hours=1)
    assert not tell(public, chat)
    assert not told(public)


def test_a_channel_that_never_told_its_name_for_a_message_is_not_told_twice(public: World) -> None:
    """What cannot be edited stays as it is until the next turn."""
    chat = Chat([TAKEN])
    tell(public, chat)
    public.says("Ann", "SEEK Mill")
    public.move(minutes=5)
    assert not tell(public, chat)


def test_a_fault_of_ours_in_one_message_stops_no_other(public: World) -> None:
    """It is tried again like any that fails, and the log does not quote it."""
    public.settings(notices=(notice(), notice(TOPIC, ChatKind.NTFY)))

    class Broken(Chat):
        async def send(self, message: ChatMessage) -> ChatSent:
            if message.kind is ChatKind.DISCORD:
                raise ValueError(message.url)
            return await super().send(message)

    with capture_logs() as logged:
        (message,) = tell(public, Broken())
    assert message.url == TOPIC
    assert [each["event"] for each in logged] == ["notice.not-sent"]
    assert SECRET not in str(logged)
    (row,) = told(public, waits=True)
    assert row.attempts == 1


def test_a_message_that_cannot_be_worded_is_tried_again(public: World) -> None:
    """As above."""

    def broken(_: ChatFacts) -> sending.ChatWords:
        raise ValueError(SECRET)

    with public.store.write() as session:
        gathering.gather(session, public.ctx)
    with capture_logs() as logged:
        assert asyncio.run(sending.send_one(public.store, public.ctx, broken, Chat()))
    assert SECRET not in str(logged)
    (row,) = told(public, waits=True)
    assert row.attempts == 1


# ---- crashes ---------------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process ended."""


def dies(*_: object) -> None:
    """Stand where the process ends."""
    raise Killed


@pytest.mark.parametrize("step", ["gather", "claim", "_made", "mark"])
def test_whatever_step_kills_us_the_notice_goes(public: World, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """It goes once, unless the service had it and nobody could note that: then it is the same message again."""
    chat, at = Chat(), gathering if step == "gather" else sending
    monkeypatch.setattr(at, step, dies)
    with pytest.raises(Killed):
        tell(public, chat)
    monkeypatch.undo()
    before = chat.take()
    with public.store.write() as session:
        sending.release_leases(session)  # as the next sender does that is alone
    after = tell(public, chat)
    assert len(after) == 1
    assert before in ([], after)
    assert bool(before) == (step == "mark")
    assert not tell(public, chat)


def test_a_message_in_the_hands_of_a_sender_is_left_alone_for_some_minutes(public: World) -> None:
    """On another machine nobody can tell whether the sender lives."""
    with public.store.write() as session:
        gathering.gather(session, public.ctx)
    assert sending.claim(public.store, public.ctx, lambda _: sending.ChatWords("", ())) is not None
    assert not tell(public, Chat())
    public.move(minutes=6)
    assert len(tell(public, Chat())) == 1


def test_a_turn_that_begins_while_a_message_is_on_its_way_is_told_too(public: World) -> None:
    """What the service took meanwhile was about another turn."""

    class Slow(Chat):
        async def send(self, message: ChatMessage) -> ChatSent:
            if not self.got:
                plays(public)
                with public.store.write() as session:
                    gathering.gather(session, public.ctx)
            return await super().send(message)

    first, second = tell(public, Slow())
    assert (first.facts["turn"], second.facts["turn"]) == (1, 2)
    assert not second.edits


def test_a_row_that_another_sender_has_taken_is_not_marked(public: World) -> None:
    """Its new holder notes what becomes of it."""
    with public.store.write() as session:
        gathering.gather(session, public.ctx)
    word = lambda _: sending.ChatWords("", ())  # noqa: E731 - of no matter here
    claimed = sending.claim(public.store, public.ctx, word)
    public.move(minutes=6)
    taken = sending.claim(public.store, public.ctx, word)
    assert claimed is not None
    assert taken is not None
    sending.mark(public.store, public.ctx, claimed, TAKEN)
    (row,) = told(public)
    assert row.waits
    assert row.leased == START + timedelta(minutes=6)


def test_occasions_are_kept_apart() -> None:
    """A turn, a report and a reminder are messages of their own."""
    assert len({*Occasion}) == 3
