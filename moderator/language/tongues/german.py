"""German: the words that every game needs, to which each adds its own."""

from collections.abc import Mapping

from moderator.language.tongues.tongue import Tongue

COMMON = {
    # between words of orders
    "FROM": "VON VOM AB",
    "TO": "NACH AN ANS",
    "INTO": "ZU ZUM ZUR INS HINEIN",
    "OF": "AUS",
    "IN": "IM",
    "AT": "BEI BEIM AM",
    "ON": "AUF",
    "WITH": "MIT",
    "FOR": "FÜR",
    "BY": "DURCH",
    "VIA": "ÜBER",
    "AND": "UND",
    "THEN": "DANN DANACH",
    "THE": "DER DIE DAS DEN DEM DES",
    "A": "EIN EINE EINEN EINEM EINER",
    "MY": "MEIN MEINE MEINEN MEINEM MEINER",
    "OUR": "UNSER UNSERE UNSEREN UNSEREM UNSERER",
    "UNITS": "EINHEITEN",
    "UNIT": "EINHEIT",
    "ALL": "ALLE ALLEN ALLER ALLES",
    "NONE": "KEINE",
    "NOTHING": "NICHTS",
    "FIRST": "ZUERST",
    "PLEASE": "BITTE",
    "THANKS": "DANKE",
    "NOW": "JETZT",
    "THIS": "DIESE DIESEN DIESER DIESES DIESMAL",
    "TURN": "ZUG RUNDE",
    # what changes or takes back an order
    "NOT": "NICHT",
    "NO": "KEIN KEINEN KEINEM KEINER",
    "NEVER": "NIE NIEMALS",
    "IF": "FALLS",
    "WHEN": "WENN SOBALD",
    "UNLESS": "SOFERN",
    "OR": "ODER",
    "BUT": "ABER SONDERN",
    "EXCEPT": "AUSSER",
    "WITHOUT": "OHNE",
    "CANCEL": "ABBRECHEN ABGEBROCHEN STORNIEREN ABGESAGT",
    "INSTEAD": "STATT ANSTATT STATTDESSEN",
    "OTHERWISE": "SONST ANSONSTEN",
    "RATHER": "LIEBER DOCH",
    "MAYBE": "VIELLEICHT EVENTUELL",
    "PROBABLY": "WAHRSCHEINLICH WOHL",
    "UNTIL": "BIS",
    "BEFORE": "BEVOR VORHER",
    "AFTER": "HINTER NACHDEM",
    # what tells a story
    "IS": "IST WIRD",
    "ARE": "SIND WERDEN",
    "WAS": "WAR WURDE",
    "WERE": "WAREN WURDEN",
    "HAS": "HAT HABEN",
    "HAD": "HATTE HATTEN",
    "WENT": "LIEF LIEFEN GING GINGEN VERLIEF",
    "FAILED": "SCHEITERTE SCHEITERTEN MISSLANG",
    "WON": "GEWANN GEWANNEN",
    "WOULD": "WÜRDE WÜRDEN WÄRE WÄREN HÄTTE HÄTTEN",
    "SHOULD": "SOLL SOLLEN SOLLTE SOLLTEN",
    "CAN": "KANN KÖNNEN",
    "COULD": "KÖNNTE KÖNNTEN",
    "I": "ICH",
    "WE": "WIR",
    "WANT": "MÖCHTE MÖCHTEN WOLLEN",
    # numbers
    "BOTH": "BEIDE BEIDEN",
    "ONE": "EINS",
    "TWO": "ZWEI",
    "THREE": "DREI",
    "FOUR": "VIER",
    "FIVE": "FÜNF",
    "SIX": "SECHS",
    "SEVEN": "SIEBEN",
    "EIGHT": "ACHT",
    "NINE": "NEUN",
    "TEN": "ZEHN",
    "ELEVEN": "ELF",
    "TWELVE": "ZWÖLF",
}
"""What words of English are called in German."""
ENGLISH_TOO = frozenset("AB ALLEN AM AN DEN DES DIE ELF FALLS FUR HAT IM STATT WAR".split())  # noqa: SIM905 - reads as a row
"""Words of German that say something in English, too."""
_TALK = (
    "ALTE ALTEN BLAUEN BRAUEN DIELE DROHEN EUER EUERE FALTEN FASSE FASSEN FEIER FEIERE FORMEL GASSE "
    "GRUPPE GRUPPEN HAFTEN HAGER HALBE HALBEN HALFEN HALLE HALLEN HASSE HASSEN HAUEN HINTEN KALTE KALTEN KASSE "
    "KLASSE LAGER LASSEN LASST LEHRE LEINE LEITER LEITERN LOHNE MAGER MASSE MASSEN MILDE NEUER PAUSE PAUSEN "
    "RAHMEN RAMPE RASTE REIFE SEHNE SIEHE SPRINGE SPRINGEN SPÄTER STARBEN STARKE STARKEN STRENGE STRENGEN TASSE TAUEN "
    "TEUER TEUERE VERLEBEN VIELE WALTEN WILDE WINTER ZEHEN ZEILE ZIEGEN ZIELEN"
)


def german(words: Mapping[str, str], gaps: Mapping[str, str], phrases: Mapping[str, str] | None = None) -> Tongue:
    """Return German with the words of a game, or of commands; they come before the common ones."""
    common = {ours: theirs for ours, theirs in COMMON.items() if ours not in words}
    return Tongue({**common, **words}, gaps, phrases or {}, ENGLISH_TOO, _TALK)
