# ruff: noqa: RUF001 - the words of mail programs in many languages
"""What ends the orders of a letter: END, a signature mark, the start of a quote that no mark shows, a sender's card.

Mail programs say in the language of their user who wrote what they quote; the words here are theirs.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from moderator.language.reading.attributions import LONGEST, NOTHING, Grade, Opening, attribution, is_dated
from moderator.language.reading.commands import COMMANDS
from moderator.language.reading.footers import is_program_footer
from moderator.language.reading.text_lines import TextLine

_END = re.compile(r"\W*ende?(?:\s+(?:of|der))?(?:\s+(?:my\s+)?(?:orders?|befehle))?\W*", re.IGNORECASE)
_YES = re.compile(
    r"\W*(?:yes|ja)(?:[\s,]+(?:please|pls|plz|thanks|thank\s+you|thx|exactly|indeed|correct|right|do\s+(?:it|that)|send\s+(?:it|that)"
    r"|bitte|danke|vielen\s+dank|genau|richtig|gerne?))*"
    r"(?:\W*\Z|\s*[,;]?\s+(?=(?:and|also|plus|und)\b)|\s*[.!]\s+)",
    re.IGNORECASE,
)
"""Yes, in German, too, with a few words of courtesy, which end the line, or a sentence, or before "and"."""
_PRESS_END = re.compile(r"\W*ende?(?:\s+(?:(?:of|der)\s+)?(?:press|message|nachricht))?\W*", re.IGNORECASE)
_SIGNATURE = re.compile(r"--\s?")

_SEPARATOR = re.compile(
    r"(?:[-_=–—]{2,}\s*|\s*)(?:original-?(?:nachricht|meddelande)|original\s?(?:message|e-?mail|appointment)"
    r"(?: follows)?|forwarded message|ursprüngliche (?:nachricht|mail)|weitergeleitete nachricht|"
    r"message (?:d'origine|d’origine|original|transféré|réexpédié)|courriel original|"
    r"mensaje (?:original|reenviado)|mensagem (?:original|encaminhada)|"
    r"messaggio (?:originale|inoltrato)|oorspronkelijk bericht|doorgestuurd bericht|"
    r"original meddelelse|oprindelig meddelelse|ursprungligt meddelande|vidarebefordrat meddelande|"
    r"oryginalna wiadomość|wiadomość oryginalna|původní (?:zpráva|e-mail)|eredeti üzenet|alkuperäinen viesti|"
    r"исходное сообщение|пересылаемое сообщение|原始邮件|原始郵件|转发的邮件|元のメッセージ|"
    r"원본 (?:이메일|메시지|메일)|orijinal (?:mesaj|ileti)|αρχικό μήνυμα|הודעה מקורית)(?:\s*[-_=–—]{2,})?\s*:?\s*",
    re.IGNORECASE,
)
_BEGIN_FORWARDED = re.compile(
    r"begin forwarded message\s*:|anfang der weitergeleiteten (?:nachricht|e-mail)\s*:|"
    r"début du message (?:réexpédié|transféré)\s*:|inizio messaggio inoltrato\s*:|inicio del mensaje reenviado\s*:",
    re.IGNORECASE,
)
_FROM = (
    "from|von|de|da|van|från|fra|od|odesílatel|feladó|lähettäjä|от|від|от кого|gönderen|kimden|από|מאת|من|"
    "差出人|发件人|發件人|寄件者|보낸 사람|보낸사람|발신"
)
_FIELDS = (
    "sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para|asunto|inviato|data|a|oggetto|"
    "verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|enviada em|assunto|wysłano|do|temat|dw|odesláno|komu|"
    "předmět|elküldve|címzett|tárgy|lähetetty|vastaanottaja|aihe|отправлено|дата|кому|копия|тема|надіслано|копія|"
    "gönderildi|tarih|kime|konu|στάλθηκε|ημερομηνία|προς|θέμα|נשלח|תאריך|אל|נושא|"
    "送信日時|日時|宛先|件名|发送时间|日期|收件人|主题|发送日期|傳送日期|收件者|主旨|"
    "보낸 날짜|날짜|받는 사람|받은사람|받는사람|제목"
)
_FROM_LINE = re.compile(rf"(?:{_FROM})\s?[:：]\s*\S.*", re.IGNORECASE)
_FIELD_LINE = re.compile(rf"(?:{_FIELDS})\s?[:：].*", re.IGNORECASE)
_ANY_FIELD = re.compile(r"[^\W\d_][^\d\n:：<>@/]{0,24}\s?[:：](?!//).*")
"""A field in a language that we do not know: a word or two and a colon."""

_NOTES = re.compile(r"[^:;]{0,60}?\s*-{2,3}\s?(?P<when>\d[^;]{5,40}?)\s?-{2,3}(?=\S|\s|$)")
_COLON = re.compile("[:：]")
_RULE = re.compile(r"[-_=*~#–—]{4,}")
_LONG_RULE = re.compile(r"[-_=*~#]{10,}")
_ADDRESS = re.compile(r"https?://|www\.|\w@\w")
_DECORATION = " \t*_~#"
_FIELD_LINES = 6
_FEWEST, _MANY = 3, 4
"""Fields of a language that we do not know that may head a letter, and that surely do."""

AHEAD = 12
"""Lines that may be looked at to tell the beginning of a quote."""


def is_end(text: str) -> bool:
    """Tell whether a line says END and nothing else."""
    return len(text) < LONGEST and _END.fullmatch(text) is not None


def after_yes(text: str) -> str | None:
    """Return what a line says that begins with yes, None if it does not or goes on in the same breath."""
    found = _YES.match(text) if len(text) < LONGEST else None
    return None if found is None or text.rstrip().endswith("?") else text[found.end() :]


def is_press_end(text: str) -> bool:
    """Tell whether a line ends the text of a message."""
    return len(text) < LONGEST and _PRESS_END.fullmatch(text) is not None


def is_signature(text: str) -> bool:
    """Tell whether a line is the mark above a signature."""
    return _SIGNATURE.fullmatch(text.strip("\r\n")) is not None


def list_footer(texts: Sequence[str]) -> int:
    """Return how many lines at the start are what a mailing list puts below letters, 0 if they are not.

    That is a rule, and a paragraph below it that names an address of mail or of the web.
    """
    if not texts or not _LONG_RULE.fullmatch(texts[0].strip()):
        return 0
    begin = 2 if len(texts) > 1 and not texts[1].strip() else 1
    end = next((at for at in range(begin, len(texts)) if not texts[at].strip()), len(texts))
    return end if any(_ADDRESS.search(text[:LONGEST]) for text in texts[begin:end]) else 0


def opening(texts: Sequence[str], *, quoted: bool = False) -> Opening:
    """Return how a quote without marks begins with the first of some lines, and how sure that is.

    It begins with a separator, a block of header fields, words on who wrote it, or perhaps below what a program put
    under the letter. A command begins none, whatever it holds. ``quoted`` tells that a marked quote follows.
    """
    first = texts[0].strip() if texts else ""
    if not first or len(first) > LONGEST:
        return NOTHING
    found = _head(texts) or _of_notes(first) or attribution(texts, quoted=quoted)
    if not found.lines and is_program_footer(first):
        found = Opening(1, Grade.DOUBTFUL, signed=True)
    return NOTHING if found.lines and COMMANDS.attempt(first) is not None else found


def _head(texts: Sequence[str]) -> Opening | None:
    """Return the beginning of a forwarder's or a quoter's head, with the rule above it if there is one."""
    ruled = _RULE.fullmatch(texts[0].strip()) is not None
    below = texts[2:] if ruled and not "".join(texts[1:2]).strip() else texts[1:] if ruled else texts
    if not below or not below[0].strip():
        return None
    lines = (bare for text in below[:AHEAD] if (bare := _bare(text)))
    first = next(lines, "")
    titled = _SEPARATOR.fullmatch(first) is not None or _BEGIN_FORWARDED.match(first) is not None
    if not titled and not _COLON.search(first):
        return None  # nearly every line of a letter
    fields = [*lines] if titled else [first, *lines]
    grade = _fields(fields[0], fields[1 : 1 + _FIELD_LINES], ruled=ruled) if fields else Grade.NONE
    if not grade:
        return Opening(1, Grade.SURE) if titled else None
    above = len(texts) - len(below) + titled
    height = above + _height(texts[above:AHEAD])
    grade = Grade.SURE if titled else grade
    return Opening(height, grade, any("@" in text for text in fields[:_FIELD_LINES]), headed=not titled)


def marked_head(lines: Sequence[TextLine]) -> tuple[int, Opening]:
    """Return how many marked lines at the start are the head of a letter, if no marked line of that letter follows.

    Some programs mark the head alone, and then nothing shows whose words stand below. Of others it is ``NOTHING``.
    """
    block = list(takewhile(lambda line: line.quoted or not line.text.strip(), lines))
    found = _head([line.text for line in block]) or NOTHING
    more = any(line.text.strip() for line in block[found.lines :])
    return (0, NOTHING) if more or not found.lines or not found.grade else (len(block), found)


def _of_notes(first: str) -> Opening | None:
    """Return the line that Lotus Notes puts above a quote: "J D ---22.11.2026 10:00:00---and how the quote begins"."""
    found = _NOTES.match(first) if "--" in first else None
    return Opening(1, Grade.DOUBTFUL, addressed=True) if found and is_dated(found["when"]) else None


def _bare(text: str) -> str:
    return text.replace("*", "").strip(_DECORATION)


def _height(texts: Sequence[str]) -> int:
    """Return how many lines header fields take: up to the last before an empty line, below which others may go on."""
    height, torn = 0, False
    for count, text in enumerate(texts, 1):
        bare = _bare(text)
        if not bare:
            torn = height > 0
        elif _FIELD_LINE.fullmatch(bare) or (not torn and _ANY_FIELD.fullmatch(bare)):
            height, torn = count, False
    return height


def _fields(first: str, following: Sequence[str], *, ruled: bool) -> Grade:
    """Return how sure it is that a line begins the header fields of a letter."""
    fields = sum(_FIELD_LINE.fullmatch(other) is not None for other in following)
    if _FROM_LINE.fullmatch(first) and fields > 1:
        return Grade.SURE
    sender = any("@" in other and _FROM_LINE.fullmatch(other) for other in following[:3])
    if _FIELD_LINE.fullmatch(first) and fields and sender:
        return Grade.SURE
    return _foreign_fields([first, *takewhile(_ANY_FIELD.fullmatch, following)], ruled=ruled)


def _foreign_fields(block: Sequence[str], *, ruled: bool) -> Grade:
    """Judge lines that begin with a word or two and a colon: in a language that we do not know, or the author's own."""
    if len(block) < _FEWEST or not _ANY_FIELD.fullmatch(block[0]):
        return Grade.NONE
    addressed = [text for text in block if "@" in text]
    dated = any(is_dated(text) for text in block if "@" not in text)
    if not dated or (not addressed and len(block) < _MANY):
        return Grade.NONE
    first = "@" in block[0] and len(block) >= _MANY
    return Grade.SURE if addressed and (ruled or first or len(addressed) > 1) else Grade.DOUBTFUL
