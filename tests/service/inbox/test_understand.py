"""``moderator read``: what a letter would be understood as, with nothing changed and nobody answered."""

from moderator.service.inbox.understand import DryReading, understand_only
from tests.support.world import World


def read(world: World, raw: bytes, *, trusted: bool = False) -> DryReading:
    """Read a letter; check that this left no trace."""
    before = (world.letters(), len(world.rows()), world.order_set("Ann"))
    reading = understand_only(world.store, world.ctx, raw, trusted=trusted)
    assert (world.letters(), len(world.rows()), world.order_set("Ann")) == before
    return reading


def test_orders_commands_and_problems_are_told(world: World) -> None:
    """A seat's letter is read whole: verdict, seat, canonical orders, commands, and problems with their lines."""
    reading = read(world, world.raw("seek mill\nSEEK Gate\nflee markt\nstatus", to=world.tag("Ann")))
    assert (reading.verdict, reading.match, reading.seat) == ("filed", "hoth", "Ann")
    assert reading.sender == "ann@pbem.test"
    assert reading.orders == ("SEEK Mill",)
    assert [told.label for told in reading.commands] == ["STATUS"]
    assert [(line.number, line.text, [problem.hints for problem in line.problems]) for line in reading.said] == [
        (1, "seek mill", []),
        (2, "SEEK Gate", [()]),
        (3, "flee markt", [("FLEE Market",)]),
        (4, "status", []),
    ]


def test_add_is_read_over_what_is_on_file(world: World) -> None:
    """The orders told are the order set that would be on file by the letter."""
    world.says("Ann", "SEEK Mill")
    assert read(world, world.raw("ADD\nFLEE Gate", to=world.tag("Ann"))).orders == ("SEEK Mill", "FLEE Gate")


def test_an_unproved_sender_is_told(world: World) -> None:
    """A letter that would be held is read all the same, and the verdict says why it would not count."""
    reading = read(world, world.raw("SEEK Mill", "eve@evil.test", to=world.tag("Ann")))
    assert (reading.verdict, reading.orders) == ("unsure", ("SEEK Mill",))


def test_an_unknown_sender_is_told(world: World) -> None:
    """Who is nobody here is told as that, with the commands that were seen."""
    reading = read(world, world.raw("JOIN hoth", "eve@evil.test"))
    assert (reading.verdict, reading.match) == ("nobody", "")
    assert [(told.label, told.answer) for told in reading.commands] == [("JOIN hoth", None)]


def test_a_machines_letter_is_told(world: World) -> None:
    """What nobody wrote is told by its kind."""
    raw = world.raw("SEEK Mill", to=world.tag("Ann"), headers={"Auto-Submitted": "auto-replied"})
    assert read(world, raw).verdict == "auto"


def test_a_letter_that_only_looks_like_a_machines_is_read(world: World) -> None:
    """It is judged as the desk judges it."""
    raw = world.raw("SEEK Mill", to=world.tag("Ann"), headers={"List-Unsubscribe": "<mailto:x@y.test>"})
    assert (read(world, raw).verdict, read(world, raw).orders) == ("filed", ("SEEK Mill",))
    away = {"Subject": "Out of office until Monday"}
    assert read(world, world.raw("I am away.", to=world.tag("Ann"), headers=away)).verdict == "auto"


def test_a_letter_for_a_turn_that_is_over_is_told(world: World) -> None:
    """Orders that would be shown back are told as read, with the verdict."""
    for number, verdict in ((0, "asking-over"), (99, "asking-ahead")):
        reading = read(world, world.raw("SEEK Mill", to=world.tag("Ann"), subject=f"Re: [hoth Ann #{number}]"))
        assert (reading.verdict, reading.orders) == (verdict, ("SEEK Mill",))


def test_a_file_is_read_as_if_it_were_dropped(world: World) -> None:
    """With the operator's word the header that names a seat is believed."""
    raw = world.raw("SEEK Mill", "", headers={"X-Moderator-Seat": "hoth.Ann"})
    assert read(world, raw, trusted=True).verdict == "filed"
    assert read(world, raw).verdict == "nobody"


def test_a_letter_over_a_limit_is_told(world: World) -> None:
    """What is too long to be read is told so."""
    assert read(world, world.raw("SEEK Mill\n" * 3000, to=world.tag("Ann"))).verdict == "over-limit"


def test_a_command_is_told_with_what_would_be_answered(world: World) -> None:
    """Refused commands are told as that, messages with their text; none of it is done."""
    reading = read(world, world.raw("VACATION 2026-12-24 2026-12-01\nPRESS TO Bob: good morning", to=world.tag("Ann")))
    vacation, press = reading.commands
    assert vacation.answer is not None
    assert vacation.answer.code == "vacation-reversed"
    assert press.answer is not None
    assert (press.message, press.answer.refused, reading.counts) == ("good morning", False, True)


def test_a_letter_of_refused_commands_alone_does_not_count(world: World) -> None:
    """Nothing of it would be done."""
    assert not read(world, world.raw("VACATION 2026-12-24 2026-12-01", to=world.tag("Ann"))).counts


def test_a_command_that_changes_the_order_set_is_told_by_its_outcome(world: World) -> None:
    """What CLEAR would leave on file is told, and stays as it is."""
    world.says("Ann", "SEEK Mill\nFLEE Gate")
    reading = read(world, world.raw("CLEAR 1", to=world.tag("Ann")))
    assert (reading.verdict, reading.counts) == ("changed", True)
