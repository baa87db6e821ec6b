"""Step 12: letters go out once for every reader, in order of importance, and none stops the others."""

import asyncio
import re
import threading
from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from msgspec import Struct
from sqlalchemy import text
from sqlmodel import Session, select

from moderator.ports import DeliveryStatus, Dispatch, Renderer, Sent, TemplateFault, Words
from moderator.service import outbox, tags
from moderator.service.context import Context, Limits, OverridePlan, SeatPlan
from moderator.service.facts import LetterFacts, Notice
from moderator.service.outbox import OutgoingLetter
from moderator.service.outgoing import claiming, envelopes, posting
from moderator.service.overrides.apply import apply
from moderator.store.session import Store
from moderator.store.statuses import OutboxStatus
from moderator.store.tables import Address, Outbox
from moderator.testing.memory import MemoryOutbound
from tests.support.cases import every_case
from tests.support.waiting import PATIENCE
from tests.support.world import World


class Plain(Struct):
    """A renderer that says what kind of letter it is."""

    fails_on: str = ""
    fault: type[Exception] = RuntimeError

    def render(self, letter: object) -> Words:
        """Name the kind, or raise for one kind."""
        kind = type(letter).__name__
        if kind == self.fails_on:
            raise self.fault(f"{kind}.txt.j2, line 3: no such thing")
        return Words(subject=kind, text=kind)


def post(
    world: World, renderer: Renderer | None = None, outbound: MemoryOutbound | None = None, **more: object
) -> posting.DeliveryCounts:
    """Send one round."""
    transport = outbound or world.outbound
    return asyncio.run(posting.pump(world.store, world.ctx, renderer or Plain(), transport, **more))  # type: ignore[arg-type]


def sent(world: World) -> list[Dispatch]:
    """Return what went out since the last look."""
    return [posted.dispatch for posted in world.outbound.take()]


class Patient(MemoryOutbound):
    """A transport that takes its first letter at once, and every other one when a letter is marked as sent."""

    def __init__(self, world: World) -> None:
        """Look at a world's outbox."""
        super().__init__()
        self.world = world

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Take a letter, perhaps later."""
        first, tries = not self.posted, 0
        sent = await super().send(dispatches)
        while not first and all(row.status is OutboxStatus.WAITING for row in self.world.rows()):
            tries += 1
            assert tries < 1000, "nothing is marked before everything is sent"
            await asyncio.sleep(0.01)
        return sent


def test_a_letter_is_marked_while_others_are_on_their_way(world: World) -> None:
    """What the relay has taken is written down at once: a crash later on sends only what nobody knew of again."""
    assert post(world, outbound=Patient(world)).sent == 2
    assert {row.status for row in world.rows()} == {OutboxStatus.SENT}


class Counting(MemoryOutbound):
    """A transport that takes everything at once, and counts what it has taken while that is not written down."""

    def __init__(self, world: World) -> None:
        """Look at a world's outbox."""
        super().__init__()
        self.world, self.unmarked = world, 0

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Take a letter."""
        sent = await super().send(dispatches)
        marked = sum(row.status is OutboxStatus.SENT for row in self.world.rows())
        self.unmarked = max(self.unmarked, len(self.posted) - marked)
        return sent


def test_few_letters_go_before_it_is_written_down_that_they_went(world: World) -> None:
    """However fast the relay is, a crash sends no more than those again."""
    memos(world, 4 * posting.UNMARKED)
    transport = Counting(world)
    assert post(world, outbound=transport).sent == 2 + 4 * posting.UNMARKED
    assert 1 < transport.unmarked <= posting.UNMARKED


def test_an_answer_overtakes_letters_to_others_alone(any_store: Store) -> None:
    """What was written earlier to the same reader goes before it: a seal comes before the receipt."""
    world = World(any_store)
    world.match("first")
    memos(world, 3)
    world.match("second")
    world.says("Bob", "1. BUILD TROOPS B1", match="second")
    claimed = claiming.claim(world.store, world.ctx, 3)
    bob = [row for row in world.rows() if row.player == world.assignment("Bob", "first").player]
    assert [row.id for row in claimed] == [row.id for row in bob]
    assert [row.kind for row in claimed] == ["welcome", "welcome", "acknowledgement"]


def test_the_reports_of_a_match_follow_the_one_that_an_answer_brought_forward(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes in a storm of reports knows what happened no long time before the other seats."""
    monkeypatch.setattr(posting, "_AT_ONCE", 2)
    monkeypatch.setattr(posting, "_IN_HAND", 2)  # none of the next letters overtakes one of these on its way
    world = World(any_store)
    for name in ("first", "second", "third", "fourth"):
        seats = (("Ann", f"ann@{name}.test"), ("Bob", f"bob@{name}.test"))
        world.match(name, seats=[SeatPlan(seat=seat, player=seat, addresses=(at,)) for seat, at in seats])
    post(world)
    sent(world)
    world.move(hours=48)
    world.look()
    for name in ("third", "fourth"):
        world.says("Bob", "SEEK Bridge", match=name, sender=f"bob@{name}.test")
    post(world)
    went = [(letter.list_id.partition(".")[0], letter.words.subject) for letter in sent(world)]
    answered = [(name, kind) for name in ("third", "fourth") for kind in ("TurnReport", "Acknowledgement")]
    assert sorted(went[:4]) == sorted(answered)
    assert sorted(name for name, _ in went[4:8]) == ["fourth"] * 2 + ["third"] * 2


def test_readers_of_a_match_that_was_begun_keep_the_order_of_its_letters(world: World) -> None:
    """Not its reports alone go before those of others, but what was written before them, too."""
    world.match("second")
    world.move(hours=48)
    world.look()
    second = world.assignment("Bob", "second").match
    claimed = claiming.claim(world.store, world.ctx, 2, begun={second})
    assert [(row.match, row.kind) for row in claimed] == [(second, "welcome")] * 2


class Rendering(Plain):
    """A renderer that notes what it rendered."""

    made: list[str] = []

    def render(self, letter: object) -> Words:
        """Note the letter, too."""
        self.made.append(type(letter).__name__)
        return super().render(letter)


def test_letters_go_as_they_are_rendered(world: World) -> None:
    """The first is on the transport before many are rendered, however many wait."""
    memos(world, 60)
    renderer, seen = Rendering(), list[int]()

    class Watched(MemoryOutbound):
        async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
            seen.append(len(renderer.made))
            return await super().send(dispatches)

    assert post(world, renderer, Watched()).sent == 62
    assert seen[0] <= 20


def test_who_is_told_to_stop_gives_back_what_is_not_on_the_transport(world: World) -> None:
    """The letters on the transport are answered, no other goes, and the next sender has all of these at once."""
    memos(world, 60)
    stopping = asyncio.Event()

    class Third(MemoryOutbound):
        async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
            sent = await super().send(dispatches)
            if len(self.posted) == 3:
                stopping.set()
            return sent

    transport = Third()
    first = post(world, outbound=transport, stopping=stopping)
    assert first.sent == len(transport.posted) < 3 + posting.UNMARKED
    assert all(row.leased is None for row in world.rows())
    assert post(world, outbound=transport).sent == 62 - first.sent
    assert len({letter.dispatch.key for letter in transport.posted}) == 62


def test_who_is_told_to_stop_does_not_wait_for_letters_that_are_being_made(world: World) -> None:
    """As while a worker process begins, which takes seconds; they are given back and go another time."""
    begun, done = threading.Event(), threading.Event()

    class Slow:
        def render(self, _: object) -> Words:
            begun.set()
            done.wait()
            return Words(subject="slow", text="slow")

    async def stopped(workers: Executor) -> posting.DeliveryCounts:
        stopping = asyncio.Event()
        sending = posting.pump(world.store, world.ctx, Slow(), world.outbound, workers=workers, stopping=stopping)
        posted = asyncio.create_task(sending)
        await asyncio.to_thread(begun.wait)
        stopping.set()
        return await asyncio.wait_for(posted, PATIENCE)

    with ThreadPoolExecutor(1) as workers:
        try:
            assert asyncio.run(stopped(workers)) == posting.DeliveryCounts()
        finally:
            done.set()
    assert all(row.leased is None for row in world.rows())
    assert post(world).sent == 2


def memos(world: World, count: int) -> None:
    """Let so many letters to the GM wait."""
    with world.store.write() as session:
        for number in range(count):
            outbox.memo(session, world.ctx, "note", f"note:{number}")


def test_letters_on_the_transport_are_waited_for_when_a_mark_cannot_be_written(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the next round would send them again while they go."""
    going: list[str] = []

    class Slow(MemoryOutbound):
        async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
            (letter,) = dispatches
            going.append(letter.key)
            await asyncio.sleep(0.05 * len(going))
            sent = await super().send([letter])
            going.remove(letter.key)
            return sent

    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(posting, "mark", fails)
    with pytest.raises(OSError, match="full"):
        asyncio.run(posted_and_looked(world, Slow(), going))


async def posted_and_looked(world: World, transport: MemoryOutbound, going: list[str]) -> None:
    """Send one round; nothing is on the transport when it ends, however it ends."""
    try:
        await posting.pump(world.store, world.ctx, Plain(), transport)
    finally:
        assert not going
        assert len(transport.posted) == 2


def test_letters_go_to_their_players_from_signed_addresses(world: World) -> None:
    """A welcome: to the first address on file, replies to the tagged address, bounces to a path that tells us which."""
    post(world)
    ann, bob = sent(world)
    assert (ann.to, bob.to) == (("ann@pbem.test",), ("bob@pbem.test",))
    assert ann.reply_to == world.tag("Ann")
    assert tags.read_return_path(world.ctx, ann.sender) == world.rows()[0].bounce_id
    assert not re.search(r"[+.]\d+[.@]", ann.sender + bob.sender), "a number of the row would count the others' letters"
    assert ann.list_id == "hoth.pbem.test"
    assert ann.list_help == (f"mailto:{world.tag('Ann')}?subject=HELP&body=HELP",)
    assert ann.list_unsubscribe == (f"mailto:{world.tag('Ann')}?subject=UNSUBSCRIBE&body=UNSUBSCRIBE",)


def test_where_the_desk_speaks_tls_mail_programs_unsubscribe_there(world: World) -> None:
    """The link is the seat's own and ends with its key; without plus-addresses the subject carries the tag."""
    world.settings(web="https://desk.test", plus_addresses=False)
    post(world)
    ann, bob = sent(world)
    assert ann.list_help[0] == "https://desk.test/help"
    page, by_mail = ann.list_unsubscribe
    assert page.startswith("https://desk.test/unsubscribe/hoth/ann/")
    assert page != bob.list_unsubscribe[0]
    claim = tags.read_subject(unquote(by_mail))
    assert claim is not None
    assert tags.genuine(world.ctx, claim, "hoth", "Ann", 1)


def test_all_letters_of_a_match_are_one_thread(world: World) -> None:
    """A report follows the welcome, an acknowledgement the welcome and the letter that it answers."""
    world.says("Ann", "SEEK Bridge")
    world.move(hours=48)
    world.look()
    post(world)
    by_kind = {(letter.words.subject, letter.to[0]): letter for letter in sent(world)}
    welcome = by_kind["Welcome", "ann@pbem.test"]
    assert by_kind["TurnReport", "ann@pbem.test"].references == (welcome.message_id,)
    acknowledgement = by_kind["Acknowledgement", "ann@pbem.test"]
    assert acknowledgement.references == (welcome.message_id, "<1@client.test>")
    assert (acknowledgement.in_reply_to, acknowledgement.auto) == ("<1@client.test>", "auto-replied")


def test_an_unfit_message_id_costs_nobody_the_answer(world: World) -> None:
    """Some clients write Message-IDs that no header can hold: the answer goes without naming the letter."""
    world.says("Ann", "SEEK Bridge", headers={"Message-ID": f"<{'x' * 2000}@client.test>"})
    post(world)
    (acknowledgement,) = [letter for letter in sent(world) if letter.words.subject == "Acknowledgement"]
    assert [each.partition(".")[0] for each in acknowledgement.references] == ["<m"]


def test_nothing_secret_goes_to_an_address_that_never_answered(world: World) -> None:
    """Of two addresses the one that was answered from is written to: the other may be a typing mistake."""
    never_answered(world)
    world.says("Ann", "SEEK Bridge", sender="anna@work.test")
    post(world)
    assert {(letter.words.subject, letter.to[0]) for letter in sent(world) if letter.to[0] != "bob@pbem.test"} == {
        ("Welcome", "anna@work.test"),
        ("Acknowledgement", "anna@work.test"),
    }


def never_answered(world: World) -> None:
    """Let nobody have answered from any address."""
    with world.store.write() as session:
        for row in session.exec(select(Address)):
            row.confirmed = False
            session.add(row)


def told(world: World, to: str) -> list[str]:
    """Send what waits; return what went to an address."""
    while post(world).total:
        pass
    return [letter.words.subject for letter in sent(world) if letter.to[0] == to]


def test_press_waits_for_the_first_answer(world: World) -> None:
    """What another player writes is for the one who was meant; it goes once somebody answers from there."""
    never_answered(world)
    world.says("Ann", "PRESS TO Bob: meet me at the Mill")
    assert told(world, "bob@pbem.test") == ["Welcome"]
    assert world.rows("press-letter")[0].status is OutboxStatus.WITHHELD
    world.says("Bob", "STATUS")
    assert sorted(told(world, "bob@pbem.test")) == ["Acknowledgement", "PressLetter", "Welcome"]


def test_orders_that_the_gm_entered_are_not_shown_to_an_address_that_never_answered(world: World) -> None:
    """Nor is a position that was changed; that the deadline moved is told, without the recorded orders."""
    never_answered(world)
    lines = ("ORDERS Ann: SEEK Mill", "HEARTEN Ann 7", "EXTEND 24h")
    apply(world.store, world.ctx, OverridePlan(name="x", match="hoth", lines=lines))
    assert told(world, "ann@pbem.test") == ["Welcome", "Notice"]
    (row,) = [row for row in world.rows("notice") if row.seat == "Ann" and row.status is OutboxStatus.SENT]
    facts = world.facts_of(row)
    assert isinstance(facts, Notice)
    assert (facts.code, facts.form and facts.form.lines) == ("deadline-moved", ())
    world.says("Ann", "STATUS")
    assert told(world, "ann@pbem.test").count("Notice") == 1
    (late,) = [notice for notice in world.facts("notice") if notice.head.seat == "Ann" and notice.code != facts.code]
    assert [note.code for note in late.notes] == ["orders-entered", "position-amended"]


def test_orders_that_the_operator_dropped_are_not_acknowledged_to_an_address_that_never_answered(world: World) -> None:
    """A dropped file confirms nothing: its transcript waits too."""
    never_answered(world)
    world.put(world.raw("SEEK Mill", "ann@pbem.test"), trusted=True)
    world.read()
    assert told(world, "ann@pbem.test") == ["Welcome"]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_question_that_fails_costs_its_own_letter_alone(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The others of its batch go, also where a transaction bears no question after one that failed."""
    world = World(request.getfixturevalue("store" if kind == "sqlite" else "postgres_store"))
    for number in range(3):
        world.match(f"m{number}")
    whole = envelopes._facts

    def faults(session: Session, ctx: Context, known: Any, row: Outbox) -> LetterFacts | None:  # noqa: ANN401 - passed on
        if row.id == 2:
            session.execute(text("SELECT nothing FROM nowhere"))
        return whole(session, ctx, known, row)

    monkeypatch.setattr(envelopes, "_facts", faults)
    assert post(world).later == 1
    assert [row.status for row in world.rows("welcome") if row.id != 2] == [OutboxStatus.SENT] * 5


def test_a_letter_is_sent_once(world: World) -> None:
    """What was sent is not sent again."""
    assert post(world).sent == 2
    assert post(world).total == 0


def test_a_letter_whose_sender_died_goes_again_with_the_same_message_id(world: World) -> None:
    """Killed between transport and mark: the lease runs out, and mail clients see the same letter twice as one."""
    rows = claiming.claim(world.store, world.ctx, 50)
    first = [row.message_id for row in rows]
    assert post(world).total == 0
    world.move(minutes=11)
    assert post(world).sent == 2
    assert [letter.message_id for letter in sent(world)] == first


def test_a_letter_bears_the_time_at_which_it_was_written(world: World) -> None:
    """Letters stand in a mail program in the order in which things happened, and one sent again is the same again."""
    written = world.ctx.now()
    world.move(minutes=7)
    post(world, outbound=MemoryOutbound(status=lambda _: Sent(DeliveryStatus.LATER)))
    world.move(hours=2)
    post(world)
    assert {letter.date for letter in sent(world)} == {written}


def test_a_letter_that_cannot_go_now_is_tried_later_and_later(world: World) -> None:
    """A refusal for now: the pauses double, and the letter is the same."""
    busy = MemoryOutbound(lambda _: Sent(DeliveryStatus.LATER, "451 busy"))
    assert post(world, outbound=busy).later == 2
    assert post(world, outbound=busy).total == 0
    world.move(seconds=38)
    assert post(world, outbound=busy).later == 2
    world.move(seconds=38)
    assert post(world).total == 0
    world.move(seconds=38)
    assert post(world).sent == 2


@every_case("attempts", [1, 5, 40])
def test_pauses_grow_to_an_hour_and_are_not_all_alike(attempts: int) -> None:
    """Two letters that failed together are not tried together."""
    one, other = posting.pause("a", attempts), posting.pause("b", attempts)
    assert one != other
    assert timedelta(seconds=30) <= one <= timedelta(minutes=75)


def test_a_letter_that_is_refused_is_told_to_the_gm_once(world: World) -> None:
    """A permanent refusal counts for the address; the GM is told of it, and of who cannot be reached any more."""

    def status(dispatch: Dispatch) -> Sent | None:
        return Sent(DeliveryStatus.REFUSED, "550 no such user") if dispatch.to == ("bob@pbem.test",) else None

    assert post(world, outbound=MemoryOutbound(status)).refused == 1
    memo, lost = world.facts("memo")
    assert (memo.code, lost.code) == ("letter-refused", "unreachable")
    assert memo.facts["address"] == "bob@pbem.test"
    with world.store.read() as session:
        refused = {row.address: row.refused for row in session.exec(select(Address))}
    assert refused["bob@pbem.test"] == 1
    assert post(world).sent == 2


def test_a_letter_is_given_up_after_days(world: World) -> None:
    """What could not go for five days is refused; but never at once, for it may be ourselves who were down."""
    busy = MemoryOutbound(lambda _: Sent(DeliveryStatus.LATER, "451 busy"))
    world.move(days=5)
    for _ in range(posting.FEWEST_TRIES - 1):
        assert post(world, outbound=busy).later == 2
        world.move(hours=2)
    assert post(world, outbound=busy).refused == 2


def test_one_bad_letter_stops_no_other(world: World) -> None:
    """A letter that cannot be rendered waits and is told to the GM; the others go."""
    world.says("Ann", "SEEK Bridge")
    done = post(world, Plain(fails_on="Acknowledgement"))
    assert (done.sent, done.later) == (2, 1)
    assert [memo.code for memo in world.facts("memo")] == ["letter-faulted"]
    world.move(minutes=1)
    assert post(world).sent == 2


def test_an_operators_broken_template_falls_back_to_the_packaged_one(world: World) -> None:
    """The letter goes all the same, and the GM is told file and line, once a day."""
    done = post(world, Plain(fails_on="Welcome", fault=TemplateFault), fallback=Plain())
    assert done.sent == 2
    (memo,) = world.facts("memo")
    assert memo.code == "template-fault"
    assert memo.lines == ("Welcome.txt.j2, line 3: no such thing",)


def test_the_quota_of_the_day_lets_reports_go_first(world: World) -> None:
    """Four letters a day: reports before acknowledgements, and the rest tomorrow."""
    world.settings(limits=Limits(letters_per_day=4))
    world.says("Ann", "SEEK Bridge")
    world.move(hours=48)
    world.look()
    assert post(world).sent == 4
    assert {letter.words.subject for letter in sent(world)} == {"Welcome", "TurnReport"}
    with world.store.read() as session:
        assert claiming.backlog(session, world.ctx).left_today == 0
    assert post(world).total == 0
    world.move(hours=25)
    assert post(world).sent == 2


def test_the_quota_of_the_day_counts_letters_that_are_in_hand(world: World) -> None:
    """They were claimed before those ahead of them were marked as sent, and would go besides them."""
    memos(world, 20)
    world.settings(limits=Limits(letters_per_day=7))
    assert post(world).sent == 7


def test_letters_in_hand_are_not_told_as_kept_back(world: World) -> None:
    """They count as gone on both sides: nothing waits, and nothing more may go."""
    post(world)
    world.move(hours=25)
    memos(world, 5)
    world.settings(limits=Limits(letters_per_day=5))
    assert len(claiming.claim(world.store, world.ctx, 50)) == 5
    with world.store.read() as session:
        assert claiming.backlog(session, world.ctx) == claiming.Backlog(waiting=0, oldest=None, left_today=0)


def test_letters_to_one_address_go_in_the_order_in_which_they_were_written(world: World) -> None:
    """An answer is in the mailbox before the report of its turn, though reports matter more."""
    world.says("Ann", "SEEK Bridge")
    world.move(hours=48)
    world.look()
    world.says("Ann", "STATUS")
    post(world)
    to_ann = [letter.words.subject for letter in sent(world) if letter.to == ("ann@pbem.test",)]
    assert to_ann == ["Welcome", "Acknowledgement", "TurnReport", "Acknowledgement"]


class SlowAtFirst(MemoryOutbound):
    """A transport over which each letter takes less time than the one before."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0

    async def send(self, dispatches: Iterable[Dispatch]) -> list[Sent]:
        """Take a letter after a while."""
        self.begun += 1
        for _ in range(40 // self.begun):
            await asyncio.sleep(0)
        return await super().send(dispatches)


def test_a_quick_connection_overtakes_no_letter_to_the_same_address(world: World) -> None:
    """Letters go over several connections at once, but those to one address one after the other."""
    for number in range(3):
        world.says("Ann", f"CLEAR {number + 1}")
    transport = SlowAtFirst()
    post(world, outbound=transport)
    keys = [posted.dispatch.key for posted in transport.posted if posted.dispatch.to == ("ann@pbem.test",)]
    assert keys == [row.key for row in world.rows() if row.player == world.assignment("Ann").player]


def test_letters_that_the_relay_defers_keep_their_order(world: World) -> None:
    """On the next try they are due as they were written."""
    for _ in range(5):
        world.says("Ann", "STATUS")
    post(world, outbound=MemoryOutbound(lambda _: Sent(DeliveryStatus.LATER, "busy")))
    world.move(minutes=2)
    post(world)
    keys = [letter.key for letter in sent(world) if letter.to == ("ann@pbem.test",)]
    assert keys == [row.key for row in world.rows() if row.player == world.assignment("Ann").player]


def test_a_reminder_that_orders_overtook_is_dropped(world: World) -> None:
    """Orders came between the reminder's making and its sending."""
    match = world.the_match()
    with world.store.write() as session:
        key = f"reminder:{match.id}:1:1"
        outbox.enqueue(
            session, world.ctx, match, OutgoingLetter(kind="reminder", key=key, assignment=world.assignment("Ann"))
        )
    world.says("Ann", "SEEK Bridge")
    assert post(world).dropped == 1
    assert [row.status for row in world.rows("reminder")] == [OutboxStatus.DROPPED]


def test_a_key_is_put_into_the_outbox_once(world: World) -> None:
    """The same cause twice is one letter."""
    with world.store.write() as session:
        assert outbox.memo(session, world.ctx, "note", "k")
        assert not outbox.memo(session, world.ctx, "note", "k")
        assert len(session.exec(select(Outbox).where(Outbox.kind == "memo")).all()) == 1


def test_a_player_without_an_address_stops_nothing(world: World) -> None:
    """Whose person was erased is not written to: the letter is dropped, and the others go."""
    with world.store.write() as session:
        for row in session.exec(select(Address).where(Address.player == world.assignment("Bob").player)):
            session.delete(row)
    done = post(world)
    assert (done.sent, done.dropped) == (1, 1)


def test_two_senders_do_not_send_the_same_letter(world: World) -> None:
    """What one has claimed, the other does not get."""
    assert len(claiming.claim(world.store, world.ctx, 1)) == 1
    assert len(claiming.claim(world.store, world.ctx, 50)) == 1
    assert claiming.claim(world.store, world.ctx, 50) == []


def test_what_became_of_letters_is_written_down_together(any_store: Store) -> None:
    """Each row says what became of its own letter, and that nobody has it in hand."""
    world = World(any_store)
    for number in range(2):
        world.match(f"m{number}")
    claimed = claiming.claim(world.store, world.ctx, 50)
    assert [(row.leased, row.attempts) for row in world.rows()] == [(world.ctx.now(), 0)] * 4
    counts = (
        Sent(DeliveryStatus.SENT, "250 ok"),
        Sent(DeliveryStatus.LATER, "451 busy"),
        OutboxStatus.DROPPED,
        Sent(DeliveryStatus.REFUSED, "550"),
    )
    done = posting.mark(world.store, world.ctx, list(zip(claimed, counts, strict=True)))
    assert done == posting.DeliveryCounts(sent=1, later=1, dropped=1, refused=1)
    rows = world.rows("welcome")
    assert [(row.status.value, row.detail, row.leased) for row in rows] == [
        ("sent", "250 ok", None),
        ("waiting", "451 busy", None),
        ("dropped", "", None),
        ("refused", "550", None),
    ]
    assert [row.sent for row in rows] == [world.ctx.now(), None, None, None]
    assert [row.due > world.ctx.now() for row in rows] == [False, True, False, False]
    assert [row.attempts for row in rows] == [1, 1, 0, 1]


def test_an_attempt_that_was_killed_is_not_counted(world: World) -> None:
    """Only what a transport answered is an attempt: after fifteen crashes the first refusal is the first one."""
    for _ in range(15):
        assert claiming.claim(world.store, world.ctx, 1)
        claiming.release_leases(world.store)
    claimed = claiming.claim(world.store, world.ctx, 1)
    posting.mark(world.store, world.ctx, [(claimed[0], Sent(DeliveryStatus.LATER, "451 busy"))])
    row = next(row for row in world.rows() if row.detail)
    assert row.attempts == 1
    assert row.due - world.ctx.now() < timedelta(minutes=1)


def test_a_letter_in_another_senders_hands_is_not_marked(any_store: Store) -> None:
    """Whoever took us to be dead has it; we are told, and what is still in our hands is marked all the same."""
    world = World(any_store)
    world.match()
    ours = claiming.claim(world.store, world.ctx, 50)
    world.move(minutes=11)
    (theirs,) = claiming.claim(world.store, world.ctx, 1)
    with pytest.raises(posting.LeaseLostError):
        posting.mark(world.store, world.ctx, [(row, Sent(DeliveryStatus.SENT)) for row in ours])
    rows = {row.id: row for row in world.rows()}
    assert (rows[theirs.id].status, rows[theirs.id].leased) == (OutboxStatus.WAITING, theirs.leased)
    assert [row.status for row in rows.values() if row.id != theirs.id] == [OutboxStatus.SENT]
