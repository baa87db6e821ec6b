# ruff: noqa: RUF001 - the words of mail programs in many languages
"""What mail programs put below a letter, in the language of their user: "Sent from my phone", "Get Outlook for iOS".

Below it some of them leave what they quote without any mark.
"""

import re
from functools import lru_cache

_SENT = re.compile(
    r"(?:^|\b(?:message|e?-?mail) (?:was )?)sent\b|\b(?:gesendet|verschickt|geschickt|geschéckt|envoyée?|"
    r"enviad[oa]|enviat|inviat[oa]|verzonden|verstuurd|gestuur|skickat|skickades|sendt|lähetetty|lähetetään|wysłan[aeo]|odesláno|odoslan[éo]|poslan[ao]|"
    r"отправлен[ао]?|послано|надіслано|відправлено|адпраўлена|изпратено|испратено|послато|trimis|(?:el)?küldve|στάλθηκε|"
    r"εστάλη|gönderil(?:di|miştir)|göndərildi|saadetud|išsiųsta|nosūtīts|bidalia|anfonwyd|seolta|dikirim|dihantar|ipinadala|gửi|dërguar|נשלחה?|"
    r"أ?رسلت?|مرسلة?|ارسال)(?![^\W_])|送信|发送|發送|发自|發自|寄出|傳送|보냄|보낸|भेजा|পাঠানো|ส่ง",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:my|mein(?:e[mrn]?)?|mon|ma|mi|mio|mia|meu|minha|mijn|min|mitt|minun|moj(?:ego|e|im|ho)|mé?ho|mojega|mog|môjho|"
    r"моего|моей|мого|моя|моят|mano|mana|minu|benim|saya|aking|tôi|μου|שלי|الخاص)(?![^\W_])|我的|私の|나의|मेरे|ของฉัน",
    re.IGNORECASE,
)
_DEVICE = re.compile(
    r"\b(?:iphon\w*|ipad|ipod|ios|android|samsung|huawei|xiaomi|redmi|oppo|oneplus|motorola|nokia|"
    r"blackberry|windows|outlook|yahoo|gmail|gmx|web\.de|aol|hotmail|proton ?mail|proton|tutanota|tuta|k-?9|"
    r"thunderbird|blue ?mail|mailbird|aqua ?mail|my ?mail|mail\.ru|yandex|em client|mailspring|airmail|"
    r"superhuman|fastmail|zoho|typeapp|t-online|telekom|virgilio|seznam|posteo|ionos|1&1|naver|daum|foxmail|qq|"
    r"apple|mac|macbook|smart\s?phone\w*|mobile?\w*|mobil\w*|handy|tablet\w*|phone|téléphone|teléfono|telefon\w*|telefoon|"
    r"móvil|celular|telemóvel|cellulare|telefono|matkapuhelin\w*|puhelim\w*|телефон\w*|смартфон\w*|мобильн\w*|мобільн\w*|"
    r"почт\w*|κινητό|הנייד)(?:['’]?[^\W_]{0,6})?(?![^\W_])|携帯|手机|手機|휴대폰|스마트폰|网易|メール|邮箱|아이폰|모바일",
    re.IGNORECASE,
)
_PROGRAM = re.compile(
    r"\b(?:outlook|blue ?mail|k-9|aqua ?mail|my ?mail|yahoo|gmail|proton ?mail|typeapp)\b",
    re.IGNORECASE,
)
_SYSTEM = re.compile(r"\b(?:android|ios|iphone|ipad|windows)(?:['’]?[^\W_]{0,6})(?![^\W_])", re.IGNORECASE)
_LINK = re.compile(r"<[^<>\s]*>|\(https?://[^()\s]*\)|\[https?://[^\[\]\s]*\]|https?://\S+|\[cid:[^\[\]]*\]|[*_~|]")
_FREE = re.compile(
    r"(?:sent|get|gesendet|envoyé|enviado|inviato|verzonden|skickat|sendt|wysłane|отправлено)\s+(?:from|via|with|using|"
    r"outlook|von|mit|depuis|de|à partir|desde|da|con|vanaf|met|från|fra|z|с)\b.{0,80}",
    re.IGNORECASE,
)
"""What people make of such a line ("Sent from planet Hoth"), and what may as well be talk of orders."""

_LONGEST, _LONGEST_WITH_LINKS = 120, 500
_MOST_WORDS, _MOST_OF_ADVERTISEMENT = 16, 8


def is_footer(text: str) -> bool:
    """Tell whether a line is what a mail program, or its user in its manner, put below the letter."""
    bare = _bare(text)
    return bool(bare) and (_FREE.fullmatch(bare) is not None or _is_of_program(bare))


@lru_cache(maxsize=1024)
def is_program_footer(text: str) -> bool:
    """Tell whether a line is what a mail program put below the letter: it tells by what the letter was sent.

    Kept for a while: a line is asked for several times.
    """
    return _is_of_program(_bare(text))


def _bare(text: str) -> str:
    """Return a line without links and emphasis, nothing for one that is too long."""
    if len(text) > _LONGEST_WITH_LINKS:
        return ""
    bare = _LINK.sub("", text).strip(" \t-–—.")
    return bare if len(bare) <= _LONGEST else ""


def _is_of_program(bare: str) -> bool:
    words = len(bare.split())
    if not words or words > _MOST_WORDS:
        return False
    if _SENT.search(bare):
        return _DEVICE.search(bare) is not None or (_FREE.fullmatch(bare) is not None and _OWN.search(bare) is not None)
    return words <= _MOST_OF_ADVERTISEMENT and bool(_PROGRAM.search(bare) and _SYSTEM.search(bare))
