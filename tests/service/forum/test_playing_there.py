"""A match is played in a forum: orders by private thread, reports as posts, beside seats that play by mail."""

import asyncio

import pytest

from moderator.app.public_posts import FollowUp
from moderator.core import dice
from moderator.ports import DeliveryStatus, Sent
from moderator.posts.post import Post, PostState
from moderator.rendering.mail import MailRenderer
from moderator.service import proof
from moderator.service.admin import personal_data
from moderator.service.context import Limits, MatchPlan, OverridePlan, SeatPlan
from moderator.service.letter_proofs import Opened, Seal
from moderator.service.matches import plan_warnings, secrecy
from moderator.service.outgoing import claiming
from moderator.service.outgoing.envelopes import MAIL
from moderator.service.overrides.apply import apply
from moderator.store import people_queries
from moderator.store.bookmarks import Bookmarks
from moderator.store.session import Store
from moderator.transport.forum.inbound import ForumInbound
from moderator.transport.forum.outbound import ForumOutbound
from moderator.transport.forum.port import ForumError, Refused, TryLater, Unsure
from moderator.transport.outbound_switch import Switch
from tests.support.forums.memory_forum import MemoryForum
from tests.support.world import World

BOB = SeatPlan(seat="Bob", player="Robert", addresses=("bob@pbem.test",))


class SeatAssignment:
    """A world with a forum in it, called main, in which Ann plays as Anna."""

    name = "main"

    def __init__(
        self,
        world: World,
        pictureless: tuple[str, ...] = ("main",),
        *,
        posts: bool = True,
        bob: SeatPlan = BOB,
        **ann: object,
    ) -> None:
        self.world = world
        world.settings(forums={"main": "https://forum.pbem.test"}, pictureless=pictureless)
        self.forum = MemoryForum(world.clock)
        self.mail = world.outbound
        self.inbound = ForumInbound("main", self.forum, Bookmarks(world.store))
        ann_plan = SeatPlan(**{"seat": "Ann", "player": "Anna", "forum": "main:Anna", **ann})  # type: ignore[arg-type]
        world.match(seats=(ann_plan, bob))
        if posts:
            self.post()

    def post(self) -> list[str]:
        """Send all that waits; return whom mail went to."""
        outbound = Switch(self.mail, ForumOutbound({self.name: self.forum}, quiet=0))  # its locks are of one loop
        asyncio.run(self.world.pump(MailRenderer(self.world.clock), outbound))
        return [sent.dispatch.to[0] for sent in self.mail.take()]

    def read(self) -> None:
        """Read the forum and act on it."""
        self.inbound.drain(self.world.keep)
        for done in self.world.read():
            if done.public is not None:
                FollowUp(self.world.store, self.world.ctx, self.forum, done.public)()

    def says(self, text: str, name: str = "Anna") -> str:
        """Let somebody write in Ann's thread; return the newest post there once it was answered."""
        self.forum.says(name, self.thread, text)
        self.read()
        self.post()
        return self.forum.texts(self.thread)[-1]

    def chronicle(self) -> str:
        """Let a turn go by, and return the thread in which it is told to everybody."""
        self.world.move(hours=49)
        self.world.look()
        self.post()
        (chronicle,) = [thread.id for thread in self.forum.threads.values() if not thread.private]
        return chronicle

    @property
    def thread(self) -> str:
        """Ann's thread."""
        return self.forum.thread_of("Anna")


@pytest.fixture(name="place")
def make_place(store: Store) -> SeatAssignment:
    """Give a match with one seat in the forum."""
    return SeatAssignment(World(store))


def test_the_welcome_opens_a_private_thread_with_the_player(place: SeatAssignment) -> None:
    """The account is bound by its number from then on, and nobody else is in the thread."""
    thread = place.forum.threads[place.thread]
    assert [member.name for member in thread.members] == ["Moderator", "Anna"]
    assert thread.title == "hoth: orders and reports of Ann"
    (welcome,) = place.forum.texts(place.thread)
    assert welcome.startswith("# ")
    assert "\n\nref " in welcome


def test_orders_in_the_own_thread_are_filed_and_acknowledged_there(place: SeatAssignment) -> None:
    """As by mail, and no mail goes to her."""
    answer = place.says("SEEK Mill")
    assert place.world.order_set("Ann") == ["SEEK Mill"]
    assert "Your orders are recorded" in answer


def test_another_clean_order_set_is_told_in_the_post_of_the_first(place: SeatAssignment) -> None:
    """The receipts of all of them stand there, each with its lines, and the post keeps its place and its mark."""
    first = place.says("SEEK Mill")
    before = len(place.forum.texts(place.thread))
    place.says("SEEK Gate")
    place.says("SEEK Mill")
    texts = place.forum.texts(place.thread)
    assert len(texts) == before + 2  # hers alone
    (answer,) = [text for text in texts if "Your orders are recorded" in text]
    assert answer.rpartition("\n")[2] == first.rpartition("\n")[2]
    filed = [item for item in proof.read(answer.splitlines()) if isinstance(item, proof.OwnOrders)]
    assert [(order_set.number, order_set.lines) for order_set in filed] == [
        (3, ("SEEK Mill",)),
        (2, ("SEEK Gate",)),
        (1, ("SEEK Mill",)),
    ]
    assert all(dice.receipt(bytes.fromhex(order_set.salt), order_set.lines) == order_set.value for order_set in filed)


@pytest.mark.parametrize("typo", ["SEEK Mull", "STATUS"])
def test_a_typo_or_a_question_gets_a_post_of_its_own(place: SeatAssignment, typo: str) -> None:
    """Nobody is notified of an edit; so does the clean order set after it, which its author waits for."""
    place.says("SEEK Mill")
    answered = place.says(typo)
    assert answered.startswith("# ")
    before = len(place.forum.texts(place.thread))
    assert "Your orders are recorded" in place.says("SEEK Gate")
    assert len(place.forum.texts(place.thread)) == before + 2


def test_each_turn_has_an_acknowledgement_of_its_own(place: SeatAssignment) -> None:
    """What was filed for the turn before stays as it was."""
    place.says("SEEK Mill")
    place.world.move(hours=49)
    place.world.look()
    place.post()
    answer = place.says("SEEK Gate")
    assert "Your orders are recorded" in answer
    assert "written anew" not in answer


@pytest.mark.parametrize("trouble", [TryLater("not now"), Unsure("no answer")])
def test_an_edit_that_was_not_answered_is_made_again(place: SeatAssignment, trouble: ForumError) -> None:
    """It says the same, however often it is made."""
    place.says("SEEK Mill")
    place.forum.says("Anna", place.thread, "SEEK Gate")
    place.read()
    place.forum.fails["reply"] = trouble
    place.post()
    place.world.move(hours=1)
    place.post()
    (answer,) = [text for text in place.forum.texts(place.thread) if "Your orders are recorded" in text]
    assert "no.\u00a02" in answer


def test_where_the_first_post_is_gone_a_new_one_is_made(place: SeatAssignment) -> None:
    """Staff may have taken it away."""
    place.says("SEEK Mill")
    mine = [post for post in place.forum.posts.values() if post.author == place.forum.me()]
    del place.forum.posts[mine[-1].id]
    assert "Your orders are recorded" in place.says("SEEK Gate")


def test_a_quoted_order_is_not_taken(place: SeatAssignment) -> None:
    """Quotations of any forum are others' words."""
    place.says('[quote="@Moderator"]\nSEEK Mill\n[/quote]\nWhat does that mean?')
    assert place.world.order_set("Ann") is None


def test_an_edit_counts_at_its_own_time(place: SeatAssignment) -> None:
    """The changed post is a new order set, and what was read first stays on file as a letter."""
    first = place.forum.says("Anna", place.thread, "SEEK Mill")
    place.read()
    place.world.move(hours=1)
    place.forum.changes_mind(first, "SEEK Gate")
    place.read()
    assert place.world.order_set("Ann") == ["SEEK Gate"]
    assert [letter.arrived.hour for letter in place.world.letters()] == [20, 21]


def test_letters_go_by_mail_while_a_forum_takes_its_time(place: SeatAssignment) -> None:
    """Each way is a queue of its own, for reports, for the chronicle and for memos to the GM."""
    place.world.says("Bob", "SEEK Mill")
    place.says("SEEK Mill")
    place.world.move(hours=49)
    place.world.look()
    queues = {}
    for queue in ("main", MAIL):
        rows = claiming.claim(place.world.store, place.world.ctx, 50, queue)
        queues[queue] = sorted((row.kind, row.to or row.seat) for row in rows)
    assert queues == {
        "main": [("turn-report", "Ann"), ("turn-report", "forum:main")],
        MAIL: [("turn-report", "Bob"), ("turn-report", "gm@pbem.test")],
    }


def test_an_edit_of_a_post_of_an_earlier_turn_is_shown_back(place: SeatAssignment) -> None:
    """Who mends a word of last week gives no orders for this one."""
    old = place.forum.says("Anna", place.thread, "SEEK Mill")
    place.chronicle()
    place.read()
    place.world.move(hours=49)
    place.world.look()
    place.forum.changes_mind(old, "SEEK Gate")
    place.read()
    place.post()
    assert place.world.order_set("Ann") is None
    assert "a turn that is over" in place.forum.texts(place.thread)[-1]


def test_nobody_else_orders_in_the_thread_of_a_seat(place: SeatAssignment) -> None:
    """Not even somebody whom the player invited."""
    place.forum.adds(place.thread, "Mallory")
    place.forum.says("Mallory", place.thread, "SEEK Mill")
    place.read()
    assert place.world.order_set("Ann") is None


def test_a_renamed_account_is_the_same(place: SeatAssignment) -> None:
    """It is bound by its number."""
    post = place.forum.says("Anna", place.thread, "hello")
    author = post.author
    assert author is not None
    place.forum.accounts["anna"] = type(author)(author.id, "Anastasia")
    place.forum.says("Anna", place.thread, "SEEK Mill")
    place.read()
    assert place.world.order_set("Ann") == ["SEEK Mill"]


def test_secret_posts_wait_while_somebody_else_reads(place: SeatAssignment) -> None:
    """The GM is told who it is; once they have left, all goes."""
    place.forum.adds(place.thread, "Mallory")
    before = len(place.forum.texts(place.thread))
    place.says("STATUS")
    assert len(place.forum.texts(place.thread)) == before + 1  # hers alone
    (memo,) = [memo for memo in place.world.facts("memo") if memo.code == "thread-overheard"]
    assert memo.facts == {"seat": "Ann", "readers": "main:Mallory"}
    place.forum.leaves(place.thread, "Mallory")
    place.world.move(hours=2)
    place.post()
    assert len(place.forum.texts(place.thread)) == before + 2


def test_nothing_is_posted_where_nobody_reads_it(place: SeatAssignment) -> None:
    """The GM is told that the player has left; who comes back gets all of it."""
    thread = place.thread
    place.forum.says("Anna", thread, "STATUS")
    place.forum.leaves(thread, "Anna")
    place.read()
    place.post()
    assert [memo.code for memo in place.world.facts("memo")][-1] == "thread-left"
    before = len(place.forum.texts(thread))
    place.forum.adds(thread, "Anna")
    place.world.move(hours=2)
    place.post()
    assert len(place.forum.texts(thread)) == before + 1


def test_who_has_no_address_is_exported_and_erased_by_the_account(place: SeatAssignment) -> None:
    """Nothing is posted for who was erased, and their seat is known for one of somebody who is gone."""
    place.says("SEEK Mill")
    with place.world.store.write() as session:
        told = personal_data.export(session, place.world.ctx, "main:anna")
        assert told["accounts"] == ["main:Anna"]
        assert len(told["letters"]) == 1
        personal_data.erase(session, place.world.ctx, "main:anna")
    place.says("STATUS")
    assert place.forum.texts(place.thread)[-1] == "STATUS"
    with place.world.store.read() as session:
        assert people_queries.seats_of_erased(session, place.world.the_match().id or 0) == {"Ann"}


def test_a_player_of_a_forum_may_have_several_seats(place: SeatAssignment) -> None:
    """Each has a thread of its own, and nothing is doubted of it."""
    plan = SeatPlan(seat="Ann", player="Anna", forum="main:Anna")
    with place.world.store.read() as session:
        match = MatchPlan(name="mill", game="night-watch", schedule="", zone="UTC", options={}, seats=(plan, BOB))
        assert not plan_warnings.about_match(session, place.world.ctx, match)
    place.world.match("mill", seats=(plan, BOB))
    place.post()
    titles = [thread.title for thread in place.forum.threads.values() if thread.private]
    assert [title.partition(":")[0] for title in titles] == ["hoth", "mill"]


def test_the_turn_is_told_in_the_thread_by_mail_and_in_the_chronicle(place: SeatAssignment) -> None:
    """Each seat where it plays, and what everybody may know where everybody reads."""
    place.says("SEEK Mill")
    place.world.says("Bob", "SEEK Mill")
    place.world.move(hours=49)
    place.world.look()
    went = place.post()
    assert "bob@pbem.test" in went
    assert not any("anna" in address for address in went)
    assert place.forum.texts(place.thread)[-1].startswith("# Turn")
    (chronicle,) = [thread for thread in place.forum.threads.values() if not thread.private]
    assert chronicle.title == "hoth: chronicle of the match"
    begun, public = place.forum.texts(chronicle.id)
    assert "The match has begun" in begun
    assert "Ann: Anna" in begun
    assert public.startswith("# Turn")
    assert "moderator+" not in begun + public


def test_the_chronicle_begins_with_the_match_and_proves_its_turns(place: SeatAssignment) -> None:
    """With the seals of the first turn: without them nobody could check its dice from what everybody may read."""
    chronicle = place.chronicle()
    first, second = ([*proof.read(text.splitlines())] for text in place.forum.texts(chronicle))
    sealed = [item for item in first if isinstance(item, Seal)]
    opened = [item for item in second if isinstance(item, Opened)]
    assert [seal.request for seal in sealed] == [each.request for each in opened] == [1]
    assert sealed[0].match_secret


@pytest.mark.parametrize(("pictureless", "shown"), [(("main",), False), ((), True)])
def test_pictures_stand_in_private_threads_only_if_the_operator_says_so(
    store: Store, pictureless: tuple[str, ...], *, shown: bool
) -> None:
    """Whoever has the link of a picture may see it; without pictures the board stands there as text."""
    place = SeatAssignment(World(store), pictureless)
    (welcome,) = place.forum.texts(place.thread)
    assert bool(place.forum.uploads) is shown
    assert ("{{picture:0}}" in welcome) is shown


def test_orders_in_public_are_hidden_and_never_taken(place: SeatAssignment) -> None:
    """Their author is told in private."""
    typo = place.forum.says("Anna", place.chronicle(), "SEEK Mill")
    place.read()
    place.post()
    assert place.world.order_set("Ann") is None
    assert place.forum.posts[typo.id].state is PostState.HIDDEN
    assert "where everybody can read it" in place.forum.texts(place.thread)[-1]


@pytest.mark.parametrize("said", ["HELP", "SEEK Mill\nGood luck!", "PRESS TO Bob: I shall\nbetray them all.\n```"])
def test_what_was_hidden_in_public_is_shown_to_its_author(place: SeatAssignment, said: str) -> None:
    """As it was, to be posted where it belongs: orders, a command or a message."""
    place.forum.says("Anna", place.chronicle(), said)
    place.read()
    place.post()
    told = place.forum.texts(place.thread)[-1]
    assert told.startswith("# Posted in public, not used")
    assert "a command or a private message" in told
    assert any(f"{fence}\n{said}\n{fence}\n" in told for fence in ("```", "````"))


def test_what_is_posted_in_the_chronicle_goes_to_the_others_as_press(place: SeatAssignment) -> None:
    """Once, however often its author polishes it, and not to those who read it there; nobody's words are hidden."""
    chronicle = place.chronicle()
    before = len(place.forum.texts(place.thread))
    post = place.forum.says("Anna", chronicle, "Good luck to all of you!")
    place.read()
    assert place.post() == ["bob@pbem.test"]
    place.forum.changes_mind(post, "Good luck to all of you, and have fun!")
    place.read()
    assert place.post() == []
    (letter,) = place.world.facts("press-letter")
    assert (letter.author, letter.text, letter.public) == ("Ann", "Good luck to all of you!", True)
    assert len(place.forum.texts(place.thread)) == before


@pytest.mark.parametrize(
    ("text", "length", "cut"),
    [
        ("\n".join(["x" * 99] * 100), 9_999, False),
        ("\n".join(["x" * 99] * 101), 10_000, True),
        ("x" * 1_001, 1_000, True),
    ],
)
def test_a_long_post_that_is_passed_on_says_where_its_end_is(
    place: SeatAssignment, text: str, length: int, *, cut: bool
) -> None:
    """Letters and lines have a limit, and nobody is to think that the post ended there."""
    place.forum.says("Anna", place.chronicle(), text)
    place.read()
    (letter,) = place.world.facts("press-letter")
    assert len(letter.text) == length
    said = " ".join(MailRenderer(place.world.clock).render(letter).text.split())
    assert ("we left out its end" in said) is cut


def test_press_to_all_stands_in_the_chronicle(place: SeatAssignment) -> None:
    """Whoever plays in the forum reads it there, and no reply address of anybody stands in it."""
    chronicle = place.chronicle()
    place.world.says("Bob", "PRESS TO ALL: Shall we meet at the mill?")
    assert place.post() == ["bob@pbem.test"]
    said = place.forum.texts(chronicle)[-1]
    assert "Bob to all" in said
    assert "> Shall we meet at the mill?" in said
    assert "moderator+" not in said
    assert "mill" not in place.forum.texts(place.thread)[-1]


def test_what_the_gm_tells_all_stands_in_the_chronicle(place: SeatAssignment) -> None:
    """Whoever plays in the forum reads it there; what is told to one seat stands in that seat's thread alone."""
    chronicle, world = place.chronicle(), place.world
    for name, line in (("all", "TELL ALL: The server moves on Friday."), ("one", "TELL Ann: Mind the mill.")):
        apply(world.store, world.ctx, OverridePlan(name=name, match="hoth", lines=(line,)))
    assert "bob@pbem.test" in place.post()
    said = place.forum.texts(chronicle)[-1]
    assert "A message from the GM to all" in said
    assert "> The server moves on Friday." in said
    assert "Mind the mill." in place.forum.texts(place.thread)[-1]
    assert not [text for text in place.forum.texts(place.thread) if "Friday" in text]


def test_a_message_to_one_seat_in_public_is_a_typo_as_orders_are(place: SeatAssignment) -> None:
    """It is hidden and not sent."""
    typo = place.forum.says("Anna", place.chronicle(), "PRESS TO Bob: I shall betray them all.")
    place.read()
    place.post()
    assert place.forum.posts[typo.id].state is PostState.HIDDEN
    assert not place.world.facts("press-letter")


@pytest.mark.parametrize("blind", [False, True])
def test_a_private_report_that_is_quoted_in_public_is_told_to_the_gm(place: SeatAssignment, *, blind: bool) -> None:
    """Whoever quotes it; a GM who may not see the secrets of the match is told the fact alone."""
    if blind:
        place.world.settings(gm="bob@pbem.test")
    chronicle = place.chronicle()
    public, private = (place.forum.texts(each)[-1].splitlines() for each in (chronicle, place.thread))
    secret = next(line for line in private if len(line) > 20 and line not in public)
    known = next(line for line in public if len(line) > 20)
    text = f'[quote="Moderator"]\n{known}\n{secret}\n[/quote]\nLook what she got!'
    place.forum.says("Mallory", chronicle, text)
    place.forum.says("Mallory", chronicle, f'[quote="Moderator"]\n{known}\n[/quote]\nWell said.')
    place.read()
    (memo,) = [memo for memo in place.world.facts("memo") if memo.code == "report-quoted"]
    assert memo.facts == {"seat": "Ann", "author": "main:Mallory"}
    with place.world.store.read() as session:
        told = secrecy.redact(session, place.world.ctx, memo)
    assert told.lines == (() if blind else (secret.strip("*"),))
    assert "Ann" in MailRenderer(place.world.clock).render(told).text


def test_who_does_not_play_is_no_voice_in_the_match(place: SeatAssignment) -> None:
    """The words of onlookers stay in the forum."""
    place.forum.says("Mallory", place.chronicle(), "Bob is going to win this.")
    place.read()
    assert place.post() == []


@pytest.mark.parametrize("trouble", [TryLater("not now"), Unsure("no answer")])
def test_a_forum_that_does_not_answer_gets_each_post_once(place: SeatAssignment, trouble: ForumError) -> None:
    """Whether the post was written before the answer was lost or not."""
    place.forum.says("Anna", place.thread, "SEEK Mill")
    place.read()
    place.forum.fails["reply"] = trouble
    place.post()
    place.world.move(hours=1)
    place.post()
    answers = [
        text for text in place.forum.texts(place.thread) if "Your orders are recorded" in text and "ref " in text
    ]
    assert len(answers) == 1


def test_a_quotation_of_what_everybody_may_read_costs_no_look_at_private_threads(
    place: SeatAssignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And after a call that failed, what was read is not read again."""
    chronicle = place.chronicle()
    public, private = (place.forum.texts(each)[-1].splitlines() for each in (chronicle, place.thread))
    known = next(line for line in public if len(line) > 20)
    secret = next(line for line in private if len(line) > 20 and line not in public)
    reads, fails, read = list[str](), list[str](), place.forum.read

    def count(thread: str) -> list[Post]:
        reads.append(thread)
        if thread in fails:
            raise TryLater("not now")
        return read(thread)

    monkeypatch.setattr(place.forum, "read", count)
    place.forum.says("Mallory", chronicle, f'[quote="Moderator"]\n{known}\n[/quote]\nWell said.')
    place.read()
    assert reads == [chronicle]
    place.forum.says("Mallory", chronicle, f'[quote="Moderator"]\n{secret}\n[/quote]\nLook!')
    place.inbound.drain(place.world.keep)
    (found,) = [done.public for done in place.world.read() if done.public is not None]
    follow_up = FollowUp(place.world.store, place.world.ctx, place.forum, found)
    fails.append(place.thread)
    with pytest.raises(TryLater):
        follow_up()
    fails.clear()
    follow_up()
    assert reads == [chronicle, chronicle, place.thread, place.thread]
    assert place.world.facts("memo")[-1].code == "report-quoted"


def test_the_quota_of_the_mail_provider_is_none_for_posts(store: Store) -> None:
    """With three letters a day, of which Bob's welcome was one, posts neither count as others nor wait for tomorrow."""
    place = SeatAssignment(World(store))
    place.world.settings(limits=Limits(letters_per_day=3))
    for _ in range(5):
        assert place.says("STATUS").startswith("# Your answer")
    for left in (2, 1, 0):
        with store.read() as session:
            told = claiming.backlog(session, place.world.ctx)
        assert (told.waiting, told.left_today) == (0, left)
        place.world.says("Bob", "STATUS")
        place.post()
    assert place.says("STATUS").startswith("# Your answer")
    place.forum.says("Anna", place.thread, "STATUS")
    place.read()
    with store.read() as session:
        mail, posts = (claiming.backlog(session, place.world.ctx, queue) for queue in (MAIL, "main"))
    assert (mail.waiting, mail.left_today, posts.waiting, posts.left_today) == (1, 0, 1, None)


def test_what_a_forum_refuses_is_told_to_the_gm(place: SeatAssignment) -> None:
    """It does not get better by itself."""
    place.forum.says("Anna", place.thread, "STATUS")
    place.read()
    place.forum.fails["reply"] = Refused("no right to post here")
    place.post()
    assert [memo.code for memo in place.world.facts("memo")][-1] == "letter-refused"


def test_a_post_is_kept_once_however_often_the_forum_is_read(place: SeatAssignment) -> None:
    """A cursor that was lost costs nothing."""
    place.forum.says("Anna", place.thread, "SEEK Mill")
    place.read()
    Bookmarks(place.world.store).set("main", "")
    place.read()
    assert len(place.world.letters()) == 1


@pytest.mark.parametrize(("wish", "mail", "posts"), [("MAIL", 1, 0), ("FORUM", 0, 1), ("BOTH", 1, 1)])
def test_a_player_with_both_chooses_where_letters_go(store: Store, wish: str, mail: int, posts: int) -> None:
    """SET DELIVERY says so; the forum is where they go by themselves."""
    place = SeatAssignment(World(store), addresses=("ann@pbem.test",))
    place.says(f"SET DELIVERY {wish}")
    before = len(place.forum.texts(place.thread))
    place.forum.says("Anna", place.thread, "STATUS")
    place.read()
    assert place.post().count("ann@pbem.test") == mail
    assert len(place.forum.texts(place.thread)) == before + 1 + posts


@pytest.mark.parametrize("bots", [True, False])
def test_press_to_all_is_said_to_stand_in_the_chronicle(store: Store, *, bots: bool) -> None:
    """Where bots have all other seats, that is where it goes, and nothing failed."""
    place = SeatAssignment(World(store), bob=SeatPlan(seat="Bob", bot="random") if bots else BOB)
    answer = place.says("PRESS TO ALL: Shall we meet at the mill?")
    assert "in the chronicle of the match" in answer
    assert "nothing was sent" not in answer
    assert ("went to everybody, Bob," in answer) is not bots
    (chronicle,) = [thread.id for thread in place.forum.threads.values() if not thread.private]
    assert "> Shall we meet at the mill?" in place.forum.texts(chronicle)[-1]


def test_a_mailbox_that_refuses_keeps_no_post_back(store: Store) -> None:
    """Who has chosen both gets in the forum what the mail does not bring."""
    place = SeatAssignment(World(store), addresses=("ann@pbem.test",))
    place.says("SET DELIVERY BOTH")
    before = len(place.forum.texts(place.thread))
    place.mail.status = lambda dispatch: (
        Sent(DeliveryStatus.REFUSED, "550 no such user") if dispatch.to == ("ann@pbem.test",) else None
    )
    place.forum.says("Anna", place.thread, "STATUS")
    place.read()
    place.post()
    assert len(place.forum.texts(place.thread)) == before + 2


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("We march at dawn!", "we do not read attached files. HELP PLEASE, alone on a line"),
        ("Here they are: [orders.pdf|attachment](upload://x.pdf)", "Copy your orders into the post itself"),
        ("HELP FORMAT", "Write one order a line in your own thread."),
        ("HELP DICE", "Copy the posts into files"),
        ("HELP", "HELP FORMAT about how posts are read"),
    ],
)
def test_no_answer_there_speaks_of_the_ways_of_mail(place: SeatAssignment, said: str, told: str) -> None:
    """Files beside a post are not read, and posts are not letters."""
    answer = place.says(said)
    assert told in answer
    assert not [words for words in (".txt", "HTML", "Reply to", "Keep your letters") if words in answer]
