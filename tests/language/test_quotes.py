# ruff: noqa: RUF001 - the words of mail programs in many languages
"""Where a quote begins that no mark shows: what is surely one, what may be one, and what only looks like one."""

from moderator.language.reading import endings
from moderator.language.reading.attributions import Grade
from moderator.language.reading.text_lines import unmarked
from tests.language.toy import TOY, orders_of, read_letter
from tests.support.cases import every_case

SURE = [
    "---- On Wed, 24 Feb 2021 14:02:50 +0530 a@b.test wrote ----",
    "On Wed, 14 Nov 2018 08:14:43 -0200 J D <a@b.test> wrote",
    "2017-11-24 16:32 GMT+01:00 J D <a@b.test>:",
    '30.09.2017, 18.30, "J D" <a@b.test>:',
    '11:00 AM, November 17, 2021, "J" <a@b.test>:',
    "Wednesday, 17 November 2021, 3:32 PM +0300 from a@b.test <a@b.test>:",
    "ср, 30 апр. 2025 г. в 15:19, J D <a@b.test>:",
    "ср, 30 апр. 2025 г. в 15:19, J D\n<a@b.test>:",
    "22 Nov 2026, 10:00 by a@b.test:",
    "J D/Dept/Org wrote on 22.11.2026 10:00:00",
    "J D <a@b.test> 於 2026年11月22日 週日 上午10:03寫道：",
    "2026年11月22日(日) 10:03 J D <a@b.test>:",
    "Den sön 22 nov. 2026 kl 10:03 skrev J D <a@b.test>",
    "J D <a@b.test> ezt írta (időpont: 2026. nov. 22., V, 10:03):",
    "Pada tanggal Min, 22 Nov 2026 pukul 10.03 J D <a@b.test> menulis:",
    "เมื่อ อา. 22 พ.ย. 2569 เวลา 10:03 J D <a@b.test> เขียนว่า:",
    "في الأحد، ٢٢ نوفمبر ٢٠٢٦ في ١٠:٠٣ ص تمت كتابة ما يلي بواسطة J D <a@b.test>:",
    "2026 m. lapkričio 22 d., sk 10:03 J D <a@b.test> rašė:",
    "J D <a@b.test> kirjoitti 22.11.2026 kello 10.03:",
    "*Am So., 22. Nov. 2026 um 10:03 Uhr schrieb J D <a@b.test>:*",
    "[22.11.2026 10:03] J D (a@b.test):",
    "22 nov 2026 kl. 10:03 skrev J D via Example Players <a@b.test>:",
    "On Sun, 22 Nov 2026\n10:03:11 +0100\nJ D\n<a@b.test> wrote:",
    "Nov 22, 2026, 10:00 by [a@b.test](mailto:a@b.test):",
    "*-------- Original Message --------*",
    "**From:** J D <a@b.test>\n**Sent:** Sunday\n**To:** Ann",
    '====================\n Message du : 22/11/2026 10:00\n De : "J D" <a@b.test>\n A : ann@b.test\n Sujet : Turn 5',
    "Saatja: J D <a@b.test>\nSaadetud: 22. november 2026 10:00\nAdressaat: Ann\nTeema: Turn 5",
]


@every_case("head", SURE)
def test_orders_below_who_wrote_when_are_quoted(head: str) -> None:
    """An address with a date or a time, in any language, order and fold, begins a quote without marks."""
    understood = read_letter(f"ATTACK C4\n\n{head}\nATTACK A0\nREADY")
    assert (orders_of(understood), understood.problems, understood.commands) == (["ATTACK C4"], (), ())
    assert understood.ended == "quote"


PROGRAMS = [
    "On Saturday, November 28, 2026 at 10:00 AM, Battle Moderator said:",
    "Den 28.11.2026 um 10:00 huet Battle Moderator geschriwwen:",
    "Op 28 Nov 2026 om 10:00 het Battle Moderator geskryf:",
    "28.11.2026 10:00, Battle Moderator kirjutas:",
    "Den 28. november 2026 kl. 10.00 skrifaði Battle Moderator:",
    "Dňa 28. 11. 2026 o 10:00 Battle Moderator napísal(a):",
    "Dana 28. 11. 2026. u 10:00 Battle Moderator je napisao:",
    "V sob., 28. nov. 2026 ob 10:00 je Battle Moderator napisal:",
    "El 28 nov 2026, a les 10:00, Battle Moderator va escriure:",
    "Em sáb., 28 de nov. de 2026 às 10:00, Battle Moderator disse:",
    "28 нояб. 2026 г. в 10:00 Battle Moderator сказал(а):",
    "в 28 лістапада 2026 г. 10:00 Battle Moderator напісаў:",
    "Pada 28 Nov 2026 10:00, Battle Moderator menulis:",
    "في 28 نوفمبر 2026 في 10:00، كتب Battle Moderator:",
    "On 28 Nov 2026, at 10:00, Battle Moderator replied:",
]


@every_case("head", PROGRAMS)
def test_words_for_who_wrote_make_a_quote_sure(head: str) -> None:
    """Behind a date and a time they leave nothing to be asked about."""
    understood = read_letter(f"ATTACK C4\n\n{head}\n\n1. ATTACK A0\nREADY")
    assert (orders_of(understood), understood.problems, understood.commands) == (["ATTACK C4"], (), ())


@every_case(
    "said", ["On Monday Blue said:", "On 28 Nov 2026 at 10:00 I said:", "On Monday at 10:00 Blue said:", "Blue says:"]
)
def test_talk_of_what_somebody_said_makes_no_order_vanish(said: str) -> None:
    """People tell so what others told them: what is below is read or asked back."""
    understood = read_letter(f"PASS\n{said}\nATTACK C4")
    assert "ATTACK C4" in (*orders_of(understood), *(problem.fragment for problem in understood.problems))


DOUBTFUL = [
    "Battle Moderator, 22 November 2026, 10:00:",
    "2026-11-22 10:00 GMT+01:00 Battle Moderator:",
    "Battle Moderator rašė 2026-11-22 10:00:",
    "Sunday, November 22, 2026 10:03 AM J D <a@b.test>",
    "J D <a@b.test>:",
    "Ann, 22 Nov 10:00",
    "Saatja: J D\nSaadetud: 22. november 2026 10:00\nAdressaat: Ann\nTeema: Turn 5",
]


@every_case("head", DOUBTFUL)
def test_orders_below_what_may_begin_a_quote_are_asked_back(head: str) -> None:
    """They neither count nor vanish: each is a problem that holds the turn, with the line to send."""
    understood = read_letter(f"ATTACK C4\n\n{head}\n1. attack a0\nSome talk")
    assert orders_of(understood) == ["ATTACK C4"]
    (problem,) = understood.problems
    assert (problem.code, problem.falls, problem.hints) == ("perhaps-quoted", True, ("1. ATTACK A0",))
    assert problem.line not in understood.botched


@every_case(
    "head",
    [
        *(
            "Jay Doe, Wednesday 14:02",
            "Jay Doe [10:00 AM]",
            "14:02 Jay Doe",
            "Jay Doe (10:00)",
            "J. Doe, yesterday 14:02",
        ),
        *("Ann, 22 Nov 10:00", "Ann Example, 22 November 2026, 10:00:"),
    ],
)
def test_a_name_and_a_time_begin_a_letter_or_a_quote(head: str) -> None:
    """At the top they head the author's own orders; below what was said, orders are asked back."""
    orders = "2. ATTACK B1\n3. BUILD TROOPS C3"
    assert len(read_letter(f"{head}\n{orders}").entries) == 2
    below = read_letter(f"That was a nice turn, and I will try something else.\n{head}\n{orders}")
    assert (below.entries, [problem.code for problem in below.problems]) == ((), ["perhaps-quoted"] * 2)


@every_case("head", ["On Wed, 24 Feb 2021 14:02 J Doe", "Am 24.02.2021 um 14:02, J Doe:"])
def test_what_only_programs_write_begins_no_letter(head: str) -> None:
    """Nobody heads her own orders so: they are asked back at the top of a letter, too."""
    read = read_letter(f"{head}\n2. ATTACK B1")
    assert (read.entries, [problem.code for problem in read.problems]) == ((), ["perhaps-quoted"])


def test_commands_below_what_may_begin_a_quote_are_not_carried_out() -> None:
    """They are asked back, too, with nothing that a button would send, and hold no turn."""
    understood = read_letter("ATTACK C4\n\nJ D, 22 November 2026, 10:00:\nRESIGN\nREADY\nPRESS TO Blue: I give up")
    assert understood.commands == ()
    assert [(problem.code, problem.fragment, problem.hints) for problem in understood.problems] == [
        ("perhaps-command", "RESIGN", ()),
        ("perhaps-command", "READY", ()),
        ("perhaps-command", "PRESS TO Blue: I give up", ()),
    ]
    assert {problem.line for problem in understood.problems} == understood.botched


def test_what_cannot_be_read_below_is_shown_and_holds_nothing() -> None:
    """A slip below what may begin a quote is listed as passed over."""
    understood = read_letter("ATTACK C4\n\nJ D, 22 November 2026, 10:00:\nMVOE TROPS C3 C4")
    assert understood.problems == ()
    assert [line.text for line in understood.aside] == ["MVOE TROPS C3 C4"]


@every_case(
    "head",
    [
        "Ann, 22 Nov 10:00",
        "Ann Example, 22 November 2026, 10:00:",
        "22 Nov 2026",
        "Sunday, 22 November 2026, 10:00",
        "22.11.2026 um 10:00 Uhr, Ann",
        "Hoth, 22/11/2026 Ann Example",
        "Hi,\nAnn, 22 Nov 10:00",
        "Dear moderator, here is what I want to do:\nAnn, 22 Nov 10:00",
        "Orders for turn 5, 22 Nov 2026",
        "Hello,\n\nmy orders of 22 Nov 2026, 10:00:",
        "Hi, it is Sunday 10:00, here are my orders:",
        "Ann Example <ann@b.test>\n22 Nov 2026",
        "I told Bob at 10:00 that I'd attack.",
        "I told Bob on 22 Nov 2026 at 10:00 that I'd attack:",
        "Please tell Bob Smith <bob@b.test> that I am away until 22 Nov 2026.",
        "Dear J D,",
        "Match: hoth\nPlayer: Ann\nSeat: Red\nDate: 22 Nov 2026 10:00\n",
        "====================\nMy orders\n====================",
    ],
)
def test_orders_below_a_heading_count(head: str) -> None:
    """A letter may begin with a date, a name or both, and its talk may hold them."""
    understood = read_letter(f"{head}\nATTACK A0\n1. PASS")
    assert (orders_of(understood), understood.problems) == (["ATTACK A0", "PASS"], ())


def test_a_new_address_in_a_sentence_is_asked_back() -> None:
    """It begins no quote, and asks for something that only a command does."""
    understood = read_letter("My new address is ann@b.test from 22 Nov 2026 on.\nATTACK A0\n1. PASS")
    assert orders_of(understood) == ["ATTACK A0", "PASS"]
    assert [(problem.code, problem.line) for problem in understood.problems] == [("not-read", 1)]


@every_case(
    "line", ["VACATION 2026-12-20 2027-01-02", "PRESS TO Ann: bob@b.test wrote on 22 Nov 2026, 10:00:", "ATTACK C4"]
)
def test_an_order_or_a_command_begins_no_quote(line: str) -> None:
    """Dates, names and addresses in it, or in the attribution below it, change nothing."""
    head = "On Wed, 14 Nov 2018 08:14:43 -0200 J D <a@b.test> wrote:"
    understood = read_letter(f"PASS\n{line}\n{head}\nATTACK A0")
    assert len(understood.entries) + len(understood.commands) == 2
    assert understood.problems == ()


def test_a_command_that_lacks_something_is_no_heading() -> None:
    """It is complained about, and what stands below it counts."""
    understood = read_letter("PASS\nVACATION 2026-12-20\nATTACK C4")
    assert orders_of(understood) == ["PASS", "ATTACK C4"]
    assert [problem.code for problem in understood.problems] == ["missing-date"]


def test_a_date_in_a_message_does_not_end_it() -> None:
    """Where a line only may begin a quote, END or the end of the letter ends the text of a message."""
    understood = read_letter("PASS\nPRESS TO Blue\nJ D, 22 November 2026, 10:00:\nmeet me there\nEND\nATTACK C4")
    ((_, press),) = understood.commands
    assert getattr(press, "message", "") == "J D, 22 November 2026, 10:00:\nmeet me there"
    assert orders_of(understood) == ["PASS", "ATTACK C4"]


@every_case("mark", ["| ", "C> ", "JD> ", ">", "> | ", "  > ", "JD>> ", "│ "])
def test_marks_of_other_programs_quote(mark: str) -> None:
    """Bars and the initials of who wrote mark a quote as arrows do."""
    assert orders_of(read_letter(f"{mark}ATTACK A0\n{mark}READY\nATTACK C4")) == ["ATTACK C4"]


@every_case("text", ["| 1 | PASS |", "1> PASS", "ok> PASS", "A0 > A1", "a <b> c"])
def test_tables_and_numbers_are_no_marks(text: str) -> None:
    """A bar at both ends is a table, and a number before an arrow is the number of an order."""
    assert unmarked(text) == (text, 0)


def test_nobody_waits_long_for_hostile_lines() -> None:
    """Lines full of dates, times and addresses are told quickly for what they are."""
    lines = ["1 a.a.a." * 30, "a@" * 150, "1:11 (" * 50, "a 22 b " * 40 + "10:00", "2026 a" * 50]
    assert all(endings.opening([line] * 4).grade is Grade.NONE for line in lines for _ in range(50))


def test_a_footer_of_a_list_is_not_read() -> None:
    """Below a rule, what tells a list's address is a footer up to the next blank line, and holds no turn."""
    footer = (
        "_______________________________________________\nMove Logistics list\nattack@lists.test\nhttp://l.test/move"
    )
    understood = read_letter(f"PASS\n{footer}\n\nATTACK C4")
    assert (orders_of(understood), understood.problems, understood.aside) == (["PASS", "ATTACK C4"], (), ())


def test_orders_below_a_rule_count() -> None:
    """A rule between orders is no footer, even where an order names an address."""
    understood = read_letter("PASS\n__________________\nATTACK C4\nPRESS TO GM: write to ann@b.test")
    assert orders_of(understood) == ["PASS", "ATTACK C4"]
    assert len(understood.commands) == 1


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
