"""What stands below the orders: a sender's card is set aside and holds no turn, a typo in an order is asked back."""

from typing import Any

from moderator.games.rebel_commander.orders.language import LANGUAGE as REBEL
from moderator.games.space_genocide.orders.language import LANGUAGE as GENOCIDE
from moderator.language.reading.blocks import understand
from moderator.language.reading.understood import Understood
from tests.language.toy import lines as as_lines
from tests.support.cases import every_case

GAMES: dict[str, tuple[Any, str]] = {"rebel": (REBEL, "1. MOVE TROOPS C3 C4"), "genocide": (GENOCIDE, "MOVE 3 N5")}
ANYWHERE = (
    *("Move Logistics Ltd", "Attack Solutions GmbH", "MOVE LOGISTICS LTD", "#1 Dad", "World's #1 Mom", "No. 1 Grandpa"),
    *("Build-A-Bear Inc.", "Transfer Wise Ltd", "Hold Fast Brewing Co.", "Join Us AG", "Launch Pad Ventures LLC"),
    *("Play School Association", "Race for Life Foundation", "Pass It On Foundation", "Fire Brigade of Hamburg e.V."),
    *("Transport Planner, Move GmbH", "Burst Media BV", "Scrap & Co", "Type Foundry Oy", "Target Corporation"),
)
BELOW_AN_EMPTY_LINE = (
    *("BUILDING 5B", "12 Move Street", "5 Transfer Lane, London", "Unit 5B, Attack Road", "Suite 4C", "3rd Floor"),
    *("Tel: +44 20 7946 0958", "+49 (0)30 123456", "M: 07700 900123", "www.move-logistics.example", "PO Box 12"),
    *("ann@launch.example", "Ann | Launch Director | +44 20 7946 0958", "Place de la Concorde 4", "Bergstraße 12"),
    *(
        "Build City, CA 94043",
        "London EC4Y 1AA",
        "D-10115 Launch",
        "USt-IdNr. DE123456789",
        "T (555) 123-4567 F 555 123 4568",
    ),
    *("“Move fast and break things”", '"Attack is the best defence"'),
)
BELOW_A_NAME = (
    *("Launch Director", "Play Specialist", "Transfer Manager", "Move fast and break things", "Head of Transport"),
    *(
        "Attack is the best defence",
        "Build better together",
        "Hold the line",
        "Target the stars",
        "Join our newsletter",
    ),
)
TYPOS = {
    "rebel": (
        *(
            "MOVE 3",
            "MOVE TROOPS A0",
            "Attack",
            "ATTACK",
            "attack C9",
            "BULD TROOPS A0",
            "mvoe troops A0 A1",
            "Move troops",
        ),
        *(
            "build something at A0",
            "Move everything to A1",
            "3. Fortify",
            "#3 Fortify position",
            "3. go east",
            "BUILD",
            "2. Fortify",
        ),
        *(
            "MOVE TRANSPORT WITH 4",
            "attack b1 and b2",
            "Build Troops At Home",
            "Attack The Fort C4",
            "ATTACK EVERYTHING",
        ),
        *("Move Troops A0 Z9", "trops A0 A1", "Transport A0 to", "2 troops A0 A1", "Build troop", "move all to B1"),
        *("Atack C4 now", "ATTACK B1?", "MOVE SPEEDRES A0 B1", "Build speeders"),
    ),
    "genocide": (
        *("MOVE 3", "MOVE", "MVOE 4 B3", "Play Scaners", "PLAY", "Play decoi when 5 is attacked", "TRANSFER 2 FROM 1"),
        *("Transfer 2 Destroyers", "LAUNCH", "Attack Blue 7", "TARGET Blue", "Join 3 and 4", "HOLD", "Hold Fleet"),
        *("TYPE H7", "TYPE H2 RADS", "Form 3", "SCRAP Carier", "move five to", "Move Fleet Three", "FIRE spred"),
        *("Place Bombers", "DISCARD", "Discard Dekoy", "BURST 2", "3. scan them"),
    ),
}


def read(game: str, below: str) -> Understood[Any]:
    """Understand a letter of one good order with something below it."""
    language, order = GAMES[game]
    return understand(as_lines(order + below), language)


@every_case("game", GAMES)
@every_case(
    ("above", "texts"),
    [
        ("\n", ANYWHERE[:8]),
        ("\n\n", ANYWHERE + BELOW_AN_EMPTY_LINE),
        ("\n\nCheers,\nAnn\n", ANYWHERE + BELOW_AN_EMPTY_LINE + BELOW_A_NAME),
        ("\n\nAnn Smith\n\n", ANYWHERE + BELOW_AN_EMPTY_LINE + BELOW_A_NAME),
        ("\nBest regards\nAnn\n", BELOW_A_NAME),
    ],
)
def test_a_card_is_no_order_and_no_complaint(game: str, above: str, texts: tuple[str, ...]) -> None:
    """Companies, addresses, titles and mottoes below the orders hold no turn, whatever verb they begin with."""
    for text in texts:
        understood = read(game, above + text)
        assert (len(understood.entries), understood.problems, understood.commands) == (1, (), ()), text


@every_case("game", GAMES)
def test_a_line_of_a_card_that_looks_like_an_order_is_listed(game: str) -> None:
    """If it was meant after all, its writer sees that it was passed over."""
    understood = read(game, "\n\nAnn\nMove Logistics Ltd\n12 Move Street\n\n+44 20 7946 0958")
    assert [line.text for line in understood.set_aside] == ["Move Logistics Ltd", "12 Move Street"]


@every_case("above", ["\n", "\n\n", "\n\nAnn\n", "\n\nThanks,\nAnn\n\n"])
@every_case("game", GAMES)
def test_a_typo_at_the_end_of_a_letter_is_asked_back(game: str, above: str) -> None:
    """Or it is read with its slip and told so: an order is one wherever it stands, below a name, too."""
    for text in TYPOS[game]:
        problems = read(game, above + text).problems
        assert [problem.falls or problem.code == "read-as" for problem in problems] == [True], text


NUMBERED_TITLES = (
    *("1. Vorsitzende TSV Hoth", "1. Kassenwart", "1. Vorsitzender", "2. Vorsitzende vom TSV Hoth"),
    *("3. Dan Aikido Berlin", "1) Bürgermeisterin", "1. Schriftführer", "1. Vorsitzende Verein Hoth e.V."),
)


@every_case("game", GAMES)
@every_case("above", ["\n\nAnn Archer\n", "\n\nCheers,\nAnn\n", "\n\nAnn Archer\n\n"])
def test_a_title_with_a_number_is_no_order(game: str, above: str) -> None:
    """Clubs and councils count their player seats; below a name such a line is listed and holds no turn."""
    for text in NUMBERED_TITLES:
        understood = read(game, above + text)
        assert (len(understood.entries), understood.problems) == (1, ()), text


def test_titles_with_the_numbers_of_orders_are_listed() -> None:
    """Below a name they are those of a club, and their writer sees that they were passed over."""
    text = "1. MOVE TROOPS C3 C4\n2. ATTACK C5\n\nAnn Archer\n1. Vorsitzende SC Hoth\n2. Kassenwart"
    understood = understand(as_lines(text), REBEL)
    assert (len(understood.entries), understood.problems) == (2, ())
    assert [line.number for line in understood.set_aside] == [5, 6]


def test_a_card_without_orders_above_holds_no_turn() -> None:
    """A letter of commands or of talk has a signature, too."""
    assert understand(as_lines("STATUS\n\nAnn\nMove Logistics Ltd\nBUILDING 5B"), REBEL).problems == ()
    assert understand(as_lines("Nice turn!\n\nAttack Solutions GmbH\n12 Move Street"), REBEL).problems == ()
