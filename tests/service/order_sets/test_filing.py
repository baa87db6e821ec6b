"""Orders by mail: what is filed, what falls, what replaces what, and what the acknowledgement says of it."""

from datetime import timedelta

from moderator.core import dice
from moderator.core.errors import Stage
from moderator.service.context import SeatPlan
from tests.support.harm import RENDERER
from tests.support.world import START, World


def test_a_complaint_about_a_word_points_at_it(world: World) -> None:
    """The line as it was written, and where in it the word stands that a game's check blames."""
    seats = tuple(SeatPlan(seat=seat, player=seat, addresses=(f"{seat}@pbem.test",)) for seat in ("Red", "Blue"))
    world.match("rigel", "space-genocide", seats, map_size="small")
    letter = world.says("Red", "Type  z99 radioactives please", match="rigel")
    (problem,) = letter.said[0].problems
    assert (problem.code, problem.column, problem.fragment) == ("not-your-planet", 6, "z99")
    assert problem.facts["known"]
    assert problem.hints == (), "each planet that we could offer is another than the one in the letter"


def test_orders_are_filed_and_acknowledged(world: World) -> None:
    """A letter to the reply address puts the recorded orders, and one answer shows the whole order set."""
    letter = world.says("Ann", "Hello!\n\nseek mill\nflee market\n\nAnn")
    assert letter.verdict == "filed"
    assert letter.filed
    assert [line.text for line in letter.order_set] == world.order_set("Ann") == ["SEEK Mill", "FLEE Market"]
    assert [line.number for line in letter.said] == [3, 4]
    assert letter.form is not None
    assert letter.form.lines == ("SEEK Mill", "FLEE Market")
    assert len(world.rows("acknowledgement")) == 1


def test_a_bad_line_costs_itself_only(world: World) -> None:
    """An unreadable line and an illegal one fall, each with its problem under its own line; the others stand."""
    letter = world.says("Ann", "SEEK Mill\nSEEK Gate\nFLEE Markt\nFLEE Bridge")
    assert letter.verdict == "filed"
    assert world.order_set("Ann") == ["SEEK Mill", "FLEE Bridge"]
    problems = {line.number: [problem.code for problem in line.problems] for line in letter.said}
    assert problems[1] == []
    assert problems[2] == ["one-of-a-kind"]
    assert len(problems[3]) == 1
    assert problems[4] == []
    offered = next(line for line in letter.said if line.number == 3).problems[0]
    assert offered.stage is Stage.UNREADABLE
    assert "FLEE Market" in offered.hints


def test_a_letter_without_a_legal_order_replaces_nothing(world: World) -> None:
    """Chatter, or nothing but faulty lines, leaves the recorded orders as it was, and says so."""
    world.says("Ann", "SEEK Mill")
    letter = world.says("Ann", "SEEK Mars\nGood luck everybody!")
    assert letter.verdict == "nothing-read"
    assert not letter.filed
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert [line.text for line in letter.order_set] == ["SEEK Mill"]
    assert letter.receipt is not None
    assert letter.receipt.number == 1


def test_failed_orders_beside_a_command_are_not_passed_over(world: World) -> None:
    """A command does not hide that no order could be read."""
    letter = world.says("Ann", "SEEK Mars\nSTATUS")
    assert [(line.number, [problem.falls for problem in line.problems]) for line in letter.said] == [
        (1, [True]),
        (2, []),
    ]
    assert [answer.code for answer in letter.answers] == ["status"]
    assert "1 line to check" in RENDERER.render(letter).subject


def test_a_later_letter_replaces_the_order_set(world: World) -> None:
    """The newest order set counts; the acknowledgement says which it replaces, and numbers go on."""
    world.says("Ann", "SEEK Mill\nFLEE Market")
    letter = world.says("Ann", "SEEK Gate")
    assert world.order_set("Ann") == ["SEEK Gate"]
    assert letter.replaces == 1
    assert letter.receipt is not None
    assert letter.receipt.number == 2


def test_a_letter_that_arrived_earlier_never_replaces(world: World) -> None:
    """Mail overtakes mail: the time of arrival decides, not the time of reading."""
    world.move(hours=2)
    world.says("Ann", "SEEK Gate")
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")), arrived=START + timedelta(hours=1))
    world.read()
    assert world.acknowledgement().verdict == "older-letter"
    assert world.order_set("Ann") == ["SEEK Gate"]


def test_add_lays_orders_over_those_on_file(world: World) -> None:
    """ADD keeps what is on file and puts the new orders beside it."""
    world.says("Ann", "SEEK Mill")
    letter = world.says("Ann", "ADD\nFLEE Market")
    assert world.order_set("Ann") == ["SEEK Mill", "FLEE Market"]
    assert [answer.code for answer in letter.answers] == ["added"]


def test_clear_withdraws_the_order_set(world: World) -> None:
    """CLEAR takes the orders off file; silence then means what it meant before."""
    world.says("Ann", "SEEK Mill")
    letter = world.says("Ann", "CLEAR")
    assert world.order_set("Ann") is None
    assert letter.verdict == "changed"
    assert [answer.code for answer in letter.answers] == ["cleared"]
    assert letter.receipt is None


def test_what_came_before_a_clear_is_not_filed_after_it(world: World) -> None:
    """Mail overtakes mail: a letter that arrived between the orders and its CLEAR is read last, and does not count."""
    world.says("Ann", "SEEK Mill")
    world.move(hours=2)
    world.says("Ann", "CLEAR")
    world.put(world.raw("SEEK Gate", to=world.tag("Ann")), arrived=START + timedelta(hours=1))
    world.read()
    assert world.acknowledgement().verdict == "older-letter"
    assert world.order_set("Ann") is None
    assert world.says("Ann", "SEEK Gate").verdict == "filed"


def test_what_came_before_a_clear_of_nothing_is_not_filed_after_it(world: World) -> None:
    """The CLEAR is read before the orders that it was to withdraw."""
    world.move(hours=2)
    assert [answer.code for answer in world.says("Ann", "CLEAR").answers] == ["clear-nothing"]
    world.put(world.raw("SEEK Gate", to=world.tag("Ann")), arrived=START + timedelta(hours=1))
    world.read()
    assert world.order_set("Ann") is None


def test_a_clear_beside_a_bad_line_is_done_as_it_is_said(world: World) -> None:
    """One order is withdrawn though the one that should take its place fell, and the answer tells of a change."""
    world.says("Ann", "SEEK Mill\nFLEE Market")
    letter = world.says("Ann", "CLEAR 2\nFLEE Mars")
    assert [answer.code for answer in letter.answers] == ["cleared-one"]
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert letter.verdict == "changed"
    assert world.says("Ann", "CLEAR\nFLEE Mars").verdict == "changed"
    assert world.order_set("Ann") is None


def test_clear_with_a_number_withdraws_one_order(world: World) -> None:
    """CLEAR 1 takes one order off and leaves the others."""
    world.says("Ann", "SEEK Mill\nFLEE Market")
    letter = world.says("Ann", "CLEAR 1")
    assert world.order_set("Ann") == ["FLEE Market"]
    assert letter.filed
    assert letter.replaces == 1
    assert [answer.code for answer in letter.answers] == ["cleared-one"]


def test_nothing_to_clear_is_said(world: World) -> None:
    """CLEAR without recorded orders is answered honestly."""
    assert [answer.code for answer in world.says("Ann", "CLEAR").answers] == ["clear-nothing"]


def test_the_receipt_proves_the_order_set(world: World) -> None:
    """Salt and lines of the acknowledgement give its receipt; another order set has another salt."""
    first = world.says("Ann", "SEEK Mill\nFLEE Market").receipt
    letter = world.says("Ann", "SEEK Gate")
    second = letter.receipt
    assert first is not None
    assert second is not None
    assert second.value == dice.receipt(bytes.fromhex(second.salt), [line.text for line in letter.order_set])
    assert first.salt != second.salt


def test_when_all_are_in_the_turn_is_near(world: World) -> None:
    """The last order set sets the time at which the turn runs, a pause for second thoughts away."""
    letter = world.says("Ann", "SEEK Mill")
    assert letter.standing.waiting == ("Bob",)
    assert letter.standing.all_in is None
    letter = world.says("Bob", "SEEK Mill")
    assert letter.standing.waiting == ()
    assert letter.standing.all_in == START + timedelta(minutes=15)


def test_wait_holds_the_turn_until_ready(world: World) -> None:
    """WAIT holds from order set to order set; READY takes it back."""
    world.says("Ann", "SEEK Mill\nWAIT")
    world.says("Bob", "SEEK Mill")
    assert world.the_match().ready_at is None
    world.says("Ann", "SEEK Gate")
    assert world.the_match().ready_at is None
    letter = world.says("Ann", "READY")
    assert world.the_match().ready_at == START + timedelta(minutes=15)
    assert [answer.code for answer in letter.answers] == ["ready"]
    assert world.order_set("Ann") == ["SEEK Gate"]


def test_ready_without_orders_files_what_silence_means(world: World) -> None:
    """Whoever says READY with nothing on file agrees to the default, so that nobody need wait."""
    letter = world.says("Ann", "READY")
    assert [answer.code for answer in letter.answers] == ["ready-silence"]
    assert world.order_set("Ann") == []
    world.says("Bob", "SEEK Mill")
    assert world.the_match().ready_at is not None


def test_a_letter_that_came_in_time_counts_though_it_is_read_late(world: World) -> None:
    """What arrived before the deadline is filed even if the moderator was away until after it."""
    deadline = world.the_match().deadline
    assert deadline is not None
    world.move(hours=60)
    world.put(world.raw("SEEK Mill", to=world.tag("Ann")), arrived=deadline)
    world.read()
    assert world.acknowledgement().verdict == "filed"


def test_a_letter_after_the_deadline_is_not_filed(world: World) -> None:
    """What arrived after the deadline is shown back and counts for nothing, though the turn has not run yet."""
    world.move(hours=48, seconds=1)
    letter = world.says("Ann", "SEEK Mill\nSTATUS")
    assert letter.verdict == "too-late"
    assert world.order_set("Ann") is None
    assert [line.text for line in letter.said] == ["SEEK Mill", "STATUS"]
    assert [answer.code for answer in letter.answers] == ["status"]


def test_orders_for_a_turn_that_is_over_are_shown_back(world: World) -> None:
    """An answer to last turn's letter is never filed for this turn; a fresh form comes with it."""
    form = world.says("Ann", "SEEK Mill").form
    assert form is not None
    world.says("Bob", "SEEK Mill")
    world.move(minutes=16)
    world.look()
    request = world.the_match().request
    assert request > 1
    letter = world.says("Ann", "SEEK Gate\nREADY", subject=f"Re: {form.subject}")
    assert letter.verdict in {"asking-over", "match-over"}
    assert world.order_set("Ann") is None
    assert [answer.code for answer in letter.answers] == [letter.verdict]
    assert letter.form is None or letter.form.request == request


def test_orders_that_arrived_before_the_turn_was_asked_are_not_filed_for_it(world: World) -> None:
    """A letter that came while the turn before was open, and names no turn, was meant for that one."""
    world.says("Ann", "SEEK Mill")
    world.says("Bob", "SEEK Mill")
    world.move(minutes=16)
    world.look()
    world.put(world.raw("SEEK Gate", to=world.tag("Ann")), arrived=START + timedelta(minutes=10))
    world.read()
    assert world.acknowledgement().verdict in {"asking-over", "match-over"}


def test_what_silence_means_is_told(world: World) -> None:
    """Every acknowledgement tells what would be done without an order set."""
    world.says("Ann", "FLEE Market")
    world.says("Bob", "FLEE Market")
    world.move(minutes=16)
    world.look()
    assert world.says("Ann", "STATUS").silence == ("FLEE Market",)


def test_a_quoted_form_is_not_taken_for_orders(world: World) -> None:
    """What stands in the quoted part of a reply is not sent again by accident."""
    letter = world.says("Ann", "SEEK Gate\n\nOn Friday the Moderator wrote:\n> SEEK Mill\n> FLEE Market")
    assert world.order_set("Ann") == ["SEEK Gate"]
    assert letter.verdict == "filed"


def test_a_form_that_was_changed_in_the_quote_is_filed(world: World) -> None:
    """Who edits the form where it stands, in the quote, has ordered; the rest of the form counts as it was left."""
    first = world.says("Ann", "SEEK Mill\nFLEE Market")
    assert first.form is not None
    quote = "\n".join(f"> {line}" for line in (first.form.mark, *first.form.lines)).replace("Mill", "Gate")
    letter = world.says("Ann", f"On Friday the Moderator wrote:\n{quote}")
    assert letter.verdict == "filed"
    assert world.order_set("Ann") == ["SEEK Gate", "FLEE Market"]


def test_commands_that_were_refused_are_counted_among_what_needs_a_look(world: World) -> None:
    """An answer that begins with "all is well" would hide them far below."""
    letter = world.says("Ann", "SEEK Mill\nSET ZONE Nowhere/City\nPRESS TO Zoe: hello\nSEEK Mars\nSTATUS")
    assert [answer.refused for answer in letter.answers] == [True, True, False]
    assert "3 lines to check" in RENDERER.render(letter).subject


def test_a_mark_of_a_turn_to_come_is_told_as_such(world: World) -> None:
    """A number that was typed wrongly is not called a turn that is over."""
    letter = world.says("Ann", "SEEK Mill", subject="Re: [hoth Ann #7]")
    assert letter.verdict == "asking-ahead"
    assert world.order_set("Ann") is None


def test_a_copied_form_of_a_turn_that_is_over_is_not_filed(world: World) -> None:
    """The mark above a form tells which asking it was for, even in a letter that answers none of ours."""
    first = world.says("Ann", "FLEE Market")
    assert first.form is not None
    world.says("Bob", "FLEE Market")
    world.move(minutes=16)
    world.look()
    letter = world.says("Ann", "\n".join((first.form.mark, *first.form.lines)))
    assert letter.verdict == "asking-over"
    assert world.order_set("Ann") is None
