"""Did you mean: typos and the lines that are offered for them."""

from typing import ClassVar

from moderator.core.errors import Problem
from moderator.core.orders import Order
from moderator.games.registry import GAMES
from moderator.kit.boards.grid import GridPlace
from moderator.language.grammar.language import Language
from moderator.language.grammar.suggest import abbreviates, nearest, typos
from moderator.language.reading.commands import COMMANDS
from tests.language.toy import TOY
from tests.support.cases import every_case


class Carte(Order, frozen=True, kw_only=True):
    """An order whose verb is a foreign word for a command elsewhere."""

    syntax: ClassVar[tuple[str, ...]] = ("CARTE {place}",)

    place: str


TYPOS = [
    ("MVOE TROPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MOEV TROOPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MVE TROOPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MOVE TROPS C3 C4", ("MOVE TROOPS C3 C4",)),
    ("MOVE SPEDERS C3 D4", ("MOVE SPEEDERS C3 D4",)),
    ("MOVE TRANSPROT C3 C5 WTIH 4 TROOPS", ("MOVE TRANSPORT C3 C5 WITH 4 TROOPS",)),
    ("ATTCK C4", ("ATTACK C4",)),
    ("ATACK C4", ("ATTACK C4",)),
    ("attakc c4", ("ATTACK C4",)),
    ("ATTACK CO", ("ATTACK C0",)),
    ("ATTACK Cl", ("ATTACK C1",)),
    ("ATTACK CC4", ("ATTACK C4",)),
    ("ATTACK K4", ("ATTACK <place>",)),
    ("biuld troops c3", ("BUILD TROOPS C3",)),
    ("build trop c3", ("BUILD TROOPS C3",)),
    ("troops c3 c4", ("MOVE TROOPS C3 C4",)),
    ("MOVE C3 C4", ("MOVE TROOPS C3 C4", "MOVE SPEEDERS C3 C4", "MOVE TRANSPORT C3 C4")),
    ("MOVE TROOPS C3 C44", ("MOVE TROOPS C3 C4",)),
    ("MOVE TROOPS C3", ("MOVE TROOPS C3 <goal>",)),
    ("MOVE TRANSPORT C3 C5 WITH TREE TROOPS", ("MOVE TRANSPORT C3 C5 WITH 3 TROOPS",)),
    ("HOLD AT C3 AGAINST REDD", ("HOLD AT C3 AGAINST Red",)),
    ("C3->C4 troops", ("MOVE TROOPS C3 C4",)),
    ("C3 C4 speeders", ("MOVE SPEEDERS C3 C4",)),
    ("C3 -> C5 transport with 2 troops", ("MOVE TRANSPORT C3 C5 WITH 2 TROOPS",)),
    ("BEWEGE TRUPPEN VON C3 NACH C4", ("MOVE TROOPS C3 C4",)),
    ("MOVE TRUPPEN C3 C4", ("MOVE TROOPS C3 C4",)),
    ("Transporter C3 C5 mit 2 Truppen", ("MOVE TRANSPORT C3 C5 WITH 2 TROOPS",)),
    ("Angriff auf C4", ("ATTACK C4",)),
    ("attaque C4", ("ATTACK C4",)),
]


@every_case(("text", "hints"), TYPOS)
def test_typo_is_offered_never_applied(text: str, hints: tuple[str, ...]) -> None:
    """A typo is a problem, and what was probably meant is a hint."""
    problem = TOY.parse(text)
    assert isinstance(problem, Problem)
    assert problem.hints == hints


@every_case(("text", "meant"), [("ANGRIFF C4", "ATTACK"), ("Bewege Truppen C3 C4", "MOVE"), ("passe", "PASS")])
def test_a_verb_of_another_language_is_told_as_that(text: str, meant: str) -> None:
    """A line that begins with a foreign verb is a failed order, and the complaint names the English word."""
    problem = TOY.parse(text)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.facts["meant"]) == ("foreign-order", meant)
    assert TOY.looks_like(text)


@every_case("text", ["Angriff!", "Angriff auf C4 hat gestern ja ganz gut geklappt", "Mit 3 Grüßen"])
def test_foreign_small_talk_is_no_failed_order(text: str) -> None:
    """A foreign verb alone, or in a long sentence, is chatter."""
    assert not TOY.looks_like(text)


def test_foreign_words_are_of_any_game_and_never_replace_its_own() -> None:
    """A game whose forms use a word that is foreign elsewhere keeps its meaning, and is offered none that it lacks."""
    language = Language((Carte,), {"place": GridPlace()})
    assert language.attempt("CARTE C4") == Carte(place="C4")
    assert language.translate("ANGRIFF C4") is None


@every_case(
    ("text", "hint"),
    [("MAP POSTR", "MAP POSTER"), ("CARTE", "MAP"), ("Aide", "HELP"), ("RESEND TUNR 3", "RESEND TURN 3")],
)
def test_a_typo_in_a_command_is_answered_with_the_command(text: str, hint: str) -> None:
    """A word that nearly fills a gap is offered as it would be right, and a foreign command in English."""
    problem = COMMANDS.parse(text)
    assert isinstance(problem, Problem)
    assert problem.hints == (hint,)


@every_case(
    ("word", "meant", "short"),
    [
        ("TRP", "TROOPS", True),
        ("T", "TROOPS", True),
        ("ATK", "ATTACK", True),
        ("MV", "MOVE", True),
        ("TOP", "TROOPS", False),
        ("VM", "MOVE", False),
        ("MOVE", "MOVE", False),
    ],
)
def test_a_word_without_its_vowels_is_known(word: str, meant: str, short: bool) -> None:  # noqa: FBT001 - a case
    """It begins alike, and its consonants come in the same order."""
    assert abbreviates(word, meant) is short


def test_words_alike_lead_to_help() -> None:
    """A slip or a foreign word finds the word that there is help on."""
    assert TOY.alike("MVOE") == ("MOVE",)
    assert TOY.alike("angriff") == ("ATTACK",)
    assert TOY.alike("qwertyuiop") == ()


@every_case("text", ["lovely weather", "qwertyuiop", "the the the", "to"])
def test_nothing_is_offered_for_what_is_like_nothing(text: str) -> None:
    """Words that are like no order get no suggestion."""
    problem = TOY.parse(text)
    assert isinstance(problem, Problem)
    assert problem.hints == ()


def test_short_words_admit_no_typos() -> None:
    """Two letters are never taken for two others."""
    assert typos("TO", "GO") is None
    assert typos("MVOE", "MOVE") == 1
    assert typos("TROPS", "TROOPS") == 1
    assert nearest("RAD", ("Red".upper(), "BLUE")) == ("RED",)


@every_case(
    ("text", "hint", "kept"),
    [
        ("LAUNCH AT A13 WITH 2", "LAUNCH 2", False),
        ("LAUNCH AT A13 WITH 2", "LAUNCH A13 BY 2", True),
        ("LAUNCH AT A13 WITH 2", "LAUNCH <place> BY 2", True),
        ("FORM 2 B8 WITH 1 Carrier", "FORM 2 B8 WITH Carrier", True),
        ("attack C4 or D4", "ATTACK C4", False),
        ("hold if nobody is near", "HOLD IF NEAR", False),
    ],
)
def test_a_suggestion_leaves_no_place_or_number_out(text: str, hint: str, kept: bool) -> None:  # noqa: FBT001 - a case
    """It would do something else; a gap counts for what belongs there."""
    assert GAMES["space-genocide"].language.keeps(text, (hint,)) is kept


def test_the_opposite_of_a_word_is_no_typo_of_it() -> None:
    """DEFENDED is not UNDEFENDED, near as it is."""
    assert nearest("DEFENDED", ("UNDEFENDED", "DEFENDER")) == ("DEFENDER",)
    assert nearest("UNDEFENDED", ("DEFENDED",)) == ()
