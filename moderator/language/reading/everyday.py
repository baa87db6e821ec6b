"""Words of everyday talk by which a sentence is judged: what people do in games, ask for, feel, and say out of courtesy."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _either(*ways: str) -> str:
    return "|".join(ways)


ACTS = _words(
    "ABANDON ACTIVATE ADVANCE AIM ASSIGN ATTACK AVOID BLOCK BLOW BOARD BOMB BREAK BRING BUILD BURN BUY CANCEL CAPTURE CARRY "
    "CAST CATCH CHANGE CHARGE CHASE CLAIM CLEAR COLLECT COLONISE COLONIZE COMBINE CONCENTRATE CONQUER CONTINUE CONVERT COVER "
    "CREATE CROSS DEFEND DELAY DELIVER DEPLOY DESTROY DIG DISABLE DISCARD DIVIDE DODGE DRAW DROP ENGAGE ENTER ESCORT EVADE "
    "EXCHANGE EXPLORE EXTEND EXTINGUISH FERRY FETCH FIGHT FIRE FLEE FLY FOCUS FOLLOW FORM FORTIFY GAMBLE GATHER GO GRAB GUARD "
    "HALT HEAD HEAL HELP HIDE HIT HOLD IGNORE INVADE INVEST JOIN JUMP KEEP KILL LAND LAUNCH LEAVE LOAD LOOT MAINTAIN MAN MARCH "
    "MERGE MIRROR MOVE OBEY OCCUPY PASS PATCH PATROL PICK PLACE PLANT PLAY POSITION PRIORITISE PRIORITIZE PRODUCE PROTECT PULL "
    "PURSUE PUSH PUT RAID RAISE RALLY RAM REACT RECRUIT REDEPLOY REDO REFUEL REINFORCE REMAIN REPAIR REPEAT REPEL RESERVE "
    "RETREAT RETURN REVERSE ROTATE RUN SAVE SCATTER SCOUT SCRAP SEARCH SECURE SEIZE SELECT SELL SEND SET SETTLE SHIELD SHIFT "
    "SHIP SHOOT SIT SKIP SPEND SPLIT SPREAD START STATION STAY STEAL STEER STEP STICK STOP STORM STRIKE SUPPORT SURPRISE SURRENDER "
    "SWAP SWITCH TAKE TARGET TEAR TOUCH TRADE TRAIN TRANSFER TRANSPORT TRAVEL TURN UNDO UNITE UNLOAD UPGRADE USE VOTE WAIT WASTE "
    "WATCH WITHDRAW"
)
"""What can be done in games like these, in the words of anybody."""

ASKED_FOR = _words(
    "VACATION HOLIDAY HOLIDAYS DRAW EXTENSION EXTEND CONCEDE CONCESSION RESIGN RESIGNATION STANDBY SUBSTITUTE PREVIEW "
    "TIMEZONE ADDRESS ADRESS POSTER DEADLINE REMINDER REMINDERS ROLLBACK RESEND MAP AWAY ABSENT"
)
"""What commands are about."""

ASKING = _words("WHY HOW WHO WHERE WHAT WHEN WHICH WHOSE")
"""Words with which a question begins, also one without a question mark."""

MODALS = _words("SHOULD MUST SHALL")

BE = _words("IS ARE AM I'M WE'RE IT'S THAT'S THERE'S HE'S SHE'S THEY'RE YOU'RE WAS WERE BEEN BEING")

TELLS = _words(
    "WAS WERE WENT HAD DID MIGHT SEEMS LOOKS FAILED WON LOST BEEN BEING DIDN'T WASN'T WEREN'T HASN'T HADN'T HAVEN'T "
    "COULDN'T WOULDN'T CANNOT ISN'T AREN'T DOESN'T I'VE WE'VE YOU'VE THEY'VE CAME SAW SAID TOLD THOUGHT KNEW GOT GAVE TOOK "
    "MADE FELT FOUND HEARD KEPT SENT SPENT STOOD BROUGHT BOUGHT FOUGHT CAUGHT TAUGHT BROKE SPOKE WROTE FORGOT LOOKED SEEM "
    "SEEMED FEEL FEELS SOUND SOUNDS HOPE HOPING THINK THINKING BELIEVE GUESS GUESSING LOVE LOVED HATE HATED ENJOY ENJOYED WONDER "
    "WONDERING FEAR DOUBT SUSPECT KNOW KNOWS REMEMBER IMAGINE CONGRATULATIONS CONGRATS THANK THANKS SORRY GLAD HAPPY POOR FUNNY "
    "NICE GREAT LUCKY SHAME PITY WOW HAHA LOL AMAZING AWESOME BEAUTIFUL CURIOUS HAVING BECAUSE ALTHOUGH THOUGH "
    "YESTERDAY AGO ALWAYS USED LOSING WINNING TYPICAL DENIES APOLOGIES TAKEN GIVEN GONE SEEN GG UGH BRB OMG HMM MEH YAY ARGH OUCH AFK GLHF"
)
"""Words of one who tells, feels or asks; what such a sentence holds is no instruction."""

NOT_PAST = _words(
    "NEED SPEED SEED FEED INDEED EXCEED PROCEED SUCCEED SUPPOSED RED BED SHED SLED UNUSED BASED UNITED WANTED NEEDED"
)
"""Words that end like a past tense, and are none."""

EVERYDAY = _words(
    "A ACTION ADVANTAGE AFTER ALL ALWAYS ATTACK BACK BASE BATTLE BEFORE BEST BLUE BODY BONUS BOTH BRIGHT BROWN BURN BY CARRYING "
    "CHANCE CLEAR CLOSE COLONY COMBAT COMMAND CONTROL COOL CRY DAMAGE DATA DEAL DEVELOPMENT DIE DISCARD DOC DRAW DUD EARTH EDITION "
    "ENTRY EVENT EVERYTHING EXPERT EYE FACILITY FAR FIRST FIVE FOLLOW FOR FROM FULL GIFT GO GRAY GREEN HALF HIT HOLE HOME HOT IF IN "
    "INCREASED INDEPENDENT INTELLIGENCE INTO KEY KING KNOWN LAST LIE LINE LOCK LONG LUCK MAN MARKET MASTER ME METAL MIND MINE "
    "MOON MOVE NEAR NEVER NO NONE ODD OF OLD ON ONE OPERATION OPPORTUNITY PARTY PLACE PLAN POINT POWER PRESS PRODUCTION "
    "PROW PURPLE PUSH QUICK RANGE RED ROLL ROUND RUN SAVE SEA SECOND SHARE SHIELD SHIP SHORT SHOT SIDE SPACE SPARE SPEED "
    "SPREAD STAND STAR STATION STORE STRONGER SUN SURPRISE SWITCH TABLE TASK TESTING THE THROUGH TIME TO TURN UNIT UNLESS USE "
    "WAIT WAR WATER WHEN WHITE WITH YELLOW YES ZONE FIRE SEARCH STEP KEEP HEAD HOLD AGAINST AND AT BLACK DARK FIELD MATTER "
    "ALIEN RUIN FOCUSED COMBINED STRIKE POPULATION TARGET SCRAP LAUNCH DESIGN TYPE RACE URBAN BOARD FORWARD AHEAD PORT "
    "BEAM BLINK BLOOD ENGINE ORIGIN GOAL COUNT MORE OTHER SEVERAL THING TOPIC STATE OCCASION WHOM MANNER SAVED FIND HEALED USE CONSENT"
)
"""Words of names that everybody uses of other things, too: alone they name nothing of the game."""

SOCIAL = re.compile(
    r"\W*(?:(?:please|pls|do|just|so|and|but|well|now|then|ok|okay|oh|let's) )*(?:"
    + _either(
        r"have (?:a|an|fun|mercy|you)|take (?:care|it|your time|that|heart)|keep (?:up|well|in touch|safe|it up|rolling|smiling|calm|your)",
        r"stay (?:safe|tuned|well|warm|healthy|strong|calm|cool)|let (?:me|us) (?:know|see|hear|tell|say)|(?:see|hope|meet|face|hear|talk)",
        r"let (?:it|there) be|give (?:me (?:5|five|a)|my (?:best|regards|love)|us a)|send (?:my|me (?:the source|a|some)|us)|say (?:hi|hello)",
        r"(?:see|catch) (?:you|ya|below|above|attached)|call me|write (?:me|back)|drop me|pass (?:it|this|that|me) on|make my|bring (?:it )?on",
        r"go (?:go|rebels|team|figure|for it|get|ahead and|home,)|hold (?:on|your|my|the line\W*$|out)|hang (?:on|in)|come on|play (?:well|fair|nice)",
        r"enjoy|cheer|forgive|excuse|pardon|watch (?:out|this|your|and)|look (?:at (?:that|this)|out|forward)|looking forward|wait (?:and|for it|till you|for me!)",
        r"raise a|put (?:it|up with|the kettle)|turns? out|run(?:ning)? (?:late|out)|fight (?:on|well)|leave it|get (?:well|better|lost|a life|ready)",
        r"save (?:me|my|us) (?:a|some|from)|march on|walk the|cross your|wish me|mark my|long live|note (?:that|to)|don'?t (?:take (?:it|this)|work|worry|panic|mention|get me|be|forget to|hate|shoot the messenger)",
        r"advance to victory|attack is the best|may the|here (?:goes|we go|comes)|stop (?:worrying|it|that)|try (?:again|it)|block away|best of|good (?:luck|game|hunting)",
        r"set (?:sail|phasers)|take (?:my|his|her|a) (?:wife|word|chill|break|bow|look)|turn (?:off|on) (?:the|your)|never (?:argue|trust|say|mind|again)",
    )
    + r")(?![^\W_])",
    re.IGNORECASE,
)
"""What people tell each other to do, and no game."""

_WHOLE = _either(
    r"(?:the )?(?:rest|others?|remaining(?: ones?| units?| ships?| fleets?| squads?)?|everything else|everybody else|everyone else|all (?:the )?others?|anybody else|anyone else)",
    r"(?:the )?other (?:units?|ships?|fleets?|squads?|troops?|fighters?|ones?)",
)
_SHOULD = r"(?:(?:should|shall|must|can|may|will|to|just|also|please|simply|all|too|now) )*"
_DOES = (
    r"(?:stays?|holds?|waits?|remains?|keeps?|goes?|go|moves?|follows?|passe?s?|do|does|attacks?|unchanged|stands?|defends?|nothing|no|sits?|rests?|sleeps?|guards?"
    r"|stop|fires?|retreats?|same|the same|as|like|by|too|also|is (?:unchanged|the same|to)|are (?:unchanged|the same|to))"
)
_ORDERS = r"(?:orders?|moves?|letters?|mails?|e-?mails?|messages?|turns?|ones?|lines?|plan|programme?|sheet|builds?|purchases?|set-?up)"
REFERS = re.compile(
    r"(?<![^\W_])(?:"
    + _either(
        r"(?:same|like|as) (?:as )?(?:before|(?:last|previous) (?:turn|time|round)|above|previously|in (?:turn|round) \d+|discussed|agreed|planned)(?!\W*,? (?:thanks?|many|a|my|the|i|we|you|it)\b)(?! :)",
        rf"(?:{_WHOLE})(?: of (?:them|my|the|it)[\w ]{{0,24}})?,?:? {_SHOULD}{_DOES}",
        rf"(?:all|everyone|everybody|everything|nobody|no ?one|none|both)(?: of (?:them|my|us|the)[\w ]{{0,16}}| \w+)? {_SHOULD}(?:stays?|holds?|waits?|remains?|moves?|stand|stop|attacks?|fires?|retreats?|leaves?|home|at|to|over|by default)",
        r"(?:ditto|likewise|idem|undo|by default|defaults? (?:please|for)|(?<![\w,.] )defaults?(?=\W*$)|no changes?|unchanged|as is|the usual(?=\W*$)|as usual(?=\W*$)|auto(?:matic(?:ally)?)?(?=\W*$))",
        r"(?:the )?same (?:again|from|for|with|to|orders?|moves?|thing|plan|programme?|cards?|way)(?! procedure| old)|(?<=and )\w+ the same(?=\W*$)|\w+ (?:too|as well)(?=\W*$)(?<=\d too)",
        rf"(?:my|the|these|those|all|both|last|previous|earlier|old|first|second|third|other) {_ORDERS} (?:stand|count|still|again|hold|apply|twice|instead|(?:are|is) (?:void|off|still|to|cancel))",
        rf"(?:repeat|cancel|undo|redo|ignore|swap|reverse|forget|scrap|delete|drop|use|keep|carry out|execute|file|re-?use|re-?send|disregard|replace|change|take back|mirror|stick (?:with|to)|go (?:with|by))"
        rf" (?:(?:all|both|of|please|just|my|the|this|that|those|these|last|previous|earlier|old|first|second|third|other|whole|two|three|what i (?:said|wrote|sent|ordered)) ?)*(?:{_ORDERS}|them\W*$|everything\W*$|(?<=ordered)|(?<=said)|(?<=wrote)|(?<=sent))",
        r"(?:line|order|number|no\.?|nr\.?) ?#?\d+ (?:(?:is|was|should be) )?(?:nonsense|wrong|void|off|nothing|none|empty|cancel\w*|again|twice|first|last|instead)",
        r"(?:first|second|third|last|1st|2nd|3rd) (?:order|one|line)\W+(?:none|nothing|the same|empty|is nothing)",
        r"(?:not|isn'?t) ready(?: yet)?|(?:nothing|no orders?|no moves?)(?: new| more| else)?(?: from| for) me|let (?:it|the (?:bot|computer|program|ai|machine)) (?:run|do|choose|play|decide)|(?:the )?(?:bot|computer|program) (?:shall|should|may|can|must) (?:do|play|choose|decide|take)",
        r"(?:wait|don'?t (?:start|run|go|wait)) (?:with|for) (?:the turn|me|my)|(?:i'?m|i am|all) done(?=\W*$)|go ahead(?=\W*$)|(?:take|kick) me (?:off|out)|(?:one|two|a few|1|2|3|need|give me|another) (?:more )?(?:days?|hours?|weeks?|turns?) (?:more|off|holiday|longer)",
        r"need (?:one |a |two |some )?(?:more )?(?:days?|hours?|time|weeks?)|give me until|have (?:till|until)|(?:take|takes|took) over for me|somebody (?:else )?(?:please )?(?:take|play)s? (?:over|for me)|new (?:e-?mail |mail )?add?ress",
        r"(?:befehle|orders|ordres|órdenes) (?:wie|comme|como)|(?:der|die) rest\w* (?:bleib|wart|halt)\w*|wie (?:letzte|vorige|gehabt|zuvor)\w*|le reste|los demás|resto",
    )
    + r")(?![^\W_])",
    re.IGNORECASE,
)
"""What speaks of other orders, of this letter or of an earlier one, of all units that have none, or of the whole turn."""

MANNERS = re.compile(
    r"\W*(?:(?P<wish>"
    + _either(
        r"(?:i|we)(?:'d| would) (?:like|love|prefer|rather)(?: to)?",
        r"(?:i|we) (?:also |still |really |just |now |do |then )*(?:want|wish|need|plan|intend|propose|order|choose|pick|request|ask|vote|mean|try)(?: (?:you|him|her|it|them|for))?(?: to)?",
        r"(?:i|we)(?:'ll| will| shall| won'?t| must| should| can|'m gonna)(?: also| then| now| just| not| only)*",
        r"(?:i'm|i am|we're|we are) (?:going|planning|trying|about)(?: to)?|(?:i'm|i am|we're|we are)(?: now| also| then)?(?= \w+ing\b)",
        r"(?:i|we)(?= (?:attack|move|build|go|send|fire|play|take|hold|keep|stay|pass|bid|buy|retreat|use|put|draw|board|shoot|fly|target|launch|discard|skip|wait|agree|accept|refuse|offer|place|follow|don'?t)\b)",
        r"(?:can|could|would|will) (?:you|we|i|my \w+|the \w+)(?: please)?|you (?:can|may|should|could|must)|let'?s|let us|let(?! me)|make sure(?: that)?|try to|may i|feel free to|be|get|give|find|look for|show|don'?t let",
        r"(?:my|the) (?:plan|wish|order|idea|choice) (?:is|would be)(?: to)?|it would be (?:nice|good|great) (?:to|if)",
    )
    + r")|(?P<not>do not|don'?t|do n'?t|never|no(?! one)|not|nobody|without|avoid|stop|get rid of)"
    r"|(?P<if>(?:only )?(?:if(?! only\b)|unless|in case|when|whenever|as soon as|until|till|whatever|wherever|as long as|provided(?: that)?)(?= ))"
    r"|(?P<else>please|pls|plz|kindly|then|and|also|so|now|next|ok(?:ay)?|well|first(?:ly)?|second(?:ly)?|third(?:ly)?|final?ly|lastly|after (?:that|this|which)|afterwards|later|in addition|additionally"
    r"|furthermore|meanwhile|instead|otherwise|else|or|but|just|simply|only|maybe|perhaps|at least|of course|naturally|sorry|hi|hello|hey|oh|ah|yes|no|p\.?\s?p?\.?s\.?|ps|with|for|if possible|this turn|this time|this round"
    r"|(?:turn|round|phase|step|order|no\.?|nr\.?|number) \d+|on the way|everybody|everyone|all|both|again|still|quickly|immediately|to)|(?P<noun>the|my|our|a|an|his|her|their|your))(?![^\W_])[\s,.:!;)(\u2026-]*",
    re.IGNORECASE,
)
"""What may stand before the verb of a sentence that asks for something."""
