"""How people ask for something in a game, and how they talk of other things: phrases, one family a line."""

import re

from moderator.language.reading.talk.doubts import SOMEBODY
from moderator.language.reading.talk.phrases import phrases

_PIECES = {
    "start": "please|pls|do|no|just|so|and|but|well|now|then|ok|okay|oh|let's|also|again",
    "sheet": """
        orders?|moves?|letters?|mails?|e-?mails?|messages?|turns?|lines?|plan|programmes?|programs?|sheet|builds?
        purchases?|set-?up|cards?
    """,
    "whole": """
        (?:the )?(?:rest|others?|everything else|everybody else|everyone else|anybody else|anyone else)
        all (?:the )?others?
        (?:the )?remaining(?: ones?| units?| ships?| fleets?| squads?)?
        (?:the )?other (?:units?|ships?|fleets?|squads?|troops?|fighters?|ones?)
    """,
    "all": "all|everyone|everybody|everything|nobody|no ?one|none|both",
    "allof": r"<all>(?: of (?:them|my|us)[\w ]{0,16}| (?:my )?<unit>)?",
    "mine": "my|the|these|those|all|both|last|previous|earlier|old|first|second|third|other",
    "number": r"(?:line|order|number|no\.?|nr\.?) ?#?\d+",
    "really": "(?:also |still |really |just |now |do |then )*",
    "should": "(?:(?:should|shall|must|can|may|will|to|just|also|please|simply|all|too|now) )*",
    "stays": """
        stays?|holds?|waits?|remains?|keeps?|goes?|go|moves?|follows?|passe?s?|do|does|attacks?|stands?|defends?
        sits?
        rests?|sleeps?|guards?|stop|fires?|retreats?|unchanged|nothing|no|same|the same|as|like|by|too|also
        (?:is|are) (?:unchanged|the same|to)
    """,
    "before": r"""
        before|(?:last|previous) (?:turn|time|round)|above|previously|in (?:turn|round) \d+|discussed|agreed|planned
        (?:proposed|suggested)
    """,
    "which": """
        (?:all|both|of|please|just|my|the|this|that|those|these|last|previous|earlier|old|first|second|third) ?
        (?:other|whole|two|three) ?
    """,
    "again": """
        repeat|cancel|undo|redo|ignore|swap|reverse|forget|scrap|delete|drop|use|keep|carry out|execute|file|re-?use
        re-?send|disregard|replace|change|take back|mirror|stick (?:with|to)|go (?:with|by)|strike|scratch
    """,
    "unit": "units?|ships?|fleets?|squads?|troops?|fighters?|men|guys|boys|crew",
    "i": "i|we",
    "name": SOMEBODY,
    "time": "days?|hours?|weeks?|turns?|time|until|till",
}
_REFERS = r"""
    (?:the )?(?:same|like|as)(?: as)? <before>(?! :)
    (?:the )?same (?:again|from|for|with|to|orders?|moves?|thing|plan|programmes?|cards?)\b(?! (?:procedure|old))
    (?<!the\s)(?:same|mirrored)(?: please| pls)?\W*\Z|[\w-]+ (?:too|as well)\W*\Z(?<=\w)
    <whole>(?: of (?:them|my|the|it)[\w ]{0,24})?:? <should><stays>
    <allof> <should>(?:stays?|holds?|waits?|remains?|moves?|leaves?|stop|fires?)
    <allof> <should>(?:attacks?|retreats?|home|over|by default|stand still)
    (?:ditto|likewise|idem|undo|by default|defaults?(?: please| for\b.*)?)\W*\Z
    (?:no changes?|unchanged|as is|(?:as )?(?:the )?usual)\W*\Z
    (?:auto|automatic(?:ally)?|random(?:ly)?)\W*\Z
    <mine> <sheet> (?:stand|stands|count|counts)
    <mine> <sheet> (?:again|hold|apply|twice|instead)
    <mine> <sheet> (?:are|is) (?:void|off|still|to)
    <again> (?:<which>)*(?:<sheet>)(?! (?:is|are|was|for your|from the)\b)
    <again> (?:<which>)*(?:them|everything|it all|that)\W*\Z
    <again> (?:everything |all )?what i (?:said|wrote|sent|ordered)
    <number> (?:is |was |should be )?(?:nonsense|wrong|void|off|nothing|none|empty|cancel\w*)
    <number> (?:is |was |should be )?(?:again|twice|first|last|instead|the same)
    (?:first|second|third|last|1st|2nd|3rd) (?:order|one|line)\W+(?:none|nothing|the same|empty|is nothing)
    (?:i'm |i am )?not (?:ready|finished|done)(?: yet)?\W*\Z
    (?:nothing|no (?:new )?(?:orders?|moves?))(?: new| more| else)?(?: from| for) me
    do nothing(?: this (?:turn|round|time))?\W*\Z|nothing this (?:turn|round|time)\W*\Z|nothing new\b.*\brun\b
    let (?:it|the (?:bot|computer|program|ai|machine)) (?:run|do|choose|play|decide|take)
    (?:the )?(?:bot|computer|program) (?:shall|should|may|can|must) (?:do|play|choose|decide|take)
    (?:just )?do (?:what|whatever) (?:you (?:think|like|want)[\w ]*|is best)
    do the (?:sensible|best|right|usual|same) (?:thing)?|surprise me\W*\Z
    (?:wait|don'?t (?:start|run|wait|go|do))(?: on)? (?:with|for) (?:the turn|me|my)\b
    (?:i'?m|i am|all) done\W*(?:\Z|, )|go ahead\W*\Z|play on without me|(?:more|rest) (?:tomorrow|later|follows)\b
    (?:take|kick) me (?:off|out)|(?:need|give me|another|can i have|could i have)(?: \w+){0,2} <time>\b
    (?:one|two|three|a few|\d+) (?:more )?(?:days?|weeks?|turns?) (?:more|off|holiday|longer)
    (?:give me|have) (?:until|till)
    (?:can'?t|cannot|won'?t) (?:play|move|write|send)(?: \w+){0,3} (?:from|till|until|before|between)
    (?:somebody |someone )?(?:else )?(?:please )?(?:take|takes|took|play|plays) (?:over|for me)\b
    my (?:new|other) (?:e-?mail |mail )?add?ress\b|new (?:e-?mail |mail )add?ress\b
    (?:forget|never mind) (?:about |the )?(?:thing|bit|part|line|order|what i)\b
    not (?:that|this|those)[,:] the other
    (?:the )?other way (?:a?round)\b|(?:go on|carry on|continue) as (?:planned|before)
    (?:go on|carry on|continue)\W*\Z
    <i>(?:'d like to| would like to| want to| will|'ll)? ?(?:leave|quit) the (?:game|match)|strike my colou?rs
    (?:<i>(?:'m| am|'re| are) )?(?:happy|fine) with (?:the|your) (?:proposal|suggestion|set-?up|default)
    (?:the )?(?:proposal|suggestion|set-?up|everything) (?:is|looks) (?:ok|okay|fine|good|alright)
    (?:please )?(?:tell|ask|inform|warn|say to|write to|message (?:to|for)) (?:the )?<name>|public message\b
    full (?:speed|steam|throttle|ahead)|come about|hard to (?:port|starboard)|all hands|open fire
    (?:hold|cease) fire
    fire at will|abandon ship|sit tight|stand (?:down|by|fast|still)|fall back|dig in|back off|at (?:any|all) costs?
    [\w']+'s choice\W*\Z
    (?:\d+ (?:and |& )?)+as <before>|je passe|ich passe|paso(?: turno)?\W*\Z|ik pas\W*\Z
    (?:befehle|orders|ordres|órdenes) (?:wie|comme|como)|(?:der|die) rest\w* (?:bleib|wart|halt)\w*
    wie (?:letzte|vorige|gehabt|zuvor)\w*|le reste|los demás|come prima|comme avant|como antes
    zoals (?:vorige|eerder)
"""
_SOCIAL = r"""
    have (?:a|an|fun|mercy|you)
    take (?:care|it|your time|that|heart|my (?:wife|word)|his|her|a (?:chill|break|bow|look))
    keep (?:up|well|in touch|safe|it up|rolling|smiling|calm|me posted|your (?:fingers|chin|spirits|hair|cool))
    stay (?:safe|tuned|well|warm|healthy|strong|calm|cool)
    let (?:me|us) (?:know|see|hear|tell|say)|(?:see|hope|meet|face|hear|talk)|let (?:it|there) be|let the best
    give (?:me (?:5|five|a)|my (?:best|regards|love)|us a)|send (?:my|me (?:the source|a|some)|us)|say (?:hi|hello)
    (?:see|catch) (?:you|ya|below|above|attached)|call me|write (?:me|back)|drop me|pass (?:it|this|that|me) on
    make my|(?:bring (?:it )?on|bring me)|wait(?:,| -+)? (?:and|for it|till you|for me!|i (?:have|think|just)|what)
    go (?:go|and see|see|rebels|team|figure|for it|get|ahead and|home[,:]|on[.,])
    hold (?:on\b(?! to)|your (?:breath|horses)|my|the line\W*\Z|out)
    hang (?:on|in)|come on|play (?:well|fair|nice)|enjoy|cheer|forgive|excuse|pardon|watch (?:out|this|your|and)
    look (?:at (?:that|this)|out|forward)|looking forward|raise a|put (?:it|up with|the kettle)|turns? out
    run(?:ning)? (?:late|out)|fight (?:on|well)|leave it|get (?:well|better|lost|a life|ready)
    save (?:me|us) (?:a|some|from)
    march on|walk the|cross your|wish me|mark my|long live|note (?:that|to)|remember|trust me|imagine|guess|bet
    don'?t (?:take (?:it|this)|work|worry|panic|mention|get me|be|forget to|hate|shoot the messenger|you|laugh|tell|ask)
    advance to victory|attack is the best|may the|here (?:goes|we go|comes)|stop (?:worrying|it|that)
    try (?:again|it)
    block away|best of|good (?:luck|game|hunting)|set (?:sail|phasers)|turn (?:off|on) (?:the|your)
    never (?:argue|trust|say|mind|again)
    no wait\W*\Z|wait\W*\Z|clear skies|head of|help (?:is|after|yourself|me god)
    find (?:enclosed|attached|my|below|a seat)|check (?:out|it)|thanks?\b
    no (?:problem|worries|thanks|thank you|idea|wonder|doubt|offence|way|hurry|comment|news)|change of plans?
    better (?:late|luck|safe|you)|oh well|(?:to|for) (?:be|me|my part|what|whom)|same (?:procedure|old)|sounds?
    in case you
    let's (?:go|see|hope|roll|face|say|do it|rock)\b(?! to)
"""
_TURN_OF_PHRASE = r"""
    (?:at|in) (?:the )?(?:same time|other words|long run|end|any case)|first place|one way or (?:an)?other|some way
    looks? (?:good|great|nice|okay|fine|like)
    (?:match|game|player|name|seat|side|date|subject|phase|team)(?=:)
    more or less|once in a while|sooner or later|so far|by the way|of course|as a matter of fact
"""
_WISH = r"""
    <i>(?:'d| would) (?:like|love|prefer|rather)(?: to)?
    <i> <really>(?:want|wish|need|plan|intend|propose|order|choose|pick|request|ask|vote)(?: <whom>)?(?: to)?
    <i> <really>(?:mean|try|offer|suggest)(?: <whom>)?(?: to)?
    <i>(?:'ll| will| shall| must| should| can|'m gonna)(?: also| then| now| just| not| only)*
    <i>(?:'m| am|'re| are) (?:going|planning|trying|about)(?: to)?
    <i>(?:'m| am|'re| are)(?: now| also| then)?(?= \w+ing\b)
    <i>(?= (?:<doing>)\b)
    (?:can|could|would|will) (?:you|we|i|my \w+|the \w+)(?: please)?|you (?:can|may|should|could|must)|let'?s|let us
    let(?! me)
    make sure(?: that)?|try to|may i|feel free to|be|get|give|find|look for|show|don'?t let
    it would be (?:nice|good|great) (?:to|if)
    (?:my|the) (?:plan|wish|order|idea|choice) (?:is|would be)(?: to)?
"""
_NOT = r"do not|don'?t|do n'?t|never|no(?! one)|not|nobody|without|avoid|stop|get rid of"
_IF = r"""
    (?:only )?(?:if(?! only\b)|unless|in case|when|whenever|as soon as|until|till)(?= )
    (?:whatever|wherever|as long as|provided(?: that)?)(?= )
"""
_ELSE = r"""
    please|pls|plz|kindly|then|and|also|so|now|next|ok(?:ay)?|well|first(?:ly)?|second(?:ly)?|third(?:ly)?|final?ly
    lastly
    after (?:that|this|which)|afterwards|later|in addition|additionally|furthermore|meanwhile|instead|otherwise|else
    or|but
    just|simply|only|maybe|perhaps|at least|of course|naturally|sorry|hi|hello|hey|oh|ah|yes|p\.?\s?p?\.?s\.?|ps
    with|for
    if possible|this turn|this time|this round|(?:turn|round|phase|step|order|no\.?|nr\.?|number) \d+|on the way
    everybody|everyone|somebody|someone|all|both|again|still|quickly|immediately
"""
_NOUN = "the|my|our|a|an|his|her|their|your"
_PIECES |= {
    "whom": "you|him|her|it|them|for",
    "doing": """
        attack|move|build|go|send|fire|play|take|hold|keep|stay|pass|bid|buy|retreat|use|put|draw|board|shoot|fly
        target
        launch|discard|skip|wait|agree|accept|refuse|offer|place|follow|don'?t|surrender|resign|concede|strike
        give up
    """,
}


def _whole_words(lines: str) -> str:
    return rf"(?:{phrases(lines, _PIECES)})(?![^\W_])"


REFERS = re.compile(rf"(?<![\w'])(?:{_whole_words(_REFERS)})", re.IGNORECASE)
"""What speaks of other orders, of this letter or an earlier one, of all units without one, or of the whole turn."""

SOCIAL = re.compile(rf"\W*(?:{phrases('(?:<start> )*', _PIECES)})(?:{_whole_words(_SOCIAL)})", re.IGNORECASE)
"""What people tell each other to do, and no game."""

IDIOM = re.compile(rf"(?<![\w'])(?:{_whole_words(_TURN_OF_PHRASE)})", re.IGNORECASE)
"""Turns of phrase whose words are not to be taken at their word."""

MANNERS = re.compile(
    rf"\W*(?:(?P<wish>{phrases(_WISH, _PIECES)})|(?P<not>{_NOT})|(?P<if>{phrases(_IF, {})})"
    rf"|(?P<else>{phrases(_ELSE, {})})|(?P<noun>{_NOUN}))(?![^\W_])[\s,.:!;)(\u2026-]*",
    re.IGNORECASE,
)
"""What may stand before the verb of a sentence that asks for something."""

POLITE = re.compile(
    r"\W*(?:hi|hello|hey|thanks|thank you|thx|cheers|ok|okay|great|good|nice|sorry|yes)(?:[,!.]+ +(?=\S)| - )",
    re.IGNORECASE,
)
"""A word of courtesy before a sentence, which says nothing of what follows."""

PLEADS = re.compile(
    r"\b(?:please|pls|plz|would be (?:nice|good|great|welcome)"
    r"|bitte|por favor|s'il (?:vous|te) pla[iî]t|per favore|alsjeblieft)\b",
    re.IGNORECASE,
)
"""How people say please."""
