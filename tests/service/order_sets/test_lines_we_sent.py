"""Our own letters that come back, in a quote or not: nothing of them is obeyed, nothing is told of them."""

import pytest

from moderator.rendering.mail import MailRenderer
from moderator.service.context import SeatPlan
from moderator.service.facts import Acknowledgement
from tests.support.world import World

SEATS = (
    SeatPlan(seat="Red", player="Rosa", addresses=("red@pbem.test",)),
    SeatPlan(seat="Blue", player="Ben", addresses=("blue@pbem.test",)),
    SeatPlan(seat="Empire", bot="random"),
)
KINDS = ("welcome", "acknowledgement", "turn-report")


def quoted(text: str) -> str:
    """Quote a letter as most programs do."""
    return "\n".join(f"> {line}" for line in text.splitlines())


def came(world: World, kind: str) -> tuple[str, str]:
    """Let a match come to a letter of a kind to Red; return its text and its Message-ID."""
    world.match("endor", "rebel-commander", SEATS)
    if kind == "turn-report":
        world.move(hours=49)
        world.look()
    if kind == "acknowledgement":
        world.says("Red", "1. MVOE TROOPS A0 A1\nHELP\nHELP MOVE\nPREVIEW\nSTATUS", match="endor")
    row = [row for row in world.rows(kind) if row.seat == "Red"][-1]
    facts = world.facts_of(row)
    assert facts is not None
    return MailRenderer(world.clock).render(facts).text, row.message_id


def answered(world: World, text: str, message_id: str) -> Acknowledgement:
    """Let Red answer a letter."""
    return world.says("Red", text, match="endor", headers={"In-Reply-To": message_id})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("quote", [quoted, str], ids=["quoted", "unmarked"])
def test_orders_above_a_letter_of_ours_count_alone(empty_world: World, kind: str, quote: type[str]) -> None:
    """No line of the letter is told as passed over or as a mistake, no command in it is obeyed."""
    text, message_id = came(empty_world, kind)
    letter = answered(empty_world, f"1. PASS\n\n{quote(text)}", message_id)
    assert [line.text for line in letter.said] == ["1. PASS"]
    assert (letter.verdict, letter.answers, letter.to_look_at) == ("filed", (), 0)
    assert empty_world.order_set("Red", "endor") == ["1. PASS"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("quote", [quoted, str], ids=["quoted", "unmarked"])
def test_a_letter_of_ours_alone_holds_no_words(empty_world: World, kind: str, quote: type[str]) -> None:
    """Examples, suggestions and lists of orders in it are ours, and so are not offered to be sent again."""
    text, message_id = came(empty_world, kind)
    letter = answered(empty_world, quote(text), message_id)
    assert (letter.verdict, letter.said, letter.facts["faults"]) == ("nothing-read", (), "no-words")


def test_an_order_that_was_typed_into_the_quote_elsewhere_is_still_told(empty_world: World) -> None:
    """What was changed is not ours any more."""
    text, message_id = came(empty_world, "welcome")
    letter = answered(empty_world, quoted(text.replace("HOW LETTERS WORK", "ATTACK E3")), message_id)
    assert [line.text.strip() for line in letter.said] == ["ATTACK E3"]


DOUBTFUL = "Battle Moderator, 22 November 2026, 10:00:"
"""A line that may begin a quote."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_of_ours_that_lost_its_head_is_not_asked_about(empty_world: World, kind: str) -> None:
    """Below what may begin a quote, the orders in our letters, forms and examples are known again."""
    text, message_id = came(empty_world, kind)
    cut = "\n".join(text.splitlines()[4:])
    letter = answered(empty_world, f"1. PASS\n\n{DOUBTFUL}\n{cut}", message_id)
    asked = {
        problem.fragment for line in letter.said for problem in line.problems if problem.code.startswith("perhaps")
    }
    assert asked == set()
    assert (empty_world.order_set("Red", "endor"), letter.answers) == (["1. PASS"], ())


def test_lines_that_may_be_quoted_and_stood_on_an_earlier_order_set_are_dropped(world: World) -> None:
    """Word for word what the author filed before is a quote, and is not asked about."""
    world.says("Ann", "seek mill\nflee market")
    letter = world.says("Ann", f"SEEK Gate\n\n{DOUBTFUL}\n1. Seek the mill\nFLEE Market")
    assert world.order_set("Ann") == ["SEEK Gate"]
    assert [line.text for line in letter.said] == ["SEEK Gate"]
    assert letter.to_look_at == 0


def test_a_letter_of_nothing_but_lines_that_may_be_quoted_says_that_they_were_passed_over(world: World) -> None:
    """They may be all that its author meant: what she filed before and withdrew is shown, not dropped in silence."""
    world.says("Ann", "SEEK Mill")
    world.says("Ann", "CLEAR")
    letter = world.says("Ann", f"That was a mistake of mine, I am sorry for it.\n\n{DOUBTFUL}\nSEEK Mill")
    assert world.order_set("Ann") is None
    assert [(line.text, [each.code for each in line.problems]) for line in letter.said] == [
        ("SEEK Mill", ["set-aside"])
    ]


def test_an_order_set_of_a_former_order_request_is_known_again(world: World) -> None:
    """What was filed for an earlier turn is still a quote in the next."""
    world.says("Ann", "SEEK Mill")
    world.move(hours=49)
    world.look()
    letter = world.says("Ann", f"FLEE Gate\n\n{DOUBTFUL}\nSEEK Mill")
    assert [line.text for line in letter.said] == ["FLEE Gate"]


def test_other_orders_that_may_be_quoted_are_asked_back(world: World) -> None:
    """They are not filed, they are shown with the line to send, and no button sends them."""
    letter = world.says("Ann", f"SEEK Gate\n\n{DOUBTFUL}\nflee market\nRESIGN")
    assert world.order_set("Ann") == ["SEEK Gate"]
    problems = [problem for line in letter.said for problem in line.problems]
    assert [(problem.code, problem.hints) for problem in problems] == [
        ("perhaps-quoted", ("FLEE Market",)),
        ("perhaps-command", ()),
    ]
    assert letter.answers == ()
    words = MailRenderer(world.clock).render(letter)
    assert "A quote seems to begin above this line" in words.text
    assert "body=" not in (words.html or "") or "RESIGN" not in (words.html or "").split("body=")[1].split('"')[0]


def test_what_counts_in_the_same_letter_is_not_asked_about(world: World) -> None:
    """An order that stands above the quote, too, needs no second word."""
    letter = world.says("Ann", f"SEEK Gate\n\n{DOUBTFUL}\n1. seek gate")
    assert [line.text for line in letter.said] == ["SEEK Gate"]


def test_lines_that_may_be_quoted_hold_the_turn(world: World) -> None:
    """An order set with a question about it is waited for, like one with a typo."""
    world.says("Ann", f"SEEK Gate\n\n{DOUBTFUL}\nFLEE Market")
    order_set = world.order_set_row("Ann")
    assert order_set is not None
    assert order_set.holds


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("quote", [quoted, str], ids=["quoted", "unmarked"])
@pytest.mark.parametrize("own", ["", "1. PASSE"])
def test_a_letter_of_ours_is_known_again_in_the_language_that_it_went_out_in(
    empty_world: World, kind: str, quote: type[str], own: str
) -> None:
    """Its forms, examples and suggestions are kept in English, and sent in German."""
    empty_world.settings(language="de")
    text, message_id = came(empty_world, kind)
    before = empty_world.order_set("Red", "endor")
    letter = answered(empty_world, f"{own}\n\n{quote(text)}", message_id)
    assert [line.text for line in letter.said] == [own] * bool(own)
    assert empty_world.order_set("Red", "endor") == (["1. PASS"] if own else before)


def test_a_quoted_form_in_german_gives_no_orders_that_were_replaced_since(empty_world: World) -> None:
    """As it was sent it is ours, though its orders are others than those that are recorded now."""
    empty_world.settings(language="de")
    empty_world.match("endor", "rebel-commander", SEATS)
    empty_world.says("Red", "1. BAUE TRUPPEN A0\n2. BAUE GLEITER B2", match="endor")
    row = empty_world.rows("acknowledgement")[-1]
    facts = empty_world.facts_of(row)
    assert facts is not None
    form = MailRenderer(empty_world.clock).render(facts).text
    empty_world.says("Red", "1. PASSE\n2. PASSE", match="endor")
    letter = answered(empty_world, f"3. PASSE\n\n{quoted(form)}", row.message_id)
    assert [line.text for line in letter.said] == ["3. PASSE"]
    assert empty_world.order_set("Red", "endor") == ["1. PASS", "2. PASS", "3. PASS"]
