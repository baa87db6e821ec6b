"""The mark by which we know a post of ours again: its last line is ``ref`` and a name that nobody can guess.

No forum keeps a hidden mark that all others keep too, so it is a line that everybody sees.
"""

import re
from collections.abc import Iterable

from moderator.transport.forum.port import Account, Post

_REF = re.compile(r"ref (\S+)")


def with_ref(text: str, ref: str) -> str:
    """Return a text that bears a ref in its last line, in the place of any that it had; without a ref, none."""
    return f"{without_ref(text)}\n\nref {ref}" if ref else without_ref(text)


def ref_of(text: str) -> str:
    """Return the ref in the last line of a text; empty for none, and for one that stands in a quotation."""
    found = _REF.fullmatch(text.rstrip().rpartition("\n")[2].rstrip())
    return found[1] if found else ""


def without_ref(text: str) -> str:
    """Return a text without the line of its ref."""
    text = text.rstrip()
    return text.rpartition("\n")[0].rstrip() if ref_of(text) else text


def is_by(post: Post, account: Account) -> bool:
    """Return whether an account wrote a post, under whatever name."""
    return post.author is not None and post.author.id == account.id


def find_post_with_ref(ref: str, posts: Iterable[Post], me: Account) -> Post | None:
    """Return the first post of ours that bears a ref."""
    return next((post for post in posts if is_by(post, me) and ref_of(post.text) == ref), None)
