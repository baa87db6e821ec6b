"""Words of other languages for what orders and commands commonly say; offered in English, never taken.

The table is of no game: a language of orders looks up only the words that its own forms use, and no game needs it for
a language that it declares itself. No word stands here that is an English word of small talk.
"""

_WORDS = {
    "MOVE": "bewege bewegen beweg ziehe ziehen verlege verlegen déplacer déplace bouger bouge mover mueve muovere "
    "muovi spostare sposta beplaats verplaats flytta flytt przesuń rusz",
    "ATTACK": "angriff angreifen angreife greife greif attaque attaquer attaquez ataque ataca atacar ataquen attacco "
    "attacca attaccare aanval aanvallen anfall anfalla angrip angreb atak atakuj",
    "BUILD": "baue bauen bau rekrutiere rekrutieren construire construis construir construye costruire costruisci "
    "bouw bouwen bygg bygga byg buduj zbuduj",
    "PASS": "passe passen aussetzen passer paso pasar passo passare passa pas pasuj",
    "HOLD": "halte halten tenir tiens mantener mantén tenere tieni",
    "TROOPS": "truppen truppe troupes troupe tropas tropa truppa troepen trupper trupp wojska",
    "SPEEDERS": "gleiter",
    "TRANSPORT": "transporter transporteur transporte trasporto",
    "ALL": "alle alles tous toutes todos todas tutti allen alla wszystkie",
    "WITH": "mit avec con met med",
    "FROM": "von vom aus depuis desde från fra",
    "TO": "nach zu zum vers hacia verso naar til",
    "AND": "und",
    "HELP": "hilfe aide ayuda aiuto hulp hjälp hjelp hjælp pomoc",
    "STATUS": "lage état estado stato",
    "ORDERS": "befehle ordres órdenes ordini bevelen rozkazy",
    "CLEAR": "löschen loeschen lösche effacer borrar cancella wissen",
    "READY": "bereit fertig prêt listo pronto klaar klar gotowe",
    "WAIT": "warten warte attendre attends esperar espera aspetta aspettare wachten vänta vent czekaj",
    "PREVIEW": "vorschau aperçu anteprima voorbeeld",
    "MAP": "karte carte mapa mappa kaart karta kort",
    "RULES": "regeln règles reglas regole regels regler reguły",
    "HISTORY": "verlauf historique historia",
    "VACATION": "urlaub vacances vacaciones vacanza vacanze vakantie",
    "RESIGN": "aufgeben kapitulation abandonner rendirse arrendersi opgeven",
}

FOREIGN: dict[str, str] = {word.upper(): english for english, words in _WORDS.items() for word in words.split()}
"""From a foreign word, in capitals, to the English one."""
