"""The orders in German."""

from moderator.language.tongues.german import german

GERMAN = german(
    {
        "MOVE": "BEWEGE BEWEGEN BEWEG ZIEHE ZIEHEN VERLEGE VERLEGEN",
        "BUILD": "BAUE BAUEN REKRUTIERE REKRUTIEREN",
        "ATTACK": "ANGRIFF ANGREIFEN GREIFE GREIF ATTACKIERE ATTACKIEREN",
        "PASS": "PASSE PASSEN AUSSETZEN",
        "TROOPS": "TRUPPEN TRUPPE TRUPP INFANTERIE",
        "SPEEDERS": "GLEITER GLEITERN",
        "TRANSPORT": "TRANSPORTER TRANSPORTERN",
        "ABOARD": "BORD",
        "ALL": "ALLEN ALLE ALLES",
    },
    {"origin": "von", "goal": "nach", "place": "ort", "troops": "anzahl"},
)
"""What each word is called: we write the first, and read all."""
