"""Letters that came as text and as HTML, and say different things there."""

from moderator.service.facts import Acknowledgement
from tests.support.harm import RENDERER
from tests.support.world import World


def twice(world: World, text: str, source: str) -> Acknowledgement:
    """Let Ann write a letter in two versions; return its answer."""
    body = f"--b\n\n{text}\n--b\nContent-Type: text/html\n\n{source}\n--b--\n"
    return world.says("Ann", body, headers={"Content-Type": "multipart/alternative; boundary=b"})


def test_orders_that_differ_are_asked_about_and_hold_the_turn(world: World) -> None:
    """Neither is filed, both are shown, and what both versions give counts."""
    letter = twice(world, "SEEK Mill\nFLEE Gate", "<p>SEEK Mill</p><p>FLEE Market</p>")
    assert world.order_set("Ann") == ["SEEK Mill"]
    asked = [(line.text, problem.code, problem.hints) for line in letter.said for problem in line.problems]
    assert asked == [("FLEE Gate", "parts-differ", ("FLEE Gate",)), ("FLEE Market", "parts-differ", ("FLEE Market",))]
    assert "held" in letter.facts
    assert "only one of the two says this" in " ".join(RENDERER.render(letter).text.split())


def test_an_answer_with_one_of_them_settles_both(world: World) -> None:
    """The turn waits no longer once all that was asked about is said, or READY is."""
    twice(world, "FLEE Gate", "<p>FLEE Market</p>")
    assert "held" not in world.says("Ann", "FLEE Market\nREADY").facts
    assert world.order_set("Ann") == ["FLEE Market"]


def test_an_order_that_is_hidden_in_the_html_is_asked_about(world: World) -> None:
    """Its text part was made from what nobody saw."""
    letter = twice(world, "SEEK Mill\nFLEE Gate", '<p>SEEK Mill</p><p style="display:none">FLEE Gate</p>')
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert [problem.code for line in letter.said for problem in line.problems] == ["parts-differ"]


def test_a_letter_whose_versions_agree_asks_nothing(world: World) -> None:
    """Breaks, signs, links and footers are no difference."""
    letter = twice(
        world, "* Seek\n mill\n\nSent with [E](https://e.test)", "<ul><li>Seek mill</li></ul>Sent with E<br>Ann"
    )
    assert (world.order_set("Ann"), letter.to_look_at) == (["SEEK Mill"], 0)
