# ruff: noqa: RUF001 - the words of mail programs in many languages
"""Quotes with header fields, names that wrote, and lines of programs: what below them counts and what is asked back."""

from tests.language.toy import TOY, orders_of, read_letter
from tests.support.cases import every_case


@every_case("start", ["Move along, people, there is nothing", "1. In the beginning", "Pass the salt and"])
def test_a_long_line_of_prose_holds_nothing(start: str) -> None:
    """Only a line that an order begins is complained about for its length; prose of an attached text is not."""
    assert read_letter(f"PASS\n{start} {'and so on ' * 60}").problems == ()
    assert [problem.code for problem in read_letter(f"ATTACK C4 {'and so on ' * 60}").problems] == ["long-line"]


def test_the_toy_language_reads_the_lines_that_are_offered() -> None:
    """What is asked back can be sent as it stands."""
    (problem,) = read_letter("PASS\nJ D <a@b.test>:\nmt c3 c4").problems
    assert TOY.attempt(problem.hints[0]) is not None


@every_case("head", ["Paris, le 22 novembre 2026", "2026-11-22T10:00 Red", "Builder Bob, 22 Nov 10:00"])
def test_a_heading_with_a_date_is_no_typo(head: str) -> None:
    """A name that looks like a verb, and a date that looks like a number, are not taken for a failed order."""
    understood = read_letter(f"{head}\n\nATTACK A0")
    assert (orders_of(understood), understood.problems) == (["ATTACK A0"], ())


FIELDS = "From: J D <a@b.test>\nSent: 22 November 2026 10:03\nTo: Ann\nSubject: Turn 5"

FOREIGN = "Saatja: J D\nSaadetud: 22. november 2026 10:00\nAdressaat: Ann\nTeema: Turn 5"


@every_case("head", [FIELDS, f"-----Original Message-----\n{FIELDS}", f"____________\n{FOREIGN}"])
@every_case("gap", ["", "\n"])
def test_orders_below_and_among_a_marked_quote_with_header_fields_count(head: str, gap: str) -> None:
    """Header fields above marked lines are the head of that quote alone."""
    understood = read_letter(f"{head}\n{gap}> ATTACK A0\nATTACK C4\n> PASS\nPASS")
    assert (orders_of(understood), understood.problems) == (["ATTACK C4", "PASS"], ())


def test_orders_above_and_below_a_marked_quote_with_header_fields_are_asked_about() -> None:
    """Below orders, fields may head a letter that itself holds a quote: what stands under that is neither's."""
    understood = read_letter(f"ATTACK C4\n\n{FIELDS}\n> PASS\nATTACK A0")
    assert orders_of(understood) == ["ATTACK C4"]
    assert [problem.code for problem in understood.problems] == ["perhaps-quoted"]


@every_case("greeting", ["", "Hi,\n\n"])
def test_orders_below_header_fields_of_a_play_are_asked_about(greeting: str) -> None:
    """Without an address and with nothing above them, they may be the author's own: orders below do not vanish."""
    understood = read_letter(f"{greeting}FROM: Red HQ\nTO: Moderator\nSUBJECT: turn 5\n\nATTACK C4")
    assert [problem.hints for problem in understood.problems] == [("ATTACK C4",)]


@every_case(
    "head",
    [
        "Jane Doe wrote:",
        "Jane Doe a écrit :",
        "---- Jane Doe wrote ----",
        "Zitat von Jane Doe <a@b.test>:",
        "2026(e)ko aza. 22(a) 10:03 erabiltzaileak hau idatzi du (Jane Doe <a@b.test>):",
    ],
)
def test_orders_below_a_name_that_wrote_are_asked_back(head: str) -> None:
    """A name and a word for "wrote", or an address at the end of a longer line with a time, may begin a quote."""
    understood = read_letter(f"ATTACK C4\n\n{head}\nATTACK A0")
    assert orders_of(understood) == ["ATTACK C4"]
    assert [problem.hints for problem in understood.problems] == [("ATTACK A0",)]


@every_case(
    "head",
    [
        ">>> J D <a@b.test> 11/22/2026 10:03 AM >>>",
        '>>> "J D" <a@b.test> 22.11.2026 10:03 >>>',
        "J D <a@b.test> 22.11.2026 10:03 >>>",
        "Hello J, Sunday, November 22, 2026, 10:03:11 AM, you wrote:",
        "You wrote on Sunday, November 22, 2026, 10:03:11 AM:",
    ],
)
def test_arrows_on_both_sides_and_seconds_tell_who_wrote(head: str) -> None:
    """Arrows at both ends mark no quote, and nobody but a program writes to the second when somebody wrote."""
    understood = read_letter(f"ATTACK C4\n\n{head}\nATTACK A0")
    assert (orders_of(understood), understood.problems) == (["ATTACK C4"], ())


@every_case("said", ["Bob wrote: attack now!", "As Bob wrote, peace is near.", "Re: hoth turn 5"])
def test_talk_of_what_somebody_wrote_begins_no_quote(said: str) -> None:
    """Prose that goes on, words of her own and a subject are none."""
    understood = read_letter(f"ATTACK C4\n{said}\nATTACK A0")
    assert (orders_of(understood), understood.problems) == (["ATTACK C4", "ATTACK A0"], ())


FOOTERS = [
    "Gesendet von Outlook für Android<https://aka.ms/AAb9ysg>",
    "Sent from my iPhone",
    "Sent from my Galaxy",
    "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "Holen Sie sich Outlook für Android",
    "Von meinem Samsung Galaxy Smartphone gesendet.",
    "Von meinem iPhone gesendet",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Envoyé de mon iPhone",
    "Envoyé à partir d’Outlook pour Android",
    "Télécharger Outlook pour iOS",
    "Enviado desde mi iPhone",
    "Enviado do meu iPhone",
    "Inviato da iPhone",
    "Ottieni Outlook per Android",
    "Verstuurd vanaf mijn iPhone",
    "Skickat från min iPhone",
    "Sendt fra min iPhone",
    "Lähetetty iPhonesta",
    "Wysłane z iPhone’a",
    "Wysłano z programu Outlook dla systemu Android",
    "Odesláno z iPhonu",
    "Odoslané z iPhonu",
    "Poslano z mojega iPhona",
    "Poslano s mog iPhonea",
    "Elküldve az iPhone-omról",
    "Trimis de pe iPhone-ul meu",
    "Отправлено с iPhone",
    "Отправлено из мобильной Яндекс.Почты",
    "Надіслано з iPhone",
    "Изпратено от моя iPhone",
    "Στάλθηκε από το iPhone μου",
    "iPhone'umdan gönderildi",
    "נשלח מה-iPhone שלי",
    "أُرسلت من الـ iPhone الخاص بي",
    "ส่งจาก iPhone ของฉัน",
    "Đã gửi từ iPhone của tôi",
    "Dikirim dari iPhone saya",
    "iPhoneから送信",
    "发自我的 iPhone",
    "從我的 iPhone 傳送",
    "나의 iPhone에서 보냄",
    "Android 版 Outlook を入手",
    "获取 Outlook for Android",
    "Sent from Yahoo Mail on Android",
    "Sent with Proton Mail secure email.",
    "Sent from Mail for Windows",
    "Gesendet mit der Telekom Mail App",
]


@every_case("footer", FOOTERS)
def test_what_stands_below_a_programs_own_line_is_asked_back(footer: str) -> None:
    """Some programs quote right below it, without any mark: neither orders nor commands of that are carried out."""
    understood = read_letter(f"2. ATTACK C4\n\n{footer}\n\n1. ATTACK A0\nREADY")
    assert (orders_of(understood), understood.commands) == (["ATTACK C4"], ())
    assert [problem.code for problem in understood.problems] == ["perhaps-quoted", "perhaps-command"]


@every_case("footer", FOOTERS[:4])
@every_case(
    "below",
    [
        "\nAnn Example\nExample Ltd",
        "\n> On Sunday J D wrote:\n> ATTACK A0\n\nPASS\n> READY\nATTACK B1",
        "\nOn Sun, 22 Nov 2026 10:00, J D <a@b.test> wrote:\n> ATTACK A0\n\nPASS\nATTACK B1",
        f"________________________________\n{FIELDS}\n\nATTACK A0\nREADY",
    ],
)
def test_below_a_programs_own_line_all_else_is_as_ever(footer: str, below: str) -> None:
    """A card, answers between marked lines and a quote with a head of its own ask nothing."""
    understood = read_letter(f"ATTACK C4\n{footer}\n{below}")
    assert (understood.problems, understood.commands) == ((), ())
    assert orders_of(understood) == (["ATTACK C4", "PASS", "ATTACK B1"] if "PASS" in below else ["ATTACK C4"])


@every_case("above", ["", "Hi,\n"])
def test_orders_below_a_programs_own_line_alone_count(above: str) -> None:
    """Somebody may write below it; what is quoted stands below something that was said."""
    understood = read_letter(f"{above}Sent from my iPhone\n\nATTACK C4")
    assert (orders_of(understood), understood.problems) == (["ATTACK C4"], ())
    talk = read_letter(f"{above}Many thanks for your letter, it reads very well.\nSent from my iPhone\n\nATTACK C4")
    assert (talk.entries, [problem.code for problem in talk.problems]) == ((), ["perhaps-quoted"])


@every_case(
    "line",
    ["Sent with 3 troops from A0.", "get from A0 to A1", "I sent a note from home", "Spark plugs for a Mac attack"],
)
def test_talk_of_sending_is_no_programs_line(line: str) -> None:
    """Only what names a device or a program as it is named there is one."""
    understood = read_letter(f"ATTACK C4\n{line}\nPASS")
    assert orders_of(understood) == ["ATTACK C4", "PASS"]


NOTES = [
    "Ben ---11/22/2026 10:00:00 AM---Orders for turn 5 are due.",
    "Ben Example ---22.11.2026 10:00:00---Hi all, here",
    "Ben Example---2026-11-22 10:00---",
    "Ben Example/Dept/Org ---22/11/2026 10.00.00---Orders",
]


@every_case("head", NOTES)
@every_case("above", ["2. PASS\n\n", ""])
def test_what_stands_below_the_line_of_lotus_notes_is_asked_back(head: str, above: str) -> None:
    """It begins a quote in which nothing is marked."""
    understood = read_letter(f"{above}{head}\n\n1. ATTACK A0\nREADY")
    assert (orders_of(understood), understood.commands) == (["PASS"] if above else [], ())
    assert [problem.code for problem in understood.problems] == ["perhaps-quoted", "perhaps-command"]


MARKED = "\n".join(f"> {field}" for field in FIELDS.splitlines())


@every_case("head", [MARKED, f"> -----Original Message-----\n{MARKED}\n>", f"{MARKED}\n> "])
@every_case("above", ["2. PASS\n\n", "Thanks for the report, it was a pleasure.\n", ""])
def test_what_stands_unmarked_below_a_marked_head_is_asked_back(head: str, above: str) -> None:
    """Some programs mark the header fields alone."""
    understood = read_letter(f"{above}{head}\n\n1. ATTACK A0\nREADY")
    assert (orders_of(understood), understood.commands) == (["PASS"] if "PASS" in above else [], ())
    assert [problem.code for problem in understood.problems] == ["perhaps-quoted", "perhaps-command"]


def test_a_marked_head_above_marked_lines_asks_nothing() -> None:
    """What is not marked below is the author's."""
    understood = read_letter(f"PASS\n{MARKED}\n>\n> ATTACK A0\n\nATTACK C4")
    assert (orders_of(understood), understood.problems) == (["PASS", "ATTACK C4"], ())


def test_words_on_what_the_author_wrote_herself_begin_no_quote_either() -> None:
    """But the orders below may be those of an earlier letter, so she is asked."""
    understood = read_letter("ATTACK C4\nI wrote:\nATTACK A0")
    assert orders_of(understood) == ["ATTACK C4", "ATTACK A0"]
    assert [(problem.code, problem.facts) for problem in understood.problems] == [("said-around", {"doubt": "report"})]
