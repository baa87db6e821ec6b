"""What people say of a block of orders that may change what it means, as phrases: one family a line.

Where the words stand tells how much they must say. Anywhere in a letter they have to name the orders; on the line above
or below them, and behind one on its line, a word is enough.
"""

from collections.abc import Mapping
from enum import StrEnum

SOMEBODY = "somebodyelse"
"""Stands in a text for the name of another seat or player."""


class Doubt(StrEnum):
    """What words around orders may say of them."""

    NEGATED = "negated"
    LATER = "later"
    DRAFT = "draft"
    REPORT = "report"
    QUESTION = "question"
    CHOICE = "choice"
    CONDITION = "condition"
    OTHER_SEAT = "other-seat"
    SEQUENCE = "sequence"


PIECES = {
    # the orders of the letter
    "sheet": """
        orders?|moves?|lines?|instructions?|letters?|e-?mails?|mails?|messages?|posts?|plans?|sheets?|programme?s?
    """,
    "this": "this|that|these|those|them|it",
    "named": r"""
        (?:this|these|those|my|the|all|both|previous)(?: \w+)? <sheet>
        these|those|(?:all )?(?:the )?(?:above|below)|the following
    """,
    "these": r"""
        <named>|(?:(?:any|all|both|one|some|either|each|none) of )?<this>(?: here)?
        what (?:is|stands|follows|i wrote|i sent)(?: \w+)?|anything|everything
    """,
    # what is done with orders
    "do": r"""
        (?:be )?(?:do|done|use|used|take(?! (?:it|this|that)\b)|taken|read|count|counted|file|filed|process|processed)
        (?:be )?(?:carry|carried|record|recorded|accept|accepted|execute|executed
        run|perform|enter|submit|follow|play|book|mean|send|sent)
    """,
    "down": r"(?: out| yet| down| in| as orders?| seriously| for real| now)*",
    "sent": "sent|wrote|ordered|filed|submitted|mailed|typed|posted|gave|entered|tried|played|did|had|meant",
    "drop": "ignore|disregard|discard|scrap|delete|forget|bin|void|cancel|nix|withdraw|remove|strike|scratch",
    # little words
    "not": "not|do not|don'?t|do n'?t|never|(?:must|should|shall|are|is)(?: not|n'?t)(?: to)?",
    "dont": "do not|don'?t|do n'?t|(?:must|should|shall)(?: not|n'?t)",
    "be": "is|are|was|were",
    "we": r"(?:i|we|you|he|she|they)(?:'ve| have|'d| had)?(?: \w+ly| already| just| once| only| also)*",
    "i": "i|we",
    "only": "only|just|merely|still|a|an|my|some|first|rough|early|quick|more|random|possible|few|no more than",
    "some": r"(?:[\w'-]+ ){0,5}",
    "lead": "please|pls|plz|kindly|but|so|and|no|ok|okay|just|sorry|oops|again|however|hi|hello|well|oh|really|for now",
    "also": "and|but|then|also|even|or|ok|so|just|well|do|this|these|it|that|carry|out|all|the|following|please|only",
    "turn": "turn|round|phase",
    "then": "next|later|tomorrow|tonight|another (?:time|day|turn)|some other time|not (?:yet|now)|the future",
    "if": r"""
        if|unless|in case|provided(?: that)?|assuming|supposing|as long as|so long as|on condition|depending on
        in the event|until|till
        falls|wenn|sofern|au cas où|à condition|si|se|als|indien|mits|en caso de|nel caso
    """,
    "name": SOMEBODY,
    "idea": "ideas?|thoughts?|notes?|tests?|examples?|suggestions?|proposals?|sketch|possibilities|brain ?storming",
    "swap": "swap|switch|exchange|reverse|interchange|flip",
    "goes": "(?:(?:should|must|shall|to) )?(?:(?:go|goes|come|comes|be|run|done) )?",
    "tbd": r"t\.?b\.?[dc]\.?|to be (?:decided|confirmed|determined|discussed|continued)",
    "done": """
        void|cancell?ed|withdrawn|deleted|dropped|invalid|obsolete|outdated|superseded|struck|disabled|mistake|error
    """,
    "unsure": "maybe|perhaps|possibly|probably|optional(?:ly)?|unsure|not (?:yet )?sure|uncertain|undecided|pending",
    "choice": r"\W*(?:[a-d]|[1-4]|one|two|three|i{1,3})?\W*(?:[:.)\u2013\u2014-]+.*)?",
    "ok": r"""
        ok|okay|right|legal|allowed|possible|correct|better|best|good|fine|enough|clear|valid|wise|sensible|too \w+
        wrong|how|what|a (?:good|bad|better) \w+|worth it
    """,
    "works": "work|happen|count|go|move|fit|make sense|hold|fail|succeed|arrive|reach|be (?:<ok>)",
    "act": """
        do (?:this|that|these|it|both)|move|build|go|send|order|play|fire|attack|hold|buy|bid|need an?|retreat
        pass|rather|better|place|fly|target|launch
    """,
    "for": "(?:for |in |on )?(?:the )?",
    "answer": "answer|reply|report|acknowledge?ment|program|receipt|mail|letter|form",
    "told": """
        you|this|these|it|them|the following|that|those|last \\w+|yesterday|before|earlier|already|in \\w+|on \\w+
        for turn \\d+
        and|but|as|to you
    """,
    "and": "(?:and |but |then |so )*",
    "thoseare": """
        that'?s|this is|these are|those are|my|the|plans?|ideas?|orders?|moves?|and|only|please|keep|in the drawer
    """,
    "take": "(?:please |take |choose |use |do |or )*",
    "iam": "i'm|i am|we're|we are|i was|we were|been",
    "write": "write|say|tell|confirm|mail|send|give|hear|answer",
    "will": "is|are|was|would|will|can|could|does|do|should|must",
    "asks": r"""
        (?:which|what)(?: (?:one|of (?:<this>|the two)|is|would be|do you think is))* (?:better|best|worse|legal)
        what (?:would|will) happen|what happens|what if (?:i|we)|what (?:are|is) (?:my|our) (?:chances?|odds)
        what (?:do|does|would) (?:you|the \w+|\w+) (?:think|say|suggest|advise|recommend) (?:of|about|to) <this>
        <will> (?:this|that|these|those|they)(?: really| also| even)? (?:<ok>|<works>)
        (?:is|would|will|could|can|does) it (?:<ok>|work|count)
        (?:is|are|was) the (?:first|second|third|last|other|\w+ (?:line|order)s?) (?:<ok>|\w+ <ok>)
        (?:should|shall|can|may|must|do|could) i(?: also| even| still| really)? <act>
        (?:have|did|do) you (?:got|get|received|receive|have|read) (?:this|these|those|them|my orders)
        (?:did|have|had) i (?:already )?(?:send|sent|order|ordered|write|written) (?:this|these|it|them|that)
        would you (?:do|play|order|try|recommend) (?:this|these|it|that|them)
        how (?:about|good|likely) (?:is |are )?(?:this|these)|why (?:not(?=\W*\?)|(?:is|are) (?:this|these))
        or (?:not|better not|rather not|is (?:this|that|it) (?:<ok>)|should i)
        (?:this|these|those|that) (?:ok|okay|right|legal|allowed|correct)
        could you (?:send|file|do|order|play|enter) (?:this|these|it|that|them)
        (?:legal|allowed|makes? sense|good idea|(?<!, )(?:right|ok|okay|correct))(?=\?)
    """,
    "sheetish": "orders?|moves?|instructions|sheet|plan|proposal|sketch|suggestions?",
    "time": "turn|round|time|letter|mail|week|game|match",
    "forwhom": "of|for|from|by|as",
    "says": r"""
        says?|said|sends?|sent|wants?|wanted|will (?:send|do|move|play|order|attack|write)|told|tells|writes?|wrote
        orders?
        ordered|asks?|asked|plans?|promised|suggests?|suggested|proposes?|proposed|should
        is (?:going|sending|doing|planning)
        does|did|might|may
    """,
}
"""The phrases of which those below are made."""

LEAD = r"(?:<lead> )*"
"""What may stand before words that count anywhere in a letter, at the beginning of a clause."""

ANYWHERE: Mapping[Doubt, str] = {
    Doubt.NEGATED: r"""
        <not> <do><down> <these>(?! (?:has|have|is|are|was|before|who|one|because|since|for)\b)
        <dont> <do><down>(?<!do)(?<!mean)(?<!play)(?=\W*\Z)
        <drop> (?:<these>)(?! \w+ (?:who|that|which)\b)(?! if\b)
        (?:ignore|disregard)(?=\W*\Z)
        <named> <be>(?: \w+)? (?:void|cancell?ed|withdrawn|obsolete|outdated|superseded|invalid|no orders?)
        <named> <be> not (?:my |real |actual |final |to be )*(?:orders?|meant|valid|final|real|binding|carried|counted)
        (?:no orders? yet|not orders yet|(?:just|only) (?:kidding|joking))(?=\W*\Z)
        <i> (?:do not|don'?t|will not|won'?t|would not|wouldn'?t|never)(?: \w+)? (?:order|want|send|mean) <named>
        never ?mind <these>(?=\W*\Z)
        <i>(?:'d| would| will|'ll)?(?: like to)? take (?:it|this|that|them|these|everything|all)(?: all)? back
        wrong (?:recipient|match|game|thread|address|person|account|window|mail|letter)
        i(?:'m| am) in the wrong (?:match|game|thread|mail|letter)
        (?:this|that|it|these) <be> (?:meant|intended|written) for (?:another|somebody|someone|the other|a different)
        bitte nicht
        ne pas (?:exécuter|tenir compte)|ignore[rz] (?:ce|cette|ces)|no (?:ejecutar|hacer) esto
        ignor(?:a|ar|en) (?:este|esto)
        non (?:eseguire|fare) questo|ignora(?:re)? (?:questa|questo)|niet (?:uitvoeren|meetellen)
        negeer (?:dit|deze)
    """,
    Doubt.DRAFT: r"""
        (?:this|that|it|these|those|here) (?:is|are)(?: <only>)* drafts?
        (?:this|these|those|they) (?:is|are) (?:only|just|merely|no more than)(?: <only>)* <idea>
        <named> <be> (?:not (?:yet )?final|preliminary|provisional|tentative|unfinished|only (?:ideas|drafts?))
        (?:only|just) (?:a |for )?test(?:ing|s)?(?=\W*\Z)
        <i>(?:'ll| will| shall)(?: then)? (?:send|mail|write|post) (?:you )?the (?:real|final|proper) (?:ones|<sheet>)
        <not> file(?: yet)?(?=\W*\Z)
        ce n'est qu'un brouillon|(?:es )?s[oó]lo (?:es )?un borrador
        è solo una bozza
    """,
    Doubt.LATER: r"""
        <not> [\w ]{0,40}(?:until|till|unless|before) <i>\b
        (?:wait|hold) (?:with |for |on to |off )?<these> (?:back|until|till|for)
        (?:wait|hold)(?: on| off)? (?:until|till|before) (?:i|we|my) (?:\w+ )?<write>
        wait for my (?:go|word|signal|ok|confirmation|next|second|final|other)\b
        (?:do|use|take|run|process|file) (?:this|these|those|them) (?:only )?(?:after|when|once) (?:my|i|we)\b
        to be (?:carried out|done|used|counted|executed) (?:once|when|after|as soon as|only)\b
    """,
    Doubt.SEQUENCE: r"""
        <swap> (?:<these>|the (?:two|order|sequence|first|last|numbers))
        <swap> (?:orders? |lines? |numbers? )?(?:1|one|2|two) (?:and|with|for|&) (?:1|2|one|two|3|three)
        (?:or |just )?(?:in )?(?:the )?other way (?:a?round)(?=\W*\Z|, which)
        in (?:reverse|the opposite|the other) order|vice versa(?=\W*\Z)
        (?:the )?(?:second|2nd|last|third|3rd)(?: one| order| line)? <goes>(?:first|before the first)(?=\W*\Z)
    """,
}
"""What is said of the orders anywhere in a letter, at the beginning of a clause."""


NEAR: Mapping[Doubt, str] = {
    Doubt.REPORT: r"""
        <and>nothing (?:happened|came (?:of|out)|was (?:done|moved|filed))\b.*
        <and>(?:where (?:are|were) (?:my|the) orders)\b.*
        <and>(?:<this>|they) (?:didn't|did not|never) (?:work|happen|arrive|count|move)\b.*
        <and>(?:<this>|they) (?:was|were) (?:not|never) (?:carried out|counted|done|read|filed|what i)\b.*
        (?:and |but )*(?:your|the) <answer> (?:said|says|shows?|showed|tells|lists?|listed)(?: \w+){0,3}\W*
        (?:recap|for the record|history|archive|copy of [\w ]*|already (?:done|sent|ordered)):?
    """,
    Doubt.QUESTION: r"""
        (?=.*\?)(?:[^.?!]{0,40}[,:] )?(?:so |or |and |but |hmm )*<asks>\b.*
        \?+
        (?=.*\?)(?:geht das|ist (?:das|es)|wäre (?:das|es)|darf ich|soll ich|kann ich|was wäre|est-ce|puis-je)\b.*
        (?=.*\?)(?:c'est possible|que se passe|è (?:possibile|permesso)|posso|kan (?:dit|ik)|mag (?:dit|ik))\b.*
        (?=.*\?)¿?(?:es (?:posible|legal|correcto)|puedo|qué pasa)\b.*
    """,
    Doubt.NEGATED: r"""
        (?:please )?(?:void|cancell?ed|withdrawn|not (?:that|this|these|any of <this>)|wrong):?
        (?:please )?(?:scratch that|scrap that|forget it):?
        (?:please )?(?:not this one|don'?t|do not|remove|delete|cancel|strike):?
        (?:on second thoughts?|no)\W* (?:please )?(?:do not|don'?t|not)
        (?:please )?(?:no )?none of (?:this|that|these|those|them)(?: please)?
        <i> (?:do not|don'?t) (?:want|mean|order) <these>:?
        (?:no longer wanted|not any ?more|(?:i'd )?rather not)
    """,
    Doubt.DRAFT: r"""
        (?:(?:<only>) )*drafts?(?: \w+){0,6}|(?:<only>)* ?drafts?,.*
        test(?: test)*(?: only| mail| letter| message| run)?
        (?:e\.?g\.?|for (?:example|instance)|plan b|<unsure>)(?: so| this| these| like this)?:?
        (?:preliminary|provisional(?:ly)?|tentative(?:ly)?|unfinished|work in progress|wip)(?: \w+){0,3}
        (?:<tbd>)
        <only>* ?(?:ideas?|thoughts?|suggestions?|brain ?storming):?
        (?:they|these|this|i|we) ?(?:is|are|am|'m|'re) (?:still )?not (?:yet )?(?:final|finished|decided|sure)(?: yet)?
        (?:but |i |we )+(?:have not|haven'?t|am not|'m not)(?: yet| really)? (?:decided|sure|made up my mind)(?: yet)?
        <i>(?:'m| am|'re| are)? ?still (?:thinking|undecided|deciding|pondering)\b.*
        <i> still (?:have|need) to (?:think|decide|ask|talk)\b.*
        (?:my )?(?:final (?:decision|version|orders?)|more|the rest) (?:follows?|comes?|tonight|tomorrow|later)\b.*
        (?:brouillon|provisoire|peut-être|borrador|quizás|tal vez)
        (?:bozza|forse|concept|klad(?:versie)?|misschien|voorlopig)
    """,
    Doubt.LATER: r"""
        (?:<thoseare> )*<for>next <turn>
        (?:<thoseare> )*<for>later
        (?:please |but )*(?:not (?:yet|now|before|until)|<then>)(?: \w+){0,3}
        <i>(?:'ll| will) (?:confirm|decide)(?: \w+){0,4}
        (?:please )?keep (?:this|these|them|those)\b.*\bfor later:?
        (?:(?:le |au )?(?:prochain tour|tour suivant)|plus tard)(?: \w+){0,2}
        (?:(?:el )?próximo turno|más tarde)(?: \w+){0,2}
        (?:(?:il )?prossimo turno|più tardi|(?:de )?volgende (?:beurt|ronde))(?: \w+){0,2}
    """,
    Doubt.CHOICE: r"""
        (?:option|alternative|variant|version|choice|plan|possibility|scenario|case)s?<choice>
        (?:alternatively|or|or else|or instead|or rather|or maybe|either|instead|and/or|versus|vs\.?)
        (?:alternatively|or|either|instead) [^.?!]{0,30}:
        (?:if not possible )?(?:then )?alternatively:?
        <take>(?:either|one) of (?:these|them|those|the two|the following)(?: please| only)?:?
        <take>(?:whichever|whatever|what) (?:you (?:choose|pick|decide|prefer|like)|is better)\W*
        (?:it's )?(?:your choice|you decide|take your pick|(?:please )?flip a coin|toss a coin)\b.*
        (?:please )?(?:pick|choose) (?:one|the better|for me|either|between)\b.*
        (?:my )?(?:second choice|first choice|fall ?back|option [a-d1-4])(?: \w+){0,4}:?
        as (?:an? )?(?:alternative|backup|reserve)(?: \w+){0,4}:?
        (?:two|three|several|some) (?:possibilities|options|variants|versions|plans|choices|alternatives)\b.*
        or something (?:like (?:that|this)|similar|else)
        (?:ou|ou bien|sinon|o bien|oppure|of)
    """,
    Doubt.CONDITION: r"""
        (?:<also> )*(?:only <if>|but only (?:if|when|with|after)|but not if)\b(?!.*\byou\b).*
        (?:<also> )*<if> <name>\b(?!.*\b(?:had|would|we'd|i'd)\b)[^,]*
        (?:<also> )*(?:provided that|on condition|depending on)\b(?!.*\byou\b)[^?]*
        (?:else|otherwise|if not|in any other case|or else|if necessary|if needed|just in case|if need be):?
    """,
}
"""What a sentence on the line above or below orders says of them, if it says no more."""

BEHIND: Mapping[Doubt, str] = {
    Doubt.NEGATED: r"""
        (?:is |now |are )*(?:<done>|off|no|nope|not|never ?mind|scratch|strike|skip|forget it|wrong|n/?a|none)\b.*
        .*\b(?:or not|no longer|not any ?more|don'?t|not mine|by mistake|hmm no)\b.*
    """,
    Doubt.DRAFT: r"""
        (?:\w+ )?(?:<unsure>|<tbd>|if possible|ideas?|draft|example|eg|e\.?g\.?|i think|tentative(?:ly)?|a thought)\b.*
        (?:only|just) (?:a |an )?<idea>\b.*
        \?+
    """,
    Doubt.LATER: r"""
        (?:in |on |for |the |only )*(?:next|later|tomorrow|after|following|not yet)\b.*
        (?:in|on|for) (?:turn|round) \d+.*
    """,
    Doubt.REPORT: r"(?:was |is )?(?:last (?:turn|round|time)|done|already|earlier|previously|before|old|failed)\b.*",
    Doubt.CHOICE: r"(?:or|either|alternative(?:ly)?|plan|option|choice|rather|instead)\b.*",
    Doubt.OTHER_SEAT: r"<name>'s? (?:idea|orders?|moves?|plan|turn)\b.*",
}
"""What is said behind an order on its line."""

ABOVE: Mapping[Doubt, str] = {
    Doubt.REPORT: r"""
        <some>(?:last|previous|prior|earlier|former) <time>(?:'s)? <we> \w+(?: \w+){0,4}:?
        <some>(?:my |the |your |our )?(?:last|previous|old|earlier|original|former) (?:<sheet>|turn)(?: \w+){0,3}:
        <some>(?:orders?|moves?|opening|plan|sheet)(?: \w+){0,6} (?:was|were):?
        (?:(?!not)[\w'-]+ ){0,5}<we> <sent>(?: <told>\b[^?]*)?:?
        <some>according to (?:your|the|my) <answer>\b.*
        (?:and |but )*(?:your|the|my) <answer> (?:said|says|shows?|showed|tells|lists?|listed|reads?)\b.*
        <some>what <we> (?:<sent>|got|saw|should have <sent>|wanted to send)\b.*
        <some>(?:days?|weeks?|months?|years?|turns?|rounds?) ago:?
        (?:yesterday|back then|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|earlier(?: today)?) <we> \w+(?: \w+){0,3}:?
        (?:au |le )?(?:dernier tour|tour précédent)(?: \w+){0,4} ?:?
        (?:el )?turno (?:anterior|pasado)(?: \w+){0,4}:?|(?:il )?turno (?:precedente|scorso)(?: \w+){0,4}:?
        (?:de )?vorige (?:beurt|ronde)(?: \w+){0,4}:?
    """,
    Doubt.QUESTION: r"""
        (?:what if|how about|should i|shall i)\W*
        what (?:do|does|would) (?:you|the \w+) (?:think|say|suggest)\b.*
        (?:a |one |my )?questions? (?:about|on|regarding) (?:my |the |these )?(?:orders?|moves?|turn):?
    """,
    Doubt.NEGATED: r"""
        (?!not (?:much|many|a lot|so|too|my|bad|only)\b)(?:\w+ ){0,3}<not>\b[^.?!]*:
        (?:\w+ ){0,3}(?:i|we|i'll|we'll) (?:won'?t|wouldn'?t|can'?t|don'?t|will not|refuse to)\b[^.?!]*:
        (?:\w+ ){0,3}(?:no longer|no more|instead of|rather than|anything but|never|against)\b[^.?!]*:
        .*\b(?:bad|wrong|stupid|silly|terrible) (?:ideas?|orders|moves?|plan):?
        (?:under no circumstances?|by no means|on no account)\b.*
        (?:pas|surtout pas|non|niet)\b[^.?!]*:
    """,
    Doubt.DRAFT: r"""
        (?:(?:<only>|here are|these are|for) )*<idea>(?: (?:for|of|about|to|how)\b[^?]*)?
        .*\b(?:this is|these are) (?:just |only )?(?:a |some )?tests?:?
        <unsure>\b[^.?!]*:
        (?:preliminary|provisional(?:ly)?|tentative(?:ly)?|unfinished|work in progress|wip)\b.*
        <some><i> (?:might|could|may)(?: \w+){0,5} (?:this|these|so|do|the following|as follows):?
        <some><i> (?:might|could|may)\b[^.?!]*:
        (?:\w+ ){0,3}<iam>(?: \w+)? (?:thinking (?:of|about)|considering|toying)\b.*
        (?:\w+ ){0,3}<iam>(?: \w+)? (?:tempted|pondering)\b.*
        (?:just |i'm |only )*thinking (?:of|about|out loud|aloud)(?: \w+){0,4}:?
        (?:perhaps |maybe )?(?:something|anything) like (?:this|that|these)(?: maybe| perhaps)?:?
        (?:(?:a |my )?notes?|reminders?) (?:for|to) (?:me|my ?self|self)\b.*
        (?:not for you|for my (?:own )?notes)\b.*
    """,
    Doubt.LATER: r"""
        <some>(?:for |in |on )?(?:the )?next (?:<turn>|week|month)(?: \w+){0,3}:
        <some>(?:for|in|on) (?:the )?<turn> (?:after|when|that|in which)\b[^.?!]*:
        (?:when|once|if) the (?:turn|round) (?:after|is|comes|begins|starts)\b.*
        <some>(?:future|upcoming|coming) (?:orders|turns?|plans?|moves?)(?: \w+){0,3}:?
        (?:in|after) (?:two|three|a few|some|2|3|4) (?:turns|rounds|days|weeks)(?: \w+){0,3}:?
        (?:starting|beginning|from|as of) (?:with )?(?:next|the next|turn|tomorrow|monday)\b[^.?!]*:
    """,
    Doubt.CONDITION: r"""
        <some>only <if>\b.*
        (?:<also> )*<if>\b(?!.*\b(?:you|had|would|we'd|i'd|were)\b)[^.?!:]*[:,]
        (?:<also> )*(?:provided(?: that)?|assuming|as long as)\b[^?]*
        (?:<also> )*(?:when|once|as soon as|whenever) (?!in doubt\b)[^.?!]*:
        should (?:the )?[\w ]+, (?:then)?:?|should (?:the )?[\w ]+ then:?
        in (?:an|any|case of)(?: an)? (?:emergency|need|doubt)
    """,
    Doubt.CHOICE: r"""
        <some>(?:either of (?:these|them|those)|one of (?:these|them|the two|the following))\b.*
        <some>(?:whichever|whatever) (?:you (?:choose|pick|decide|prefer|like|think)|is (?:better|best))\b.*
        <i> can'?t decide\b.*
    """,
    Doubt.OTHER_SEAT: r"""
        if (?:i|we) (?:were|was) (?:the )?<name>:?
        (?:as|for|on behalf of|from|of|seat|side|player|colou?r) (?:the )?<name>
        (?:<thoseare> )*<name>(?:'s|s'|')?(?: player| side)?(?: [\w-]+){0,3} (?:orders?|moves?|sheet|turn|plan)
        (?:(?:my|the|these|are|here|is|some) )*<sheetish> <forwhom> (?:the )?<name>
        <some><name> (?:\w+ly |also |just |now |then )*<says>\b.*
        <some>(?:according to|on behalf of|instead of|i am|i'm|playing(?: as| for)?|who plays|for) (?:the )?<name>
        (?:dear |hi |hello )?<name> i (?:suggest|propose|want|would like)\b.*
        what (?:the )?<name> (?:is|does|will|wants|plans|did)\b.*
        my (?:ally|enemy|neighbour|partner|friend|opponent)(?:'?s)?(?: \w+)? (?:orders?|moves?|plans?|<says>)
        .*\bin your name\b.*
    """,
}
"""What a heading says of the orders below it, if it says no more."""

BELOW: Mapping[Doubt, str] = {
    Doubt.OTHER_SEAT: r"(?:as|for|on behalf of|from) (?:the )?<name>(?:[,:] .*)?",
    Doubt.NEGATED: r".*\bnone of (?:this|these|those|them) please",
}
"""What a line below orders says of them, if it says no more."""

SUBJECT: Mapping[Doubt, str] = {
    Doubt.NEGATED: r"(?:please )?(?:ignore|disregard|void|cancell?ed|withdrawn|not valid|invalid|wrong \w+)\W*",
    Doubt.DRAFT: r"""
        \W*(?:(?:my|only|first|a|rough|just) )*drafts?\b(?! of the rules).*
        (?:example|sample|test)(?: orders?| moves?| mail| letter)?(?: for \w+(?: \w+){0,2})?(?:, .*)?
        (?:only |just )?(?:some )?(?:<idea>|preliminary|provisional|tentative)(?: orders?| moves?)?
        brouillon|borrador|bozza|klad
    """,
    Doubt.LATER: r"(?:orders? |moves? )?(?:for |in )?(?:the )?next (?:turn|round)|for later|not yet",
    Doubt.QUESTION: r"""
        (?:a |my )?questions?(?: (?:about|on|regarding) (?:my |the |these )?(?:orders?|moves?|turn))?\W*
        (?:<will> (?:this|these|that|it) (?:<ok>|<works>)|can i|may i|should i)\b.*\?
        which (?:is|one)\b.*\?|what if\b.*\?
    """,
    Doubt.OTHER_SEAT: r"""
        (?:the )?<name>(?:'s|s'|')? (?:orders?|moves?|turn)
        (?:orders?|moves?) (?:of|for|from) (?:the )?<name>
    """,
}
"""What the subject of a letter says of its orders, if that is all that it says."""
