"""What is said in German around orders is judged as the same in English."""

from typing import Any

from moderator.games.registry import GAMES
from moderator.language.reading.blocks import understand
from moderator.language.reading.quote_openings import after_yes
from moderator.language.reading.talk.translation import in_english, translated
from moderator.language.reading.understood import Understood
from tests.language.toy import lines
from tests.support.cases import every_case

REBEL: Any = GAMES["rebel-commander"].language
LETTERS = ("{}\n1. ATTACK C4\n2. PASS", "1. PASS\n2. ATTACK C4\n{}")
"""A remark above orders, and one below."""

HEDGES = [
    ("Nur ein Entwurf.", "Only a draft."),
    ("Das ist nur ein Entwurf.", "This is only a draft."),
    ("Das hier sind erst mal nur Ideen.", "These are only ideas."),
    ("Aber nur, wenn Blue zustimmt.", "But only if Blue agrees."),
    ("Nur falls Blue mitmacht", "Only if Blue joins in"),
    ("Wenn Blue nicht angreift", "If Blue does not attack"),
    ("Für nächste Runde:", "For next turn:"),
    ("Für den nächsten Zug", "For next turn"),
    ("Erst nächste Runde!", "Only next turn!"),
    ("Mein Plan für die nächste Runde:", "My plan for next turn:"),
    ("Noch nicht endgültig", "Not yet final"),
    ("Diese Befehle sind noch nicht endgültig.", "These orders are not yet final."),
    ("Das ist noch nicht endgueltig.", "This is not yet final."),
    ("Der Rest kommt später.", "The rest comes later."),
    ("Kommt später", "For later"),
    ("Ich überlege noch.", "I'm still thinking."),
    ("Ich bin mir noch nicht sicher.", "I am not yet sure."),
    ("Ich bin noch nicht fertig", "I am not yet finished"),
    ("Bitte noch nicht auswerten", "Please do not process yet"),
    ("Hier meine Befehle, aber bitte noch nicht auswerten.", "Here are my orders, but please do not process yet."),
    ("Bitte diese Befehle noch nicht ausführen!", "Please do not carry out these orders yet!"),
    ("Führe diese Befehle bitte noch nicht aus.", "Please don't carry out these orders yet."),
    ("Nicht ausführen, bis ich mich melde", "Do not carry out until I write"),
    ("Diese Mail bitte ignorieren", "Please ignore this mail"),
    ("Diese Befehle sind hinfällig", "These orders are void"),
    ("Ich nehme alles zurück.", "I take everything back."),
    ("War nur ein Scherz", "Just kidding"),
    ("Falsche Partie, sorry", "Wrong match, sorry"),
    ("Vielleicht so:", "Maybe like this:"),
    ("Nur ein Test", "Only a test"),
    ("Zum Beispiel:", "For example:"),
    ("Variante A:", "Variant A:"),
    ("Wahlweise:", "Alternatively:"),
    ("Warte auf mein OK.", "Wait for my ok."),
    ("In umgekehrter Reihenfolge", "In reverse order"),
    ("Befehle für Blue:", "Orders for Blue:"),
    ("Letzte Runde habe ich das befohlen:", "Last turn I ordered this:"),
    ("Ist das erlaubt?", "Is this allowed?"),
    ("Was hältst du davon?", "What do you think of this?"),
]
SECOND_THOUGHTS = [
    ("Nein, doch lieber ANGRIFF D4", "No, rather ATTACK D4"),
    ("Nein, warte, Angriff auf D4", "No wait, attack D4"),
    ("Ich meinte Angriff D4", "I meant attack D4"),
    ("Korrektur: Angriff D4", "Correction: attack D4"),
    ("Ich habe es mir anders überlegt: Angriff D4", "I changed my mind: attack D4"),
    ("Vergiss Zeile 2", "Forget line 2"),
    ("Streiche meine letzte Zeile", "Scrap my last line"),
    ("Statt Befehl 2: Angriff D4", "Instead of order 2: attack D4"),
    ("Statt Angriff C4: Angriff D4", "Instead of attack C4: attack D4"),
    ("Ersetze Befehl 2 durch Angriff D4", "Replace order 2 by attack D4"),
    ("Nicht Angriff C4, sondern Angriff D4", "Not attack C4 but attack D4"),
    ("Vergiss meine Befehle.", "Forget my orders."),
    ("Streiche alles", "Cancel everything"),
    ("statt dessen", "instead"),
    ("Lieber doch nicht", "Rather not"),
]
RESIGNATIONS = [
    ("Ich gebe auf.", "I give up."),
    ("Wir geben hiermit auf!", "We hereby give up!"),
    ("Sorry, ich gebe auf", "Sorry, I give up"),
    ("Ich muss leider aufgeben", "I must give up"),
    ("Ich kapituliere", "I surrender"),
    ("Ich steige aus", "I quit"),
]
TALK = [
    ("Ich denke, das wird lustig.", "I think this will be fun."),
    ("Viele Grüße aus Berlin", "Many greetings from Berlin"),
    ("Schönes Wochenende!", "Have a nice weekend!"),
    ("Bis zum nächsten Mal!", "Until next time!"),
    ("Bis bald", "See you soon"),
    ("Danke für die schnelle Antwort.", "Thanks for the quick answer."),
    ("Vielen Dank für deine Mühe", "Many thanks for your trouble"),
    ("Das war eine spannende Runde.", "That was an exciting round."),
    ("Letzte Runde war hart für mich.", "Last turn was hard for me."),
    ("Letzte Woche war viel los, deshalb so spät.", "Last week was busy, so I am late."),
    ("Ich hoffe, ihr seid alle gesund.", "I hope you are all well."),
    ("Wie geht es dir?", "How are you?"),
    ("Tut mir leid, dass es so spät wird.", "Sorry that it is so late."),
    ("Hier sind meine Befehle:", "Here are my orders:"),
    ("Meine Befehle für diese Runde:", "My orders for this turn:"),
    ("Ich bin gespannt.", "I am curious."),
    ("Blue hat mich ganz schön überrascht!", "Blue has surprised me a lot!"),
    ("Wenn das mal gut geht!", "Hope this goes well!"),
    ("Wenn du Fragen hast, melde dich.", "If you have questions, write."),
    ("Ich gebe nicht auf!", "I do not give up!"),
    ("Ich gebe noch lange nicht auf.", "I won't give up for a long time."),
    ("Ich gebe mein Bestes.", "I give my best."),
    ("Ich gebe Blue die Schuld.", "I blame Blue."),
    ("Nein, im Ernst, das Spiel macht Spaß.", "No, seriously, the game is fun."),
    ("Nein, so ein Mist!", "Oh no, what a mess!"),
    ("Moment mal, das war doch mein Transporter!", "Hey, that was my transport!"),
    ("Vergiss nicht, dass morgen Feiertag ist.", "Don't forget that tomorrow is a holiday."),
    ("Stimmt, das hatte ich vergessen.", "Right, I had forgotten that."),
    ("Das Wetter ist herrlich, die Sonne scheint.", "The weather is lovely, the sun shines."),
    ("Mal sehen, wie das ausgeht.", "Let's see how this ends."),
    ("So ein Pech mit den Würfeln!", "Such bad luck with the dice!"),
    ("Doch es kam anders.", "But it came otherwise."),
    ("Möge der Bessere gewinnen", "May the better one win"),
    ("Lieber Moderator,", "Dear moderator,"),
    ("Mit freundlichen Grüßen", "With kind regards"),
    ("Liebe Grüße, Jürgen", "Best regards, Jürgen"),
    ("Das ist mein letzter Versuch, Blue zu ärgern.", "This is my last attempt to annoy Blue."),
    ("Vielleicht sehen wir uns ja in Essen auf der Messe.", "Maybe we'll meet at the fair in Essen."),
    ("Ich habe es nicht eilig, lasst euch Zeit.", "I am in no hurry, take your time."),
    ("Schade, dass Grün nicht mehr dabei ist.", "A pity that Green is no longer with us."),
    ("Für die Rebellion!", "For the Rebellion!"),
]


def read(letter: str, subject: str = "") -> Understood[Any]:
    """Understand a letter of Rebel Commander."""
    return understand(lines(letter), REBEL, names=lambda: {"Blue": "Blue"}, turn=5, subject=subject)


def outcome(letter: str, subject: str = "") -> tuple[list[Any], ...]:
    """Return what becomes of a letter: its orders, what is told of it, and its commands."""
    said = read(letter, subject)
    orders = [(entry.label, REBEL.format(entry.order)) for entry in said.entries]
    told = [(each.code, each.stage, each.line, each.facts.get("doubt")) for each in said.problems]
    return orders, told, [type(command) for _, command in said.commands]


@every_case(("german", "english"), HEDGES + SECOND_THOUGHTS + RESIGNATIONS)
def test_german_words_around_orders_are_noticed_as_english_ones(german: str, english: str) -> None:
    """Whether they stand above or below; and above or below, at least, they change or hold something."""
    letters = [(letter.format(german), letter.format(english)) for letter in LETTERS]
    assert all(outcome(theirs) == outcome(ours) for theirs, ours in letters)
    assert any(outcome(theirs)[1] or outcome(theirs)[2] for theirs, _ in letters)


@every_case(("german", "english"), TALK)
def test_german_talk_is_talk_as_english_is(german: str, english: str) -> None:
    """Nothing is asked, and all orders are taken."""
    for letter in LETTERS:
        theirs, ours = outcome(letter.format(german)), outcome(letter.format(english))
        assert theirs == ours
        assert (len(theirs[0]), *theirs[1:]) == (2, [], [])


@every_case(
    ("german", "english"),
    [
        ("Bitte diese Befehle noch nicht ausführen!", "Please do not carry out these orders yet!"),
        ("Diese Mail bitte ignorieren", "Please ignore this mail"),
        ("Der Rest wie bisher", "The rest as before"),
        ("Ich gebe auf", "I give up"),
        ("Streiche Befehl 2", "Cancel order 2"),
    ],
)
def test_german_words_about_orders_of_earlier_letters_are_noticed(german: str, english: str) -> None:
    """No order stands beside them."""
    assert outcome(german) == outcome(english)
    assert outcome(german)[1] or outcome(german)[2]


def test_what_is_quoted_in_german_says_nothing() -> None:
    """Whatever it would say as the author's own."""
    quote = "Am 3. Mai 2026 um 10:00 schrieb Bernd <b@example.org>:\n> Ich gebe auf.\n> Nur ein Entwurf."
    assert outcome(f"ANGRIFF C4\nViele Grüße\nJürgen\n\n{quote}")[0:2] == ([("", "ATTACK C4")], [])


@every_case(("german", "english"), [("(noch offen)", "(tbd)"), ("nächste Runde", "next turn")])
def test_german_words_behind_an_order_are_noticed(german: str, english: str) -> None:
    """Whatever language the order is in."""
    theirs = outcome(f"ATTACK C4 {english}")
    assert theirs == outcome(f"ATTACK C4 {german}") == outcome(f"Angriff C4 {german}")
    assert theirs[1]


@every_case(
    ("german", "english"),
    [
        ("Nur ein Entwurf", "Only a draft"),
        ("für nächste Runde", "for next turn"),
        ("bitte ignorieren", "please ignore"),
    ],
)
def test_a_german_subject_may_raise_a_doubt(german: str, english: str) -> None:
    """As an English one does."""
    assert outcome("ATTACK C4", german) == outcome("ATTACK C4", english)
    assert outcome("ATTACK C4", german)[1]


def test_a_corrected_order_is_shown_as_it_was_written() -> None:
    """Its words and where they stand are those of the letter."""
    line = "Nein, doch lieber  Bewege Truppen von A0 nach A1"
    entry = read(f"Angriff C4\n{line}").entries[-1]
    assert (entry.text, entry.column) == ("Bewege Truppen von A0 nach A1", line.index("Bewege"))
    assert REBEL.format(entry.order) == "MOVE TROOPS A0 A1"


@every_case(
    ("german", "english"),
    [
        ("Führe diese Befehle bitte noch nicht aus!", "please do not carry out these orders yet!"),
        ("Diese Befehle nicht ausfuehren", "do not carry out these orders"),
        ("Nicht ausführen, ich überlege noch", "do not carry out, i am still thinking"),
        ("Nicht ausführen weil ich noch überlege", "do not carry out weil i still überlege"),
        ("Ich nehme alles zurück", "i take everything back"),
        ("Aber nur, wenn Blue zustimmt.", "but only if Blue agrees."),
        ("Ich möchte aufgeben (sorry)", "i want to give up (sorry)"),
    ],
)
def test_a_german_sentence_is_put_into_the_order_of_english(german: str, english: str) -> None:
    """The verb at its end stands behind who does it, and what is denied is denied before it."""
    assert translated(german) == english


@every_case(
    "line",
    [
        *("Blue falls back.", "I was in Die, France.", "No, wait.", "Blue dies in the war", "An alternative plan"),
        *("Von Braun told me so", "One moment please", "The rest is final", "ATTACK C4", "Das Boot is a good movie"),
    ],
)
def test_an_english_sentence_is_left_alone(line: str) -> None:
    """Even if it has words that are German, too."""
    assert in_english(line) is None
    assert translated(line) == line


@every_case(
    ("line", "rest"),
    [
        ("ja", ""),
        ("Ja bitte", ""),
        ("Ja, danke!", ""),
        ("ja, genau", ""),
        ("Ja. PASSE", "PASSE"),
        ("Ja, die Würfel", None),
    ],
)
def test_yes_is_said_in_german_too(line: str, rest: str | None) -> None:
    """As guarded as in English: with courtesy, and nothing in the same breath."""
    assert after_yes(line) == rest
