"""The page of Buck Rogers tells the figures of the data, and its lines are read by the game's own language."""

import re
import tomllib
from typing import Any

import msgspec

from moderator.core.errors import Problem
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.board.rulebook import rulebook
from moderator.games.buck_rogers.options import Options
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.orders.types import DOCTRINE, ORDERS
from moderator.games.buck_rogers.rules.amend import FIXED
from moderator.games.solar_system.board.rulebook import LEADER_MOVES
from moderator.games.solar_system.board.zones import TERRITORIES, lands_of
from moderator.games.solar_system.orders.types import Build, ElseMove, Forget, Move
from moderator.games.solar_system.pieces import Kind
from moderator.games.solar_system.tables import figures
from tests.games.test_every_page import page, spans, tables
from tests.support.cases import every_case

PAGE = page("buck-rogers")
PLAYERS, OPERATORS = PAGE.split("<!-- RULES")
BASIC, ADVANCED = (rulebook(Options(ruleset=ruleset), 4) for ruleset in ("basic", "advanced"))


def row(head: str, first: str) -> list[str]:
    """Return the row of a table that begins with some words."""
    return next(cells for cells in tables(PAGE, head) if cells[0] == first)


def lines() -> list[str]:
    """Return the lines of the first turn that the page explains."""
    block = re.search(r"^```\n(.*?)^```", PLAYERS, re.MULTILINE | re.DOTALL)
    assert block
    return block[1].splitlines()


def named(kind: Kind) -> str:
    """Return a piece's name as the page writes it."""
    return {"kilsat": "KilSat"}.get(kind.value, kind.value.capitalize())


def test_the_combat_table_is_that_of_the_data() -> None:
    """Row by row and column by column, a dash where there is no attack."""
    order = figures().table.order
    head = next(line for line in PAGE.splitlines() if line.startswith("| firing |"))
    assert [cell.strip() for cell in head.strip("|").split("|")][1:] == [named(kind) for kind in order]
    assert list(tables(PAGE, "firing")) == [
        [named(firer), *(str(figures().table.number(firer, target) or "\u2013") for target in order)] for firer in order
    ]


def test_every_piece_has_its_figures() -> None:
    """Letter, moves in both games, what a Factory makes, the start, and the worth."""
    shown = []
    for kind, unit in figures().unit.items():
        if kind is not Kind.MARKER:
            made = [str(each) for each in unit.makes]
            moves = [str(unit.moves[table]) for table in ("flat", "advanced")]
            shown.append([named(kind), unit.letter, *moves, *made, str(unit.start), str(unit.worth)])
    assert list(tables(PAGE, "piece")) == shown
    assert f"A **Leader** moves {LEADER_MOVES} zones" in PAGE


def test_every_system_has_its_territories_and_its_limit() -> None:
    """All 42 stand there, each with its system."""
    told = []
    for system in figures().system:
        cells = row("system", system.name)
        assert all(name in cells[1] for name in lands_of(system.key))
        assert cells[2].startswith(str(system.factories))
        assert all(str(most) in cells[2] for most in system.surface.values())
        told += [name for name in TERRITORIES if name in cells[1]]
    assert sorted(told) == sorted(TERRITORIES)


def test_every_leader_stands_with_his_colour() -> None:
    """A table of powers, and the homes of the option in which nobody begins with one."""
    colours = {card.leader: card.name for card in figures().colour}
    assert {cells[0]: cells[1] for cells in tables(PAGE, "Leader")} == colours
    homes = {"earth": "the Earth", "luna": "the Moon", "asteroids": "the asteroids"}
    told = row("rule", "`leaderless`")[1]
    assert all(f"{card.leader} {homes.get(card.home, card.home.capitalize())}" in told for card in figures().colour)


def test_two_and_three_players_play_the_colours_of_the_data() -> None:
    """In the order of the data."""
    for players in (2, 3):
        groups = figures().players[players].colours
        assert row("players", str(players))[2] == "; ".join(", ".join(group) for group in groups)


@every_case(
    "words",
    [
        "**15 territories** (20 with three players, 25 with two)",
        "dealt 12 territories (with three players 9)",
        "destroyed on 7 or more",
        "on 7 or more it is destroyed, with its work",
        "on 6 or more the Factory is destroyed",
        "destroy anything on 4 or more",
        "must come to 15",
        "4 of 6 on Mercury, 4 of 7 on Venus and Mars, 7 of 13 on the Earth and Moon, 5 of 9 asteroids",
        "11, 7, 5, 4 or 3",
        "10 destroys it, otherwise it moves 2 zones more",
        "around the Sun 8 or more destroys it, otherwise it moves 4 more",
    ],
)
def test_figures_in_sentences_stand_as_they_are_tried_here(words: str) -> None:
    """The test after this one compares them with the data."""
    assert words in " ".join(PLAYERS.split())


def test_the_data_has_the_figures_of_these_sentences() -> None:
    """Who changes one must change the page."""
    have = figures()
    assert {players: party.zones for players, party in have.players.items()} == {2: 25, 3: 20, 4: 15, 5: 15, 6: 15}
    assert {players: party.cards for players, party in have.players.items()} == {2: 12, 3: 9, 4: 6, 5: 6, 6: 6}
    assert (have.numbers.bomb, have.numbers.sabotage, have.numbers.raid, have.numbers.buck) == (7, 7, 6, 4)
    assert (have.numbers.subvert, have.numbers.leader_at_subversion, have.numbers.subversion_ends) == (15, 5, 7)
    assert (have.numbers.lunar, have.numbers.asteroids) == (8, 9)
    assert [system.majority for system in have.system] == [4, 4, 7, 4, 5]
    assert list(have.earth_mars.cards.values()) == [11, 7, 5, 4, 3]
    assert (have.slingshot.planet.adds, have.slingshot.planet.crash) == (2, 10)
    assert (have.slingshot.sun.adds, have.slingshot.sun.crash) == (4, 8)


def test_every_option_stands_with_its_default() -> None:
    """One default, or that of the basic and that of the advanced game."""
    told = {spans(cells[0])[0]: cells[1] for cells in tables(PAGE, "option")}
    usual = msgspec.convert(GAME.info.begins, Options)
    both = {"turn_order": ("roll", "cards"), "move_table": ("flat", "advanced"), "leaders": ("bonus", "powers")}
    for name, cell in told.items():
        values = [] if name == "start_stack" else [_value(text) for text in spans(cell)]
        known: Any = getattr(usual, name)
        if name == "start_stack":
            assert cell.startswith(str(ADVANCED.start_stack))
            assert (rulebook(usual, 3).start_stack, rulebook(Options(pick=True), 4).start_stack) == (0, 0)
        elif name == "majority_control":
            assert values == [ADVANCED.majority]
        elif known is None:
            wanted = both.get(name) or (getattr(BASIC, name), getattr(ADVANCED, name))
            assert tuple(values) == wanted, name
        else:
            assert values == [known], name


def _value(text: str) -> object:
    value = tomllib.loads(f"it = {text}")["it"]
    return tuple(value) if isinstance(value, list) else value


def test_two_defaults_are_those_that_the_rules_have() -> None:
    """The order of turns and the moves of ships, which the rule book calls otherwise."""
    assert (BASIC.cards, ADVANCED.cards) == (False, True)
    assert (BASIC.powers, ADVANCED.powers) == (False, True)
    assert (BASIC.allowance[Kind.FIGHTER], ADVANCED.allowance[Kind.FIGHTER]) == (4, 5)


def test_every_option_says_where_the_rule_text_has_it() -> None:
    """A dash stands where it is ours alone."""
    assert all(len(cells) == 4 and cells[3] for cells in tables(PAGE, "option"))
    assert {spans(cells[0])[0] for cells in tables(PAGE, "option") if cells[3] == "\u2013"} == {
        "order_known",
        "turn_limit",
    }


def test_every_optional_rule_is_told_to_players() -> None:
    """What an operator can switch on, players can read of."""
    told = {name for cells in tables(PLAYERS, "rule") for name in spans(cells[0])}
    switches = {
        name for cells in tables(OPERATORS, "option") if spans(cells[1]) == ["false"] for name in spans(cells[0])
    }
    assert switches - told - {"pick", "bombard_gennies"} == set()
    assert {f"`{name}`" for name in ('"display"', '"earth-mars"', '"leaders"', '"home"', "pick")} <= {
        cells[0] for cells in tables(PLAYERS, "scenario")
    }


def test_options_that_cannot_change_are_named() -> None:
    """In the sentence below the lines of a game master."""
    sentence = " ".join(OPERATORS.split()).partition("The options `ruleset`")[2].partition("made the match")[0]
    assert tuple(spans(f"`ruleset`{sentence}")) == FIXED


def test_lines_in_sentences_are_understood() -> None:
    """Conditions, and the lines that stand beside others, can be sent as they are."""
    conditions = re.findall(r"are looked at.*?`EMPTY Bach`", PLAYERS, re.DOTALL)[0]
    for words in spans(conditions):
        assert isinstance(LANGUAGE.parse(f"MOVE 1 FIGHTER BACH TO HIELO IF {words}"), Move), words
        assert isinstance(LANGUAGE.parse(f"ELSE MOVE 1 FIGHTER BACH TO HIELO UNLESS {words}"), ElseMove), words
    beside = [words for cells in tables(PLAYERS, "order") for words in spans(cells[1]) if words.count(" ")]
    verbs = {kind.syntax[0].split()[0] for kind in ORDERS}
    tried = [words for words in beside if words.split()[0] in verbs and len(words.split()) > 1]
    assert [words for words in tried if isinstance(LANGUAGE.parse(words), Problem)] == []


def test_every_kind_of_doctrine_says_what_holds_without_it() -> None:
    """The third column is never empty but where nothing stands to be replaced."""
    rows = [cells for cells in tables(PAGE, "order") if len(cells) == 3]
    kinds = {type(LANGUAGE.parse(spans(cells[0])[0])): cells[2] for cells in rows}
    assert set(kinds) == {*DOCTRINE, Forget}
    assert [kind for kind, without in kinds.items() if not without] == [Forget]


def test_every_topic_can_be_forgotten() -> None:
    """The row of FORGET names them all."""
    told = row("order", "`FORGET RETREATS`")[1].partition(": ")[2].split(", ")
    orders = [LANGUAGE.parse(f"FORGET {topic}") for topic in told]
    assert all(isinstance(order, Forget) for order in orders)
    assert len({order.topic for order in orders if isinstance(order, Forget)}) == 16


def test_the_first_turn_can_be_sent_as_it_stands() -> None:
    """Moves, something carried, and two lines of building."""
    orders = [LANGUAGE.parse(line) for line in lines()]
    assert not [order for order in orders if isinstance(order, Problem)]
    assert sum(isinstance(order, Build) for order in orders) == 2
