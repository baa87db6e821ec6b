"""Three mail programs, in whose letters the same orders look very different."""

import html
from collections.abc import Callable, Mapping
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from msgspec import Struct


class Reply(Struct, frozen=True, kw_only=True):
    """What somebody answers to a letter. ``quoted`` is the text of that letter, which the program quotes."""

    name: str
    address: str
    to: str
    subject: str
    greeting: str
    lines: tuple[str, ...]
    date: datetime
    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    quoted_name: str
    quoted_address: str
    quoted: str


Write = Callable[[Reply], bytes]
"""A mail program: a function from a reply to the bytes that are sent."""


def _envelope(reply: Reply, prefix: str = "Re: ") -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    subject = reply.subject if reply.subject.lower().startswith("re:") else prefix + reply.subject
    message["From"] = formataddr((reply.name, reply.address))
    message["To"] = reply.to
    message["Subject"] = subject
    message["Date"] = format_datetime(reply.date)
    message["Message-ID"] = reply.message_id
    message["In-Reply-To"] = reply.in_reply_to
    message["References"] = " ".join([*reply.references, reply.in_reply_to])
    return message


def webmail(reply: Reply) -> bytes:
    """Write as a large web mailer does: text and HTML, with the other letter quoted below."""
    intro = f"On {reply.date:%a, %b %-d, %Y at %-I:%M %p}, {reply.quoted_name} <{reply.quoted_address}> wrote:"
    said = "\n".join(reply.lines)
    quote = "\n".join(f"> {line}".rstrip() for line in reply.quoted.splitlines())
    message = _envelope(reply)
    message.set_content(f"{reply.greeting}\n\n{said}\n\n{intro}\n\n{quote}\n", cte="quoted-printable")
    shown = "".join(f"<div>{html.escape(line)}</div>" for line in reply.lines)
    message.add_alternative(
        f'<div dir="ltr"><div>{html.escape(reply.greeting)}</div><div><br></div>{shown}</div><br>'
        '<div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(intro)}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);'
        f'padding-left:1ex">{html.escape(reply.quoted).replace(chr(10), "<br>")}</blockquote></div>',
        subtype="html",
        cte="quoted-printable",
    )
    return message.as_bytes()


_CLEVER = str.maketrans({"'": "\u2019", "-": "\u2013"})


def phone(reply: Reply) -> bytes:
    """Write as a phone does: plain text, typographic punctuation, an advertisement, then the quotation."""
    message = _envelope(reply)
    message["X-Mailer"] = "iPhone Mail (22B91)"
    message["Mime-Version"] = "1.0 (1.0)"
    said = "\n".join(reply.lines)
    intro = f"On {reply.date:%-d %b %Y, at %H:%M}, {reply.quoted_name} <{reply.quoted_address}> wrote:"
    quote = "\n".join(f"> {line}" for line in reply.quoted.splitlines())
    greeting = reply.greeting.translate(_CLEVER)
    text = f"{greeting}\n\n{said}\n\nSent from my iPhone\n\n{intro}\n> \n{quote}\n"
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    return message.as_bytes()


def office(reply: Reply) -> bytes:
    """Write as an office mailer does: HTML alone, with the other letter below a line."""
    paragraphs = "".join(
        f'<p class="MsoNormal"><span lang="EN-GB">{html.escape(line) or "&nbsp;"}<o:p></o:p></span></p>\r\n'
        for line in (reply.greeting, "", *(line.replace(" ", "\u00a0", 1) for line in reply.lines), "", reply.name)
    )
    quoted = "<br>\r\n".join(html.escape(line) for line in reply.quoted.splitlines())
    message = _envelope(reply, prefix="RE: ")
    message["Thread-Topic"] = reply.subject
    message["X-MS-Has-Attach"] = "no"
    message.set_content(
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="Content-Type" '
        'content="text/html; charset=utf-8"><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head>'
        f'<body lang="EN-GB"><div class="WordSection1">\r\n{paragraphs}'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">\r\n<p class="MsoNormal">'
        f"<b>From:</b> {html.escape(reply.quoted_name)} &lt;{html.escape(reply.quoted_address)}&gt;<br>\r\n"
        f"<b>Sent:</b> {reply.date:%A, %-d %B %Y %H:%M}<br>\r\n<b>To:</b> {html.escape(reply.name)}<br>\r\n"
        f'<b>Subject:</b> {html.escape(reply.subject)}</p></div>\r\n<p class="MsoNormal">{quoted}</p>\r\n'
        "</div></body></html>\r\n",
        subtype="html",
        charset="utf-8",
        cte="base64",
    )
    return message.as_bytes()


PROGRAMS: Mapping[str, Write] = {"web mail": webmail, "phone": phone, "office": office}
"""The mail programs of the demo's people, by name."""
