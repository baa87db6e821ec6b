"""The page of the revised rules tells the figures of the data, and what it shows as orders is written so."""

import tomllib

from moderator.core.codec import tag_of
from moderator.games.buck_rogers_revised import GAME
from moderator.games.buck_rogers_revised.board import aim
from moderator.games.buck_rogers_revised.board.deploying import may_stand
from moderator.games.buck_rogers_revised.board.rulebook import rulebook
from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.orders.types import DOCTRINE
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.buck_rogers_revised.rules.amend import FIXED
from moderator.games.buck_rogers_revised.tables import figures
from moderator.games.solar_system.board.zones import TERRITORIES
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.tables import extra
from moderator.games.solar_system.tables import figures as board_figures
from tests.games.test_every_page import page, read, spans, tables
from tests.support.cases import every_case

PAGE = page("buck-rogers-revised")
WORDS = " ".join(PAGE.split())


def named(kind: Kind) -> str:
    """Return a piece's name as the page writes it."""
    return {"kilsat": "KilSat"}.get(kind.value, kind.value.capitalize())


def test_the_combat_table_is_that_of_the_data() -> None:
    """Row by row and column by column, a dash where there is no attack."""
    order = board_figures().table.order
    assert list(tables(PAGE, "firing")) == [
        [named(firer), *(str(board_figures().table.number(firer, target) or "\u2013") for target in order)]
        for firer in order
    ]


def test_every_piece_has_its_figures() -> None:
    """Letter, moves, what an active Factory makes, the start, the price, the worth."""
    rules, shown = rulebook(Options(), 4), []
    for kind, unit in board_figures().unit.items():
        if kind is not Kind.MARKER:
            number, turns = figures().makes[kind]
            price = figures().price.get(kind, 0)
            asked = f"half for {price}" if price and turns > 1 else str(price or "\u2013")
            shown.append(
                [
                    named(kind),
                    unit.letter,
                    str(rules.allowance.get(kind, 0)),
                    "half" if turns > 1 else str(number),
                    str(unit.start),
                    asked,
                    str(unit.worth),
                ]
            )
    assert list(tables(PAGE, "piece")) == shown


def test_what_wins_is_that_of_the_data() -> None:
    """Six to eight players are one row."""
    rows = {number: [str(party.zones), str(party.planets)] for number, party in figures().players.items()}
    shown = {cells[0]: cells[1:] for cells in tables(PAGE, "players")}
    assert rows[6] == rows[7] == rows[8] == shown.pop("6 to 8")
    assert shown == {str(number): row for number, row in rows.items() if number < 6}


def test_every_planet_has_its_bonus_and_every_territory_stands_there() -> None:
    """Where a system has two planets both are named."""
    cells = {row[0]: row for row in tables(PAGE, "system")}
    told = " ".join(row[1] for row in cells.values())
    assert all(name in told for name in TERRITORIES)
    worth = {planet.name: planet.worth for planet in figures().planet}
    assert [cells[name][2] for name in ("Mercury", "Venus", "Mars")] == [
        str(worth[name]) for name in ("Mercury", "Venus", "Mars")
    ]
    assert cells["Earth/Moon"][2] == f"Earth {worth['Earth']}, Luna {worth['Luna']}"


def test_every_leader_is_named() -> None:
    """The six of the box with their colours, the others by name."""
    assert {row[0]: row[1] for row in tables(PAGE, "Leader")} == {
        card.leader: card.name for card in board_figures().colour
    }
    assert all(card.name in WORDS for card in extra().leader)


def test_who_may_stand_where_is_that_of_the_board() -> None:
    """A space that is for three kinds names them."""
    rows = {row[0]: row[1] for row in tables(PAGE, "space")}
    assert list(rows) == [space.value.capitalize() for space in Space]
    few = ", ".join(f"{named(kind)}s".replace("Gennys", "Gennies") for kind in Kind if may_stand(kind, Space.COMMANDO))
    assert rows["Commando"] == rows["Demolitions"] == few


@every_case(
    ("words", "number"),
    [
        ("that is not destroyed | \u22121", aim.COVER),
        ("that is not hit | \u22122", aim.BEHIND),
        ("at those | +1", aim.UNLOADED),
        ("fires twice | \u22123", -aim.POINT),
        ("which 7 or more hits", board_figures().numbers.bomb),
        ("9 or less gives 2 zones more", 9),
        ("7 or less 4 more", 7),
    ],
)
def test_figures_in_sentences_are_those_of_the_rules(words: str, number: int) -> None:
    """Who changes one must change the page."""
    assert words in WORDS
    assert str(number) in words


def test_doctrine_stands_apart_from_orders_for_a_turn() -> None:
    """The table of doctrine shows all of it, and nothing else but FORGET."""
    doctrine = PAGE.partition("## Doctrine")[2].partition("\n## ")[0]
    shown = {read(GAME.language, line) for cells in tables(doctrine, "order") for line in spans(cells[0])}
    assert shown == {tag_of(kind) for kind in DOCTRINE} | {"forget"}


def test_the_options_that_are_fixed_are_named() -> None:
    """A GM reads which cannot change."""
    told = PAGE.partition("The options `")[2].partition("made the match")[0]
    assert set(spans("`" + told)) == set(FIXED)


def test_the_match_that_is_shown_can_begin() -> None:
    """Its options and seats are allowed."""
    (match,) = tomllib.loads(PAGE.partition("```toml\n")[2].partition("```")[0])["match"]
    assert not GAME.check_options(match["options"], [seat["seat"] for seat in match["seats"]])
