"""Letters as posts of a forum: Markdown that says the same, and in which nobody's words mean anything else."""

import re
import time

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from msgspec.structs import replace

from moderator.rendering.mail import MailRenderer
from moderator.rendering.markdown import fence_lines, markdown
from moderator.rendering.words import posted_words
from moderator.service.facts import Digest, GmDigest, LetterFacts, Memo, Stranger
from tests.rendering.samples import Still, every_letter
from tests.support.cases import every_case

RENDERER = MailRenderer(Still())
NOT_TO_SEATS = Memo | GmDigest | Stranger | Digest
TO_SEATS = {name: each for name, each in every_letter().items() if not isinstance(each, NOT_TO_SEATS)}
READER = MarkdownIt("commonmark")


def posted(letter: LetterFacts) -> LetterFacts:
    """Return a letter that goes to a forum."""
    assert not isinstance(letter, Memo | GmDigest | Stranger)
    told: LetterFacts = replace(letter, head=replace(letter.head, posted=True))
    return told


@every_case("name", TO_SEATS)
def test_every_letter_to_a_seat_can_be_posted(name: str) -> None:
    """It begins with its heading, asks for nothing that only mail has, and brings no files."""
    words = RENDERER.render(posted(TO_SEATS[name]))
    assert words.text.startswith("# ")
    assert not words.html
    assert not words.attachments
    assert "reply to this letter" not in words.text.lower()
    assert "attached" not in words.text.lower()


@every_case("name", ["turn-report", "welcome"])
def test_pictures_have_their_places_in_the_text(name: str) -> None:
    """Each is marked once, in its order; a reader who wants text alone gets the chart instead."""
    letter = posted(TO_SEATS[name])
    words = RENDERER.render(letter)
    assert words.pictures
    assert re.findall(r"\{\{picture:(\d+)\}\}", words.text) == [str(n) for n in range(len(words.pictures))]
    plain = RENDERER.render(replace(letter, head=replace(letter.head, plain=True)))  # type: ignore[union-attr]
    assert not plain.pictures
    assert "{{picture" not in plain.text


@every_case(
    "said",
    [
        "# Heading",
        "1. First",
        "> quoted",
        "- item",
        "*all* __of__ it",
        "[link](http://evil.test)",
        "![](http://evil.test/x.png)",
        "`code`",
        "<b>bold</b>",
        "```\nfence",
        "===",
        "    indented",
    ],
)
def test_words_of_others_are_shown_as_they_wrote_them(said: str) -> None:
    """No mark of theirs becomes a heading, a link or a picture."""
    tokens = [token for token in READER.parse(f"x {markdown(said)}") if token.type != "inline"]
    assert {token.type for token in tokens} <= {"paragraph_open", "paragraph_close"}


@given(st.text(alphabet="ab `*_[]()<>#\n-+1.!\\", max_size=60))
def test_no_words_become_a_picture_or_a_link(said: str) -> None:
    """However the marks stand."""
    html = READER.render(markdown(said))
    assert "<img" not in html
    assert "<a " not in html
    assert "<h1" not in html


LIVE = (
    *(
        "@all",
        "@moderators: look",
        "(@bob)",
        "hello,@bob!",
        "@all@bob",
        "x @all`code`@bob",
        "<origin>@all",
        "\N{FULLWIDTH COMMERCIAL AT}@all",
    ),
    *("https://evil.test/x.png", "see http://evil.test.", "HTTPS://EVIL.TEST", "www.evil.test", "//evil.test/x.png"),
    *(
        "evil.com",
        "(evil.com/x.png)",
        "go to evil.co.uk, now",
        "ann@evil.test",
        "mailto:ann@evil.test",
        "ftp://evil.test",
    ),
    *(
        "[img]https://evil.test/x.png[/img]",
        "[url=https://evil.test]x[/url]",
        "![x](https://evil.test/x.png)",
        "[b]x[/b]",
    ),
    *("&#64;all", "&commat;all", "&#x40;all", "&lt;img src=x&gt;", "<img src=https://evil.test/x.png>", "~~gone~~"),
    *("a|b\n-|-\n1|2", "| a |\n|---|\n", "a\n:-- | --:", "#general", "||hidden||", "{{picture:0}}", "*@all*", "_@all_"),
    *(
        "`@all`",
        "``https://evil.test``",
        "@all`",
        "`@all",
        "https://evil.test/`@all",
        "\\@all",
        "\\`@all`",
        "<@all",
        "<a@all>",
    ),
)
_MENTION = re.compile(r"@\w")
_LINK = re.compile(r"://|www\.|[\w-]\.(?:com|test|uk)\b", re.IGNORECASE)


def plain_words(shown: str) -> list[str]:
    """Return what a forum goes on with after Markdown is read: all text that is no code, signs of HTML resolved."""
    words, inside = [], READER.parse(shown)
    for token in (child for block in inside for child in block.children or [block]):
        assert token.type not in ("image", "link_open", "html_inline", "html_block", "table_open"), token
        words += [token.content] if token.type in ("text", "text_special") else []
    return words


@every_case("said", LIVE)
def test_no_words_of_others_are_brought_to_life(said: str) -> None:
    """Mentions, links, pictures, BBCode and signs of HTML are text: nobody is called, nothing is fetched."""
    shown = markdown(said)
    for words in ["".join(plain_words(shown)), *plain_words(shown)]:
        assert not _MENTION.search(words)
        assert not _LINK.search(words)
        assert not re.search(r"&#?\w+;|~~|\|\||#[a-z]", words)
    assert not re.search(r"(?<!\\)\[", re.sub(r"(`+).*?\1", "", shown))
    assert "{{" not in shown


@given(st.text(alphabet="ab@`.:/w&#;~|<>[]()\\!*_ \n-", max_size=40))
def test_no_signs_are_brought_to_life_however_they_stand(said: str) -> None:
    """The same for whatever stands beside each other."""
    for words in plain_words(markdown(said)):
        assert not _MENTION.search(words)
        assert not re.search(r"\w://", words)


@every_case("said", LIVE)
def test_words_that_do_nothing_are_shown_whole(said: str) -> None:
    """Nothing of them is lost: only brackets of HTML and marks of our own pictures look otherwise."""
    shown = READER.parse(markdown(said))
    text = "".join(
        child.content or "\n" * (child.type == "softbreak") for block in shown for child in block.children or []
    )
    assert text.replace("\u2039", "<").replace("{ {", "{{").split() == said.split()


def test_press_in_a_forum_calls_nobody_and_fetches_nothing() -> None:
    """The message of a player, as it is posted for all to read."""
    letter = posted(TO_SEATS["press"])
    said = (
        "@all look: https://evil.test/pixel.png\n[img]https://evil.test/pixel.png[/img]\n![](https://evil.test/a.png)"
    )
    text = RENDERER.render(replace(letter, text=said)).text
    assert not _MENTION.search("".join(plain_words(text)))
    assert not _LINK.search("".join(plain_words(text)))
    assert "> `@all` look: `https://evil.test/pixel.png`" in text


def test_long_words_are_read_in_no_time() -> None:
    """Whatever a word of 10,000 signs is made of."""
    began = time.monotonic()
    for sign in ("a", "a.", ".", "@", "&", "#", "|", "-", "(", "*a", "a@", "www", "a:/", "<", "`"):
        markdown((sign * 10_000)[:10_000])
    assert time.monotonic() - began < 5


@every_case("said", ["<a`b>", "<`>", "say <a `b` c> now", "<origin>"])
def test_no_words_are_lost_between_angle_brackets(said: str) -> None:
    """Not those with a backtick among them either; the bracket that would begin HTML becomes one that does not."""
    (shown,) = READER.parseInline(markdown(said))
    assert "".join(token.content for token in shown.children or ()).replace("\u2039", "<") == said


def test_names_of_files_are_code() -> None:
    """Else forums take them for sites of Paraguay and Moldova, and link to people who have registered them."""
    said = "the single file tools/verify_letters.py; the page docs/dice.md explains it."
    assert markdown(said) == "the single file `tools/verify_letters.py`; the page `docs/dice.md` explains it."


@every_case("name", TO_SEATS)
def test_every_fence_stands_by_itself(name: str) -> None:
    """Some forums know none within a list."""
    assert not re.search(r"^[ >-]+```", RENDERER.render(posted(TO_SEATS[name])).text, re.MULTILINE)


def test_what_a_turn_told_stands_below_its_number() -> None:
    """As a list within a list, in which the reader's own deeds are bold."""
    lines = RENDERER.render(posted(TO_SEATS["turn-report"])).text.splitlines()
    told = lines[lines.index("## The turn, order by order") + 2 :]
    assert told[0].startswith("- **1.** Sequence: ")
    assert told[1].startswith("    - The Empire moved")
    assert told[2].startswith("    - **» You ")
    assert told[2].endswith("**")
    html = READER.render("\n".join(told[: told.index("")]))
    assert html.count("<ul>") == 4  # three numbers, each with a list of its own
    assert html.count("<strong>» ") == 3


def test_lines_of_a_post_are_read_out_one_below_the_other() -> None:
    """With their own numbers and no bullets, and nothing that is suggested parts them into several lists."""
    text = RENDERER.render(posted(TO_SEATS["acknowledgement"])).text
    read = text.partition("line by line\n\n")[2].partition("\n## ")[0]
    assert "\n\n**2\\. move trops B1 to B9**\n\n" in read
    assert "<li>" not in READER.render(read)


@every_case("name", ["turn-report", "press"])
def test_the_chronicle_speaks_to_everybody(name: str) -> None:
    """It is no seat's: its foot names none and offers no HELP, and its picture shows what everybody knows."""
    letter = posted(TO_SEATS[name])
    assert not isinstance(letter, Memo | GmDigest | Stranger)
    public = replace(letter, head=replace(letter.head, seat="", player=""), form=None)
    words = RENDERER.render(public)
    foot = words.text.strip().rpartition("\n")[2]
    assert foot.startswith("Battle Moderator · match hoth, the chronicle. Everybody can read it")
    assert "HELP" not in foot
    assert "play-by-mail" not in words.text
    assert "This letter" not in words.text
    assert all(", as everybody knows it" in picture.alt for picture in words.pictures)


def test_a_report_in_the_chronicle_opens_with_a_sentence_for_newcomers() -> None:
    """Anybody may come upon it; a seat's own thread needs none."""
    letter = posted(TO_SEATS["turn-report"])
    public = replace(letter, head=replace(letter.head, seat="", player=""), form=None)  # type: ignore[union-attr]
    opening, own = (RENDERER.render(each).text.split("\n\n")[1] for each in (public, letter))
    assert opening.startswith("This thread follows a match of Rebel Commander.")
    assert "This thread follows" not in own


def test_the_welcome_says_how_a_forum_is_played_in() -> None:
    """Where orders go, what the chronicle is, and what an edit counts for."""
    said = RENDERER.render(posted(TO_SEATS["welcome"])).text
    assert "- Write your orders in this thread" in said
    assert "If you edit a post, we read it as a new one." in said
    assert "The match also has a public thread, the chronicle" in said
    assert "any post of this match" not in said


@every_case("name", TO_SEATS)
def test_no_post_speaks_of_files_beside_it(name: str) -> None:
    """They are not read, and no page is named that a player cannot reach."""
    text = RENDERER.render(posted(TO_SEATS[name])).text
    assert ".txt file" not in text
    assert "docs/" not in text


def test_a_fence_is_longer_than_any_within() -> None:
    """What somebody wrote cannot end it."""
    assert fence_lines(["```", "x"]) == "````\n```\nx\n````"


def test_a_post_speaks_of_posts() -> None:
    """Forums refuse one short word, so what is to be written is longer there; letters by mail say what they said."""
    letter = TO_SEATS["acknowledgement"]
    by_mail, in_forum = (RENDERER.render(each).text.lower() for each in (letter, posted(letter)))
    assert "your letter, line by line" in by_mail
    assert "your post, line by line" in in_forum
    assert "this letter" not in in_forum


@every_case(
    ("said", "shown"),
    [
        ("To send it, answer this letter with the one word yes.", "To send it, write YES PLEASE."),
        ("If you agree, answer with the one word ADD.", "If you agree, answer with ADD PLEASE."),
        ("If you agree, answer with the word DRAW; if not", "If you agree, answer with DRAW PLEASE; if not"),
        ("WAIT holds it back, READY lets it go.", "WAIT PLEASE holds it back, READY PLEASE lets it go."),
        ("Name another goal, or PASS.", "Name another goal, or PASS PLEASE."),
        ("With the word ADD on a line of its own, it is", "With the word ADD on a line of its own, it is"),
        ("HELP and a word tells more: HELP MOVE", "HELP and a word tells more: HELP MOVE"),
        ("the turn runs, unless somebody says WAIT.", "the turn runs, unless somebody says WAIT."),
        ("Your letter is a new sheet.", "Your post is a new sheet."),
        ("a letter of ours; ask in a letter of its own", "a letter of ours; ask in a post of its own"),
        ("A letter is on its way to your address %(address)s.", "A letter is on its way to your address %(address)s."),
    ],
)
def test_sentences_of_templates_are_said_as_posts_say_them(said: str, shown: str) -> None:
    """What tells of mail stays."""
    assert posted_words.posted(said) == shown


@every_case("name", TO_SEATS)
def test_no_post_tells_to_write_one_that_is_too_short(name: str) -> None:
    """What a post names to be sent alone, forums take: in sentences and in lists of what to send."""
    text = RENDERER.render(posted(TO_SEATS[name])).text
    alone = re.findall(r"(?:[Ww]rite|[Ss]end|answer with|or) ([A-Z]{2,}(?: PLEASE)?)(?=[.,;:] | here)", text)
    listed = re.findall(r"^(HELP|STATUS|RULES|READY)$", text, re.MULTILINE)
    assert not [word for word in (*alone, *listed) if not word.endswith("PLEASE")]
