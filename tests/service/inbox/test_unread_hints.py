"""What is said of a letter of which nothing was taken: the way out, as far as it can be told."""

import pytest

from moderator.service.facts import Acknowledgement
from tests.support.harm import RENDERER
from tests.support.world import World

FORM = "multipart/mixed; boundary=b"
FILE = "--b\nContent-Type: {kind}; name={name}\nContent-Disposition: {how}; filename={name}\n\nx\n"


def letter_with(world: World, text: str, *files: str) -> Acknowledgement:
    """Let Ann write a letter with files; return its answer."""
    parts = "".join(files)
    body = f"--b\nContent-Type: text/plain\n\n{text}\n{parts}--b--\n"
    return world.says("Ann", body, headers={"Content-Type": FORM})


def a_file(name: str, kind: str = "application/octet-stream", how: str = "attachment") -> str:
    """Return an attached file as a part of a letter."""
    return FILE.format(name=name, kind=kind, how=how)


def faults(letter: Acknowledgement) -> list[str]:
    """Return the codes of what is said of a letter as a whole."""
    return str(letter.facts.get("faults", "")).split(", ")


@pytest.mark.parametrize("name", ["orders.docx", "Orders.PDF", "x.pages", "x.odt", "x.rtf", "x.xlsx"])
def test_a_document_is_named(world: World, name: str) -> None:
    """What cannot be read is named, whatever type the mail program gave it."""
    letter = letter_with(world, "See the file.", a_file(name))
    assert (faults(letter), letter.facts["files"]) == (["unread-file"], name)


def test_a_document_beside_orders_is_named_too(world: World) -> None:
    """Good lines count, and the file is told all the same."""
    letter = letter_with(world, "SEEK Mill", a_file("more.docx"), a_file("most.pdf"))
    assert (letter.verdict, faults(letter)) == ("filed", ["unread-file"])
    assert (letter.facts["files"], letter.facts["count"]) == ("more.docx, most.pdf", 2)


def test_a_picture_is_named_only_where_nothing_was_read(world: World) -> None:
    """The logo of a signature is no news; the photograph of a form is."""
    photo = a_file("IMG_0001.jpeg", "image/jpeg", "inline")
    assert faults(letter_with(world, "SEEK Mill", photo)) == [""]
    assert faults(letter_with(world, "", photo)) == ["unread-file"]


def test_a_text_file_is_read(world: World) -> None:
    """It is no file to complain about."""
    letter = letter_with(world, "", a_file("orders.txt", "text/plain").replace("\n\nx\n", "\n\nSEEK Mill\n"))
    assert (letter.verdict, faults(letter)) == ("filed", [""])


@pytest.mark.parametrize("text", ["", "\n\n", "Sent from my iPhone", "-- \nAnn", "> Turn 1: orders due"])
def test_a_letter_without_words_is_told_so(world: World, text: str) -> None:
    """Nothing, a footer, a signature or a quote alone."""
    assert faults(world.says("Ann", text)) == ["no-words"]


@pytest.mark.parametrize("subject", ["SEEK Mill", "Re: [hoth] Seek mill"])
def test_an_order_in_the_subject_is_told_so(world: World, subject: str) -> None:
    """Whatever else the letter says."""
    assert faults(world.says("Ann", "Here you are!", subject=subject)) == ["in-subject"]


@pytest.mark.parametrize(
    "subject",
    [
        "SEEK Mill; FLEE Gate",
        "Seek mill, flee gate",
        "seek mill and flee gate",
        "orders: seek mill",
        "My orders: seek mill; flee gate",
        "Re: [hoth] 1. SEEK Mill",
        "1) seek mill 2) flee gate",
        "Turn 1 - order 1: SEEK Mill",
    ],
)
def test_any_orders_in_the_subject_are_told_so(world: World, subject: str) -> None:
    """Several, with a heading or under numbers; none of them is filed, beside others or alone."""
    assert faults(world.says("Ann", "Here you are!", subject=subject)) == ["in-subject"]
    letter = world.says("Ann", "FLEE Gate", subject=subject)
    assert (faults(letter), [line.text for line in letter.order_set]) == (["in-subject"], ["FLEE Gate"])


@pytest.mark.parametrize(
    "subject", ["Re: [hoth] Turn 1: orders due", "orders for turn 1", "My orders", "Shall we flee?"]
)
def test_a_subject_that_holds_no_order_is_passed_over(world: World, subject: str) -> None:
    """It names the letter, as a subject does."""
    assert faults(world.says("Ann", "SEEK Mill", subject=subject)) == [""]


def test_an_order_with_a_typo_is_filed_told_and_holds_nothing(world: World) -> None:
    """It costs no second letter; one that cannot be is told as any other, with how it was read beside it."""
    good, bad = world.says("Ann", "SEKE Mill"), world.says("Ann", "SEEK Mill\nSEKE Gate")
    codes = [[problem.code for line in letter.said for problem in line.problems] for letter in (good, bad)]
    assert (good.verdict, [line.text for line in good.order_set], codes[0]) == ("filed", ["SEEK Mill"], ["read-as"])
    assert (good.to_look_at, "held" in good.facts) == (0, False)
    assert "as SEEK: SEEK Mill" in " ".join(RENDERER.render(good).text.split())
    assert (codes[1], "held" in bad.facts) == (["read-as", "one-of-a-kind"], True)


def test_an_order_in_the_subject_beside_others_is_told_so(world: World) -> None:
    """Whoever wrote it there, and commands or other orders below, would miss it; one that stands below is read."""
    assert faults(world.says("Ann", "STATUS", subject="SEEK Mill")) == ["in-subject"]
    assert faults(world.says("Ann", "FLEE Gate", subject="SEEK Mill")) == ["in-subject"]
    assert faults(world.says("Ann", "seek mill", subject="SEEK Mill")) == [""]


def test_a_command_in_the_subject_of_an_empty_letter_is_told_so(world: World) -> None:
    """The word orders as a subject is the natural heading of any letter."""
    assert faults(world.says("Ann", "", subject="STATUS")) == ["in-subject"]
    assert faults(world.says("Ann", "", subject="Orders")) == ["no-words"]
    assert faults(world.says("Ann", "Hello there.", subject="Help")) == [""]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("How do I seek the mill?", "SEEK"),
        ("What can I do now", ""),
        ("Hi,\nis it possible to flee?\nAnn", "FLEE"),
        ("Can my men hide", ""),
    ],
)
def test_a_question_gets_the_ways_out(world: World, text: str, topic: str) -> None:
    """With the verb that it names, if it names one, as a topic for HELP."""
    letter = world.says("Ann", text)
    assert (letter.verdict, faults(letter), letter.facts["topic"]) == ("nothing-read", ["question-asked"], topic)
    words = RENDERER.render(letter)
    assert words.subject.endswith("a question, no orders")
    said = " ".join(words.text.split())
    assert "the person who runs the match has not seen this one: to ask that person, write PRESS TO GM" in said
    assert "STATUS: where the match stands" in said


def test_a_question_beside_orders_is_chatter(world: World) -> None:
    """Good orders are not met with advice."""
    assert faults(world.says("Ann", "SEEK Mill\nHow are you?")) == [""]


def test_other_letters_without_orders_get_the_general_answer(world: World) -> None:
    """Nothing is guessed."""
    letter = world.says("Ann", "We march at dawn!")
    assert (letter.verdict, faults(letter)) == ("nothing-read", [""])


def test_nobody_is_told_both_that_the_turn_waits_and_that_nothing_is_needed(world: World) -> None:
    """A good line beside one that fell: what silence means is said without ease; with good lines alone, with it."""
    easy, waits = "need to do anything more", "The turn waits for you"
    letters = [world.says("Ann", text) for text in ("SEEK Mill", "SEEK Mill\nSEEK Moon")]
    words = [" ".join(RENDERER.render(letter).text.split()) for letter in letters]
    assert [easy in said for said in words] == [True, False]
    assert [waits in said for said in words] == [False, True]
    assert "If you write nothing more, these orders and no others are carried out at the deadline" in words[1]


def test_who_said_wait_is_told_that_the_turn_waits_for_that(world: World) -> None:
    """Until READY, which is answered in two lines."""
    letters = [world.says("Ann", text) for text in ("SEEK Mill\nWAIT", "READY")]
    words = [" ".join(RENDERER.render(letter).text.split()) for letter in letters]
    assert ["and you. You wrote WAIT; READY takes it back." in said for said in words] == [True, False]
    assert ["You are ready. The turn runs" in said for said in words] == [False, True]


def test_ready_alone_is_answered_in_two_lines(world: World) -> None:
    """That it was understood, and when the turn runs; the order set, the form and the receipt are not sent again."""
    world.says("Ann", "SEEK Mill")
    words = RENDERER.render(world.says("Ann", "READY"))
    told = words.text.partition("==\n\n")[2].partition("\n-- ")[0].strip().split("\n\n")
    assert words.subject == "[hoth] Turn 1: you are ready"
    assert told[0].startswith("You are ready. The turn runs")
    assert len(told) == 2
    assert "SEEK" not in words.text


def test_ready_with_more_than_that_is_answered_whole(world: World) -> None:
    """A line that fell, or another command, is told of."""
    world.says("Ann", "SEEK Mill")
    for text in ("READY\nSEEK Moon", "READY\nSTATUS"):
        assert "SEEK MILL" in RENDERER.render(world.says("Ann", text)).text.upper()
