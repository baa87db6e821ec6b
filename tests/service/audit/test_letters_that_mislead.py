"""Letters that hide something, claim to be others, or hold a forgery: both programs see through them alike."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import col

from moderator.service.audit.verify import verify_letters
from moderator.service.context import OverridePlan, SeatPlan
from moderator.service.facts import LetterFacts, TurnReport, Welcome
from moderator.service.overrides.apply import apply
from moderator.store.tables import Match
from tests.service.audit.test_verify_letters import GOOD, REBELS, another_receipt, lasting_world, rolled, run, written
from tests.support.cases import every_case
from tests.support.letters.proofs import edited, found, letters, play, raw
from tests.support.world import ANN_AND_BOB, World
from tools import verify_letters as tool

Change = Callable[[str], str]


@pytest.fixture(scope="module")
def endor(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> list[LetterFacts]:
    """Give all letters of Red in a match of Rebel Commander, with rolls and an order set in it."""
    with lasting_world(migrated, tmp_path_factory.mktemp("misled")) as world:
        world.match("endor", game="rebel-commander", seats=REBELS, max_turns=12)
        world.says("Red", "1. PASS", match="endor", sender="rae@pbem.test")
        play(world, "endor")
        return letters(world, "Red", "endor")


@pytest.fixture
def files(endor: list[LetterFacts]) -> list[bytes]:
    """Give these letters as files: the welcome, the acknowledgement, and the reports to the last."""
    return [raw(letter) for letter in endor]


def reports(endor: Sequence[LetterFacts]) -> list[int]:
    """Return where the reports are among the letters."""
    return [at for at, letter in enumerate(endor) if isinstance(letter, TurnReport)]


def changed(files: Sequence[bytes], at: int, change: Change) -> list[bytes]:
    """Return files with the text of one of them changed."""
    return [change(file.decode()).encode() if file is files[at] else file for file in files]


def without(kind: str) -> Change:
    """Return what takes the first item of a kind out of a proof, with the lines that go on with it."""
    return lambda text: re.sub(rf"> {kind} .*\r\n(?:>  .*\r\n)*", "", text, count=1)


def said(old: str, new: str) -> Change:
    """Return what says something else in a letter, which must say the old."""

    def change(text: str) -> str:
        assert re.search(old, text), text
        return re.sub(old, new, text, count=1)

    return change


# ---- what is missing is named ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["seal", "opened", "roll", "draw", "receipt", "filed"])
def test_a_line_that_is_missing_is_named_and_accuses_nobody(
    endor: list[LetterFacts], files: list[bytes], kind: str, tmp_path: Path
) -> None:
    """Each letter tells how many lines of each kind it holds, so that none can be lost unseen."""
    holding = [at for at, file in enumerate(files) if f"> {kind} ".encode() in file]
    for at in (holding[0], holding[-1]):
        fewer = changed(files, at, without(kind))
        differing, missing = found(fewer)
        assert differing == set()
        assert "letters" in missing
    code, told = run(written(tmp_path, fewer))
    assert code == tool.LETTERS_MISSING
    assert re.search(rf"CANNOT BE CHECKED: letters: .*: \d+ of \d+ {kind} lines are here", told)
    assert len(endor) == len(files)


def test_a_letter_counts_nothing_but_its_own_lines(endor: list[LetterFacts]) -> None:
    """What its reader cannot see in it is in no number, so that the numbers tell no secret."""
    for letter in endor:
        (one,) = {each for each, _ in tool.read(raw(letter)) if each}
        assert one.holds is not None
        here = {kind: str(len(one.of(kind))) for kind in tool.TELLS if one.of(kind)}
        assert here == {name: one.holds.text(name) for name, _ in one.holds.fields if name != "after"}


def test_a_report_that_is_missing_is_named(endor: list[LetterFacts], files: list[bytes], tmp_path: Path) -> None:
    """Each report tells which one its reader was sent before."""
    first, *_ = reports(endor)
    fewer = [file for at, file in enumerate(files) if at != first]
    assert found(fewer)[0] == set()
    code, told = run(written(tmp_path, fewer))
    assert code == tool.LETTERS_MISSING
    assert "turn-report of turn 2 to Red: the report before it, of record 1, is not among these letters" in told
    assert ("letter-missing", 1) in {(each.code, each.record) for each in verify_letters(fewer).findings}


def test_without_the_last_letter_not_all_is_good(files: list[bytes], tmp_path: Path) -> None:
    """A match that goes on is no fault: it is said what the letter that ends it will open."""
    *before, _ = files
    assert found(before) == GOOD
    assert verify_letters(before).unended == ("endor",)
    assert verify_letters(files).unended == ()
    code, told = run(written(tmp_path, before))
    assert code == tool.LETTERS_MISSING
    assert "TO COME: letters: the report that ends the match is not here" in told
    assert "All is good so far" in told


def test_letters_of_before_these_numbers_are_not_called_false(world: World) -> None:
    """They do not tell how much they hold: that cannot be checked, and all else is."""
    world.match("two", nights=2)
    with world.store.write() as session:
        session.execute(update(Match).where(col(Match.name) == "two").values(formula=1))
    play(world, "two")
    files = [raw(letter) for letter in letters(world, "Ann", "two") if not isinstance(letter, Welcome)]
    assert found([without("holds")(file.decode()).encode() for file in files]) == (set(), {"letters", "seals"})


def test_a_letter_that_does_not_tell_how_much_it_holds_differs(files: list[bytes]) -> None:
    """Every letter of today does, and without it other findings would only be called missing."""
    for at in range(len(files)):
        assert found(changed(files, at, without("holds")))[0] == {"letters"}


def test_a_count_of_lines_that_a_program_broke_accuses_nobody(files: list[bytes]) -> None:
    """Nor does one that is missing in a quote, where anybody may have left it out."""
    for at in range(len(files)):
        assert found(changed(files, at, said("> holds ", "> holds lost ")))[0] == set()
        others = [*files[:at], *files[at + 1 :]]
        quoted = without("holds")(files[at].decode()).encode()
        assert found([*others, quoted + b"\r\n" + others[0]]) == (set(), {"letters"})


def test_letters_that_came_again_are_the_same(world: World) -> None:
    """RESEND brings the report of a turn once more, the one of the last turn as it was."""
    world.match("two", nights=3)
    world.says("Ann", "SEEK Mill", match="two")
    world.move(hours=49)
    world.look()
    world.says("Ann", "RESEND", match="two")
    play(world, "two")
    world.says("Ann", "RESEND TURN 1", match="two")
    world.says("Ann", "RESEND", match="two")
    those = letters(world, "Ann", "two")
    assert len([letter for letter in those if isinstance(letter, TurnReport)]) >= 5
    assert found([raw(letter) for letter in those]) == GOOD


def test_who_takes_a_seat_over_misses_no_report_of_before(world: World) -> None:
    """The first report of the new player follows a welcome; only seals of the predecessor's time are not there."""
    world.match("two", nights=6, seats=(*ANN_AND_BOB, SeatPlan(seat="Cat", player="Cat", addresses=("c@pbem.test",))))
    for text in ("EXTEND 24h", "HEARTEN Ann 7", "REPLACE Ann WITH Zoe zoe@pbem.test"):
        world.move(hours=49)
        world.look()
        apply(world.store, world.ctx, OverridePlan(name=text, match="two", lines=(text,)))
    play(world, "two")
    newest = [row for row in world.rows("welcome") if row.seat == "Ann"][-1]
    rows = [row for row in world.rows() if (row.seat, row.player) == ("Ann", newest.player)]
    those = [world.facts_of(row) for row in rows if row.kind in ("welcome", "turn-report")]
    assert sum(isinstance(letter, TurnReport) for letter in those) > 1
    assert found([raw(letter) for letter in those if letter is not None]) == (set(), {"seals"})


# ---- letters that claim to be others -----------------------------------------------------------------------------


@every_case("kind", ["turn-reports", "Turn-Report", "welcome", "acknowledgement", "x", ""])
def test_a_swapped_order_set_is_found_under_any_label(endor: list[LetterFacts], kind: str) -> None:
    """What a letter calls itself is the word of whoever made it: all that open a seed are checked alike."""
    doctored = [raw(letter) for letter in edited(endor, another_receipt)]
    differing, _ = found(changed(doctored, reports(endor)[0], said("kind=turn-report", f"kind={kind}")))
    assert {"sheets", "receipts"} <= differing


@every_case("label", ["seat=Blue", "seat=red", "seat=", "match=Endor", "match=endor+", "turn=9"])
def test_a_swapped_order_set_is_never_good_under_another_name(endor: list[LetterFacts], label: str) -> None:
    """A report that says that it is of another seat, match or turn passes for no report of this one."""
    doctored = [raw(letter) for letter in edited(endor, another_receipt)]
    name = label.partition("=")[0]
    differing, missing = found(changed(doctored, reports(endor)[0], said(rf"{name}=\w+", label)))
    assert differing | missing


@pytest.mark.parametrize(
    ("change", "topic"),
    [
        (said(r"stream=secret|(> roll record=\d+ )", r"\1stream=extra "), "rolls"),
        (said(r"> opened asking=\d+", "> opened asking=0"), "seals"),
        (said(r" open=\w+", " extra=00"), "seals"),
        (without("opened"), "receipts"),
    ],
    ids=["a stream of its own", "the asking of the set-up", "no seed opened", "receipts alone"],
)
def test_what_no_seal_covers_is_never_good(
    endor: list[LetterFacts], files: list[bytes], change: Change, topic: str
) -> None:
    """A seed that nobody sealed cannot be slipped in under another name or another time."""
    at = reports(endor)[rolled(endor)]
    differing, missing = found(changed(files, at, change))
    assert topic in differing | missing


def test_a_seal_that_comes_with_later_letters_proves_nothing(endor: list[LetterFacts]) -> None:
    """It counts in letters alone that open nothing of its own time or after: those were written before the orders."""
    first, second, *_ = reports(endor)
    begin, report = endor[0], endor[second]
    assert isinstance(begin, Welcome)
    assert isinstance(report, TurnReport)
    late = [endor[first], replace(report, seal=begin.seal)]
    assert "seal-missing" in {
        each.code for each in verify_letters([raw(letter) for letter in late]).findings if each.record == 1
    }
    assert "seals" in found([raw(letter) for letter in late])[1]


def test_a_report_that_brings_its_own_acknowledgement_proves_nothing(
    files: list[bytes], endor: list[LetterFacts]
) -> None:
    """Whoever swaps an order set may claim in the same letter that it was acknowledged: that came too late."""
    value, salt = tool.receipt(b"00", ["1. ATTACK A0"]), b"00".hex()
    filed = f"> filed asking=1 number=9 value={value} salt={salt} lines=1.+ATTACK+A0\r\n> -----END"

    def swap(text: str) -> str:
        mine = re.sub(r"(receipt seat=Red) number=\d+[\s>]+value=\w+", rf"\1 number=9 value={value}", text)
        return mine.replace("> -----END", filed).replace("holds ", "holds filed=1 ")

    _, missing = found(changed(files, reports(endor)[0], swap))
    assert "sheets" in missing


def test_a_seed_that_served_another_turn_is_found_out(files: list[bytes], endor: list[LetterFacts]) -> None:
    """Each seed is for one turn: a moderator may not take the kindest of those that were sealed."""
    first, second, *_ = reports(endor)
    opened = re.search(r"open=\w+[\s>]+open\+=\w+", files[first].decode())
    assert opened is not None
    again = said(r"(> opened asking=)2( record=2\s[^o]*)open=\w+[\s>]+open\+=\w+", rf"\g<1>1\g<2>{opened[0]}")
    differing, _ = found(changed(files, second, again))
    assert "openings" in differing


def test_a_report_follows_one_of_before(files: list[bytes], endor: list[LetterFacts]) -> None:
    """One that names itself as the report before it hides which one is missing."""
    _, second, *_ = reports(endor)
    report = endor[second]
    assert isinstance(report, TurnReport)
    for record in (max(opened.record for opened in report.opened), 99):
        assert found(changed(files, second, said(r"after=\d+", f"after={record}"))) == (set(), {"letters"})


def test_what_an_item_tells_twice_is_not_believed(files: list[bytes], endor: list[LetterFacts]) -> None:
    """Of two values one would be checked, and the other read: the item counts for neither."""
    at = reports(endor)[rolled(endor)]
    assert found(changed(files, at, said(r"(> roll record=\d+ )", r"\1value=1 value=2 "))) == (set(), {"letters"})


def test_a_proof_that_names_no_letter_is_told(files: list[bytes], endor: list[LetterFacts]) -> None:
    """It is checked against nothing, and that is said."""
    assert "letters" in found(changed(files, reports(endor)[0], without("letter")))[1]


# ---- several proofs in one file ----------------------------------------------------------------------------------

FORGERIES: dict[str, Change] = {
    "a die": said(r"value=\d+", "value=77"),
    "a seed": said(r"open=\w{8}", "open=00000000"),
    "a receipt": said(r"(> receipt seat=\w+ (?:number=\d+ )?value=)\w{8}", r"\g<1>00000000"),
    "an order of play": said(r"order=\w+ order=\w+", "order=Red order=Red"),
    "a seal": said(r"(> seal [^>]*> +open=)\w{8}", r"\g<1>00000000"),
}


@pytest.mark.parametrize("change", FORGERIES.values(), ids=FORGERIES.keys())
@pytest.mark.parametrize("first", [True, False])
def test_a_forged_proof_beside_the_genuine_one_accuses_nobody(
    endor: list[LetterFacts], files: list[bytes], change: Change, *, first: bool
) -> None:
    """A player who had one printed in somebody's letter frames nobody: which of the two is genuine cannot be told."""
    at = reports(endor)[rolled(endor)]
    genuine = files[at].decode()
    body = change(genuine).partition("\r\n\r\n")[2]
    head, _, own = genuine.partition("\r\n\r\n")
    both = f"{head}\r\n\r\n{body}{own}" if first else f"{genuine}{body}"
    differing, missing = found(changed(files, at, lambda _: both))
    assert differing == set()
    assert "letters" in missing


def test_a_forged_proof_of_another_letter_accuses_nobody(endor: list[LetterFacts], files: list[bytes]) -> None:
    """It stands in a file with others and contradicts the letter that it claims to be: it is not believed."""
    one, other, *_ = reports(endor)
    forged = FORGERIES["a seed"](files[one].decode()).partition("\r\n\r\n")[2]
    assert found(changed(files, other, lambda text: text + forged)) == (set(), {"letters"})


def test_the_genuine_letter_is_believed_where_it_stands_alone(endor: list[LetterFacts], files: list[bytes]) -> None:
    """Saved once more by itself it is no quote, so that only the forged one is left out."""
    at = reports(endor)[0]
    body = FORGERIES["a receipt"](files[at].decode()).partition("\r\n\r\n")[2]
    doubted = [each for each in verify_letters([*files, files[at] + body.encode()]).findings if not each.grave]
    assert [each.code for each in doubted] == ["letter-doubted"]
    assert found([*files, files[at] + body.encode()]) == (set(), {"letters"})


def test_several_letters_in_one_file_are_each_checked(endor: list[LetterFacts], files: list[bytes]) -> None:
    """All letters of a match, forwarded as one text, hold; and a die that lies among them is found."""
    bodies = [file.decode().partition("\r\n\r\n")[2] for file in files]
    assert found([b"Subject: all\r\n\r\n" + "".join(bodies).encode()]) == GOOD
    at = reports(endor)[rolled(endor)]
    bodies[at] = FORGERIES["a die"](bodies[at])
    assert found(["".join(bodies).encode()])[0] == {"rolls"}
