"""Proofs stand folded in posts, in the words of each forum."""

import re

from moderator.rendering.mail import MailRenderer
from moderator.transport.forum import discourse, misago, nodebb
from moderator.transport.forum.folds import place_folds
from moderator.transport.forum.parting import split_text
from tests.rendering.samples import Still
from tests.rendering.test_posts import TO_SEATS, posted
from tests.support.cases import every_case

POST = "## Dice\n\n{{fold:Proof}}\n\n```\none\ntwo\n```\n\n{{/fold}}\n\nend"


@every_case(
    ("fold", "shown"),
    [
        (
            discourse.LIMITS.fold,
            '## Dice\n\n[details="Proof"]\n\n```\none\ntwo\n```\n\n[/details]\n\nend',
        ),
        (misago.LIMITS.fold, "## Dice\n\n[spoiler]\n\n```\none\ntwo\n```\n\n[/spoiler]\n\nend"),
        (nodebb.LIMITS.fold, "## Dice\n\n\n\n```\none\ntwo\n```\n\n\n\nend"),
    ],
)
def test_a_fold_is_written_in_the_words_of_the_forum(fold: tuple[str, str], shown: str) -> None:
    """A forum that has none shows the words as they are."""
    assert list(place_folds([POST], *fold)) == [shown]


def test_a_fold_that_is_cut_goes_on_in_each_post() -> None:
    """Each post closes what it opens."""
    lines = "\n".join(f"line {n}" for n in range(30))
    posts = list(
        place_folds(split_text(f"{{{{fold:Proof}}}}\n\n```\n{lines}\n```\n\n{{{{/fold}}}}\n\nend", 90), "[d]", "[/d]")
    )
    assert len(posts) > 2
    assert all(post.count("[d]") == post.count("[/d]") == 1 for post in posts)
    assert [line for post in posts for line in post.splitlines() if line.startswith("line")] == lines.splitlines()
    assert posts[-1].endswith("[/d]\n\nend")


@every_case("room", range(45, 90))
def test_no_post_ends_in_an_empty_fold(room: int) -> None:
    """A fold that would begin at the very end of a post begins with the next one."""
    for post in place_folds(split_text(POST, room), "[d]", "[/d]"):
        assert post
        assert not re.search(r"\[d\]\s*\[/d\]", post)
        assert post.count("[d]") == post.count("[/d]")


def test_the_proof_of_a_report_is_folded() -> None:
    """The words that explain it stay in sight."""
    text = MailRenderer(Still()).render(posted(TO_SEATS["turn-report"])).text
    (whole,) = place_folds([text], *misago.LIMITS.fold)
    seen, _, rest = whole.partition("[spoiler]")
    hidden, _, _ = rest.partition("[/spoiler]")
    assert "## Dice and seals" in seen
    assert "-----BEGIN PROOF-----" in hidden
    assert "-----BEGIN PROOF-----" not in seen
