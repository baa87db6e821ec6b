"""One fact of the reader at a time."""

from collections.abc import Sequence

from moderator.mail.charset import decode_text
from moderator.mail.html import html_lines
from moderator.mail.letter import Bounds, Kind, ReadLetter, read_copy, read_letter
from moderator.mail.plain import plain_lines
from tests.support.cases import every_case

HEAD = b"From: Ann <ann@pbem.test>\r\nTo: moderator@pbem.test\r\nSubject: orders\r\nMessage-ID: <1@pbem.test>\r\n"


def read(raw: bytes, limits: Bounds | None = None) -> ReadLetter:
    """Read as the moderator of pbem.test."""
    return read_letter(raw, limits, own={"moderator@pbem.test"}, authserv_id="mx.pbem.test")


def own(letter: ReadLetter) -> list[str]:
    """Return what the writer typed."""
    return [line.text for line in letter.lines if not line.quoted and line.text]


def html(source: str) -> list[tuple[str, int]]:
    """Return the lines of an HTML text, without the empty ones."""
    return [(line.text, line.depth) for line in html_lines(source) if line.text]


def test_lines_are_numbered_from_one() -> None:
    """The number of a line is its place in the letter as read, blank lines included."""
    letter = read(HEAD + b"\r\nMOVE A B\r\n\r\nBUILD C\r\n")
    assert [(line.number, line.text) for line in letter.lines] == [(1, "MOVE A B"), (2, ""), (3, "BUILD C")]


@every_case(
    ("field", "kind"),
    [
        (b"Auto-Submitted: auto-replied", Kind.AUTO),
        (b"Auto-Submitted: no", Kind.LETTER),
        (b"X-Autoreply: yes", Kind.AUTO),
        (b"Precedence: bulk", Kind.BULK),
        (b"List-Id: <chat.pbem.test>", Kind.BULK),
        (b"Precedence: auto_reply", Kind.AUTO),
        (b"Return-Path: <>", Kind.AUTO),
        (b"X-Loop: moderator+hoth.red.tag@pbem.test", Kind.OWN),
        (b"X-Failed-Recipients: cat@pbem.test", Kind.BOUNCE),
    ],
)
def test_letters_that_nobody_wrote_are_told_by_their_headers(field: bytes, kind: Kind) -> None:
    """Only a letter that a person wrote is of the kind that is answered."""
    assert read(HEAD + field + b"\r\n\r\nMOVE A B\r\n").kind is kind


def test_our_own_letter_is_known_in_spite_of_a_tag() -> None:
    """A plus-tag does not hide that the sender is the moderator itself."""
    raw = HEAD.replace(b"ann@", b"moderator+b.1.abc@") + b"\r\nMOVE A B\r\n"
    assert read(raw).kind is Kind.OWN


def test_a_moderator_with_a_plus_address_knows_its_own_letters() -> None:
    """The person whose mailbox it shares is somebody else."""
    own = {"jane+battle@pbem.test"}
    assert read_letter(b"From: jane+battle+hoth.red.tag@pbem.test\n\nREADY", own=own).kind is Kind.OWN
    assert read_letter(b"From: jane@pbem.test\n\nREADY", own=own).kind is Kind.LETTER


@every_case(
    ("limits", "body", "over"),
    [
        (Bounds(size=300), b"x" * 400, "size"),
        (Bounds(lines=3), b"a\r\n" * 5, "lines"),
        (Bounds(), b"", None),
    ],
)
def test_a_letter_over_a_limit_has_no_lines_but_its_sender(limits: Bounds, body: bytes, over: str | None) -> None:
    """Enough is read of a letter that is too large to answer it calmly."""
    letter = read(HEAD + b"\r\n" + body, limits)
    assert letter.over_limit == over
    assert letter.sender is not None
    assert not letter.lines


def test_too_many_and_too_deep_parts_are_limits() -> None:
    """A letter of a thousand parts, or of parts in parts in parts, is not walked through."""
    many = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nMOVE A B\r\n" * 200 + b"--b--\r\n"
    deep = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level) for level in range(40)
    )
    deeper = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" * 5_000
    assert read(HEAD + many).over_limit == "parts"
    assert read(HEAD + deep).over_limit == "depth"
    assert read(HEAD + deeper).over_limit == "parts"


def test_a_long_line_is_cut_and_said_so() -> None:
    """A line beyond the limit of columns is truncated, not refused."""
    letter = read(HEAD + b"\r\n" + b"x" * 2_000 + b"\r\nMOVE A B\r\n")
    assert letter.truncated
    assert [len(line.text) for line in letter.lines] == [1_000, 8]


def test_the_fingerprint_ignores_the_road_that_a_copy_took() -> None:
    """Two copies by different roads, with other trace headers and line ends, have one fingerprint."""
    one = b"Received: by a\r\nDelivered-To: x@pbem.test\r\nX-Spam: 1\r\n" + HEAD + b"\r\nMOVE A B\r\n"
    other = b"Received: by b\n" + HEAD.replace(b"\r\n", b"\n") + b"\nMOVE A B\n\n"
    assert read_copy(one) == read_copy(other)
    assert read_copy(one) != read_copy(one.replace(b"A B", b"A C"))


def test_recipients_hold_every_address_that_may_carry_a_tag() -> None:
    """Addresses of the envelope and of the headers are all found, in lower case, once each."""
    raw = b"Delivered-To: Moderator+HOTH.red.TAG@pbem.test\r\nCc: <gm@pbem.test>, bob@pbem.test\r\n" + HEAD
    expected = ("moderator+hoth.red.tag@pbem.test", "moderator@pbem.test", "gm@pbem.test", "bob@pbem.test")
    assert read(raw + b"\r\n").recipients == expected


@every_case(
    ("value", "address"),
    [
        (b'"ann@pbem.test" <eve@pbem.test>', "eve@pbem.test"),
        (b"ann@pbem.test (eve@pbem.test)", "ann@pbem.test"),
        (b"<ann@pbem.test>", "ann@pbem.test"),
        (b"=?utf-8?q?ann=40pbem=2Etest?= <eve@pbem.test>", "eve@pbem.test"),
        (b"Example, Ann <ann@pbem.test>", "ann@pbem.test"),
        (b"nobody", None),
    ],
)
def test_a_name_that_looks_like_an_address_is_only_a_name(value: bytes, address: str | None) -> None:
    """The sender is the address itself, never what stands in quotes, comments or encoded words."""
    letter = read(b"From: " + value + b"\r\n\r\n")
    assert (letter.sender.address if letter.sender else None) == address


def test_only_the_topmost_result_of_our_own_server_is_proof() -> None:
    """A forged result below ours, above another's, or for another sender proves nothing."""
    ours = b"Authentication-Results: mx.pbem.test; dmarc=pass header.from=pbem.test\r\n"
    theirs = b"Authentication-Results: mx.evil.test; dmarc=pass header.from=pbem.test\r\n"
    failed = b"Authentication-Results: mx.pbem.test; dkim=fail header.d=pbem.test; dmarc=none\r\n"
    parent = b"Authentication-Results: mx.pbem.test; dkim=pass header.d=test\r\n"
    assert read(ours + HEAD + b"\r\n").proof.covers("ann@pbem.test")
    assert not read(ours + HEAD + b"\r\n").proof.covers("ann@other.test")
    for top in (theirs + ours, failed + ours, theirs, parent):
        assert not read(top + HEAD + b"\r\n").proof.covers("ann@pbem.test")
    assert not read_letter(ours + HEAD + b"\r\n").proof.covers("ann@pbem.test")


def test_a_result_that_is_not_by_the_book_is_still_understood() -> None:
    """One large provider writes comments where the standard has none; the pass is found all the same."""
    raw = (
        b"Authentication-Results: mx.pbem.test; dkim=pass (signature was verified) header.d=pbem.test;dmarc=pass "
        b"action=none header.from=pbem.test;compauth=pass reason=100\r\n"
    )
    assert read(raw + HEAD + b"\r\n").proof.covers("ann@pbem.test")


def test_two_senders_prove_nothing() -> None:
    """With two From fields a check of one tells nothing about the other."""
    ours = b"Authentication-Results: mx.pbem.test; dmarc=pass header.from=pbem.test\r\n"
    assert not read(ours + b"From: eve@evil.test\r\n" + HEAD + b"\r\n").proof.dmarc


def test_a_claimed_seat_is_read_but_is_only_a_claim() -> None:
    """The header of dropped files is reported; whether it counts is for whoever knows the delivery."""
    assert read(b"X-Moderator-Seat: hoth.Red\r\n\r\nMOVE A B\r\n").claimed_seat == "hoth.Red"


@every_case(
    ("raw", "label", "text"),
    [
        ("Grüße".encode(), "iso-8859-1", "Grüße"),
        ("Grüße aus München".encode("latin-1"), "utf-8", "Grüße aus München"),
        ("“B2”".encode("cp1252"), "iso-8859-1", "“B2”"),
        ("命令".encode("gb18030"), "gb2312", "命令"),
        (b"MOVE A B", "x-martian", "MOVE A B"),
        (b"MOVE A B", "unicode_escape", "MOVE A B"),
        (b"MOVE A B", "base64", "MOVE A B"),
        (b"\xef\xbb\xbfMOVE", "us-ascii", "MOVE"),
        ("č".encode("iso-8859-2"), "iso-8859-2", "č"),
    ],
)
def test_text_is_decoded_by_what_it_is_rather_than_by_a_false_label(raw: bytes, label: str, text: str) -> None:
    """A label helps where it is true, and does no harm where it is not."""
    assert decode_text(raw, label) == text


def depths(rows: Sequence[str], *, delsp: bool = False) -> list[tuple[str, int]]:
    """Return the lines of a flowed text."""
    return [(line.text, line.depth) for line in plain_lines("\n".join(rows), flowed=True, delsp=delsp)]


def test_flowed_lines_are_joined_and_unstuffed() -> None:
    """Soft breaks join, stuffing goes, quotes are told by their marks, the signature mark stays alone."""
    long = "MOVE ALL OF MY TROOPS BY THE LONG WAY ROUND THE HILLS FROM"
    rows = [f"{long} ", "B C", " > no quote", f">> {long} ", ">> down", "-- ", "Ann"]
    expected = [(f"{long} B C", 0), ("> no quote", 0), (f"{long} down", 2), ("-- ", 0), ("Ann", 0)]
    assert depths(rows) == expected
    assert depths([f"{long} TRANS ", "PORT"], delsp=True) == [(f"{long} TRANSPORT", 0)]


def test_orders_typed_with_a_blank_at_their_end_stay_apart() -> None:
    """Numbered lines, and lines broken where there was room for more, are orders even if the first ends in a blank."""
    assert depths(["MOVE A B ", "MOVE C D"]) == [("MOVE A B", 0), ("MOVE C D", 0)]
    assert depths(["MOVE A B ", "BUILD C"]) == [("MOVE A B", 0), ("BUILD C", 0)]
    assert depths(["1. MOVE A B ", "2. BUILD C"]) == [("1. MOVE A B", 0), ("2. BUILD C", 0)]


def test_html_lines_are_what_a_reader_sees_as_lines() -> None:
    """Blocks, breaks, items and rows are lines; spans and source line breaks are not."""
    source = (
        "<p>MOVE\n  A <b>B</b></p><div>BUILD<span> C</span><br>READY</div><table><tr><td>MOVE</td><td>D E</td></table>"
    )
    assert html(source) == [("MOVE A B", 0), ("BUILD C", 0), ("READY", 0), ("MOVE D E", 0)]


def test_items_of_an_ordered_list_keep_their_numbers() -> None:
    """People number their orders with lists; start and value attributes count."""
    source = '<ol start="2"><li>MOVE A B<li value="5"><div>BUILD C</div></ol><ul><li>READY</ul>'
    assert html(source) == [("2. MOVE A B", 0), ("5. BUILD C", 0), ("READY", 0)]


def test_a_division_with_a_line_beside_it_is_a_quote() -> None:
    """Programs without quote elements draw one; a frame without it is none."""
    source = (
        '<div style="border:none;border-left:solid blue 1.5pt">MOVE A B</div>'
        '<div style="border:none;border-top:solid 1pt">MOVE C D</div><div style="border-left:none">PASS</div>'
    )
    assert html(source) == [("MOVE A B", 1), ("MOVE C D", 0), ("PASS", 0)]


@every_case("sign", ['<div id="appendonsend"></div>', '<hr id="zwchr">', '<div id="divRplyFwdMsg">J</div>'])
def test_all_below_the_sign_of_a_program_that_marks_nothing_is_quoted(sign: str) -> None:
    """The sign tells whatever the language of the program is, and how deep it stands."""
    source = f"<div>PASS<div>{sign}</div></div><p>MOVE A B</p>"
    assert [line for line in html(source) if line[0] != "J"] == [("PASS", 0), ("MOVE A B", 1)]


def test_the_sign_of_a_program_above_all_words_quotes_nothing() -> None:
    """Somebody who writes below the quote is judged by the words."""
    assert html('<div id="appendonsend"></div><p>PASS</p>') == [("PASS", 0)]


def test_blockquotes_are_quotes_unless_they_only_indent() -> None:
    """Nested quotes count their depth; a client's indentation is no quote, Word's bordered block is one."""
    source = (
        "<blockquote>one<blockquote>two</blockquote></blockquote>"
        '<blockquote style="margin:0 0 0 40px;border:none">mine</blockquote>'
        '<blockquote style="border:none;border-left:solid #ccc 1pt">theirs</blockquote>'
    )
    assert html(source) == [("one", 1), ("two", 2), ("mine", 0), ("theirs", 1)]


def test_quotes_of_a_forum_are_quotes() -> None:
    """Discourse has an element of its own for a quote, and one for what it elides of a letter."""
    source = '<aside class="quote no-group">old</aside>mine<details class="elided">old</details><aside>mine</aside>'
    assert html(source) == [("old", 1), ("mine", 0), ("old", 1), ("mine", 0)]


@every_case(
    ("field", "perhaps"),
    [
        (b"List-Unsubscribe: <mailto:x@y.test>", True),
        (b"List-Post: <mailto:x@y.test>", True),
        (b"Precedence: list", True),
        (b"Subject: Out of office from Monday - my orders", True),
        (b"Subject: =?utf-8?Q?R=C3=A9ponse_automatique=3A?= mes ordres", True),
        (b"Subject: orders", False),
        (b"Precedence: bulk", False),
        (b"List-Id: <a.b.test>", False),
        (b"List-Post: <mailto:x@y.test>\r\nAuto-Submitted: auto-replied", False),
        (b"Subject: Out of office\r\nReturn-Path: <>", False),
        (b"Subject: Out of office\r\nX-Autoreply: yes", False),
        (b"List-Post: <mailto:x@y.test>\r\nAuto-Submitted: no", True),
    ],
)
def test_marks_that_a_persons_letter_may_have_are_told_apart(field: bytes, perhaps: bool) -> None:  # noqa: FBT001 - data
    """What a server adds, and a subject, may deceive; what a program says of itself does not."""
    assert read(field + b"\r\n" + HEAD + b"\r\nMOVE A B").perhaps_written is perhaps


def test_hidden_text_and_styles_are_not_read() -> None:
    """What nobody sees is not what somebody wrote."""
    source = "<style>p{}</style><script>x</script><div style='display: none'>MOVE X Y</div><p hidden>no</p>MOVE A B"
    assert html(source) == [("MOVE A B", 0)]


NEVER_SEEN = [
    "<div style='font-size:0'>{}</div>",
    "<span style='font-size: 0px'>{}</span>",
    "<div style='font-size:0'><p style='font-size:100%'>{}</p></div>",
    "<div style='font:0/0 a'>{}</div>",
    "<div style='position:absolute;left:-9999px'>{}</div>",
    "<div style='position:fixed; top: -200em'>{}</div>",
    "<div style='text-indent:-9999px'>{}</div>",
    "<div style='margin-left:-5000px'>{}</div>",
    "<div style='transform:translateX(-9999px)'>{}</div>",
    "<div style='transform:scale(0)'>{}</div>",
    "<div style='height:0;overflow:hidden'>{}</div>",
    "<div style='max-height:1px;overflow:hidden'>{}</div>",
    "<div style='width:1px;height:1px;overflow:hidden'>{}</div>",
    "<div style='clip:rect(0 0 0 0);position:absolute'>{}</div>",
    "<div style='clip-path: inset(100%)'>{}</div>",
    "<div style='opacity:.0'>{}</div>",
    "<div style='visibility: hidden !important'>{}</div>",
    "<style>.x, #y {{ display: none }}</style><p class='a x'>{}</p>",
    "<style>p.x{{font-size:0}}</style><p class=x>{}</p>",
    "<b style='display:none'>{}</b>",
    "<a href=x hidden>{}</a>",
    "<dialog>{}</dialog>",
]
ALIKE = [
    "<p style='color:#fff'>{}</p>",
    "<font color=white>{}</font>",
    "<font color='#FFFFFF'>{}</font>",
    "<p style='color:rgb(255, 255, 255);background-color:#ffffff'>{}</p>",
    "<p style='color:#fefefe'>{}</p>",
    "<p style='color:transparent'>{}</p>",
    "<p style='color:rgba(0,0,0,0)'>{}</p>",
    "<table bgcolor=black><tr><td style='color:#000'>{}</td></tr></table>",
    "<div style='background:#222 none;color:#222222'>{}</div>",
    "<style>.x{{color:white}}</style><p class=x>{}</p>",
]
FOLDED = ["<details><summary>quote</summary>{}</details>", "<details><p>{}</p></details>"]
SEEN = [
    "<div style='font-size:0'><p style='font-size:13px'>{}</p></div>",
    "<p style='font:bold 14px/1.5 Arial'>{}</p>",
    "<table bgcolor=black><tr><td><font color=white>{}</font></td></tr></table>",
    "<div style='background:#222;color:white'>{}</div>",
    "<body style='background:#000'><p style='color:#fff'>{}</p></body>",
    "<body bgcolor=black text=white>{}</body>",
    "<div style='background:url(x.png);color:white'>{}</div>",
    "<p style='text-indent:-18.0pt;margin-left:36pt'>{}</p>",
    "<p style='opacity:0.9;max-height:600px;left:-9999px'>{}</p>",
    "<p style='color:windowtext'>{}</p>",
    "<style>@media (max-width:600px){{.x{{display:none}}}} .x p{{display:none}}</style><p class=x>{}</p>",
    "<details open>{}</details>",
    "<dialog open>{}</dialog>",
    "<div aria-hidden=true>{}</div>",
]


@every_case("form", NEVER_SEEN)
def test_what_has_no_room_no_size_or_no_place_is_not_read(form: str) -> None:
    """Whatever way a program hides it in, by an element of its own or by a style sheet."""
    assert html(form.format("1. MOVE X Y<br>PASS") + "<div>MOVE A B</div>") == [("MOVE A B", 0)]


@every_case("form", ALIKE + FOLDED)
def test_what_its_reader_may_never_see_is_quoted_twice(form: str) -> None:
    """Text in the colour of its ground, and folded away: it never counts, and is listed if nothing else does."""
    lines = html("<div>MOVE A B</div>" + form.format("MOVE X Y"))
    assert [line for line in lines if line[0] != "quote"] == [("MOVE A B", 0), ("MOVE X Y", 2)]


@every_case("form", SEEN)
def test_what_is_seen_is_read(form: str) -> None:
    """A child may have a size again, white may stand on black, and rules may be for other screens."""
    assert html(form.format("MOVE A B")) == [("MOVE A B", 0)]


def test_hidden_words_in_a_line_leave_the_line_whole() -> None:
    """Only what is seen of a line is the line."""
    assert html("MOVE <font color=white>X</font>A <i style='display:none'>not</i>B")[0] == ("MOVE A B", 0)


MOVED_IN = [
    f"<blockquote{mark}>MOVE A B</blockquote>"
    for mark in (
        "",
        ' class="elementToProof" style="margin-left:40px"',
        ' style="margin: 0 0 0 40px"',
        ' style="margin-left: 0.8ex"',
        ' dir="ltr"',
        ' style="margin:0 0 0 40px;border:none;padding:0px"',
    )
]
WHO_WROTE = [
    "On Sun, 22 Nov 2026 at 10:00, J D &lt;a@b.test&gt; wrote:",
    "Am 22.11.2026 um 10:00 schrieb J D:",
    "J D wrote:",
    "From: J D &lt;a@b.test&gt;<br>Sent: Sunday, 22 November 2026 10:00<br>To: Ann<br>Subject: Turn 5",
    "Sent from my iPhone",
]


@every_case("block", MOVED_IN)
def test_a_block_that_its_author_moved_in_is_hers(block: str) -> None:
    """Buttons of mail programs for that use the element of quotes."""
    assert html(f"<div>My orders:</div>{block}<div>Thanks</div>")[1:] == [("MOVE A B", 0), ("Thanks", 0)]


@every_case("block", MOVED_IN[:5])
@every_case("head", WHO_WROTE)
def test_a_block_below_who_wrote_it_is_a_quote(block: str, head: str) -> None:
    """So is one that a program labels, or draws a line beside."""
    lines = html(f"<div>PASS</div><div>{head}</div>{block}<div>Thanks</div>")
    assert lines[-2:] == [("MOVE A B", 1), ("Thanks", 0)]


@every_case(
    "mark",
    [
        "type=cite",
        'cite="mid:a@b.test"',
        "class=gmail_quote",
        "id=isReplyContent style='padding-left:1ex'",
        "class=tutanota_quote",
        "style='margin:0 0 0 .8ex;border-left:1px #ccc solid'",
        "style='margin-left:5px; BORDER-LEFT: #ccc 1px solid'",
    ],
)
def test_a_block_with_a_label_or_a_line_is_a_quote(mark: str) -> None:
    """Whatever stands above it."""
    assert html(f"<div>My orders:</div><blockquote {mark}>MOVE A B</blockquote>")[1:] == [("MOVE A B", 1)]


@every_case("tag", ["<div>", "<blockquote>", "<ol><li>", "<table><tr><td>", "<font size=1>", "<p>"])
def test_hostile_html_is_read_in_time(tag: str) -> None:
    """Deep nesting, whose parsing takes quadratic time, is cut off; the letter is not a fault."""
    raw = HEAD + b"Content-Type: text/html\r\n\r\nMOVE A B<br>" + tag.encode() * 50_000
    assert own(read(raw))[:1] == ["MOVE A B"]


ARMOURED = b"-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n"


@every_case(
    "kind",
    [
        "plain/text",
        "application/octet-stream",
        "text/ascii",
        "application/text",
        "x/y",
        "text/x-plain; x",
        "application/x-x",
    ],
)
def test_text_under_a_wrong_label_is_read(kind: str) -> None:
    """What is text is read as text, HTML as HTML; nothing is said of the label."""
    head = HEAD + f"Content-Type: {kind}\r\n\r\n".encode()
    for body in (b"MOVE A B\r\n", b"<html><body><p>MOVE A B</p></body></html>"):
        letter = read(head + body)
        assert (own(letter), letter.faults) == (["MOVE A B"], ())


@every_case("body", [b"PK\x03\x04\x00\x01", b"%PDF-1.7\r\n1 0 obj", b"{\\rtf1 MOVE A B}", b"MOVE\x01\x02"])
@every_case("kind", ["application/octet-stream", "plain/text", "application/pdf"])
def test_what_is_no_text_is_told_as_that(kind: str, body: bytes) -> None:
    """The letter is not called empty."""
    letter = read(HEAD + f"Content-Type: {kind}\r\n\r\n".encode() + body)
    assert (letter.lines, letter.faults) == ((), ("unread-kind",))


@every_case(
    ("kind", "form"),
    [
        ("application/pgp; x-action=encrypt", b"%b"),
        ("application/octet-stream", b"%b"),
        ("text/plain", b"%b"),
        ("text/html", b"<pre>%b</pre>"),
        ("plain/text", b"%b"),
        ("application/octet-stream; name=smime.p7m", b"x%b"),
        ("application/octet-stream; name=encrypted.gpg", b"x%b"),
        ("application/pgp-encrypted", b"Version: 1%b"),
    ],
)
def test_an_encrypted_body_is_told_as_that_under_every_label(kind: str, form: bytes) -> None:
    """And not as an empty letter, or as a file of unknown kind."""
    assert read(HEAD + f"Content-Type: {kind}\r\n\r\n".encode() + form % ARMOURED).faults == ("encrypted",)


@every_case("kind", ["image/png", "application/pgp-signature", "text/calendar", "text/vcard"])
def test_what_comes_along_with_a_letter_is_no_fault(kind: str) -> None:
    """A signature, a picture or a date is no news."""
    raw = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nMOVE A B\r\n--b\r\n"
    letter = read(raw + f"Content-Type: {kind}\r\n\r\n\x01x\r\n--b--\r\n".encode())
    assert (own(letter), letter.faults) == (["MOVE A B"], ())


def test_encoded_words_cut_within_a_character_are_joined() -> None:
    """Clients cut a two-byte character between two encoded words; the subject is whole all the same."""
    raw = b"Subject: =?utf-8?B?R3LD?=\r\n =?utf-8?B?vMOfZQ==?= aus =?utf-8?Q?M=C3=BCnchen?=\r\n\r\n"
    assert read(raw).subject == "Grüße aus München"


def test_a_plain_part_that_ran_lines_together_yields_to_html() -> None:
    """Where the text part holds the same words on fewer lines, the lines of the HTML part count."""
    raw = (
        HEAD
        + b"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nMOVE A B BUILD C\r\n--b\r\n"
        + b"Content-Type: text/html\r\n\r\n<div>MOVE A B</div><div>BUILD C</div>\r\n--b--\r\n"
    )
    assert own(read(raw)) == ["MOVE A B", "BUILD C"]


def test_seven_bits_that_are_eight_are_read() -> None:
    """Raw UTF-8 under a 7bit label comes out whole."""
    raw = HEAD + b"Content-Transfer-Encoding: 7bit\r\n\r\n" + "MOVE A → B\r\n".encode()
    assert own(read(raw)) == ["MOVE A → B"]


@every_case(
    "source",
    [
        "<p><s>ATTACK C4</s> ATTACK D4</p>",
        "<p><strike style='x'>ATTACK C4</strike> ATTACK D4</p>",
        "<p><del>ATTACK C4</del> ATTACK D4</p>",
        "<p><span style='text-decoration: line-through'>ATTACK <b>C4</b></span> ATTACK D4</p>",
    ],
)
def test_struck_out_text_is_marked(source: str) -> None:
    """What the writer struck out is not read as if it stood."""
    assert html(source) == [("~~ATTACK C4~~ ATTACK D4", 0)]


def test_a_text_part_without_strokes_is_not_believed() -> None:
    """Clients lose the strokes in the text part; the HTML part then tells what was meant."""
    body = (
        b'Content-Type: multipart/alternative; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nATTACK C4\r\nATTACK D4\r\n"
        b"--b\r\nContent-Type: text/html\r\n\r\n<div><s>ATTACK C4</s></div><div>ATTACK D4</div>\r\n--b--\r\n"
    )
    assert own(read(HEAD + body)) == ["~~ATTACK C4~~", "ATTACK D4"]


def test_zero_bytes_cost_no_letter() -> None:
    """Python's parser raises on a zero byte in some headers; the letter is read without them."""
    parts = b"--b\r\nContent-Type: text/plain\r\n\r\nMOVE A B\r\n--b--\r\n"
    letter = read(HEAD + b"Content-Type: multipart/mixed; boundary*=\0utf-8''b\r\n\r\n" + parts)
    assert letter.faults == ()
    assert "MOVE A B" in own(letter)


def test_an_address_that_no_server_would_take_is_none() -> None:
    """An index of PostgreSQL would not take it either, and with it all letters would wait."""
    longest = "a" * 240 + "@evil.test.xyz"
    assert [
        letter.sender and letter.sender.address
        for letter in (
            read(f"From: {longest}\r\n\r\n".encode()),
            read(f"From: a{longest}\r\n\r\n".encode()),
        )
    ] == [longest, None]


TWO = (
    "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n{}\r\n--b\r\n"
    "Content-Type: text/html\r\n\r\n{}\r\n--b--\r\n"
)


def twice(text: str, source: str) -> tuple[list[str], list[str]]:
    """Return the lines of a letter that only its text holds, and those that only its HTML does."""
    letter = read(HEAD + TWO.format(text, source).encode())
    return [line.text for line in letter.lines if line.number in letter.lone], [line.text for line in letter.other]


def test_lines_that_only_one_version_of_a_letter_holds_are_told() -> None:
    """What both hold is not, however it is broken, numbered or emphasised."""
    assert twice("1. MOVE A B\r\nPASS", "<p>1. MOVE A C</p>PASS") == (["1. MOVE A B"], ["1. MOVE A C"])
    assert twice("*MOVE* A B", "<p><b>MOVE</b> A&nbsp;B<br>READY</p>") == ([], ["READY"])
    assert twice("Hi,\r\nMOVE A\r\nB -> C", "Hi,<ol><li>MOVE A B &rarr; C</li></ol>Ann")[0] == []
    assert twice("MOVE A B\r\nPASS", "<div>MOVE A B</div><div style='display:none'>PASS</div>") == (["PASS"], [])


def test_a_quote_of_both_versions_is_no_difference() -> None:
    """Nor is what only the version that is read shows as a quote."""
    quote = "On Sun, 22 Nov 2026 at 10:00, J D <a@b.test> wrote:"
    source = f"<p>MOVE A B</p>{quote.replace('<', '&lt;')}<blockquote type=cite>PASS</blockquote>"
    assert twice(f"MOVE A B\r\n\r\n{quote}\r\n> PASS", source) == ([], [])
    assert twice("MOVE A B\r\n> PASS", "<p>MOVE A B</p><p>PASS</p>") == ([], [])


@every_case("text", ["Please view this letter in HTML.", "MOVE A BPASS", ""])
def test_a_text_that_only_stands_for_the_html_differs_in_nothing(text: str) -> None:
    """The HTML is read alone where the text points at it, has lost its breaks, or is empty."""
    assert twice(text, "<p>MOVE A B</p><p>PASS</p>") == ([], [])
