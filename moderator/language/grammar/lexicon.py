"""The words of a language: what each stands for, which say nothing, which take a meaning back."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NOISE = _words(
    "FROM TO AT IN INTO ON ONTO THE A AN MY OUR OF VIA TOWARDS TOWARD AND THEN "
    "SQUAD SQUADS UNIT UNITS PLEASE PLS PLZ KINDLY ORDER"
)
"""Words that say nothing unless a form uses them."""

HEDGES = _words(
    "NOT NO NEVER DON'T DONT MAYBE PERHAPS POSSIBLY PROBABLY IF UNLESS OR INSTEAD BUT WHEN UNTIL EXCEPT "
    "WITHOUT CANCEL RATHER ELSE OTHERWISE AFTER BEFORE"
)
"""Words that take back or condition what stands before them: such an order is not taken."""

TURNING = _words("NOT NO NEVER DON'T DONT UNLESS OR INSTEAD BUT EXCEPT WITHOUT CANCEL")
"""Words after which an order without them would say something else: it is not even offered."""

COURTESY = _words("PLEASE PLS PLZ KINDLY THANKS AND THEN")
"""Noise that may stand before a verb; after an article the same word is a noun ("the attack on C4")."""

STORY = _words(
    "WAS WERE WENT IS ARE HAD HAS DID WILL WOULD COULD SHOULD CAN MIGHT MAY GOES SEEMS LOOKS FAILED WON LOST"
)
"""Words that turn an order right before them into the subject of a sentence ("attack on C4 went well")."""

WISHES = _words("I I'D I'LL WE WE'D WE'LL LET'S LET US WANT WANTS LIKE WISH NEED NEEDS SHOULD SHALL MUST WILL WOULD")
"""Words before and among others that say no more than that somebody wants it."""

FILLER = _words("THIS TURN ROUND TIME NOW FOR AGAIN ALL THANKS THANK YOU")
"""Words that may follow an order without gaps ("Pass this turn"), which any other word would make a sentence."""

EVERY = _words("ALL EVERYTHING EVERYBODY EVERYONE")
"""Words for all that there is, which name nothing by themselves."""

AFTER = _words("BEHIND FIRST LAST TODAY TOMORROW TONIGHT LATER SOON EVERYWHERE ANYWHERE TOO ALSO ONLY PLEASE TOGETHER")
"""Words that may follow a list and are no value that it should have held ("LEAVE 2 Drones behind")."""

PROSE = (
    _words(
        "BE BEEN MUST DO DOES I ME MY YOU YOUR HE HIM HIS SHE HER IT WE US OUR THEY THEM THEIR THIS THAT THESE THOSE "
        "WITH FROM FOR TO OF IN ON AT BY ABOUT AS NEED NEEDED WANTED HERE THERE WHAT WHERE WHY HOW WHICH WHO"
    )
    | STORY
    | HEDGES
    | COURTESY
)
"""Words of a sentence, which no name of several words that HELP is asked about has: "Help is on the way"."""

ENGLISH = _words(
    "ABOARD ACCENT ACE AID ALLY ALTER AMOUNT ARCH ARID ASIDE ATOP ATTACH BAKE BARD BARRIER BARRIERS BASS BATTLED "
    "BATTLES BEARD BEAST BEAT BEEP BEND BERRY BLOT BOAST BOLD BOLT BOMBED BOOB BOOT BOWER BRACE BRAID BUILT BURN "
    "BURNS BURNT CAKE CARRIED CARRIES CATTLE CAVE CENTER CLAY CLEAVE CLOT COAT COATS COIN COLD COMB CONCERT "
    "CONVENT COUNT COVE COVERT CRAP CRUISED CRUISES CURRY DEAL DEEP DESTROYED DIRE DODGY DOLL DOLLS DORM DOVE "
    "DROOPS DROVE DUKE EASE EATER ELM END EVALUATE EVALUATION FACE FACT FACTORS FADE FAKE FAME FARCE FARE FARM "
    "FATE FEND FIBRE FIELD FILE FINE FIRM FIVE FLAY FOAM FOLD FORD FORE FORGED FORGOT FORK FORT FORUM FROG FURRY "
    "GAVE GOAT GOATS GOLD GRACE GUILD HAUNCH HAVE HEADER HEADERS HEALING HEAP HEAR HEARING HEAT HEATING HEAVE "
    "HEEL HELD HELL HELP HEM HEN HIDE HIRE HOARD HOED HOLE HOLED HOLY HOOD HOVE HUES HYPE INFO INTER INTRO IRE "
    "JEEP JOHN JUKE KEEL KEEN KICK KITH LACE LAID LAKE LASS LAY LEADING LEASE LEND LENDER LENDERS LICK LIGHTER "
    "LIGHTERS LOADER LODGE LOIN LOT LOVE LOWER LUKE LUNCH MACE MADE MAGE MAID MAKE MALE MANE MARE MARRY MARSH "
    "MASS MATCH MATE MAZE MEAL MEND MERE MERRY MIRE MODE MOLD MOLE MOPE MORE MOTE MOUND MOVIE MOWER NICK NORM "
    "NUDE OLD ONTO ORALLY PACE PACK PADS PAID PALACE PALS PANS PARRY PARS PASSE PASSES PAST PASTS PATS PAUNCH "
    "PAVE PAWS PAY PAYS PEACE PECK PEEP PICS PILOT PINK PITH PLAICE PLAN PLANE PLATE PLOW PLOY POKER POLL POLLS "
    "POT POWDER PRAY PRICK PRODUCT PUCK PUKE PUSS RABID RACE RACY RAIL RAIN RAKE RAPID RAPTURE RARE RATE RATTLE "
    "RAVE READER READERS READING REAL REALLY REDUCE REND RICE RID RIDE ROLE ROLES ROVE ROWER SAFE SAGE SAID SAKE "
    "SALE SALLY SAME SAND SANE SASS SAY SCARE SCRAPE SCRIP SEAL SEED SEER SEND SENT SERGE SHARE SHAVE SHEER SHIP "
    "SHIRT SHOOK SHOP SHORT SHOT SHOUT SHOUTS SICK SIFT SIRE SITE SIZE SKID SKIM SKIN SKIS SKIT SLAVE SLAY SLIDE "
    "SLIP SLIT SLOT SNARE SNIP SOLD SOOT SPACE SPADE SPARK SPARSE SPED SPEED SPEND SPENT SPIRE SPIT SPLAT SPLAY "
    "SPLINT SPORE SPOUT SPRIT STAB STAG STAKE STAR STARCH STARE STAT STAVE STEAD STEAK STEAM STEEL STEEP STEP "
    "STOMP STOOP STOUT STOW STRAP STRAY STRIDE STRIFE STRIPE STRIVE STROKE SWAY SWIFT TAKE TALE TALLY TAME TAPE "
    "TEAL TEND THEN TICK TIDE TIRE TOLD TOLL TOLLS TOMB TOP TORN TOWER TRACE TRIKE TROLL TROLLS TRUCK TRUE TURF "
    "TYKE TYPO UNTO URN VEAL VEND VERGE WAKE WAVE WEAVE WEEP WEND WHET WHEY WIDE WIDTH WIELD WIRE WISH WITCH "
    "WITHE WITS WOMB WORM WREAK WREN ZEAL"
)
"""Words of common talk that are near to a word of orders: they mean what they say ("built troops at A0 last turn")."""

GREETING = _words(
    "THANKS THANK THX TY HI HELLO HEY DEAR CHEERS BYE GOOD GREAT NICE WELL CONGRATS CONGRATULATIONS SORRY SEE HAPPY "
    "MERRY BEST REGARDS HOPE LOL HAHA WOW YES OK OKAY GREETINGS HAVE GLAD LOVE"
)
"""Words with which small talk begins, under a number, too."""

SPEAKER = _words("I I'M I'VE I'D I'LL WE WE'RE WE'VE YOU YOUR YOU'RE HE SHE IT IT'S THEY MY OUR THERE THAT'S")
"""Words with which a sentence begins that tells something, under a number, too."""

_SHORTEST_PREFIX = 3


class Lexicon:
    """All words that forms are made of, with synonyms and unambiguous beginnings."""

    def __init__(
        self,
        literals: Iterable[str],
        verbs: Iterable[str],
        synonyms: Mapping[str, str],
        *,
        prefixes: bool,
        common: Iterable[str] = (),
    ) -> None:
        """Collect the words; ``prefixes`` admits the beginnings of words, three letters or more.

        ``common`` are words of the game that stand in gaps.
        """
        self.verbs = frozenset(verbs)
        self.canon: dict[str, str] = {word: word for word in literals}
        for word, meaning in synonyms.items():
            if meaning.upper() not in self.canon:
                raise ValueError(f"the synonym {word!r} leads to {meaning!r}, which no form uses")
            self.canon[word.upper()] = meaning.upper()
        if "WITH" in self.canon:
            self.canon.setdefault("W", "WITH")  # "w/ 3 troops"
        self.words = tuple(sorted(self.canon))
        self.common = frozenset(common)
        self.spelt = tuple(sorted({*self.canon, *self.common}))
        """The words in which a typo is set right."""
        self._prefixes = prefixes
        self._beginning = {letter: tuple(words) for letter, words in groupby(self.words, key=lambda word: word[0])}

    def beginning(self, letter: str) -> tuple[str, ...]:
        """Return the words that begin with a letter."""
        return self._beginning.get(letter, ())

    def meanings_of(self, words: Sequence[str], noise: frozenset[str]) -> Mapping[str, str]:
        """Return what words stand for, with the beginnings of words among these resolved."""
        if not self._prefixes:
            return self.canon
        extra: dict[str, str] = {}
        for word in words:
            if word not in self.canon and len(word) >= _SHORTEST_PREFIX and word not in noise and word not in HEDGES:
                meaning = self.completion_of(word)
                if meaning:
                    extra[word] = meaning
        return {**self.canon, **extra} if extra else self.canon

    def completion_of(self, word: str) -> str:
        """Return the one word that another is the beginning of, "" for none or several."""
        found = ""
        at = bisect_left(self.words, word)
        while at < len(self.words) and self.words[at].startswith(word):
            meaning = self.canon[self.words[at]]
            if found and found != meaning:
                return ""
            found = meaning
            at += 1
        return found
