# ruff: noqa: RUF001 - the words of mail programs in many languages
"""Where a quote begins that no mark shows: what is surely one, what may be one, and what only looks like one."""

from moderator.language.reading import quote_openings
from moderator.language.reading.attributions import Grade
from moderator.language.reading.text_lines import strip_marks
from tests.language.toy import orders_of, read_letter
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
    assert problem.line not in understood.faulty_commands


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
    assert {problem.line for problem in understood.problems} == understood.faulty_commands


def test_what_cannot_be_read_below_is_shown_and_holds_nothing() -> None:
    """A slip below what may begin a quote is listed as passed over."""
    understood = read_letter("ATTACK C4\n\nJ D, 22 November 2026, 10:00:\nMVOE TROPS C3 C4")
    assert understood.problems == ()
    assert [line.text for line in understood.set_aside] == ["MVOE TROPS C3 C4"]


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
    assert strip_marks(text) == (text, 0)


def test_nobody_waits_long_for_hostile_lines() -> None:
    """Lines full of dates, times and addresses are told quickly for what they are."""
    lines = ["1 a.a.a." * 30, "a@" * 150, "1:11 (" * 50, "a 22 b " * 40 + "10:00", "2026 a" * 50]
    assert all(quote_openings.opening([line] * 4).grade is Grade.NONE for line in lines for _ in range(50))


def test_a_footer_of_a_list_is_not_read() -> None:
    """Below a rule, what tells a list's address is a footer up to the next blank line, and holds no turn."""
    footer = (
        "_______________________________________________\nMove Logistics list\nattack@lists.test\nhttp://l.test/move"
    )
    understood = read_letter(f"PASS\n{footer}\n\nATTACK C4")
    assert (orders_of(understood), understood.problems, understood.set_aside) == (["PASS", "ATTACK C4"], (), ())


def test_orders_below_a_rule_count() -> None:
    """A rule between orders is no footer, even where an order names an address."""
    understood = read_letter("PASS\n__________________\nATTACK C4\nPRESS TO GM: write to ann@b.test")
    assert orders_of(understood) == ["PASS", "ATTACK C4"]
    assert len(understood.commands) == 1
