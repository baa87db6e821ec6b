"""The service's commands in German.

AUFGEBEN and WARTEN are none: German sentences end with them, and one that somebody broke over two short lines would
give a command. FERTIG, BEREIT and RÜCKGÄNGIG end sentences, too, as READY does, but below a full line they are its
last word.
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
        "MAP": "KARTE SPIELPLAN",
        "HISTORY": "VERLAUF",
        "MATCHES": "PARTIEN",
        "RULES": "REGELN",
        "PRESS": "NACHRICHT",
        "TO": "AN ZUM",
        "UNSIGNED": "ANONYM",
        "VACATION": "URLAUB",
        "RESIGN": "KAPITULIERE",
        "DRAW": "REMIS",
        "EXTEND": "VERLÄNGERE",
        "DELEGATE": "VERTRETUNG",
        "OFF": "AUS",
        "SET": "SETZE",
        "LANGUAGE": "SPRACHE",
    },
    {"topic": "thema", "which": "nummer", "whom": "wen", "message": "text", "begin": "beginn", "end": "ende"},
)
