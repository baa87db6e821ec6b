"""Posts in the shapes of three forums, against the lines and the orders that a person would say they hold."""

from pathlib import Path

from moderator.core.game import Prompt
from moderator.games.registry import GAMES
from moderator.language import numbering
from moderator.language.reading.blocks import understand
from moderator.mail.letter import ReadLetter
from tests.support.cases import every_case
from tests.support.letters.posts import read

LETTERS = Path(__file__).parents[1] / "letters"
CORPUS = sorted((LETTERS / "posts").glob("*/*.md"))
SILENT = [path for path in CORPUS if path.parent.name == "nothing"]
REPORT = (LETTERS / "same" / "report.txt").read_text()
"""What the posts answer, as far as they quote it."""

NUMBERED = ("1", "2", "3")


def sheet_of(path: Path) -> list[str]:
    """Return the orders that the posts of a folder give, which is named for their game."""
    return (path.parent / "sheet.orders").read_text().splitlines()


def asked_of(path: Path) -> list[str]:
    """Return the lines of a post that could have been meant as orders."""
    asked = path.with_suffix(".asked")
    return asked.read_text().splitlines() if asked.exists() else []


def told(letter: ReadLetter) -> str:
    """Return what was read as text for people to review."""
    head = {
        "faults": " ".join(letter.faults),
        "over": letter.over_limit or "",
        "documents": " ".join(letter.documents),
        "pictures": " ".join(letter.pictures),
    }
    lines = [f"{name}: {value}" for name, value in head.items() if value]
    lines += ["", *(f"{line.number:2} {'>' * line.quoted}|{line.text}" for line in letter.lines)]
    return "\n".join(lines) + "\n"


@every_case("path", CORPUS)
def test_a_post_reads_as_its_golden_text(path: Path, *, regen: bool) -> None:
    """Each post of the corpus is read to exactly the lines and names of files that were reviewed for it."""
    golden = path.with_suffix(".txt")
    now = told(read(path.read_text()))
    if regen:
        golden.write_text(now)
    assert now == golden.read_text()


@every_case("path", [path for path in CORPUS if path not in SILENT])
def test_the_same_orders_make_the_same_order_set_in_every_shape(path: Path) -> None:
    """Whatever a forum, its editor or a habit does to a post, the order set is that of the plain one."""
    language, order_set = GAMES[path.parent.name].language, sheet_of(path)
    numbered = order_set[0].startswith("1. ")
    understood = understand(
        read(path.read_text()).lines,
        language,
        sent=("1. ", "2. ", "3. ", *REPORT.splitlines()) if numbered else (),
        mark="[hoth Red #6]" if numbered else "",
        numbered=numbered,
    )
    prompt = Prompt(phase="", turn=6, numbers=NUMBERED if numbered else ())
    orders, problems, _ = numbering.number(understood.entries, prompt)
    assert [*map(language.line, orders)] == order_set
    assert [problem.fragment for problem in (*understood.problems, *problems)] == asked_of(path)
    assert understood.commands == ()


@every_case("path", SILENT)
def test_a_post_in_which_nothing_is_ordered_orders_nothing(path: Path) -> None:
    """Quotes, struck words and comments give neither an order nor a command."""
    understood = understand(read(path.read_text()).lines, GAMES["rebel-commander"].language)
    assert (understood.entries, understood.commands, understood.problems) == ((), (), ())
