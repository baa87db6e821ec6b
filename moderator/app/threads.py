"""A thread of a forum as files, for whoever checks seals, receipts and dice from posts.

Each file is a letter: author and times above, then the text as it stands in the forum. So it is read like a mail that
was saved. The posts of a letter that was too long for one stand in one file: a proof may go on from one to the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from moderator.app.files import InstanceError, new_folder
from moderator.language.reading.text_lines import harmless
from moderator.posts.post import Account, Post, PostState
from moderator.service.audit.saved_letters import NO_PROOF
from moderator.transport.forum.port import Forum, ForumError, Thread
from moderator.transport.forum.refs import is_by, ref_of


def save(threads: Sequence[tuple[Forum, str]], folder: Path) -> Mapping[str, bytes]:
    """Save threads, one after the other, in a new folder that only its owner may read; return its files by their names.

    Raises InstanceError if the folder is not empty, or a thread cannot be read.
    """
    try:
        letters = [letter for forum, thread in threads for letter in _letters(forum, thread)]
    except ForumError as error:
        raise InstanceError(f"the thread cannot be read: {error}") from None
    files = {
        f"{number:04d}-{made.astimezone(UTC):%Y-%m-%dT%H%M%SZ}.md": text.encode(errors="replace")
        for number, (made, text) in enumerate(letters, 1)
    }
    new_folder(folder, files)
    return files


def _letters(forum: Forum, name: str) -> Iterator[tuple[datetime, str]]:
    """Give the letters of a thread in the order of their first posts, each with the time of that."""
    thread, me = forum.thread(name), forum.me()
    letters: dict[str, list[Post]] = {}
    for post in forum.read(name):
        ref = ref_of(post.text).partition(".")[0] if is_by(post, me) else ""
        letters.setdefault(ref or f"post {post.id}", []).append(post)
    for posts in letters.values():
        yield posts[0].created, "\n".join(_format_post(thread, post, me) for post in posts)


def _format_post(thread: Thread, post: Post, me: Account) -> str:
    """Return a post as it is saved; what others wrote is no proof, and its head says so."""
    ours = is_by(post, me)
    head = {
        "Author": f"{_line(post.author.name)} (account {post.author.id})"
        if post.author
        else "somebody whose account was deleted",
        "Thread": f"{_line(thread.title)} ({thread.id})",
        "Posted": f"{post.created.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC",
        "Changed": f"{post.changed.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC" if post.changed != post.created else "",
        "State": post.state.value if post.state is not PostState.SHOWN else "",
        NO_PROOF: "" if ours else "none, because the moderator did not write this",
    }
    above = "".join(f"{name}: {value}\n" for name, value in head.items() if value)
    return f"{above}\n{post.text if ours else harmless(post.text)}\n"


def _line(text: str) -> str:
    return " ".join(text.split())
