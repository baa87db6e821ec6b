"""The service's commands in German.

No word that ends sentences, such as AUFGEBEN or WARTEN: broken over two lines, a sentence would give a command.
"""

from moderator.language.tongues.german import german

GERMAN = german(
    {
        "HELP": "HILFE",
        "STATUS": "STATUS LAGE",
        "ORDERS": "BEFEHLE",
        "CLEAR": "LÖSCHE",
        "UNDO": "RÜCKGÄNGIG",
        "READY": "BEREIT FERTIG",
        "WAIT": "WARTE",
        "PREVIEW": "VORSCHAU",
        "MAP": "KARTE",
        "HISTORY": "VERLAUF",
        "MATCHES": "PARTIEN",
        "RULES": "REGELN",
        "PRESS": "NACHRICHT",
        "TO": "AN ZUM",
        "UNSIGNED": "ANONYM",
        "VACATION": "URLAUB",
        "RESIGN": "KAPITULIERE",
        "SET": "SETZE",
        "LANGUAGE": "SPRACHE",
    },
    {"topic": "thema", "which": "nummer", "whom": "wen", "message": "text", "begin": "beginn", "end": "ende"},
)
