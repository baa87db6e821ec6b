"""Posts in the shapes of three forums, against the lines and the orders that a person would say they hold."""

from pathlib import Path

from moderator.core.game import Prompt
from moderator.games.registry import GAMES
from moderator.language import numbering
from moderator.language.reading.blocks import understand
from moderator.mail.letter import ReadLetter
from tests.support.cases import every_case
from tests.support.posts import read

LETTERS = Path(__file__).parents[1] / "letters"
CORPUS = sorted((LETTERS / "posts").glob("*/*.md"))
SILENT = [path for path in CORPUS if path.parent.name == "nothing"]
REPORT = (LETTERS / "same" / "report.txt").read_text()
"""What the posts answer, as far as they quote it."""

NUMBERED = ("1", "2", "3")
ORDER_SETS = {
    "rebel-commander": ("1. MOVE TROOPS C3 C4", "2. MOVE TRANSPORT D5 D6 WITH 2 TROOPS", "3. BUILD TROOPS B2"),
    "space-genocide": ("MOVE 2 VIA G5 TO H7", "JOIN 4, 5 INTO 3", "SCRAP Monitor", "LAUNCH ALL H7 BY 2"),
}


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


ASKED = {"space-genocide-misago-looks-and-links": ["Red strikes"]}
"""Lines of these posts that could have been meant as an order."""


def named(path: Path) -> str:
    """Name a post by its game and its shape."""
    return f"{path.parent.name}-{path.stem}"


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
    language = GAMES[path.parent.name].language
    numbered = path.parent.name == "rebel-commander"
    understood = understand(
        read(path.read_text()).lines,
        language,
        sent=("1. ", "2. ", "3. ", *REPORT.splitlines()) if numbered else (),
        mark="[hoth Red #6]" if numbered else "",
        numbered=numbered,
    )
    prompt = Prompt(phase="", turn=6, numbers=NUMBERED if numbered else ())
    orders, problems, _ = numbering.number(understood.entries, prompt)
    assert tuple(map(language.line, orders)) == ORDER_SETS[path.parent.name]
    assert [problem.fragment for problem in (*understood.problems, *problems)] == ASKED.get(named(path), [])
    assert understood.commands == ()


@every_case("path", SILENT)
def test_a_post_in_which_nothing_is_ordered_orders_nothing(path: Path) -> None:
    """Quotes, struck words and comments give neither an order nor a command."""
    understood = understand(read(path.read_text()).lines, GAMES["rebel-commander"].language)
    assert (understood.entries, understood.commands, understood.problems) == ((), (), ())
