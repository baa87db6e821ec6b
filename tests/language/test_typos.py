"""A slip in one word of orders: read as the order that is meant, told, and never a guess."""

from typing import Any, ClassVar

import pytest

from moderator.core.errors import Stage
from moderator.core.orders import Order
from moderator.games.registry import GAMES
from moderator.kit.boards.grid import GridPlace
from moderator.language.grammar import lexicon, typos
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Choice
from moderator.language.grammar.words import Line
from moderator.language.reading.commands import COMMANDS
from tests.language.toy import TOY, orders_of, read_letter
from tests.support.cases import every_case

READ = [
    ("MVOE TROOPS C3 C4", "MOVE TROOPS C3 C4"),
    ("MVE TROOPS C3 C4", "MOVE TROOPS C3 C4"),
    ("move trops c3 c4", "MOVE TROOPS C3 C4"),
    ("Please move my trooops from C3 to C4.", "MOVE TROOPS C3 C4"),
    ("buidl troops C3", "BUILD TROOPS C3"),
    ("ATACK C4", "ATTACK C4"),
    ("attakc c4 this turn", "ATTACK C4"),
    ("move transport C3 C5 wtih 4 troops", "MOVE TRANSPORT C3 C5 WITH 4 TROOPS"),
    ("MT C3 C5 VIA C4", ""),
    ("mvoe trops C3 C4", ""),
    ("MEVO TROOPS C3 C4", ""),
    ("atttackk C4", ""),
    ("move troops C3 C44", ""),
    ("hold at C3 against Redd", ""),
    ("build trops C3", ""),
    ("passs", ""),
    ("passs please", ""),
    ("atack C4?", ""),
    ("atack C4 or D4", ""),
    ("atack C4 if Blue does", ""),
    ("maybe atack C4", ""),
    ("we atack C4", ""),
    ("atack on C4 went well", ""),
    ("Moved troops from C3 to C4", ""),
    ("moves troops C3 C4", ""),
    ("attacks C4", ""),
    ("built troops at C3", ""),
    ("more troops C3 C4", ""),
    ("move transporte C3 C5", ""),
    ("attaque C4", ""),
]


@every_case(("text", "order"), READ)
def test_one_typo_in_a_word_of_orders_is_read_as_that_word(text: str, order: str) -> None:
    """Two typos, a place, a name, a hedge, prose, another tense or another language's word are asked back."""
    reading = TOY.read(text)
    assert (TOY.format(reading.order) if reading.order else "") == order


def test_what_was_read_is_told() -> None:
    """The note shows the word, what it was taken for and the order; it makes no line fall."""
    problem = TOY.read("move trops c3 c4").problem
    assert problem is not None
    assert (problem.code, problem.stage, problem.fragment) == ("read-as", Stage.NOTED, "trops")
    assert problem.facts == {"meant": "TROOPS", "order": "MOVE TROOPS C3 C4"}


class Ram(Order, frozen=True, kw_only=True):
    """An order that cannot be taken back."""

    syntax: ClassVar[tuple[str, ...]] = ("DESTROY {place}",)
    rash: ClassVar[bool] = True

    place: str


class Lead(Order, frozen=True, kw_only=True):
    """An order with a word like that of another."""

    syntax: ClassVar[tuple[str, ...]] = ("LEAD {place}",)

    place: str


class Load(Order, frozen=True, kw_only=True):
    """The other one."""

    syntax: ClassVar[tuple[str, ...]] = ("LOAD {place}",)

    place: str


CLOSE: Language[Ram | Lead | Load] = Language((Ram, Lead, Load), {"place": GridPlace()})


def test_a_typo_of_two_words_is_asked_back() -> None:
    """LAD may be LEAD or LOAD, and LEAD itself is no typo of LOAD."""
    assert CLOSE.read("LAD C4").order is None
    assert CLOSE.read("LEAD C4").order == Lead(place="C4")


def test_what_cannot_be_undone_is_never_guessed() -> None:
    """Neither a rash order nor a command."""
    assert CLOSE.read("DESTRYO C4").order is None
    for text in ("RESIGNN", "CLAER", "CLAER 2", "TAG NWE", "DARW", "CONCDE", "PRES TO Blue: hello"):
        assert COMMANDS.read(text).order is None


def test_a_line_is_not_read_leniently_where_nobody_is_told() -> None:
    """What a GM orders, and what is only looked at, is read as it stands."""
    assert not isinstance(TOY.parse("mvoe troops C3 C4"), Order)
    assert TOY.attempt("mvoe troops C3 C4") is None


def test_an_order_with_a_typo_keeps_its_number_and_its_place() -> None:
    """It is an entry as any other: the orders without a number stay behind it."""
    understood = read_letter("1. move trops C3 C4\nATTACK C4\n3. buidl troops C3")
    assert orders_of(understood) == ["MOVE TROOPS C3 C4", "ATTACK C4", "BUILD TROOPS C3"]
    assert [(entry.line, entry.label) for entry in understood.entries] == [(1, "1"), (2, ""), (3, "3")]
    assert understood.unread == ()
    assert [(problem.code, problem.line, problem.column) for problem in understood.problems] == [
        ("read-as", 1, 8),
        ("read-as", 3, 3),
    ]


def test_an_order_with_a_typo_goes_on_in_the_line_below() -> None:
    """As one without."""
    assert orders_of(read_letter("move tansport C3 C5\nwith 4 troops")) == ["MOVE TRANSPORT C3 C5 WITH 4 TROOPS"]


def test_an_order_with_a_typo_may_follow_add() -> None:
    """ADD on its line counts, too."""
    understood = read_letter("ADD 2. mvoe troops C3 C4")
    assert orders_of(understood) == ["MOVE TROOPS C3 C4"]
    assert len(understood.commands) == 1


def test_a_typo_in_a_quote_is_no_order() -> None:
    """Nor is one in a message."""
    assert orders_of(read_letter("> atack C4\n\nPRESS TO Blue\natack C5\nEND")) == []


class Muster(Order, frozen=True, kw_only=True):
    """An order about units and a place, with a name to each."""

    syntax: ClassVar[tuple[str, ...]] = ("MUSTER {unit} {town}",)

    unit: str
    town: str


TOWNS: Language[Muster] = Language(
    (Muster,),
    {
        "unit": Choice(("FIGHTERS", "KILLER SATELLITE"), {"FIGHTER": "FIGHTERS"}, noun="unit", common=True),
        "town": Choice(("London", "Paris"), noun="place"),
    },
)


@every_case(
    ("text", "order"),
    [
        ("muster figthers paris", "MUSTER FIGHTERS Paris"),
        ("muster killer satelite paris", "MUSTER KILLER SATELLITE Paris"),
        ("muster fightes paris", "MUSTER FIGHTERS Paris"),
        ("muster fighters pariss", ""),
        ("muster figthers pariss", ""),
        ("muster lighters paris", ""),
        ("muster fithers paris?", ""),
        ("muster figthers paris or london", ""),
    ],
)
def test_a_typo_in_a_common_word_of_a_gap_is_set_right(text: str, order: str) -> None:
    """Words for units are words of the game, wherever they stand; names of places and people are never guessed."""
    reading = TOWNS.read(text)
    assert (TOWNS.format(reading.order) if reading.order else "") == order


LANGUAGES: dict[str, Any] = {key: game.language for key, game in GAMES.items()}


def near(word: str, language: Any) -> list[str]:  # noqa: ANN401 - a game's language
    """Return the words of orders that a word would be taken for if it were no word of talk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typos, "_TALK", typos._TALK - lexicon.ENGLISH)
        return [typo.meant for typo in typos.typos_in(Line(word), language._lexicon)]


def test_words_of_talk_are_listed_for_what_they_are_near_to() -> None:
    """Each of them would else be taken for a word of some game; it may be a word of orders in another."""
    assert not [word for word in lexicon.ENGLISH if not any(near(word, each) for each in LANGUAGES.values())]
    assert not [
        word
        for word in lexicon.ENGLISH
        for each in LANGUAGES.values()
        if list(typos.typos_in(Line(word), each._lexicon))
    ]


@every_case("key", LANGUAGES)
def test_a_verb_of_one_game_is_no_typo_of_a_verb_of_another(key: str) -> None:
    """Who plays both has sent it to the wrong match, and meant what it says."""
    ours = LANGUAGES[key]._lexicon
    for verb in {verb for language in LANGUAGES.values() for verb in language._lexicon.verbs}:
        assert not [typo.meant for typo in typos.typos_in(Line(verb), ours) if typo.meant in ours.verbs], verb


@every_case(
    "text",
    ["make Loop", "wake Loop", "same guns", "spent attack, heal", "send heal", "race N", "count P1, P2", "hear 4"],
)
def test_talk_is_no_order_of_rayguns(text: str) -> None:
    """A word that says something as it stands is asked back, however near it is to one of orders."""
    assert LANGUAGES["rayguns-and-rocketships"].read(text).order is None


@every_case(("text", "order"), [("fcae N", "FACE N"), ("spendd attack", "SPEND ATTACK")])
def test_a_word_of_talk_that_a_game_orders_with_is_one_of_its_orders(text: str, order: str) -> None:
    """It is listed for another game's sake; here it is read, and a typo of it, too."""
    language = LANGUAGES["rayguns-and-rocketships"]
    for each in (text, order):
        read = language.read(each).order
        assert read is not None
        assert language.format(read) == order
