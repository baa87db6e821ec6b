"""Letters as their readers see them: complete in both forms, narrow, escaped, small."""

import email.policy
import re
from datetime import UTC, datetime
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from icalendar import Calendar
from msgspec.structs import replace
from selectolax.lexbor import LexborHTMLParser

from moderator.core import svg
from moderator.core.errors import Problem, Stage
from moderator.core.game import Report, Section
from moderator.core.pictures import picture
from moderator.games.buck_rogers.events.battle import RoundFought
from moderator.games.solar_system.events.battle import BattleBegun, BattleEnded, Side
from moderator.games.solar_system.orders.phrases import Units
from moderator.games.solar_system.pieces import Kind
from moderator.rendering.mail import MailRenderer
from moderator.service import tags
from moderator.service.facts import LetterFacts, Memo, Notice
from moderator.service.letter_parts import Answer, Due, OrderLine, SaidLine
from tests.rendering.samples import (
    DEADLINE,
    DUE,
    HEAD,
    NOW,
    Still,
    acknowledgement,
    every_letter,
    final_report,
    turn_report,
    welcome,
)
from tests.support.cases import every_case

RENDERER = MailRenderer(Still())
LETTERS = every_letter()
WORD = re.compile(r"\w+")


@pytest.fixture(params=LETTERS, name="letter")
def _letter(request: pytest.FixtureRequest) -> LetterFacts:
    """Every kind of letter."""
    return LETTERS[request.param]


def _words(text: str) -> list[str]:
    return [word.lower() for word in WORD.findall(text)]


def _read(html: str) -> str:
    tree = LexborHTMLParser(html)
    for node in tree.css("style, div[style*='display:none'], div[style*='display: none']"):
        node.decompose()
    return tree.body.text(separator=" ") if tree.body else ""


def _sequence(file: bytes) -> int:
    return int(Calendar.from_ical(file).walk("VEVENT")[0].decoded("SEQUENCE"))


def test_every_letter_has_words_in_both_forms(letter: LetterFacts) -> None:
    """No kind of letter meets an undefined name, and neither form is empty."""
    words = RENDERER.render(letter)
    assert words.subject
    assert len(words.text) > 100
    assert words.html.startswith("<!DOCTYPE html>")


def test_both_forms_say_the_same(letter: LetterFacts) -> None:
    """Every word of the HTML stands in the text; only buttons are the HTML's own."""
    words = RENDERER.render(letter)
    missing = set(_words(_read(words.html))) - set(_words(words.text))
    buttons = set(
        _words(
            "It reached me Write my orders Status Help Answer Send it with the suggestions "
            "It was me: confirm New reply address"
        )
    )
    assert not missing - buttons


def test_lines_of_text_are_narrow(letter: LetterFacts) -> None:
    """Prose keeps to sixty columns and what is copied to seventy-two."""
    for line in RENDERER.render(letter).text.splitlines():
        assert len(line) <= 72, line


def test_text_has_no_idle_blanks(letter: LetterFacts) -> None:
    """No line ends in blanks, but for the mark of a signature, and nothing is parted by more than one empty line."""
    text = RENDERER.render(letter).text
    assert "\n\n\n" not in text
    assert [line for line in text.splitlines() if line != line.rstrip()] == ["-- "]


def test_subjects_are_one_line(letter: LetterFacts) -> None:
    """A subject holds no line break and fits a header."""
    subject = RENDERER.render(letter).subject
    assert subject == " ".join(subject.split())
    assert len(subject) <= 100


def test_letters_are_light(letter: LetterFacts) -> None:
    """A whole letter with picture and page stays below 400 kB."""
    words = RENDERER.render(letter)
    parts = [words.text.encode(), words.html.encode()]
    parts += [shown.png for shown in words.pictures] + [file.data for file in words.attachments]
    assert sum(map(len, parts)) * 4 / 3 < 400_000


def test_report_announces_the_deadline_in_subject_and_first_lines() -> None:
    """Who reads no further than the first lines knows when orders are due."""
    words = RENDERER.render(turn_report())
    assert words.subject == "[hoth] Turn 5: orders due Thu 26 Nov 20:00 CET"
    assert "Thu 26 Nov 20:00 CET (19:00 UTC)" in "\n".join(words.text.splitlines()[:6])


@every_case(
    ("game", "number", "called"),
    [("buck-rogers", 5, "Turn 5"), ("buck-rogers", 0, "The set-up"), ("rayguns-and-rocketships", 5, "Round 5")],
)
def test_letters_call_a_turn_as_its_game_does(game: str, number: int, called: str) -> None:
    """In subjects, heads, lines that tell when orders are due, and labels of boards; turn 0 is the set-up."""
    head, middle = replace(HEAD, game=game, turn=number), called if called.startswith("Round") else called.lower()
    report = RENDERER.render(replace(turn_report(), head=head, resolved_turn=number, report=Report(())))
    receipt = RENDERER.render(replace(acknowledgement(), head=head))
    assert report.subject == f"[hoth] {called}: orders due Thu 26 Nov 20:00 CET"
    assert report.text.splitlines()[1] == f"{called}, for {HEAD.seat}"
    assert f"Orders for {middle} are due" in report.text
    assert f"Map of the board before {middle}," in report.pictures[0].alt
    assert receipt.subject.startswith(f"[hoth] {called}: ")
    assert f"YOUR ORDERS FOR {called.upper()}" in receipt.text


def test_report_tells_what_is_asked_after_the_first_letter() -> None:
    """A set-up of several letters explains each where it asks: a briefing is not for welcomes alone."""
    briefing = next(part for part in welcome().report.sections if part.key == "briefing")
    words = RENDERER.render(replace(turn_report(), report=Report((briefing,))))
    told = [line for line in RENDERER.render(welcome()).text.splitlines() if line.startswith("- A side wins")]
    assert told
    assert all(line in words.text for line in told)


def test_report_tells_the_board_as_chart_picture_and_list() -> None:
    """The text holds the chart unbroken, the HTML the picture with its alternative, both the positions."""
    words = RENDERER.render(turn_report())
    assert turn_report().chart in words.text
    (shown,) = words.pictures
    image = LexborHTMLParser(words.html).css_first("img")
    assert image is not None
    assert image.attributes["src"] == f"cid:{shown.cid}"
    assert image.attributes["alt"] == shown.alt
    assert "Map of the board before turn 5" in shown.alt
    assert image.attributes["width"] == "100%"


def test_a_drawing_that_can_be_read_at_half_the_width_has_half_of_a_desk_and_all_of_a_phone() -> None:
    """The board itself is as wide as the letter, and so is what has smaller letters."""
    board, large, small = (
        picture(key, 300, 300, svg.text("word", 9, 99, font_size=size), alt=key)
        for key, size in (("board", 12), ("large", 12), ("small", 8))
    )
    html = RENDERER.render(replace(turn_report(), drawings=(board, large, small))).html
    images = LexborHTMLParser(html).css("img")
    assert [image.attributes["width"] for image in images] == ["100%", "294", "100%"]
    assert ["max-width:294px" in (image.attributes["style"] or "").replace(" ", "") for image in images] == [
        False,
        True,
        False,
    ]
    assert ".half{max-width:640px!important" in html.replace(" ", "")


def test_report_offers_the_form_with_rules_to_write_on() -> None:
    """Numbers without an order are blanks in the letter and bare in the prefilled answer."""
    words = RENDERER.render(turn_report())
    assert "1. ____\n2. BUILD TROOPS B1\n3. ____" in words.text
    link = next(node.attributes["href"] for node in LexborHTMLParser(words.html).css("a.button, a"))
    assert link is not None
    assert parse_qs(urlsplit(link).query)["body"] == ["1. \r\n2. BUILD TROOPS B1\r\n3. "]


def test_final_report_names_winners_and_opens_seals() -> None:
    """The last letter says who won, has no form, and holds the secret seed in its file."""
    words = RENDERER.render(final_report())
    (file,) = [each for each in words.attachments if each.mime == "text/plain"]
    assert words.subject == "[hoth] The match is over: the Rebels win"
    assert "You win." in words.text
    assert b"secret=" in file.data
    assert "____" not in words.text


@every_case(
    ("game", "winners", "subject", "line"),
    [
        ("rebel-commander", ("Empire",), "the Empire wins", "The Empire wins."),
        ("rebel-commander", ("Red", "Blue"), "the Rebels win", "The Rebels win."),
        ("night-watch", ("Ann",), "Ann wins", "Ann wins."),
        ("night-watch", ("Ann", "Bob"), "Ann and Bob win", "Ann and Bob win."),
    ],
)
def test_a_game_words_who_wins(game: str, winners: tuple[str, ...], subject: str, line: str) -> None:
    """A game that plays in sides names the side, any other its seats."""
    final = final_report()
    assert final.outcome is not None
    head = replace(HEAD, game=game, seat="Green")
    words = RENDERER.render(replace(final, head=head, outcome=replace(final.outcome, winners=winners)))
    assert words.subject == f"[hoth] The match is over: {subject}"
    assert line in words.text.splitlines()


def test_plain_readers_get_text_alone() -> None:
    """A reader who wants text alone gets no HTML, no picture, no file."""
    words = RENDERER.render(replace(turn_report(), head=replace(HEAD, plain=True)))
    assert (words.html, words.pictures, words.attachments) == ("", (), ())
    assert "printer" not in words.text


def test_readers_without_attachments_get_no_page() -> None:
    """A reader who wants no files still gets the picture."""
    words = RENDERER.render(replace(turn_report(), head=replace(HEAD, attachments=False)))
    assert [file.mime for file in words.attachments] == ["text/calendar"]
    assert words.pictures


def test_a_fault_is_shown_with_a_caret_and_a_line_to_copy() -> None:
    """Under a line that fell stand carets at the fragment, the reason, and the suggestion."""
    lines = RENDERER.render(acknowledgement()).text.splitlines()
    at = next(index for index, line in enumerate(lines) if "move trops" in line)
    assert lines[at].index("B9") == lines[at + 1].index("^^")
    assert "not a place on the board" in lines[at + 2]
    assert "       2. MOVE TROOPS B1 B2" in lines


def test_an_acknowledgement_tells_order_set_receipt_and_why_the_deadline_moved() -> None:
    """The transcript holds everything that a player can ask about the order set."""
    text = " ".join(RENDERER.render(acknowledgement()).text.split())
    assert "1. ATTACK C2 3. MOVE TRANSPORT B1 B3 WITH 2 TROOPS" in text
    assert "it was Wed 25 Nov 20:00 CET. The GM gave more time." in text
    assert "they replace no. 1" in text
    assert f"value={acknowledgement().receipt.value}" in text  # type: ignore[union-attr] # the sample has one


def test_suggestions_can_be_sent_with_one_press() -> None:
    """The link sends the good lines with the first suggestion in its place, by their numbers."""
    html = LexborHTMLParser(RENDERER.render(acknowledgement()).html)
    (link,) = [a.attributes["href"] or "" for a in html.css("a") if "suggestions" in a.text()]
    body = parse_qs(urlsplit(link).query)["body"][0].split("\r\n")
    assert body == ["1. ATTACK C2", "2. MOVE TROOPS B1 B2", "3. MOVE TRANSPORT B1 B3 WITH 2 TROOPS"]


def _mended(*said: SaidLine, verdict: str = "filed") -> list[str]:
    """Return what the button for the suggestions sends for a letter, nothing if there is no such button."""
    letter = replace(acknowledgement(), verdict=verdict, said=said, order_set=(OrderLine("1. ATTACK C2"),))
    html = LexborHTMLParser(RENDERER.render(letter).html)
    links = [a.attributes["href"] or "" for a in html.css("a") if "suggestions" in a.text()]
    return parse_qs(urlsplit(links[0]).query)["body"][0].split("\r\n") if links else []


def _bad(line: str, *hints: str, together: bool = False, code: str = "unknown-order") -> SaidLine:
    problem = Problem(
        code=code, stage=Stage.UNREADABLE, column=0, fragment=line, hints=hints, together=together, facts={}
    )
    return SaidLine(1, line, (problem,))


def test_lines_without_a_whole_suggestion_go_along_with_the_others() -> None:
    """One with a gap goes as it is suggested, one without as it was; a refused command does not."""
    lines = (
        _bad("2. MVOE TROOPS B1 B2", "2. MOVE TROOPS B1 B2"),
        _bad("3. ATTAK", "3. ATTACK <place>"),
        _bad("dance at B1"),
        _bad("VACATION tomorrow", code="command-refused"),
    )
    assert _mended(*lines) == ["dance at B1", "1. ATTACK C2", "2. MOVE TROOPS B1 B2", "3. ATTACK <place>"]


def test_all_orders_of_one_line_go_as_lines_of_their_own() -> None:
    """Suggestions that belong together are all sent."""
    line = _bad("MT B1 B2, A C2", "2. MOVE TROOPS B1 B2", "ATTACK C2", together=True, code="several-orders")
    assert _mended(line) == ["1. ATTACK C2", "2. MOVE TROOPS B1 B2", "ATTACK C2"]


@every_case("verdict", ["asking-over", "too-late"])
def test_nothing_is_offered_to_be_sent_where_the_good_lines_are_not_on_the_order_set(verdict: str) -> None:
    """The recorded orders is of another turn then, and the button would drop what the letter says."""
    assert _mended(_bad("MVOE TROOPS B1 B2", "MOVE TROOPS B1 B2"), verdict=verdict) == []


def test_where_nothing_can_be_suggested_there_is_no_button() -> None:
    """A gap alone would come back as the same mistake."""
    assert _mended(_bad("ATTAK", "ATTACK <place>"), _bad("dance at B1")) == []


@every_case("hostile", ["{{ 7*7 }}", "{% raise %}", "<script>alert('x')</script>", "&amp;"])
def test_what_players_write_is_never_a_template_or_html(hostile: str) -> None:
    """Words of players, names and senders come out as they were written, escaped in HTML."""
    letters: list[LetterFacts] = [
        replace(LETTERS["press"], text=hostile),
        replace(LETTERS["held"], sender=hostile),
        replace(turn_report(), head=replace(HEAD, player=hostile), silent=(hostile,)),
        replace(welcome(), head=replace(HEAD, player=hostile)),
        replace(acknowledgement(), said=(replace(acknowledgement().said[0], text=hostile),)),
        replace(LETTERS["memo"], lines=(hostile,), facts={"sender": hostile}),
        replace(LETTERS["stranger"], gm=hostile),
    ]
    for letter in letters:
        words = RENDERER.render(letter)
        assert hostile in words.text
        assert hostile in _read(words.html)
        assert not LexborHTMLParser(words.html).css("script")


def test_no_line_break_of_a_fact_reaches_the_subject() -> None:
    """A header is one line whatever stands in names."""
    letter = replace(LETTERS["press"], author="Blue\r\nBcc: everybody@evil.test")
    assert RENDERER.render(letter).subject == "[hoth] Press from Blue Bcc: everybody@evil.test"


def test_press_keeps_its_paragraphs() -> None:
    """An empty line in a message parts it in both forms."""
    words = RENDERER.render(replace(LETTERS["press"], text="One.\r\n\r\nTwo."))
    assert "  One.\n\n  Two." in words.text
    assert "One.<br><br>Two." in words.html


def test_a_deadline_comes_as_an_appointment_that_can_be_moved_and_cancelled() -> None:
    """One UID per match and seat; what is told later has the higher sequence; the end cancels."""
    moved = Notice(
        head=HEAD, code="deadline-moved", facts={"why": "extended"}, due=Due(deadline=DEADLINE, was=NOW), form=None
    )
    files = [RENDERER.render(letter).attachments[-1].data for letter in (turn_report(), moved, final_report())]
    first, second, last = (Calendar.from_ical(file) for file in files)
    events = [calendar.walk("VEVENT")[0] for calendar in (first, second, last)]
    assert {str(event["UID"]) for event in events} == {"hoth.red@pbem.test"}
    assert first.walk("VALARM")
    assert first["METHOD"] == "PUBLISH"
    assert events[0].decoded("DTSTART") == DEADLINE
    assert (last["METHOD"], events[2]["STATUS"]) == ("CANCEL", "CANCELLED")
    later = RENDERER.render(replace(turn_report(), made=datetime(2026, 11, 25, tzinfo=UTC))).attachments[-1].data
    assert _sequence(later) > _sequence(files[0])


def test_who_is_asked_no_more_has_no_deadline_and_loses_the_appointment() -> None:
    """Neither subject nor page nor calendar tells people who are out of the match that orders are due."""
    words = RENDERER.render(replace(turn_report(), due=Due(deadline=None, withdrawn=True), form=None))
    assert "due" not in words.subject
    calendar = Calendar.from_ical(words.attachments[-1].data)
    assert (calendar["METHOD"], calendar.walk("VEVENT")[0]["STATUS"]) == ("CANCEL", "CANCELLED")


def test_an_old_report_sent_again_cancels_nothing() -> None:
    """Where a report tells of no deadline and no end, the calendar is left alone."""
    letter = replace(turn_report(), due=Due(deadline=None), form=None)
    assert [file.mime for file in RENDERER.render(letter).attachments] == ["application/pdf", "text/plain"]


def test_times_stand_in_the_readers_zone() -> None:
    """The same deadline is another hour elsewhere, and in UTC it is told once."""
    elsewhere = RENDERER.render(replace(turn_report(), head=replace(HEAD, zone="America/New_York")))
    assert "Thu 26 Nov 14:00 EST (19:00 UTC)" in elsewhere.text
    universal = RENDERER.render(replace(turn_report(), head=replace(HEAD, zone="UTC")))
    assert "due Thu 26 Nov 19:00 UTC." in universal.text


def test_letters_survive_a_mail_message(letter: LetterFacts) -> None:
    """Text and HTML go through MIME unchanged."""
    words = RENDERER.render(letter)
    message = EmailMessage(policy=email.policy.SMTP)
    message["Subject"] = words.subject
    message.set_content(words.text)
    message.add_alternative(words.html, subtype="html")
    back = email.message_from_bytes(message.as_bytes(), policy=email.policy.default)
    assert back["Subject"] == words.subject
    assert isinstance(back, EmailMessage)
    part = back.get_body(("plain",))
    assert part is not None
    assert part.get_content().replace("\r\n", "\n") == words.text


def test_mailto_links_are_encoded_for_every_mail_program() -> None:
    """Blanks are %20, line ends %0D%0A, the plus of an address %2B, and no link is longer than programs take."""
    for letter in every_letter().values():
        for node in LexborHTMLParser(RENDERER.render(letter).html).css("a"):
            link = node.attributes["href"] or ""
            assert link.startswith("mailto:moderator%2Bhoth.red.")
            assert "+" not in link
            assert " " not in link
            body = link.partition("&body=")[2]
            assert len(body) <= 1600
            assert "\n" not in unquote(body).replace("\r\n", "")


def test_a_paused_clock_is_told_and_takes_the_appointment_away() -> None:
    """While the clock is stopped no letter names a deadline."""
    letter = Notice(head=HEAD, code="match-paused", due=replace(DUE, paused=True))
    words = RENDERER.render(letter)
    assert "The clock is stopped" in words.text
    assert b"METHOD:CANCEL" in words.attachments[-1].data


def test_an_answer_to_ready_that_waited_for_an_upgrade_is_worded() -> None:
    """What was written down before there was a pause to tell of has its words all the same."""
    answer = Answer(command="READY", code="ready", facts={"runs": "", "faulty": 0})
    words = RENDERER.render(replace(acknowledgement(), answers=(answer,)))
    assert "The turn runs as soon as everybody is." in words.text


def test_a_stopped_clock_is_not_said_to_have_moved_a_deadline() -> None:
    """While the clock stands there is no deadline, whatever had moved it before."""
    due = Due(deadline=DEADLINE, was=NOW, why="extended", paused=True)
    text = RENDERER.render(Notice(head=HEAD, code="match-paused", due=due)).text
    assert "The clock is stopped: turn 5 has no deadline for now." in " ".join(text.split())
    assert "moved" not in text


def test_who_sent_nothing_reads_so_at_the_top() -> None:
    """The reader is "you" and is told before the news; the others are named below."""
    text = " ".join(RENDERER.render(replace(turn_report(), silent=("Red", "Green"))).text.split())
    assert text.index("You sent no orders, so we used your default orders.") < text.index("THE BOARD")
    assert "Green sent no orders, so we used the default orders." in text
    assert "from Red" not in text


@every_case("code", ["bounce", "letter-refused"])
@every_case(
    ("seat", "address", "named"), [("Red", "ann@pbem.test", ""), ("", "ann@pbem.test", "ann@pbem.test"), ("", "", "")]
)
def test_a_letter_that_came_back_is_named_by_what_is_known(code: str, seat: str, address: str, named: str) -> None:
    """By the seat, else by the address; where neither is known no gap is left in the words."""
    facts: dict[str, str | int] = {"address": address, "kind": "notice", "seat": seat}
    words = RENDERER.render(
        Memo(moderator="M", address="m@pbem.test", zone="UTC", code=code, facts=facts, lines=("550 no such user",))
    )
    assert "letter to came" not in words.text
    assert "letter to was" not in words.text
    assert named in words.subject
    assert "seat: \n" not in words.text
    assert not re.search(r"^(seat|address):\s*$", words.text, re.MULTILINE)


def test_a_title_is_underlined_to_its_end() -> None:
    """And begins with a word, not with the name of a file."""
    text = RENDERER.render(Memo(moderator="M", address="m@pbem.test", zone="UTC", code="match-faulted")).text
    told = RENDERER.render(Memo(moderator="M", address="m@pbem.test", zone="UTC", code="letters-not-moved")).text
    for words in (text, told):
        _, title, line, *_ = words.splitlines()
        assert line == "=" * len(title)
    for code in ("config-told", "config-refused"):
        memo = RENDERER.render(Memo(moderator="M", address="m@pbem.test", zone="UTC", code=code, lines=("x",)))
        assert "Config.toml" not in memo.text


def test_the_form_shows_the_turn_that_the_letter_speaks_of() -> None:
    """The number of the order request follows, since a turn may have several."""
    assert tags.form_mark("hoth", "Red", 5, 7) == "[hoth Red turn 5 #7]"


def test_a_welcome_explains_the_orders_that_can_be_given_now() -> None:
    """Others come later, and HELP lists them."""
    letter = welcome()
    text = RENDERER.render(replace(letter, timely=("pass", "attack"))).text
    assert "ATTACK <place>" in text
    assert "BUILD TROOPS" not in text.partition("YOUR ORDERS\n")[2].partition("PROOF")[0]
    assert "Later turns have other orders" in text
    assert "Later turns have other orders" not in RENDERER.render(letter).text


def test_a_welcome_parts_doctrine_from_what_is_asked() -> None:
    """A newcomer needs none of it: one sentence says what it is, and HELP DOCTRINE lists it."""
    text = RENDERER.render(replace(welcome(), lasting=("build-troops",))).text
    assert "ATTACK <place>" in text
    assert "BUILD TROOPS <place>" not in text
    assert "HELP DOCTRINE" in text
    assert "HELP DOCTRINE" not in RENDERER.render(welcome()).text


def test_a_welcome_shows_many_orders_by_their_forms() -> None:
    """A newcomer finds them at a glance, and HELP explains one."""
    letter = welcome()
    text = RENDERER.render(replace(letter, orders=letter.orders * 2)).text
    assert "ATTACK <place>" in text
    assert "Attacks all enemies" not in text
    assert "HELP and the first word" in " ".join(text.split())


def test_a_preview_of_which_nothing_can_be_said_says_so() -> None:
    """Else the answer would end after its first words."""
    for code in ("preview", "preview-silence"):
        answer = Answer(command="PREVIEW", code=code)
        text = RENDERER.render(replace(acknowledgement(), answers=(answer,))).text
        assert "These orders have nothing to preview yet." in " ".join(text.split())


def test_what_is_nested_stands_under_the_line_before_it() -> None:
    """The rounds of a battle and its end are one block below who fights: in text, in HTML and in posts."""
    sides = (Side("Red", Units(((Kind.TROOPER, 2),))), Side("Blue", Units(((Kind.TROOPER, 1),))))
    battle = (
        BattleBegun(zone="Bach", sides=sides),
        RoundFought(zone="Bach", round=1, shots=(), lost=()),
        BattleEnded(zone="Bach", rounds=1, left=sides[:1]),
        BattleBegun(zone="Hielo", sides=sides),
    )
    head = replace(HEAD, game="buck-rogers")
    letter = replace(turn_report(), head=head, report=Report((Section("battles", battle),)))
    words, post = RENDERER.render(letter), RENDERER.render(replace(letter, head=replace(head, posted=True)))
    lines = ["Bach: you (2 Troopers) against Blue (1 Trooper).", "Round 1: nobody could hit anything."]
    lines += ["Left after 1 round: you (2 Troopers).", "Hielo: you (2 Troopers) against Blue (1 Trooper)."]
    marks = ["- ", "  - ", "  - ", "- "]
    assert "\n".join(map("".join, zip(marks, lines, strict=True))) in words.text
    under = [node.text()[2:] for node in LexborHTMLParser(words.html).css("li.under")]
    assert under == lines[1:3]
    assert [f"{mark.replace('  -', '    -')}{line}" for mark, line in zip(marks, lines, strict=True)] == [
        line for line in post.text.splitlines() if line.lstrip("- ") in lines
    ]


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("public", "see the public report of each turn as soon as it has run, {where}"),
        ("after 1 turn", "see the public report of each turn, but one turn late, {where}"),
        ("after 5 turns", "see the public report of each turn, but 5 turns late, {where}"),
        ("over", "see who plays, but no report until the match is over, {where}"),
        ("none", "see nothing of this match."),
    ],
)
def test_a_welcome_says_what_spectators_see(choice: str, told: str) -> None:
    """In one sentence, and where they see it."""
    watched = replace(welcome(), spectators=choice, watched_at="https://play.example.org/m/hoth")
    text = " ".join(RENDERER.render(watched).text.split())
    where = f"by mail (WATCH {watched.head.match}) and on the web: https://play.example.org/m/hoth"
    assert f"Spectators {told.format(where=where)}" in text
    assert "Spectators" not in RENDERER.render(welcome()).text
    by_mail = " ".join(RENDERER.render(replace(watched, watched_at="")).text.split())
    assert f"Spectators {told.format(where=f'by mail (WATCH {watched.head.match}).')}" in by_mail
