"""What we compose, read back by the standard library."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from moderator.mail.letter import Kind, read_letter
from moderator.mail.plain import plain_lines
from moderator.ports import Attachment, Dispatch, Picture, Words
from moderator.transport.composing import compose
from moderator.transport.flowed import flow
from tests.support.cases import every_case

ICS = b"BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n"
DISPATCH = Dispatch(
    key="turn:5:Red",
    words=Words(
        "[hoth] Turn 5: orders due",
        "Hello Ann,\n  A1 B2\n",
        '<p>Hello</p><img src="cid:map">',
        (Picture("map", b"\x89PNG" * 20, "the map"),),
        (Attachment("report.pdf", "application/pdf", b"%PDF" * 40), Attachment("due.ics", "text/calendar", ICS)),
    ),
    from_name="Battle Moderator",
    from_address="moderator@pbem.test",
    sender="moderator+b.17.abc@pbem.test",
    to=("ann@pbem.test",),
    reply_to="moderator+hoth.red.tag@pbem.test",
    message_id="<hoth.5.red@pbem.test>",
    date=datetime(2026, 11, 26, 19, tzinfo=UTC),
    in_reply_to="<hoth.0.red@pbem.test>",
    references=("<hoth.0.red@pbem.test>",),
    list_id="hoth.pbem.test",
    list_help=("mailto:moderator@pbem.test?subject=HELP",),
    list_unsubscribe=("https://play.test/unsubscribe/hoth/red/abc", "mailto:moderator@pbem.test?subject=UNSUBSCRIBE"),
    feedback_id="turn:hoth:moderator",
)


def parsed(dispatch: Dispatch) -> EmailMessage:
    """Compose and parse."""
    message = message_from_bytes(compose(dispatch), policy=default)
    assert isinstance(message, EmailMessage)
    assert not [part.defects for part in message.walk() if part.defects]
    return message


def said(dispatch: Dispatch, subject: str) -> Dispatch:
    """Return the dispatch with another subject."""
    return replace(dispatch, words=replace(dispatch.words, subject=subject))


def test_every_header_says_what_it_should() -> None:
    """Thread, senders, loop guards and list fields stand in the header as given."""
    message = parsed(DISPATCH)
    assert message["From"] == "Battle Moderator <moderator@pbem.test>"
    assert message["Reply-To"] == "moderator+hoth.red.tag@pbem.test"
    assert message["In-Reply-To"] == message["References"] == "<hoth.0.red@pbem.test>"
    assert message["Date"].datetime == DISPATCH.date
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Id"] == "<hoth.pbem.test>"
    assert message["List-Help"] == "<mailto:moderator@pbem.test?subject=HELP>"
    by_page, by_mail = (f"<{link}>" for link in DISPATCH.list_unsubscribe)
    assert "".join(message["List-Unsubscribe"].split()) == f"{by_page},{by_mail}"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["X-Loop"] == "moderator@pbem.test"


def test_only_a_page_that_speaks_tls_takes_one_click() -> None:
    """RFC 8058, 3.1: a link with mailto alone needs a person who sends the letter."""
    message = parsed(replace(DISPATCH, list_unsubscribe=DISPATCH.list_unsubscribe[1:]))
    assert message["List-Unsubscribe"]
    assert message["List-Unsubscribe-Post"] is None


def test_a_link_that_breaks_out_of_its_header_is_refused() -> None:
    """As an address or a Message-ID that does."""
    with pytest.raises(ValueError, match="not a link"):
        compose(replace(DISPATCH, list_help=("mailto:a@b.test>\r\nBcc: c@d.test",)))


def test_parts_stand_where_mail_programs_look_for_them() -> None:
    """Text and HTML are alternatives, the picture belongs to the HTML, files follow."""
    message = parsed(DISPATCH)
    shape = [part.get_content_type() for part in message.walk()]
    assert shape == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/pdf",
        "text/calendar",
    ]
    picture = next(part for part in message.walk() if part.get_content_type() == "image/png")
    assert picture["Content-ID"] == "<map>"
    calendar = next(part for part in message.walk() if part.get_content_type() == "text/calendar")
    assert calendar.get_param("method") == "PUBLISH"
    assert calendar.get_content().encode() == ICS


def test_a_letter_of_text_alone_is_one_part() -> None:
    """Nothing is wrapped into multiparts without need."""
    message = parsed(replace(DISPATCH, words=Words("Hi", "Hello\n")))
    assert message.get_content_type() == "text/plain"
    assert message.get_content().splitlines() == ["Hello"]


@given(text=st.text(), html=st.text(min_size=1), data=st.binary(), name=st.text())
@example(text="From x\n.\n y \n=20", html="<p>\x00\x85\u2028é\r</p>", data=b"\r\n", name="Zug 5 — ä.pdf")
@example(text="長い名前\n" * 9, html="x" * 2000, data=b"", name='a"; b="c')
def test_whatever_stands_in_a_letter_is_read_back_as_it_was(text: str, html: str, data: bytes, name: str) -> None:
    """Any signs, lines of any length, any bytes and names; only line ends are the mail's own."""
    words = Words("x", text, html, (Picture("map", data, ""),), (Attachment(name, "application/pdf", data),))
    raw = compose(replace(DISPATCH, words=words))
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    plain, rich, picture, file = [
        part for part in parsed(replace(DISPATCH, words=words)).walk() if not part.is_multipart()
    ]
    assert plain.get_content().splitlines() == flow(text)[0].splitlines()
    assert rich.get_content().encode().splitlines() == html.encode().splitlines()
    assert picture.get_content() == file.get_content() == data
    assert file.get_content_disposition() == "attachment"


def test_composing_twice_gives_the_same_bytes() -> None:
    """A second try after a lost connection is the same letter to the byte, all seven bits, with CRLF line ends."""
    raw = compose(said(DISPATCH, "fällig"))
    assert raw == compose(said(DISPATCH, "fällig"))
    assert raw.isascii()
    assert raw.count(b"\n") == raw.count(b"\r\n")


@every_case("subject", ["short", "ä" * 200, "word " * 60, "x" * 200, "", "a\r\nBcc: eve@evil.test", "\u2028x\x00y"])
def test_any_subject_stays_a_subject(subject: str) -> None:
    """Long, foreign and hostile subjects come back on one line and add no field."""
    message = parsed(said(DISPATCH, subject))
    assert "Bcc" not in message
    expected = " ".join(subject.replace("\r\n", " ").replace("\u2028", " ").replace("\x00", " ").split())
    assert (message["Subject"] or "") == expected


def test_a_name_with_signs_stays_a_name() -> None:
    """Commas, quotes, umlauts and line breaks in the display name neither break the address nor the header."""
    for name in ('Moderator, "the" Great', "Spielleitung Müller", "a\r\nBcc: eve@evil.test", "長い名前" * 20):
        message = parsed(replace(DISPATCH, from_name=name))
        assert message["From"].addresses[0].addr_spec == "moderator@pbem.test"
        assert "Bcc" not in message


@every_case("address", ["ann@pbem.test\r\nBcc: eve@evil.test", "ann", "a b@c", "<ann@pbem.test>", "é@x.y"])
def test_an_address_that_could_break_a_header_is_refused(address: str) -> None:
    """What is not plainly an address is never put into a header."""
    for field in ("from_address", "reply_to"):
        with pytest.raises(ValueError, match="address"):
            compose(replace(DISPATCH, **{field: address}))
    with pytest.raises(ValueError, match="address"):
        compose(replace(DISPATCH, to=(address,)))


def test_a_message_id_that_could_break_a_header_is_refused() -> None:
    """An id without brackets, or with blanks, is never sent."""
    for wrong in ("a@b", "<a b@c>", "<a@b>\r\nBcc: x@y"):
        with pytest.raises(ValueError, match="message id"):
            compose(replace(DISPATCH, message_id=wrong))


def test_long_lines_flow_and_are_read_back_whole() -> None:
    """Wrapped lines are at most 78 columns, and whoever knows the format reads them as they were."""
    text = "word " * 50 + "end\n> not a quote\n From home\n" + "x" * 100 + "\n\nshort\n"
    wrapped, flowed = flow(text)
    assert flowed
    assert all(len(line) <= 78 or line == "x" * 100 for line in wrapped.splitlines())
    read = [line.text for line in plain_lines(wrapped, flowed=True)]
    assert read == text.splitlines()
    assert all(line.depth == 0 for line in plain_lines(wrapped, flowed=True))


def test_a_chart_keeps_its_columns() -> None:
    """A text without long lines is left alone, blanks at the beginning included."""
    chart = "  1 2\nA . x\n"
    assert flow(chart) == (chart, False)


def test_our_own_letters_are_known_when_they_come_back() -> None:
    """A letter of ours that is delivered to ourselves is never answered."""
    assert read_letter(compose(DISPATCH), own={"moderator@pbem.test"}).kind is Kind.OWN


@given(
    ids=st.lists(st.text("abcXYZ019.$+-", min_size=1, max_size=300), min_size=1, max_size=30),
    subject=st.text(),
    to=st.lists(st.text("abc019+-", min_size=1, max_size=60), min_size=1, max_size=20),
)
@example(ids=["AM0PR04MB5234E0F4D9C0A6B94A5D8C2B@AM0PR04MB5234.eurprd04.prod.outlook"], subject="x" * 999, to=["a"])
def test_fields_of_any_length_are_folded_and_read_back(ids: list[str], subject: str, to: list[str]) -> None:
    """Ids, addresses and words too long for a line stay whole, and no line of a header is longer than servers take."""
    references = tuple(f"<{each}@pbem.test>" for each in ids)
    letter = replace(
        said(DISPATCH, subject),
        references=references,
        in_reply_to=references[-1],
        to=tuple(f"{each}@pbem.test" for each in to),
    )
    raw = compose(letter)
    assert max(map(len, raw.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 998
    message = message_from_bytes(raw, policy=default)
    assert message["References"].split() == list(references[-20:])
    assert message["In-Reply-To"].strip() == references[-1]
    assert message["Message-ID"].strip() == letter.message_id
    assert tuple(address.addr_spec for address in message["To"].addresses) == letter.to
    assert not any(line.isspace() for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n"))


def test_encoded_lines_are_as_short_as_mail_asks() -> None:
    """Quoted-printable and base64 have at most 76 signs a line (RFC 2045), and text that needs neither stays plain."""
    words = Words("x", "é" + "long words " * 40, "<p>" + "ä = b " * 400, DISPATCH.words.pictures, ())
    raw = compose(replace(DISPATCH, words=words))
    assert max(map(len, raw.split(b"\r\n"))) <= 76
    assert b"Content-Transfer-Encoding: 7bit" in compose(replace(DISPATCH, words=Words("x", "Plain as day.\n")))
