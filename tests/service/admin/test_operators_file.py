"""Letters about the operator's file: what is new comes first, and nothing is told twice."""

from collections.abc import Callable

from sqlmodel import Session

from moderator.rendering.mail import MailRenderer
from moderator.service.admin import operators_file
from moderator.service.context import Context
from moderator.service.facts import Memo
from tests.rendering.samples import Still
from tests.support.world import World

ZONE = 'config.toml:3: moderator.zone: "Berlin" is not a time zone (did you mean "Europe/Berlin"?)'
BOT = 'config.toml:12: match[1].seats[2].bot: there is no bot "recrut" (did you mean "recruit"?)' + " and so on" * 9


def letters(world: World) -> list[Memo]:
    """Return the memos about the file, in their order."""
    return [memo for memo in world.facts("memo") if memo.code.startswith("config-")]


def tell(world: World, what: Callable[..., bool], *lines: str) -> bool:
    """Tell something in a transaction of its own, as when the file is read."""
    with world.store.write() as session:
        return _told(session, world.ctx, what, lines)


def _told(session: Session, ctx: Context, what: Callable[..., bool], lines: tuple[str, ...]) -> bool:
    return what(session, ctx, lines) if lines else what(session, ctx)


def test_the_newest_mistake_stands_on_top_and_older_ones_are_one_line_each(world: World) -> None:
    """Under "New" stands what was not told before; of the rest the beginning."""
    tell(world, operators_file.report_refusal, BOT)
    tell(world, operators_file.report_refusal, BOT.replace(":12:", ":14:"), ZONE)
    memo = letters(world)[-1]
    assert [(note.code, len(note.lines)) for note in memo.more] == [("config-new", 1), ("config-before", 1)]
    assert memo.more[0].lines == (ZONE,)
    assert len(memo.more[1].lines[0]) == 100
    words = MailRenderer(Still()).render(memo).text.casefold().partition("====")[2]
    places = [words.index(each) for each in ("\nnew\n", "moderator.zone", "\nstill there\n", "recrut")]
    assert places == sorted(places)


def test_a_mistake_that_differs_only_at_its_end_is_new(world: World) -> None:
    """Who mends half of a long line hears what is still wrong with it."""
    tell(world, operators_file.report_refusal, BOT)
    assert tell(world, operators_file.report_refusal, BOT + " no more")
    assert letters(world)[-1].more[0].lines == (BOT + " no more",)


def test_the_subject_counts_no_notes_where_there_are_only_headings(world: World) -> None:
    """What is new and what was told before are parts of one note."""
    tell(world, operators_file.report_refusal, BOT)
    tell(world, operators_file.report_refusal, BOT, ZONE)
    tell(world, operators_file.report_lines, BOT)
    subjects = {MailRenderer(Still()).render(memo).subject for memo in letters(world)}
    assert subjects == {"your config.toml is not accepted", "something in config.toml to look at"}


def test_a_file_that_is_accepted_again_is_told_once(world: World) -> None:
    """And a mistake that is made again afterwards is new."""
    assert not tell(world, operators_file.report_acceptance)
    assert tell(world, operators_file.report_refusal, ZONE)
    assert not tell(world, operators_file.report_refusal, ZONE.replace(":3:", ":4:"))
    assert tell(world, operators_file.report_acceptance)
    assert not tell(world, operators_file.report_acceptance)
    assert tell(world, operators_file.report_refusal, ZONE)
    assert [memo.code for memo in letters(world)] == ["config-refused", "config-accepted", "config-refused"]
    assert [note.code for note in letters(world)[-1].more] == ["config-new"]


def test_a_mended_mistake_is_missed_in_the_next_letter(world: World) -> None:
    """The file is still refused, so the GM hears what is left, though nothing of it is new."""
    tell(world, operators_file.report_refusal, ZONE, BOT)
    assert tell(world, operators_file.report_refusal, ZONE)
    assert [note.code for note in letters(world)[-1].more] == ["config-before"]


def test_what_is_told_of_a_good_file_is_told_when_it_is_new(world: World) -> None:
    """Less of the same is no letter."""
    assert tell(world, operators_file.report_lines, ZONE, BOT)
    assert not tell(world, operators_file.report_lines, BOT)
    assert tell(world, operators_file.report_lines, BOT, ZONE, "config.toml:9: match hoth: the game stays")
    assert letters(world)[-1].more[0].lines == ("config.toml:9: match hoth: the game stays",)


def test_a_mistake_in_a_good_file_that_was_mended_is_told_when_it_is_made_again(world: World) -> None:
    """It is new then; after a restart nobody knows how the file stood, and what was told is not told again."""
    for stood, letter in ((None, True), (None, False), ((BOT,), False), ((), True)):
        with world.store.write() as session:
            assert operators_file.report_lines(session, world.ctx, (BOT,), stood) is letter
