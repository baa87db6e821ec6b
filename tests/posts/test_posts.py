"""One fact of the reader of posts at a time."""

from moderator.mail.headers import Mailbox
from moderator.mail.letter import Bounds, Kind
from moderator.posts.letter import read_post
from moderator.posts.post import Account, decode, encode
from tests.support.cases import every_case
from tests.support.letters.posts import ANN, EDITED, OURS, posted, read


def lines(text: str) -> list[str]:
    """Return the lines of a post that say something, quoted ones with their arrows."""
    return [">" * line.quoted + line.text for line in read(text).lines if line.text]


def test_a_post_is_a_letter_of_its_author_at_the_time_of_its_last_edit() -> None:
    """It has a name and no address, no subject and no thread of letters."""
    letter = read("READY")
    assert (letter.kind, letter.sender, letter.address) == (Kind.LETTER, Mailbox("", "Ann"), "")
    assert (letter.date, letter.subject, letter.thread, letter.message_id) == (EDITED, "", (), None)
    assert [(line.number, line.text, line.quoted) for line in letter.lines] == [(1, "READY", 0)]


def test_a_post_of_an_account_that_is_gone_has_no_sender() -> None:
    """It is read all the same."""
    letter = read_post(posted("READY", author=None))
    assert (letter.sender, [line.text for line in letter.lines]) == (None, ["READY"])


def test_our_own_posts_are_known_by_the_account_and_not_by_its_name() -> None:
    """Names can be taken, and are renamed; an account of the same id in another forum is somebody else."""
    own = {"main": OURS}
    assert read_post(posted("READY", Account(OURS.id, "Renamed")), own=own).kind is Kind.OWN
    assert read_post(posted("READY", Account("99", OURS.name)), own=own).kind is Kind.LETTER
    assert read_post(posted("READY", OURS), own={"other": OURS}).kind is Kind.LETTER


def test_a_post_is_kept_and_read_back_as_it_was() -> None:
    """The same post makes the same bytes, and half characters do not keep it from being kept."""
    raw = posted("MOVE C3 C4 \ud83d", Account("12", "An\udc00n"))
    assert encode(decode(raw)) == raw
    assert decode(raw).post.text == "MOVE C3 C4 ?"
    assert decode(raw).post.author == Account("12", "An?n")


@every_case(
    ("text", "expected"),
    [
        ("> old\n\nnew", [">old", "new"]),
        (">old\n>> older\n\nnew", [">old", ">>older", "new"]),
        ("> old\nlazy\n\nnew", [">old", ">lazy", "new"]),
        ("> - old\n> lazy\nlazier\n\nnew", [">old", ">lazy", ">lazier", "new"]),
        ("> ```\n> old\n> ```\nnew", [">old", "new"]),
        ("- > old\n\n  new", [">old", "new"]),
        ("<blockquote>\nold\n\n- old\n</blockquote>\nnew", [">old", ">old", "new"]),
        ("> @bob [said](/post/1):\n> old\n\nnew", [">@bob said:", ">old", "new"]),
        ("&gt; old\nnew", [">old", "new"]),
        ("\\> old\nnew", [">old", "new"]),
        ("@bob said in [Turn 5](/post/1):\n> old\n\nnew", [">@bob said in Turn 5:", ">old", "new"]),
        ("@bob a écrit dans [Tour 5](/post/1) :\n> old\n\nnew", [">@bob a écrit dans Tour 5 :", ">old", "new"]),
    ],
)
def test_quotes_of_markdown_keep_their_depth(text: str, expected: list[str]) -> None:
    """What the forum shows as a quote is one, with the line above that tells whose words it holds."""
    assert lines(text) == expected


@every_case(
    ("text", "expected"),
    [
        ('[quote="@Bob"]\nold\n[/quote]\nnew', [">old", "new"]),
        ('[quote="bob, post:1, topic:2"]\nold\n\nold\n[/quote]\n\nnew', [">old", ">old", "new"]),
        ("[quote=Bob;12]old[/quote]new", [">old", "new"]),
        ("[QUOTE]old[/Quote] new", [">old", "new"]),
        ("[quote][quote]older[/quote]old[/quote]new", [">>older", ">old", "new"]),
        ("mine\n[quote]old\n\nno end", ["mine", ">old", ">no end"]),
        ("[quote]a[quote]b[/quote]\nno end", [">a", ">>b", ">no end"]),
        ("new\n[/quote]\nnewer", ["new", "newer"]),
        ("[quote]\n> older\nlazy\n[/quote]\nnew", [">>older", ">>lazy", "new"]),
        ("> [quote=Bob]\n> older\n> [/quote]\n> old\n\nnew", [">>older", ">old", "new"]),
        ("> [quote=Bob]\n> older\n\nnew", [">>older", "new"]),
        ("> old [quote]older\n\nnew", [">old", ">>older", "new"]),
        ("- mine\n[quote]old[/quote]\nnew", ["mine", ">old", "new"]),
        ("    [quote]old[/quote]\nnew", [">old", "new"]),
        ("`[quote]` is a tag", ["[quote] is a tag"]),
        ("\\[quote] is a tag", ["[quote] is a tag"]),
        ("```\n[quote]\n```\nnew", ["[quote]", "new"]),
        ("[quotes] are no tags", ["[quotes] are no tags"]),
    ],
)
def test_quotes_of_bbcode_keep_their_depth(text: str, expected: list[str]) -> None:
    """They nest, stand anywhere in a line, hold paragraphs and Markdown, and without an end take all that follows."""
    assert lines(text) == expected


@every_case(
    "inside",
    ["</blockquote>", "</aside>", "</div></section></body></html>", "</details>", "[/list]", "[/s]", "</del></ul>"],
)
@every_case("quote", ["> {0} old\n> old\n\nnew", "[quote]\n{0} old\n\nold\n[/quote]\nnew"])
def test_nobody_gets_out_of_a_quote_by_html(quote: str, inside: str) -> None:
    """What somebody else wrote between tags stays quoted where it is quoted."""
    if inside == "</blockquote>" and quote.startswith("["):
        inside = "<b></b>"  # there it is the end of the quote, as the forums show it
    assert [line for line in lines(quote.format(inside)) if not line.startswith(">")] == ["new"]


@every_case(
    ("text", "expected"),
    [
        ("**1.** MOVE __C3__ *C4* _now_", ["1. MOVE C3 C4 now"]),
        ("[b]MOVE[/b] [i]C3[/I] [size=4][color=red]C4[/color][/size]", ["MOVE C3 C4"]),
        ("<b>MOVE</b> <span style='x'>C3</span><br>HOLD", ["MOVE C3", "HOLD"]),
        ("MOVE [C3](https://pbem.test/c3) <https://pbem.test>", ["MOVE C3 https://pbem.test"]),
        ("[url=https://pbem.test]MOVE[/url] C3 [url]pbem.test[/url]", ["MOVE C3 pbem.test"]),
        ("MOVE C3 ![a ship](ship.png) [img]https://pbem.test/x.png[/img]C4", ["MOVE C3 C4"]),
        ("MOVE C3 :rocket: C4 :wave:t3: :+1:", ["MOVE C3 C4"]),
        ("at 9:30:15 :MOVE: a:b:c", ["at 9:30:15 :MOVE: a:b:c"]),
        ("2\\. MOVE \\*C3\\* &amp; &#67;4 &copy;", ["2. MOVE *C3* & C4 ©"]),
        ("MOVE_TROOPS C3_C4 2*3", ["MOVE_TROOPS C3_C4 2*3"]),
        ("MOVE <fleets> TO <goal> [B2] [hoth Red #6]", ["MOVE <fleets> TO <goal> [B2] [hoth Red #6]"]),
        ("[hoth Red #6]: https://pbem.test", ["[hoth Red #6]: https://pbem.test"]),
        ("option [B] and [i], no end", ["option [B] and [i], no end"]),
        ("## MOVE C3 ##\n#1 HOLD", ["MOVE C3", "#1 HOLD"]),
        ("one\ntwo  \nthree\\\nfour", ["one", "two", "three", "four"]),
        ("one\r\ntwo\rthree", ["one", "two", "three"]),
        (
            "- - - - - - - - - - - - -\n* * * 8< * * * * * * * *\nMOVE",
            ["- - - - - - - - - - - - -", "* * * 8< * * * * * * * *", "MOVE"],
        ),
        ("1. ____\n2. MOVE\n---\n***\n===", ["1. ____", "2. MOVE", "---", "***", "==="]),
        ("MOVE<!-- C3\nC4 --> C5", ["MOVE C5"]),
        ("| a | b |\n|---|---|\n| 1 | MOVE |", ["a  b", "1  MOVE"]),
        ("<div>\nMOVE C3\n</div>\n<p>HOLD</p>", ["MOVE C3", "HOLD"]),
        ("[spoiler=mine]\nMOVE C3\n[/spoiler]", ["MOVE C3"]),
        ('[details="mine"]\nMOVE C3\n[/details]', ["MOVE C3"]),
    ],
)
def test_looks_are_no_words(text: str, expected: list[str]) -> None:
    """Markup goes and words stay; what only looks like markup is words."""
    assert lines(text) == expected


@every_case(
    ("text", "expected"),
    [
        ("~~MOVE C3~~ HOLD", ["~~MOVE C3~~ HOLD"]),
        ("[s]MOVE C3[/s] HOLD", ["~~MOVE C3~~ HOLD"]),
        ("<del>MOVE C3</del> <s>C4</s> HOLD", ["~~MOVE C3~~ ~~C4~~ HOLD"]),
        ("[s]MOVE C3\nMOVE C4[/s]\nHOLD", ["~~MOVE C3~~", "~~MOVE C4~~", "HOLD"]),
        ("[strike]MOVE C3\n\nMOVE C4[/strike]\n\nHOLD", ["~~MOVE C3~~", "~~MOVE C4~~", "HOLD"]),
        ("<del>\n\nMOVE C3\n\n</del>\n\nHOLD", ["~~MOVE C3~~", "HOLD"]),
        ("[s]MOVE C3", ["[s]MOVE C3"]),
    ],
)
def test_struck_words_are_marked(text: str, expected: list[str]) -> None:
    """However many lines it takes; a stroke that nobody ends is none."""
    assert lines(text) == expected


@every_case(
    ("text", "expected"),
    [
        ("1. a\n3. b\n2. c", ["1. a", "3. b", "2. c"]),
        ("1) a\n2) b", ["1. a", "2. b"]),
        ("1. a\n1. b\n1. c", ["1. a", "2. b", "3. c"]),
        ("3. a\n3. b", ["3. a", "4. b"]),
        ("1. a\n2. b\n2. c", ["1. a", "2. b", "2. c"]),
        ("1. a\n\n\n1. b", ["1. a", "2. b"]),
        ("4. a\n   1. b\n   2. c", ["4. a", "1. b", "2. c"]),
        ("orders\n2. a\n5. b", ["orders", "2. a", "5. b"]),
        ("- a\n+ b\n* c", ["a", "b", "c"]),
        ("- 1. a\n- 2. b", ["1. a", "2. b"]),
        ("[list=1]\n[*]a\n[*]b\n[/list]", ["1. a", "2. b"]),
        ("[list]\n[*]a\n\n[*]b\n[/list]", ["a", "b"]),
        ("[list=1][*]a[list][*]b[/list][*]c[/list]d", ["1. a", "b", "2. c", "d"]),
        ("[ol][li]a[/li][li]b[/li][/ol]", ["1. a", "2. b"]),
        ("<ol><li>a</li><li>b</li></ol>", ["1. a", "2. b"]),
        ("[*] no list", ["[*] no list"]),
    ],
)
def test_numbers_of_lists_are_those_that_were_typed(text: str, expected: list[str]) -> None:
    """A forum counts on from the first; here only where the same number was typed each time, or none."""
    assert lines(text) == expected


@every_case(
    ("text", "expected"),
    [
        ("```\n1. *a*\n   [b]b[/b]\n```", ["1. *a*", "[b]b[/b]"]),
        ("```\nno end\n# b", ["no end", "# b"]),
        ("[code]\n1. *a*\n\n[b]b[/b] [quote]\n[/code]\nc", ["1. *a*", "[b]b[/b]", "[quote]", "c"]),
        ("[CODE]*a*\n*b*[/CODE]c", ["*a*", "*b*", "c"]),
        ("[code=text]*a*[/code] [b]c[/b]", ["*a* c"]),
        ("[code]no end", ["[code]no end"]),
        ("so:\n\n    1. *a*", ["so:", "1. *a*"]),
        ("`*a*` ``b`c``", ["*a* b`c"]),
    ],
)
def test_code_is_the_authors_own_and_stays_as_it_is(text: str, expected: list[str]) -> None:
    """People put their orders into boxes so that no forum changes them."""
    assert lines(text) == expected


@every_case(
    ("text", "expected"),
    [
        ("@Battle_Moderator MOVE C3", ["MOVE C3"]),
        ("@battle-moderator: MOVE C3", ["MOVE C3"]),
        ("@BattleModerator,\nMOVE C3", ["MOVE C3"]),
        ("[quote]old[/quote]\n@Battle Moderator MOVE C3", [">old", "MOVE C3"]),
        ("**@Battle_Moderator** MOVE C3", ["MOVE C3"]),
        ("@Battle_Moderators MOVE C3", ["@Battle_Moderators MOVE C3"]),
        ("@bob MOVE C3", ["@bob MOVE C3"]),
        ("PRESS Bob: ask @Battle_Moderator", ["PRESS Bob: ask @Battle_Moderator"]),
        ("MOVE C3\n@Battle_Moderator", ["MOVE C3", "@Battle_Moderator"]),
    ],
)
def test_our_name_before_an_order_is_an_address(text: str, expected: list[str]) -> None:
    """Only at the beginning, and nobody else's: an order to Bob is none to us."""
    assert lines(text) == expected


def test_files_beside_a_post_are_named_and_their_names_are_no_words() -> None:
    """Texts, too, since none is fetched; but those of a quote are somebody else's, and a link is no file."""
    letter = read(
        "[quote]\n[theirs.txt|attachment](upload://a.txt) ![theirs.png](upload://b.png)\n[/quote]\n"
        "![my_map.png|690x400, 50%](upload://c.png) ![a ship](upload://d.png)\n"
        "[my_orders.txt|attachment](upload://e.txt)\n[plan.docx](/assets/f.docx) [rules](/rules)"
    )
    assert (letter.documents, letter.pictures) == (("my_orders.txt", "plan.docx"), ("my_map.png",))
    assert [line.text for line in letter.lines if line.text and not line.quoted] == ["rules"]


def test_what_discourse_elides_of_a_letter_is_a_quote() -> None:
    """A post that came by mail holds the letter that it answers; details that people write are their own."""
    own = "<details>\n<summary>Orders</summary>\n\nMOVE C3\n</details>\n\nnew"
    assert lines(own) == ["Orders", "MOVE C3", "new"]
    elided = "mine\n\n<details class='elided'>\n<summary title='Show'>...</summary>\n\nMOVE C3\n</details>\n\nnew"
    assert lines(elided) == ["mine", ">...", ">MOVE C3", "new"]


def test_a_pasted_letter_ends_what_is_the_authors_own() -> None:
    """The head of a letter that somebody put into a post begins a quote without marks, as in a letter."""
    pasted = "MOVE C3\n\n-----Original Message-----\nFrom: bob@pbem.test\nSent: Monday\nSubject: x\n\nHOLD"
    assert lines(pasted)[0] == "MOVE C3"
    assert all(line.startswith(">") for line in lines(pasted)[1:])


@every_case(
    ("limits", "text", "over"),
    [
        (Bounds(lines=3), "a\n" * 3, None),
        (Bounds(lines=3), "a\n" * 4, "lines"),
        (Bounds(lines=3), "<br>a" * 4, "lines"),
        (Bounds(), "x" * 100_001, "size"),
        (Bounds(size=300), "x" * 400, "size"),
    ],
)
def test_a_post_over_a_limit_has_no_lines(limits: Bounds, text: str, over: str | None) -> None:
    """It gets one calm answer, as a letter does."""
    letter = read(text, limits)
    assert (letter.over_limit, bool(letter.lines)) == (over, over is None)


def test_a_long_line_of_a_post_is_cut_and_said_so() -> None:
    """As in a letter."""
    letter = read("x" * 2_000 + "\nREADY")
    assert letter.truncated
    assert [len(line.text) for line in letter.lines] == [1_000, 5]


def test_ann_is_who_she_is_under_every_limit() -> None:
    """Enough is read of a post with too many lines to answer its author."""
    assert read("a\n" * 10, Bounds(lines=3)).sender == Mailbox("", ANN.name)
