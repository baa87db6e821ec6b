# ruff: noqa: RUF001 - the words of mail programs in many languages
"""What ends the orders of a letter: END, a signature mark, the start of a quote that no mark shows.

Mail programs say in the language of their user who wrote what they quote; the words here are theirs.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

_END = re.compile(r"\W*end(?:\s+of)?(?:\s+(?:my\s+)?orders?)?\W*", re.IGNORECASE)
_PRESS_END = re.compile(r"\W*end(?:\s+(?:of\s+)?(?:press|message))?\W*", re.IGNORECASE)
_SIGNATURE = re.compile(r"--\s?")

_FOOTER = re.compile(
    r"(?:sent|get|gesendet|envoyé|enviado|inviato|verzonden|skickat|sendt|wysłane|отправлено)\s+(?:from|via|with|using|"
    r"outlook|von|mit|depuis|de|à partir|desde|da|con|vanaf|met|från|fra|z|с)\b.{0,80}",
    re.IGNORECASE,
)
"""What programs for phones put below a letter."""

_WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|geschrieben|écrit|escribió|scritto|scrisse|skrev|schreef|geschreven|napisał(?:\(?a\)?|o)?|"
    r"pisze|kirjoitti|escreveu|написал(?:\(а\)|[аи])?|пише|написав|yazdı|şunları yazdı|írta|napsal(?:\(?a\)?)?|"
    r"a scris|έγραψε|написа)(?![^\W_])|写道|寫道|寫於|のメール|書きました|님이 작성|작성|كتب|כתב|מאת|viết",
    re.IGNORECASE,
)
_WROTE_START = re.compile(
    r"(?:on|am|le|el|il(?: giorno)?|op|den|em|på|at|quoting|zitat von|w dniu|dne|dnia|pe|în|vào|в|у|στις|בתאריך|"
    r"mon|tue|wed|thu|fri|sat|sun|пн|вт|ср|чт|пт|сб|вс|нд|[^\W\d_]{2,4}[.,])(?![^\W_])|\d{1,4}\s?[-/.年]",
    re.IGNORECASE,
)
_DATE_OR_ADDRESS = re.compile(r"@|\d{4}|\d\d[:.]\d\d")
_QUOTED_BESIDE = re.compile(r"(?P<said>.{10,300}?[\w>)])\s?[:：]\s+\S", re.DOTALL)
"""An attribution with the first line of the quote behind it, as Yahoo's programs for phones write."""

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
_FROM_LINE = re.compile(rf"[*_]{{0,2}}(?:{_FROM})\s?[:：][*_]{{0,2}}\s*\S.*", re.IGNORECASE)
_FIELD_LINE = re.compile(rf"[*_]{{0,2}}(?:{_FIELDS})\s?[:：].*", re.IGNORECASE)
_ANY_FIELD = re.compile(r"[*_]{0,2}[^\W\d_][^\d\n:：]{0,24}\s?[:：]\s*\S.*")
"""A field in a language that we do not know: a word or two and a colon."""

_WROTE_LINES = 3
_FIELD_LINES = 6
_LONGEST = 500


def is_end(text: str) -> bool:
    """Tell whether a line says END and nothing else."""
    return len(text) < _LONGEST and _END.fullmatch(text) is not None


def is_press_end(text: str) -> bool:
    """Tell whether a line ends the text of a message."""
    return len(text) < _LONGEST and _PRESS_END.fullmatch(text) is not None


def is_signature(text: str) -> bool:
    """Tell whether a line is the mark above a signature."""
    return _SIGNATURE.fullmatch(text.strip("\r\n")) is not None


def is_footer(text: str) -> bool:
    """Tell whether a line is what a mail program put below the letter ("Sent from my phone")."""
    return len(text) < _LONGEST and _FOOTER.fullmatch(text.strip()) is not None


def attribution(texts: Sequence[str], *, quoted: bool = False) -> int:
    """Return how many lines at the start say that somebody wrote something ("On … wrote:"), 0 for none.

    ``quoted`` tells that a marked quote follows: then a date or an address before a colon is enough.
    """
    joined = ""
    for count, text in enumerate(texts[:_WROTE_LINES], 1):
        if not text.strip() or len(text) > _LONGEST:
            return 0
        if joined and not (_WROTE_START.match(texts[0].strip()) or "@" in texts[0]):
            return 0  # it is the next line that begins an attribution, if any does
        joined = f"{joined} {text.strip()}".strip()
        if _says_who_wrote(joined, quoted=quoted):
            return count
    return 0


def _says_who_wrote(said: str, *, quoted: bool) -> bool:
    if not said.endswith((":", "：")):
        beside = _QUOTED_BESIDE.match(said)
        if beside is None or "@" not in beside["said"]:
            return False
        said = beside["said"]
    told = _DATE_OR_ADDRESS.search(said) is not None
    wrote = max((found.end() for found in _WROTE.finditer(said)), default=0)
    if quoted or not wrote:
        return quoted and told
    at_last = not said[wrote:].strip(" :：")
    return ("@" in said) or (_WROTE_START.match(said) is not None and (told or at_last))


def starts_quote(text: str, below: Iterable[str] = ()) -> bool:
    """Tell whether an unmarked quote starts with a line: a separator, or a block of header fields with those below."""
    first = text.strip()
    if not first or len(first) > _LONGEST:
        return False
    if _SEPARATOR.fullmatch(first) or _BEGIN_FORWARDED.match(first):
        return True
    if ":" not in first and "：" not in first:
        return False
    stripped = (other.strip() for other in islice(below, 2 * _FIELD_LINES))
    following = [other for other in stripped if other][:_FIELD_LINES]
    fields = sum(_FIELD_LINE.fullmatch(other) is not None for other in following)
    if _FROM_LINE.fullmatch(first):
        return fields > 1
    if _FIELD_LINE.fullmatch(first):
        return fields > 0 and any("@" in other and _FROM_LINE.fullmatch(other) for other in following[:3])
    return _is_foreign_block(first, following)


def _is_foreign_block(first: str, following: Sequence[str]) -> bool:
    """Tell four fields of a language that we do not know, the first with an address, another with a date."""
    block = [first, *following[:3]]
    if len(block) < 4 or "@" not in first or not all(_ANY_FIELD.fullmatch(text) for text in block):  # noqa: PLR2004
        return False
    return any(re.search(r"\d{4}|\d\d:\d\d", text) for text in block[1:])
