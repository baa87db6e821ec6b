"""A real Misago keeps what the port promises."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from contrib.forum_demo import misago
from contrib.forum_demo.misago import MODERATOR, PASSWORD, MisagoServer
from moderator.app import threads
from moderator.app.opening import open_instance
from moderator.config import load
from moderator.service.audit.verify import verify_letters
from moderator.transport.forum.misago import Misago
from moderator.transport.forum.port import Account, Act, Post, PostState, Refused, TryLater, Upload
from tests.support.letters.proofs import found

pytestmark = pytest.mark.proof
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100"
    "18dd8db00000000049454e44ae426082"
)


NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil")
"""Nobody may post twice within three seconds, and tests are shuffled: each of these writes in one of them."""
LOOKS = 10
APPROVAL = """
import django; django.setup()
from misago.acl.cache import clear_acl_cache
from misago.categories.models import CategoryRole
for role in CategoryRole.objects.filter(name__startswith="Start and reply threads"):
    role.permissions["misago.threads.permissions.threads"]["require_replies_approval"] = {}
    role.save()
clear_acl_cache()
"""


@pytest.fixture(scope="module", name="site")
def start_site() -> Iterator[MisagoServer]:
    """Start a Misago once."""
    if reason := misago.missing():
        pytest.skip(reason)
    with TemporaryDirectory(prefix="pbem-misago-") as folder, misago.server(Path(folder), NAMES) as running:
        yield running


@pytest.fixture(scope="module", name="forum")
def log_in(site: MisagoServer) -> Iterator[Misago]:
    """Log in as the moderator."""
    forum = Misago(site.url, MODERATOR, PASSWORD, site.category)
    yield forum
    forum.close()


@pytest.fixture(scope="module", name="member")
def log_members_in(site: MisagoServer) -> Iterator[Callable[[str], Misago]]:
    """Give members their own way in."""
    known = {name: Misago(site.url, name, PASSWORD, site.category) for name in NAMES}
    yield known.__getitem__
    for each in known.values():
        each.close()


@pytest.fixture(name="seat")
def open_seat(forum: Misago) -> Post:
    """Open a private thread with Ann."""
    ann = forum.account("ann")
    return forum.start([ann], "hoth: Welcome, Red", "# Welcome\n\nYour orders go here.", "seat-0000001")


@pytest.fixture(name="chronicle")
def open_chronicle(forum: Misago) -> Post:
    """Open a public thread."""
    return forum.start([], "hoth: chronicle of the match", "It begins here.", "chron-000001")


def look_for(forum: Misago, post: Post, cursor: str) -> Post:
    """Look until a post has come again; public threads are read in turn, so that may take a look for each."""
    for _ in range(LOOKS):
        posts, cursor = forum.changes(cursor)
        for each in posts:
            if (each.thread, each.id) == (post.thread, post.id):
                return each
    pytest.fail(f"post {post.id} did not come again in {LOOKS} looks")


def told(forum: Misago, cursor: str) -> tuple[list[tuple[str, str]], str]:
    """Return what is new: authors and texts."""
    posts, cursor = forum.changes(cursor)
    return [(post.author.name if post.author else "", post.text) for post in posts], cursor


def test_accounts_are_found_by_name(forum: Misago) -> None:
    """In any case, and nobody is refused."""
    assert forum.me().name == MODERATOR
    assert forum.account("BOB").name == "Bob"
    with pytest.raises(Refused):
        forum.account("Nobody")


def test_what_an_account_lacks_is_told(forum: Misago, member: Callable[[str], Misago]) -> None:
    """The moderator of this site lacks nothing; a member may not be one."""
    assert forum.warnings() == []
    assert [told.partition(":")[0] for told in member("Gil").warnings()] == [
        "it is no moderator of category 3",
        "it may not add everybody to private threads",
        "it is not exempt from the flood limit",
    ]


def test_a_private_thread_has_its_members_and_our_text(forum: Misago, seat: Post) -> None:
    """What stands there is what we wrote, byte for byte."""
    thread = forum.thread(seat.thread)
    assert {member.name for member in thread.members} == {MODERATOR, "Ann"}
    assert thread.private
    (only,) = forum.read(seat.thread)
    assert only.text == "# Welcome\n\nYour orders go here.\n\nref seat-0000001"


def test_what_members_write_and_edit_comes_once(forum: Misago, member: Callable[[str], Misago], seat: Post) -> None:
    """A new post at the next look, its edit at the one after, and nothing twice."""
    _, cursor = forum.changes("")
    written = member("Ann").reply(seat.thread, "MOVE 1 A0 A1", "none-0000001")
    new, cursor = told(forum, cursor)
    assert new == [("Ann", "MOVE 1 A0 A1\n\nref none-0000001")]
    member("Ann").edit(written, "MOVE 2 A0 A1")
    new, cursor = told(forum, cursor)
    assert [text.partition("\n")[0] for _, text in new] == ["MOVE 2 A0 A1"]
    assert told(forum, cursor)[0] == []


def test_a_post_that_staff_hides_comes_again(forum: Misago, member: Callable[[str], Misago], chronicle: Post) -> None:
    """Its state is told, though the list of threads shows no difference, and the moderator can still read it."""
    _, cursor = forum.changes("")
    typo = member("Bob").reply(chronicle.thread, "MOVE 1 A0 A1", "none-0000002")
    (seen,), cursor = forum.changes(cursor)
    forum.moderate(seen, Act.HIDE)
    forum.moderate(seen, Act.HIDE)
    again = look_for(forum, typo, cursor)
    assert (again.state, again.text) == (PostState.HIDDEN, typo.text)


def test_a_post_that_is_approved_late_comes_then(
    forum: Misago, member: Callable[[str], Misago], chronicle: Post, site: MisagoServer
) -> None:
    """It keeps its old number, and later posts have been read by then."""
    site.shell(APPROVAL.format(1))
    try:
        _, cursor = forum.changes("")
        queued = member("Cat").reply(chronicle.thread, "Greetings to all!", "none-0000003")
        assert queued.state is PostState.QUEUED
        later = forum.reply(chronicle.thread, "The report of turn 2.", "late-0000001")
        assert int(queued.id) < int(later.id)
        (waiting,), cursor = forum.changes(cursor)
        assert (waiting.id, waiting.state) == (queued.id, PostState.QUEUED)
        forum.moderate(waiting, Act.APPROVE)
        assert look_for(forum, queued, cursor).state is PostState.SHOWN
    finally:
        site.shell(APPROVAL.format(0))


def test_a_frozen_post_keeps_its_text(forum: Misago, member: Callable[[str], Misago], chronicle: Post) -> None:
    """Its author can no longer edit it."""
    press = member("Dan").reply(chronicle.thread, "We come in peace.", "none-0000004")
    forum.moderate(press, Act.FREEZE)
    with pytest.raises(Refused):
        member("Dan").edit(press, "We never said so.")
    assert press.text in [post.text for post in forum.read(chronicle.thread)]


def test_in_a_locked_thread_the_moderator_alone_writes(
    forum: Misago, member: Callable[[str], Misago], chronicle: Post
) -> None:
    """Until it is unlocked; both twice are harmless."""
    thread = forum.thread(chronicle.thread)
    for _ in range(2):
        forum.moderate(thread, Act.LOCK)
    assert forum.thread(chronicle.thread).locked
    with pytest.raises(Refused):
        member("Eve").reply(chronicle.thread, "Too late, I fear.", "none-0000005")
    assert forum.reply(chronicle.thread, "The match is over.", "over-0000001").thread == chronicle.thread
    for _ in range(2):
        forum.moderate(thread, Act.UNLOCK)
    assert member("Eve").reply(chronicle.thread, "Well played!", "none-0000006").state is PostState.SHOWN


def test_our_post_is_found_by_its_ref_alone(forum: Misago, member: Callable[[str], Misago], chronicle: Post) -> None:
    """A ref that a member quotes, or ends a post with, is not believed."""
    member("Fay").reply(chronicle.thread, '[quote="@Moderator"]\nref ours-0000001\n[/quote]', "ours-0000001")
    assert forum.find("ours-0000001", chronicle.thread) is None
    ours = forum.reply(chronicle.thread, "The report of turn 1.", "ours-0000001")
    found = forum.find("ours-0000001")
    assert found is not None
    assert (found.id, found.text) == (ours.id, ours.text)


def test_pictures_stand_where_they_are_marked_and_outlive_an_edit(forum: Misago, seat: Post) -> None:
    """They are uploaded with the post."""
    post = forum.reply(seat.thread, "Before\n\n{{picture:0}}\n\nafter", "pict-0000001", [Upload("map.png", PNG, "map")])
    assert "![map](/a/" in post.text
    assert "ref pict-0000001" in forum.edit(post, post.text.partition("\n\nref ")[0].replace("Before", "Now")).text
    (again,) = [one for one in forum.read(seat.thread) if one.id == post.id]
    assert again.text.startswith("Now")
    assert again.text.count("![map](/a/") == 1


def test_a_session_that_was_lost_is_begun_again(forum: Misago, seat: Post) -> None:
    """Nothing of it is seen but the answer."""
    forum._site.forget_cookies()
    assert forum.reply(seat.thread, "Still here.", "lost-0000001").thread == seat.thread


def test_an_account_that_was_renamed_keeps_its_number(forum: Misago, site: MisagoServer) -> None:
    """A name is nothing that one can rely on."""
    before = forum.account("Bob")
    rename = "import django; django.setup()\nfrom django.contrib.auth import get_user_model as U\n"
    rename += "user = U().objects.get(username='{}'); user.set_username('{}'); user.save()"
    site.shell(rename.format("Bob", "Robert"))
    assert forum.account("Robert").id == before.id
    site.shell(rename.format("Robert", "Bob"))


@pytest.mark.parametrize(
    "ask",
    [
        lambda forum, _: forum.start([], "ab", "A long text.", "shor-0000001"),
        lambda forum, seat: forum.reply(seat.thread, "x" * forum.limits.longest_post, "long-0000001"),
        lambda forum, _: forum.thread("p999999"),
        lambda forum, _: forum.thread("nonsense"),
        lambda forum, seat: forum.moderate(forum.thread(seat.thread), Act.LOCK),
        lambda forum, _: forum.start([Account("", "Nobody")], "A long title", "A long text.", "refu-0000001"),
    ],
    ids=[
        "too short a title",
        "too long a post",
        "no such thread",
        "no thread's id",
        "a private thread is not locked",
        "nobody of that name",
    ],
)
def test_what_cannot_be_is_refused(forum: Misago, seat: Post, ask: Callable[[Misago, Post], object]) -> None:
    """It does not get better by itself."""
    with pytest.raises(Refused):
        ask(forum, seat)


def test_who_writes_too_quickly_is_told_when_to_go_on(member: Callable[[str], Misago], chronicle: Post) -> None:
    """The flood limit of members is three seconds."""
    member("Gil").reply(chronicle.thread, "One thing.", "floo-0000001")
    with pytest.raises(TryLater) as told_later:
        member("Gil").reply(chronicle.thread, "Another thing.", "floo-0000002")
    assert told_later.value.after < 10


def test_a_wrong_password_is_refused_and_stands_in_no_text(site: MisagoServer) -> None:
    """Nobody reads it in a log."""
    stranger = Misago(site.url, MODERATOR, "not-this-one", site.category)
    with closing(stranger), pytest.raises(Refused) as refused:
        stranger.me()
    assert "not-this-one" not in str(refused.value)


def test_a_forum_that_is_down_is_asked_later(site: MisagoServer, forum: Misago, seat: Post) -> None:
    """Once it is up again, all goes on."""
    site.stop()
    with pytest.raises(TryLater):
        forum.changes("")
    site.start()
    assert forum.thread(seat.thread).id == seat.thread
    assert httpx.get(site.url).status_code == 200


PLAYED = """
[moderator]
name = "Battle Moderator"
address = "moderator@pbem.test"
gm = "gm@pbem.test"
delay = "0"

[[forum]]
name = "main"
kind = "misago"
url = "{site.url}"
category = {site.category}
user = "Moderator"
password = "${{FORUM_PASSWORD}}"

[[match]]
name = "titan"
game = "buck-rogers"
seats = [
  {{ seat = "Red", player = "Bob", forum = "main:bob" }},
  {{ seat = "Blue", bot = "random" }},
  {{ seat = "Purple", bot = "random" }},
  {{ seat = "Green", bot = "random" }},
]
"""


def test_a_match_is_played_there(site: MisagoServer, member: Callable[[str], Misago], tmp_path: Path) -> None:
    """Welcome, orders, acknowledgement, report and chronicle, each once, though the moderator begins anew each time."""
    (tmp_path / "config.toml").write_text(PLAYED.format(site=site))
    config = load(tmp_path / "config.toml", {"FORUM_PASSWORD": PASSWORD})

    def work() -> None:
        with open_instance(config) as instance:
            instance.apply(config)
            asyncio.run(instance.once())

    work()
    bob = member("Bob")
    (thread,) = [name for name, _ in bob._threads() if name.startswith("p")]
    assert bob.thread(thread).title == "titan: orders and reports of Red"
    for _ in range(5):  # the flood limit of members
        try:
            bob.reply(thread, "Hi,\nREADY", "none-0000009")
            break
        except TryLater as later:
            time.sleep(later.after)
    work()
    work()
    begun = [post.text.partition("\n")[0] for post in bob.read(thread) if post.author and post.author.name == MODERATOR]
    assert begun == ["# Welcome, Red", "# Your orders were changed", "# The set-up, for Red"]
    (chronicle,) = [name for name, _ in bob._threads() if bob.thread(name).title == "titan: chronicle of the match"]
    assert [post.text.partition("\n")[0] for post in bob.read(chronicle)] == ["# The match has begun", "# The set-up"]
    with open_instance(config) as instance:
        saved = threads.save([(instance.forums["main"], thread)], tmp_path / "red")
    assert found(list(saved.values())) == (set(), set())
    assert "seals" in verify_letters(saved.values()).checked
