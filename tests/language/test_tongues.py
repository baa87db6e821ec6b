"""Orders in German: what is written in it is read back, and what is read in it is what English says."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from moderator.core.errors import Problem
from moderator.core.language import Piece
from moderator.games.rebel_commander.orders.types import Attack, MoveTransport
from moderator.games.registry import GAMES
from moderator.language.grammar import lexicon
from moderator.language.grammar.typos import typos_in
from moderator.language.grammar.words import Glossary, Line
from moderator.language.reading.blocks import understand
from moderator.language.reading.commands import Press
from moderator.language.tongues.tongue import Tongue
from tests.language.toy import TOY, lines
from tests.support.cases import every_case
from tests.support.games import order_lines

REBEL, SPACE = "rebel-commander", "space-genocide"
LANGUAGES: dict[str, Any] = {key: game.language for key, game in GAMES.items()}
GERMAN = [key for key, language in LANGUAGES.items() if language.spoken("de") is not language]
UMLAUTS = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE", "ä": "ae", "ö": "oe", "ü": "ue"})
DOTLESS = str.maketrans("ÄÖÜäöü", "AOUaou")


def test_two_games_are_played_in_german() -> None:
    """What follows is proved of these."""
    assert GERMAN == [REBEL, SPACE]


@every_case("key", GERMAN)
def test_an_order_written_in_german_is_read_as_the_same_order(key: str) -> None:
    """Each form of each order, in any case, with umlauts written in any way; German that is read is written alike."""
    english = LANGUAGES[key]
    german = english.spoken("de")
    for line in order_lines(key):
        order = english.attempt(line)
        written = german.format(order)
        for text in (written, written.lower(), written.translate(UMLAUTS), written.lower().translate(DOTLESS)):
            reading = english.read(text)
            assert (reading.order, reading.problem) == (order, None), text
        assert german.read(written).order == order
        assert german.say(line) == german.say(written) == written
        assert english.format(order) == line


@every_case("key", GERMAN)
def test_german_orders_hold_no_english_word(key: str) -> None:
    """Every word of a form and the name of every gap is German."""
    language = LANGUAGES[key]
    german = language.spoken("de")
    literals = {word for forms in language._forms.values() for form in forms for word in form.literals}
    written = {word for picture in german.pictures() for word in Line(re.sub("[<>]", " ", picture)).words}
    assert not literals & written
    assert not {name.upper() for kind in language.orders for name in kind.__struct_fields__} & written
    assert {*german.syntax().values()} <= {*german.pictures()}


@every_case("key", GERMAN)
def test_no_german_word_is_a_common_english_one(key: str) -> None:
    """An English line has none of the words that mark a line as German, so it is read as if there were no German."""
    marks = LANGUAGES[key]._glossary.marks
    common = (lexicon.ENGLISH, lexicon.NOISE, lexicon.PROSE, lexicon.FILLER, lexicon.GREETING, lexicon.SPEAKER)
    assert marks.intersection(*[frozenset().union(*common)]) <= {"PASSE"}
    assert marks.isdisjoint(LANGUAGES[key]._lexicon.canon)
    assert not any(Line(line, LANGUAGES[key]._glossary).is_translated for line in order_lines(key))


def test_a_language_is_spoken_in_what_it_was_declared_with() -> None:
    """It is made once; a language without that tongue is itself."""
    language = LANGUAGES[REBEL]
    assert language.spoken("de") is language.spoken("de")
    assert language.spoken("fr") is language
    assert TOY.spoken("de") is TOY
    assert language.format(Attack(place="C4")) == "ATTACK C4"


@every_case(
    ("text", "order"),
    [
        ("BEWEGE TRUPPEN A0 A1", "MOVE TROOPS A0 A1"),
        ("bewege truppen von A0 nach A1", "MOVE TROOPS A0 A1"),
        ("Bewege bitte meine Truppen nach A1 von A0", "MOVE TROOPS A0 A1"),
        ("Ziehe Transporter von C3 nach C4 mit zwei Truppen", "MOVE TRANSPORT C3 C4 WITH 2 TROOPS"),
        ("bewege den Transporter mit allen Truppen von C3 nach C4", "MOVE TRANSPORT C3 C4 WITH ALL TROOPS"),
        ("baue einen Gleiter in C3", "BUILD SPEEDERS C3"),
        ("Baue Truppen in C3, danke", "BUILD TROOPS C3"),
        ("Angriff auf C4!", "ATTACK C4"),
        ("greife C4 an", "ATTACK C4"),
        ("passe diese Runde", "PASS"),
        ("Move troops von A0 nach A1", "MOVE TROOPS A0 A1"),
    ],
)
def test_german_orders_of_rebel_commander_are_read(text: str, order: str) -> None:
    """They are whole, and there is nothing to say about them."""
    _assert_read(REBEL, text, order)


@every_case(
    ("text", "order"),
    [
        ("Bewege Flotte 3 nach H7", "MOVE 3 H7"),
        ("Bewege alle Flotten außer 3 über G5 nach H7", "MOVE ALL EXCEPT 3 VIA G5 TO H7"),
        ("ziehe 3 hinter Blue 7", "MOVE 3 AFTER Blue 7"),
        ("Forme 3 in H7 mit 3x Jäger und 2 Zerstörern", "FORM 3 H7 WITH 3 Fighters, 2 Destroyers"),
        ("Übertrage ein Raketenboot von 3 nach 4", "TRANSFER Missile Boat FROM 3 INTO 4"),
        ("Lasse 2 Drohnen zurück", "LEAVE 2 Drones"),
        ("Lehne Geschenke ab", "DECLINE GIFTS"),
        ("Wirf Luck und Ambush ab", "DISCARD Luck, Ambush"),
        ("Spiele Luck auf Red 3, wenn 3 angegriffen wird", "PLAY Luck ON Red 3 WHEN 3 IS ATTACKED"),
        ("Spiele Glück auf 3, wenn 3 bei H7 angegriffen wird", "PLAY Luck ON 3 WHEN 3 IS ATTACKED AT H7"),
        ("Spiele Luck wenn jemand H7 betritt, Priorität 3", "PLAY Luck WHEN ANYBODY ENTERS H7 PRIORITY 3"),
        ("Spiele Critical Hit auf Zerstörer von Red 3", "PLAY Critical Hit ON Destroyer OF Red 3"),
        ("Spiele Volltreffer auf Späher von Red 3", "PLAY Critical Hit ON Scout OF Red 3"),
        ("Wirf Blindgänger, Jägerbasis und Glück ab", "DISCARD It's a Dud, Fighter Base, Luck"),
        ("Rasse Würmer, Terraner", "RACE Worms, Terrans"),
        ("Starte keine in H7", "LAUNCH NONE H7"),
        ("Typ H7 Metall", "TYPE H7 METAL"),
        ("vergiss alles", "FORGET ALL"),
    ],
)
def test_german_orders_of_space_genocide_are_read(text: str, order: str) -> None:
    """Ships, cards, races and what gaps hold are read in German, too; a card also by the name that is printed on it."""
    _assert_read(SPACE, text, order)


def _assert_read(key: str, text: str, order: str) -> None:
    reading = LANGUAGES[key].read(text)
    assert (LANGUAGES[key].format(reading.order) if reading.order else "") == order
    assert reading.problem is None or not order


@every_case(
    ("text", "order", "code"),
    [
        ("bewge truppen A0 A1", "MOVE TROOPS A0 A1", "read-as"),
        ("bewege trupen A0 A1", "MOVE TROOPS A0 A1", "read-as"),
        ("bewege truppen A0A1", "MOVE TROOPS A0 A1", "read-as"),
        ("ANGRIF C4", "", "unknown-order"),
        ("bewge trupen A0 A1", "", "unknown-order"),
        ("Angriff C4 oder D4", "", "not-plain"),
        ("Angriff C4, falls Blau das auch tut", "", "not-plain"),
        ("Angriff auf C4 war erfolgreich", "", "not-plain"),
        ("Angriff C4 nicht", "", "not-plain"),
        ("Angriff C4?", "", "question"),
        ("Bewege Truppen C3 C4 und Angriff D4", "", "several-orders"),
        ("ich greife C4 an", "", "other-words"),
        ("BAUE 2 TRUPPEN C3", "", "one-unit-per-order"),
        ("ATTAQUE C4", "", "foreign-order"),
    ],
)
def test_a_german_line_is_judged_like_an_english_one(text: str, order: str, code: str) -> None:
    """One typo is set right where the line is plainly German; what hedges, tells a story or says too much is asked."""
    reading = LANGUAGES[REBEL].read(text)
    assert reading.problem is not None
    assert (LANGUAGES[REBEL].format(reading.order) if reading.order else "", reading.problem.code) == (order, code)
    assert reading.problem.fragment in text


@every_case(
    ("text", "hints"),
    [
        ("ANGRIF C4", ("ANGRIFF C4",)),
        ("MVOE TROPS C3 C4", ("BEWEGE TRUPPEN C3 C4",)),
        ("ANGRIFF", ("ANGRIFF <ort>",)),
        ("bewege Truppen nach C4", ("BEWEGE TRUPPEN <von> C4",)),
        ("BUILD 2 TROOPS C3", ("BAUE TRUPPEN C3", "BAUE TRUPPEN C3")),
    ],
)
def test_suggestions_are_in_the_language_to_write_in(text: str, hints: tuple[str, ...]) -> None:
    """Whatever language the line was in."""
    problem = LANGUAGES[REBEL].spoken("de").read(text).problem
    assert problem is not None
    assert problem.hints == hints


def faulty(line: str) -> Iterator[str]:
    """Yield a line without each of its words in turn, and with the first two changed over."""
    words = line.split()
    yield from (" ".join([*words[:at], *words[at + 1 :]]) for at in range(len(words)))
    yield " ".join([words[1], words[0], *words[2:]])


@every_case("key", GERMAN)
def test_german_suggestions_say_what_english_ones_do(key: str) -> None:
    """For faulty lines in either language; and what is read is the same."""
    english = LANGUAGES[key]
    german = english.spoken("de")
    for line in order_lines(key)[::40]:
        for text in (*faulty(line), *faulty(german.format(english.attempt(line)))):
            told, said = english.read(text), german.read(text)
            assert told.order == said.order
            if told.problem is not None:
                assert replace(told.problem, hints=(), facts={}) == replace(said.problem, hints=(), facts={})
                assert [*map(english.attempt, told.problem.hints)] == [*map(english.attempt, said.problem.hints)]
                assert english.keeps(text, told.problem.hints[:1]) == english.keeps(text, said.problem.hints[:1])


def test_help_pieces_and_facts_are_in_the_language_to_write_in() -> None:
    """Help on a word is found in both languages; gaps that are filled in German, or by their German names, are read."""
    german = LANGUAGES[REBEL].spoken("de")
    assert german.help("ATTACK") == german.help("angriff") == {Attack: ("ANGRIFF <ort>", "  ANGRIFF F4")}
    assert german.line(Attack(place="C4", number="1")) == "1. ANGRIFF C4"
    assert german.pieces(MoveTransport)[0] == Piece(words="BEWEGE TRANSPORTER")
    assert german.fill(MoveTransport, {"troops": "allen"}) == LANGUAGES[REBEL].fill(MoveTransport, {"troops": "ALL"})
    assert dict(german.fill_gap("BAUE TRUPPEN <ort>")) == dict(LANGUAGES[REBEL].fill_gap("BUILD TROOPS <place>"))
    problem = german.parse("ANGRIFF")
    assert isinstance(problem, Problem)
    assert problem.facts["syntax"] == "ANGRIFF <ort>"
    assert german.topic(Attack(place="C4")) == LANGUAGES[REBEL].topic(Attack(place="C4"))


TALK = [
    *("Ich baue jetzt mal was Großes.", "Die Truppen in C3 halten sich wacker!", "Fertig sind wir noch lange nicht"),
    *("Bereit zum Angriff sind sie nie", "Regeln sind Regeln", "Hilfe ist unterwegs", "Warte mal, ich habe eine Idee"),
    *("Karte und Würfel liegen bereit", "Alle warten auf dich", "Mit 3 Grüßen", "Spiele macht ihr gut!"),
    *("Viel Glück!", "So ein Rückzug ist keine Schande"),
]


@every_case("text", TALK)
def test_german_talk_is_no_order_and_no_command(text: str) -> None:
    """It begins or ends with a word of one, and says something else."""
    for key in GERMAN:
        understood = understand(lines(f"Hallo,\n{text}\nbis bald"), LANGUAGES[key])
        assert (understood.entries, understood.commands, understood.problems) == ((), (), ())


def typos_of(word: str, key: str, glossary: Glossary) -> list[str]:
    """Return the words of orders that a word in a German line would be taken for."""
    language = LANGUAGES[key]
    return [typo.meant for typo in typos_in(Line(f"{word} und", glossary), language._lexicon) if not typo.at]


def test_german_words_of_talk_are_listed_for_what_they_are_near_to() -> None:
    """Each of them would else be taken for a word of orders; what only has another ending is no typo anyway."""
    glossaries = {key: LANGUAGES[key]._glossary for key in GERMAN}
    for word in frozenset[str]().union(*(glossary.talk for glossary in glossaries.values())):
        assert not [found for key in GERMAN for found in typos_of(word, key, glossaries[key])]
        without = {key: glossary._replace(talk=frozenset()) for key, glossary in glossaries.items()}
        assert [found for key in GERMAN for found in typos_of(word, key, without[key])], word
    for word in ("Angriffe", "bewegt", "Spieler", "tragen", "baut", "viel", "noch", "denn"):
        assert not [found for key in GERMAN for found in typos_of(word, key, glossaries[key])], word


def test_a_german_letter_is_read_like_an_english_one() -> None:
    """With a heading, numbers, an order over two lines, what was quoted, and a signature."""
    letter = """Hallo zusammen,
ich baue jetzt mal was Großes.

Befehle:
1. Bewege Transporter C3 C4
mit 3 Truppen
Befehl 2: Angriff D4
3. nichts

Viele Grüße
Jürgen
Müller Bau GmbH

Am 3. Mai 2026 um 10:00 schrieb Bernd <b@example.org>:
1. Angriff A0
Bewege Truppen A0 A1"""
    understood = understand(lines(letter), LANGUAGES[REBEL])
    orders = [(entry.label, LANGUAGES[REBEL].format(entry.order)) for entry in understood.entries]
    assert orders == [("1", "MOVE TRANSPORT C3 C4 WITH 3 TROOPS"), ("2", "ATTACK D4"), ("3", "PASS")]
    assert not understood.problems


def test_a_german_form_that_is_quoted_is_read_like_an_english_one() -> None:
    """Forms are kept in English. What was left as it was says nothing, and a line that was changed counts."""
    sent, mark = ("1. ATTACK C4", "2. MOVE TRANSPORT C3 C5 WITH 4 TROOPS", "3. "), "[hoth Red #5]"
    form = [f"> {mark}", "> 1. ANGRIFF C4", "> 2. BEWEGE TRANSPORTER C3 C5 MIT 4", "> TRUPPEN"]
    for last, orders in (("> 3. ____", []), ("> 3. BAUE TRUPPEN C3", [("3", "BUILD TROOPS C3")])):
        understood = understand(lines("\n".join([*form, last])), LANGUAGES[REBEL], sent=sent, mark=mark)
        assert [(entry.label, LANGUAGES[REBEL].format(entry.order)) for entry in understood.entries] == orders
        assert (understood.problems, understood.set_aside, understood.amends) == ((), (), bool(orders))


def test_words_of_a_tongue_are_declared_by_what_we_write() -> None:
    """The first is written, all are read; a word that is shared with English marks no line as one of the tongue."""
    tongue = Tongue({"MOVE": "GÅ FLYTTA", "TO": "TIL", "": "NU"}, {"goal": "mål"}, {"GO ON": "GO ON"}, shared=("TIL",))
    assert tongue.say("MOVE 3 TO <goal>") == "GÅ 3 TIL <mål>"
    assert tongue.meanings == {"GÅ": ("MOVE",), "FLYTTA": ("MOVE",), "TIL": ("TO",), "NU": ()}
    assert tongue.marks == {"GÅ", "FLYTTA", "NU"}
    assert tongue.say("GO ON") == "GO ON"


@every_case("key", GERMAN)
def test_every_word_of_a_translated_line_has_its_place(key: str) -> None:
    """Words that mean two, or none, too."""
    for text in ("Übertrage ein Raketenboot von 3 nach 4", "Lasse 2 Drohnen zurück", "»Bewege« (die Truppen …"):
        line = Line(text, LANGUAGES[key]._glossary)
        assert len(line.spans) == len(line.words)
        assert all(0 <= begin < end <= len(text) for begin, end in line.spans)


@every_case("end", ["ENDE", "Ende", "ENDE DER NACHRICHT", "END"])
def test_a_message_in_german_ends_as_one_in_english(end: str) -> None:
    """What stands below it is no part of the message."""
    understood = understand(lines(f"NACHRICHT AN Blue\nHallo!\n{end}\n1. BAUE TRUPPEN A0"), LANGUAGES[REBEL])
    ((_, message),) = understood.commands
    assert isinstance(message, Press)
    assert message.message == "Hallo!"
    assert [(entry.label, LANGUAGES[REBEL].format(entry.order)) for entry in understood.entries] == [
        ("1", "BUILD TROOPS A0")
    ]


@every_case("end", ["ENDE", "Ende der Befehle", "END"])
def test_orders_in_german_end_as_those_in_english(end: str) -> None:
    """An order below the end is asked about, not taken."""
    understood = understand(lines(f"1. BAUE TRUPPEN A0\n{end}\n2. BAUE TRUPPEN A1"), LANGUAGES[REBEL])
    assert [entry.label for entry in understood.entries] == ["1"]


@every_case("text", ["Passe auf!", "Pass auf!", "Pass on!", "Passe auf die Flotte auf"])
def test_who_tells_others_to_watch_out_does_not_pass(text: str) -> None:
    """A preposition with nothing behind it belongs to its verb, which then says something else."""
    for key in GERMAN:
        assert LANGUAGES[key].read(text).order is None


@every_case(
    "text",
    [
        "Angriff auf C4 lief gut",
        "Angriff auf C4 scheiterte",
        "Der Angriff auf C4 wäre dumm",
        "Angriff C4 abbrechen",
        "Angriff auf C4 ist abgesagt",
    ],
)
def test_what_is_told_or_called_off_in_german_is_no_order(text: str) -> None:
    """As with "attack on C4 went well" and "cancel attack C4"."""
    for key in GERMAN:
        assert LANGUAGES[key].read(text).order is None
