"""Who pretends to be somebody else achieves nothing: forged senders, stolen and worn-out tags, letters sent again."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from moderator.ports import Delivery
from moderator.service import tags
from moderator.service.context import Limits, SeatPlan
from moderator.service.inbox import desk, intake
from moderator.store.session import Store
from moderator.store.statuses import LetterStatus, MatchStatus
from tests.support.harm import ON_FILE, OURS, achieves_nothing, heard, lasting, sent
from tests.support.world import ADDRESS, ANN_AND_BOB, START, World

ANN, EVE = "ann@pbem.test", "eve@evil.test"
AR = "Authentication-Results"
PASS = "dmarc=pass header.from=pbem.test"


def strict(world: World) -> None:
    """Trust tag and sender only where our own server vouches for the sender."""
    world.settings(trust="strict", authserv_id=OURS)


# ---- tags --------------------------------------------------------------------------------------------------


def withdrawn(world: World) -> str:
    """Return an address that Ann withdrew."""
    old = world.tag("Ann")
    world.says("Ann", "TAG NEW")
    return old


ADDRESSES: dict[str, Callable[[World], str]] = {
    "none": lambda _: ADDRESS,
    "withdrawn": withdrawn,
    "made up": lambda _: "moderator+hoth.ann.aaaaaaaaaaaaaaaa@pbem.test",
    "one letter off": lambda world: world.tag("Ann").replace("@", "a@").replace("+", "+", 1),
    "cut short": lambda world: world.tag("Ann").replace("@", "", 1)[:-11] + "@pbem.test",
    "another seat's code": lambda world: world.tag("Bob").replace(".bob.", ".ann."),
    "no code": lambda _: "moderator+hoth.ann@pbem.test",
    "a seat that is not": lambda world: world.tag("Ann").replace(".ann.", ".cat."),
    "a match that is not": lambda world: world.tag("Ann").replace("+hoth.", "+endor."),
    "another host": lambda world: world.tag("Ann").replace("pbem.test", "pbem.test.evil.test"),
    "another mailbox": lambda world: world.tag("Ann").replace("moderator+", "moderator2+"),
    "in capitals and blanks": lambda world: world.tag("Ann").upper().replace("+", "+ "),
    "percent signs": lambda world: world.tag("Ann").replace(".", "%2e"),
    "a bounce's": lambda world: tags.return_path(world.ctx, world.rows("welcome")[0].bounce_id),
}


@pytest.mark.parametrize("made", ADDRESSES.values(), ids=ADDRESSES.keys())
def test_without_a_good_tag_nothing_is_filed(world: World, made: Callable[[World], str]) -> None:
    """From alone proves nothing: Ann is asked about what bears her name, a stranger is not answered at all."""
    to = made(world)
    for sender in (ANN, EVE):
        raw = world.raw("SEEK Mill\nTAG NEW\nSET TEXT-ONLY on", sender, to=to)
        achieves_nothing(world, raw, held=sender == ANN)


@pytest.mark.parametrize("sender", [EVE, "bob@pbem.test", "ann@pbem.test.evil.test", "nna@pbem.test", ""])
def test_a_stolen_tag_asks_its_owner_and_does_no_more(world: World, sender: str) -> None:
    """The right tag from any other sender, another player's too, is held; the thief hears nothing."""
    answers = achieves_nothing(world, world.raw("SEEK Mill\nRESEND\nORDERS", sender, to=world.tag("Ann")), held=True)
    assert [answer.message["Reply-To"] for answer in answers] == [world.tag("Ann")]


@pytest.mark.parametrize("where", ["To", "Cc", "Delivered-To", "X-Original-To", "References", "In-Reply-To", "Subject"])
def test_a_stolen_tag_is_held_wherever_it_stands(world: World, where: str) -> None:
    """Address, thread and subject carry tags alike, and none of them makes up for a wrong sender."""
    value = {
        "References": world.rows("welcome")[0].message_id,
        "In-Reply-To": world.rows("welcome")[0].message_id,
        "Subject": f"Re: [hoth Ann #1 {tags.code(world.ctx, 'hoth', 'Ann', 1)}]",
    }.get(where, world.tag("Ann"))
    achieves_nothing(world, world.raw("SEEK Mill", EVE, headers={where: value}), held=True)


def test_a_bcc_of_many_tags_speaks_for_one_seat_at_most(world: World) -> None:
    """A letter of Ann's to her own address and to Bob's files for Ann alone."""
    world.put(world.raw("SEEK Mill", to=f"{world.tag('Ann')}, {world.tag('Bob')}"))
    world.read()
    assert (world.order_set("Ann"), world.order_set("Bob")) == (["SEEK Mill"], None)


def test_a_players_tag_of_one_seat_is_none_for_another(empty_world: World) -> None:
    """Who has two seats in two matches writes for the one whose tag it is, whatever subject and thread say."""
    world = empty_world
    for name in ("hoth", "endor"):
        world.match(name)
    endor = next(row.message_id for row in world.rows("welcome") if row.match == world.the_match("endor").id)
    mixed = world.tag("Ann").replace("+hoth.", "+endor.")
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), subject="Re: [endor Ann #1]", headers={"References": endor}))
    world.put(world.raw("SEEK Gate", to=mixed))
    world.read()
    assert (world.order_set("Ann", "hoth"), world.order_set("Ann", "endor")) == (["SEEK Mill"], None)
    assert [letter.status for letter in world.letters()] == [LetterStatus.DONE, LetterStatus.HELD]


def test_whoever_left_a_seat_has_no_word_in_it(world: World) -> None:
    """The tag of a player who was replaced is asked about at nobody's: the letter is filed and not answered."""
    old = world.tag("Ann")
    with world.store.write() as session:
        place = world.assignment("Ann")
        place.left = world.ctx.now()
        session.add(place)
    achieves_nothing(world, world.raw("SEEK Mill", EVE, to=old), held=False)


def test_tag_new_takes_the_old_address_out_of_service(world: World) -> None:
    """After TAG NEW the old address is worthless, by every road, and the new one counts at once."""
    old, thread = world.tag("Ann"), world.rows("welcome")[0].message_id
    world.says("Ann", "TAG NEW")
    for raw in (world.raw("SEEK Mill", to=old), world.raw("SEEK Mill", headers={"References": thread})):
        assert heard(world, raw)[-1].status is LetterStatus.HELD
    assert world.order_set("Ann") is None
    assert world.says("Ann", "SEEK Gate").verdict == "filed"
    assert {answer.message["Reply-To"] for answer in sent(world) if answer.to[0] == ANN} == {world.tag("Ann")}


def test_a_thief_cannot_renew_a_tag(world: World) -> None:
    """TAG NEW from elsewhere is held like an order, so nobody locks a player out."""
    tag = world.tag("Ann")
    achieves_nothing(world, world.raw("TAG NEW", EVE, to=tag), held=True)
    assert world.tag("Ann") == tag


@pytest.mark.parametrize("code", ["", "a" * 16, "a" * 10_000, "ä" * 16, "\0" * 16, "a" * 15])
def test_a_code_of_any_shape_is_compared_calmly(world: World, code: str) -> None:
    """Codes too short, too long or of strange letters are not genuine, and comparing them does not raise."""
    assert not tags.genuine(world.ctx, tags.Claim("hoth", "ann", code), "hoth", "Ann", 1)


# ---- the same letter again ---------------------------------------------------------------------------------


def test_the_same_letter_again_is_not_kept(world: World) -> None:
    """A replay with the same Message-ID and content is dropped before it is read, whoever hands it in."""
    raw = world.raw("SEEK Mill", to=world.tag("Ann"))
    heard(world, raw)
    world.says("Ann", "SEEK Gate")
    before = lasting(world)
    replayed = b"Received: from evil.test\r\nDelivered-To: moderator@pbem.test\r\n" + raw
    assert len(heard(world, [raw, replayed, raw.replace(b"\r\n", b"\n")])) == 2
    assert lasting(world) == before


def test_the_same_message_id_with_other_words_from_elsewhere_is_held(world: World) -> None:
    """A thief who reuses the id of a good letter neither hides behind it nor pushes it out."""
    raw = world.raw("SEEK Mill", to=world.tag("Ann"))
    heard(world, raw)
    changed = raw.replace(b"Mill", b"Gate").replace(b"ann@pbem.test", b"eve@evil.test")
    achieves_nothing(world, changed, held=True)
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_forger_who_is_first_does_not_push_out_the_real_letter(world: World) -> None:
    """The same Message-ID under a forged letter that came before: the real one is kept and filed."""
    real = world.raw("SEEK Mill", to=world.tag("Ann"))
    achieves_nothing(world, real.replace(b"SEEK Mill", b"SEEK Gate").replace(b"ann@", b"eve@"), held=True)
    heard(world, real)
    assert world.order_set("Ann") == ["SEEK Mill"]


def next_turn(world: World) -> None:
    """Let a turn pass."""
    for seat in ("Ann", "Bob"):
        world.says(seat, "SEEK Alley")
    request = world.the_match().request
    world.move(hours=49)
    world.look()
    assert world.the_match().request > request


@pytest.mark.parametrize("where", ["subject", "thread"])
def test_an_old_letter_sent_again_in_a_later_turn_is_shown_back(world: World, where: str) -> None:
    """Orders of a turn that is over, under a new Message-ID, are not filed for the next, and say so."""
    form = world.says("Ann", "STATUS").form
    assert form is not None
    subject = form.subject if where == "subject" else "orders"
    headers = {"In-Reply-To": world.rows()[0].message_id} if where == "thread" else {}
    old = world.raw("SEEK Mill", to=world.tag("Ann"), subject=subject, headers=headers)
    heard(world, old)
    next_turn(world)
    before = lasting(world)
    heard(world, [old, old.replace(b"@client.test", b"@other.test")])
    assert lasting(world) == before
    assert len(world.letters()) == 5
    assert world.acknowledgement().verdict == "asking-over"


@pytest.mark.parametrize("text", ["SEEK Mill", "CLEAR", "READY", "WAIT", "ADD SEEK Mill"])
def test_a_letter_that_was_overtaken_changes_nothing(world: World, text: str) -> None:
    """What arrived before the letter on file and is read after it neither replaces, clears nor speeds the turn."""
    world.move(hours=2)
    world.says("Ann", "SEEK Gate\nWAIT")
    before = lasting(world)
    world.put(world.raw(text, to=world.tag("Ann")), arrived=START + timedelta(hours=1))
    world.read()
    assert lasting(world) == before
    assert world.order_set("Ann") == ["SEEK Gate"]


@pytest.mark.parametrize("arrived", [START - timedelta(days=400), START + timedelta(days=400)])
def test_a_date_of_the_senders_own_counts_for_nothing(world: World, arrived: object) -> None:
    """Only our own server's time of arrival decides; a Date of last year or next year does not."""
    date = f"{arrived:%a, %d %b %Y %H:%M:%S +0000}"
    world.says("Ann", "SEEK Gate", headers={"Date": date})
    world.move(minutes=1)
    assert world.says("Ann", "SEEK Mill", headers={"Date": date.replace("20:00", "19:00")}).verdict == "filed"
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_held_letter_of_a_turn_that_is_over_is_not_filed_by_confirm(world: World) -> None:
    """CONFIRM long after the turn lets the letter be read, and it is as late as it is."""
    thread = {"In-Reply-To": world.rows("welcome")[0].message_id}
    heard(world, world.raw("SEEK Mill", "ann@cafe.test", headers=thread))
    next_turn(world)
    world.says("Ann", "CONFIRM", headers={"In-Reply-To": world.rows("held")[0].message_id})
    assert world.acknowledgement().verdict == "asking-over"
    assert world.order_set("Ann") is None


def test_what_was_confirmed_is_told_to_the_address_on_file_alone(world: World) -> None:
    """The answer to a held letter that was confirmed goes to Ann, never to where it came from."""
    heard(world, world.raw("SEEK Mill\nORDERS", "ann@cafe.test", to=world.tag("Ann")))
    world.says("Ann", "CONFIRM", headers={"In-Reply-To": world.rows("held")[0].message_id})
    assert world.order_set("Ann") == ["SEEK Mill"]
    assert {answer.to[0] for answer in sent(world)} == {ANN}
    assert [row.to for row in world.rows()] == [""] * len(world.rows())


# ---- names, addresses, other people's headers --------------------------------------------------------------

TRICKS = {
    "quoted name": f'"{ANN}" <{EVE}>',
    "bare name": f"{ANN} <{EVE}>",
    "name in angles and quotes": f'"<{ANN}>" <{EVE}>',
    "escaped quote": f'"a\\" <{ANN}>" <{EVE}>',
    "encoded name": f"=?utf-8?q?ann=40pbem=2Etest?= <{EVE}>",
    "encoded name that closes": f"=?utf-8?q?=3Cann=40pbem=2Etest=3E?= <{EVE}>",
    "encoded in base64": f"=?utf-8?b?YW5uQHBiZW0udGVzdA==?= <{EVE}>",
    "comment before": f"({ANN}) <{EVE}>",
    "comment behind": f"{EVE} ({ANN})",
    "comment inside": f"<{EVE} (<{ANN}>)>",
    "many blanks": f"{ANN}{' ' * 200}<{EVE}>",
    "second angle": f"<{EVE}> <{ANN}>",
    "two addresses": f"{EVE}, {ANN}",
    "group": f"Players: {EVE}, {ANN};",
    "local part is the address": f'"{ANN}"@evil.test',
    "percent": "ann%pbem.test@evil.test",
    "bang": "pbem.test!ann@evil.test",
    "subdomain": "ann@pbem.test.evil.test",
    "prefix": "xann@pbem.test",
    "plus": "ann+x@pbem.test",
    "cyrillic local part": "\u0430nn@pbem.test",
    "cyrillic domain": "ann@pb\u0435m.test",
    "full width": "ann@\uff50bem.test",
    "long s": "ann@pbem.te\u017ft",
    "punycode": "ann@xn--pbm-qlc.test",
    "zero width": "ann@pbem\u200b.test",
    "right to left": "\u202etset.mebp@nna",
    "soft hyphen": "ann@pb\u00adem.test",
    "combining": "an\u0303n@pbem.test",
    "encoded whole": "=?utf-8?q?ann=40pbem=2Etest?=",
}


@pytest.mark.parametrize("sender", TRICKS.values(), ids=TRICKS.keys())
def test_who_only_looks_like_ann_is_not_ann(world: World, sender: str) -> None:
    """Names, comments, look-alike letters and stray bytes make nobody an owner, even with a stolen tag."""
    answers = achieves_nothing(world, world.raw("SEEK Mill", sender, to=world.tag("Ann")), held=True)
    assert not any(re.search(rf"(?<![\w.]){ANN}(?![\w.]*\w)", answer.text) for answer in answers), (
        "it claims to be Ann's"
    )


@pytest.mark.parametrize("trust", ["tag", "strict", "address"])
def test_who_only_looks_like_ann_is_not_answered_without_a_tag(world: World, trust: str) -> None:
    """The same senders without a tag, and with bytes of no use, are strangers under every trust and get no answer."""
    world.settings(trust=trust, authserv_id=OURS)
    for sender in (*TRICKS.values(), "ann\0@pbem.test", f"{ANN}\0", f"<{EVE}\0{ANN}>"):
        achieves_nothing(world, world.raw("SEEK Mill\nORDERS", sender), held=False)


@pytest.mark.parametrize(
    "field", ["Sender", "Reply-To", "Resent-From", "Resent-Sender", "Return-Path", "X-Sender", "Return-Receipt-To"]
)
def test_no_field_but_from_says_who_wrote(world: World, field: str) -> None:
    """Ann in another field makes a stranger's letter no letter of hers, and Eve in one gets no answer to Ann's."""
    achieves_nothing(world, world.raw("SEEK Mill", EVE, to=world.tag("Ann"), headers={field: ANN}), held=True)
    assert world.says("Ann", "SEEK Gate\nORDERS", headers={field: EVE}).verdict == "filed"
    assert {answer.to[0] for answer in sent(world)} == {ANN}


@pytest.mark.parametrize("order", [(ANN, EVE), (EVE, ANN)])
def test_two_from_fields_are_never_vouched_for(world: World, order: tuple[str, str]) -> None:
    """Under "strict" a letter with two From fields proves nothing, whichever stands first and passes."""
    strict(world)
    raw = world.raw("SEEK Mill", order[0], to=world.tag("Ann"), headers={AR: f"{OURS}; {PASS}"})
    achieves_nothing(world, f"From: {order[1]}\r\n".encode() + raw, held=True)


@pytest.mark.parametrize("sender", [f"{ANN}, {EVE}", f"Players: {ANN}, {EVE};", f"{ANN}; {EVE}"])
def test_two_addresses_in_from_are_never_vouched_for(world: World, sender: str) -> None:
    """Under "strict" a From with two addresses proves nothing, even if the first is Ann's."""
    strict(world)
    achieves_nothing(
        world, world.raw("SEEK Mill", sender, to=world.tag("Ann"), headers={AR: f"{OURS}; {PASS}"}), held=True
    )


# ---- what servers say --------------------------------------------------------------------------------------

WORTHLESS = {
    "nothing": "",
    "empty": " ",
    "another server": f"mx.evil.test; {PASS}",
    "our name as a beginning": f"{OURS}.evil.test; {PASS}",
    "our name at the end": f"evil.{OURS}; {PASS}",
    "our name in a comment": f"mx.evil.test ({OURS}); {PASS}",
    "our name behind a comment": f"({OURS}) mx.evil.test; {PASS}",
    "our name in quotes": f'"{OURS} "; {PASS}',
    "our name with a null": f"{OURS}\0; {PASS}",
    "no name": f"; {PASS}",
    "result before the name": f"{PASS}; {OURS}",
    "none": f"{OURS}; none",
    "failed": f"{OURS}; dkim=fail header.d=pbem.test; dmarc=fail header.from=pbem.test",
    "failed with a pass in a comment": f"{OURS}; dmarc=fail ({PASS}) header.from=pbem.test",
    "failed with a pass in a nested comment": f"{OURS}; dmarc=fail (a (b); {PASS}) header.from=pbem.test",
    "failed with a pass in the reason": f'{OURS}; dmarc=fail reason="x; {PASS}; " header.from=pbem.test',
    "a pass in a sender's own words": f'{OURS}; spf=pass smtp.mailfrom="a; {PASS}"@evil.test; dmarc=fail',
    "a pass of another kind": f"{OURS}; spf=pass smtp.mailfrom=pbem.test; x-dmarc=pass header.from=pbem.test",
    "softly": f"{OURS}; dmarc=bestguesspass header.from=pbem.test; dkim=policy header.d=pbem.test",
    "passed for another domain": f"{OURS}; dkim=pass header.d=evil.test; dmarc=pass header.from=evil.test",
    "passed for a longer domain": f"{OURS}; dkim=pass header.d=pbem.test.evil.test",
    "passed for a domain that ends alike": f"{OURS}; dkim=pass header.d=bem.test; dmarc=pass header.from=em.test",
    "passed for a domain below": f"{OURS}; dkim=pass header.d=mail.pbem.test; dmarc=pass header.from=mail.pbem.test",
    "passed for everything": f"{OURS}; dkim=pass header.d=test; dmarc=pass header.from=.",
    "passed without a domain": f"{OURS}; dkim=pass; dmarc=pass",
    "passed for a homograph": f"{OURS}; dkim=pass header.d=pb\u0435m.test; dmarc=pass header.from=xn--pbm-qlc.test",
    "domain in the wrong property": f"{OURS}; dkim=pass header.from=pbem.test; dmarc=pass header.d=pbem.test",
    "unclosed comment": f"{OURS}; dmarc=fail ( {PASS}",
    "unclosed quote": f'{OURS}; dmarc=fail " {PASS}',
}


@pytest.mark.parametrize("said", WORTHLESS.values(), ids=WORTHLESS.keys())
def test_what_is_not_our_servers_pass_for_anns_domain_proves_nothing(world: World, said: str) -> None:
    """Under "strict" a word other than our server's for the sender's domain is held, forged passes below or not."""
    strict(world)
    achieves_nothing(world, world.raw("SEEK Mill", to=world.tag("Ann"), headers={AR: said}), held=True)
    raw = world.raw("SEEK Mill", to=world.tag("Ann"), headers={AR: f"{OURS}; {PASS}"})
    achieves_nothing(world, f"{AR}: {said.strip() or 'mx.evil.test; none'}\r\n".encode() + raw, held=True)


def test_a_forged_header_below_ours_does_not_undo_ours(world: World) -> None:
    """A good letter that carries somebody's older, failed or nonsensical results is still good."""
    strict(world)
    raw = world.raw("SEEK Mill", to=world.tag("Ann"), headers={AR: f"{OURS}; dmarc=fail header.from=pbem.test"})
    heard(world, f"{AR}: {OURS}; {PASS}\r\n".encode() + raw)
    assert world.order_set("Ann") == ["SEEK Mill"]


@pytest.mark.parametrize(
    "said",
    [
        f"{OURS}; {PASS}",
        f"  {OURS} ;\r\n\tdmarc = pass\r\n\t header.from = pbem.test",
        f"{OURS} 1; dkim=pass (2048-bit key; unprotected) header.d=pbem.test header.i=@pbem.test",
        f"{OURS}; spf=fail smtp.mailfrom=evil.test; dkim=fail header.d=evil.test; dkim=pass header.d=PBEM.TEST",
        f"{OURS}; dmarc=pass (policy=none (a (b))) header.from=pbem.test;",
    ],
)
def test_our_servers_pass_counts_however_it_is_written(world: World, said: str) -> None:
    """Comments, folding, versions and other results beside it do not hide a pass."""
    strict(world)
    assert world.says("Ann", "SEEK Mill", headers={AR: said}).verdict == "filed"


def test_without_a_name_of_our_server_nobody_vouches(world: World) -> None:
    """An operator who named no server of his own believes no results at all, not even nameless ones."""
    world.settings(trust="strict", authserv_id="")
    for said in (f"; {PASS}", f" ; {PASS}", f"{OURS}; {PASS}", f'""; {PASS}'):
        achieves_nothing(world, world.raw("SEEK Mill", to=world.tag("Ann"), headers={AR: said}))


# ---- the three levels of trust, side by side ---------------------------------------------------------------

FILED, HELD, SILENT, TOLD, BOTH = "filed", "held", "silent", "told", "both"
TABLE = [
    #  sender  tag    our server says    tag    strict  address
    (ANN, "good", "pass", FILED, FILED, FILED),
    (ANN, "good", "", FILED, HELD, FILED),
    (ANN, "good", "pass for evil", FILED, HELD, FILED),
    (ANN, "none", "pass", HELD, HELD, FILED),
    (ANN, "none", "", HELD, HELD, FILED),
    (ANN, "wrong", "pass", HELD, HELD, HELD),
    (ANN, "wrong", "", HELD, HELD, HELD),
    (ANN, "bob's", "pass", HELD, HELD, HELD),
    (EVE, "good", "pass for evil", BOTH, BOTH, BOTH),
    (EVE, "good", "", HELD, HELD, HELD),
    (EVE, "wrong", "", SILENT, SILENT, SILENT),
    (EVE, "none", "", SILENT, SILENT, SILENT),
    (EVE, "none", "pass", SILENT, SILENT, SILENT),
    (EVE, "none", "pass for evil", TOLD, TOLD, TOLD),
]
SAID = {"pass": f"{OURS}; {PASS}", "pass for evil": f"{OURS}; dmarc=pass header.from=evil.test", "": ""}


@pytest.mark.parametrize(("sender", "tag", "said", "by_tag", "by_strict", "by_address"), TABLE)
@pytest.mark.parametrize("trust", ["tag", "strict", "address"])
def test_what_each_trust_makes_of_the_same_letter(  # noqa: PLR0917 - the columns of the table
    world: World, trust: str, sender: str, tag: str, said: str, by_tag: str, by_strict: str, by_address: str
) -> None:
    """One table: what is filed, what is asked about, who is told how to take part, and of whom only the GM hears."""
    world.settings(trust=trust, authserv_id=OURS)
    to = {"good": world.tag("Ann"), "wrong": ADDRESSES["made up"](world), "bob's": world.tag("Bob"), "none": ADDRESS}[
        tag
    ]
    heard(world, world.raw("SEEK Mill", sender, to=to, headers={AR: SAID[said]}))
    answers = sent(world)
    owner = "bob@pbem.test" if tag == "bob's" else ANN
    expected = {FILED: [ANN], HELD: [owner], SILENT: [], TOLD: [EVE], BOTH: [owner, EVE]}
    became = {"tag": by_tag, "strict": by_strict, "address": by_address}[trust]
    assert (world.order_set("Ann") == ["SEEK Mill"]) is (became == FILED)
    assert world.order_set("Bob") is None
    assert [answer.to[0] for answer in answers] == expected[became]
    assert [row.kind for row in world.rows() if row.kind != "welcome"] == {
        FILED: ["acknowledgement"],
        HELD: ["held"],
        SILENT: ["memo"],
        TOLD: ["stranger"],
        BOTH: ["held", "stranger"],
    }[became]


# ---- how much ----------------------------------------------------------------------------------------------


def test_many_forged_letters_are_asked_about_a_few_times_and_then_lie(world: World) -> None:
    """A hundred letters with a stolen tag from a hundred senders: five questions in a day, nothing filed."""
    before = lasting(world)
    letters = heard(world, [world.raw(f"SEEK Mill {n}", f"eve{n}@evil.test", to=world.tag("Ann")) for n in range(100)])
    assert [letter.status for letter in letters].count(LetterStatus.HELD) == 5
    assert len(world.rows("held")) == 5
    assert lasting(world) == before
    assert world.says("Ann", "SEEK Gate").verdict == "filed"


def test_a_player_is_answered_up_to_the_limit_whatever_the_address(world: World) -> None:
    """The limit is the player's, not the address's: two addresses make no more letters of it."""
    world.settings(limits=Limits(letters_per_hour=4))
    for number in range(10):
        sender = ANN if number % 2 else "anna@work.test"
        world.put(world.raw(f"SEEK Mill\nSTATUS {number}", sender, to=world.tag("Ann")))
    world.read()
    assert [ack.verdict for ack in world.facts("acknowledgement")].count("over-limit") == 1
    assert len(world.rows("acknowledgement")) == 5
    assert world.says("Bob", "SEEK Gate").verdict == "filed"


def test_a_player_over_the_limit_changes_nothing(world: World) -> None:
    """A letter over the limit files nothing, clears nothing, sets nothing, sends no press."""
    world.says("Ann", "SEEK Gate")
    world.settings(limits=Limits(letters_per_hour=1))
    before = lasting(world)
    for _ in range(3):
        world.put(world.raw("CLEAR\nTAG NEW\nSET TEXT-ONLY on\nPRESS TO ALL: hello\nRESIGN", to=world.tag("Ann")))
    world.read()
    assert lasting(world) == before
    assert world.rows("press-letter") == world.rows("memo") == []
    assert [ack.verdict for ack in world.facts("acknowledgement")] == ["filed", "over-limit"]


def test_a_real_stranger_is_told_once_whatever_the_letters_say(world: World) -> None:
    """Fifty letters of somebody whom our server vouches for: one answer in a day, with nothing of any match in it."""
    world.settings(authserv_id=OURS, limits=Limits(letters_per_hour=10))
    vouched = {AR: f"{OURS}; dmarc=pass header.from=real.test"}
    words = ("ORDERS", "STATUS", "MAP", "RESEND", "HISTORY", "HELP", "RULES", "PREVIEW", "TAG NEW", "RESIGN")
    before = lasting(world)
    for number in range(50):
        heard(world, world.raw(words[number % len(words)], "zoe@real.test", headers=vouched))
    assert [answer.to[0] for answer in sent(world)] == ["zoe@real.test"]
    assert lasting(world) == before


def test_the_transports_quota_holds_whatever_asks_for_letters(world: World) -> None:
    """With five letters a day, of which the welcomes were two, no flood of commands or forged tags sends one more."""
    world.settings(limits=Limits(letters_per_day=5))
    for number in range(10):
        world.put(world.raw("RESEND\n" * 10, to=world.tag("Ann")))
        world.put(world.raw("SEEK Mill", f"eve{number}@evil.test", to=world.tag("Bob")))
    world.read()
    assert len(sent(world)) == 3


# ---- trusted and untrusted roads ---------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["hoth.Ann", "hoth.ann", "HOTH.ANN", "hoth.Ann\0", "../hoth.Ann"])
def test_the_header_of_dropped_files_makes_a_stranger_no_player(world: World, seat: str) -> None:
    """Mail that names a seat in the operator's own header is a stranger's letter under every trust."""
    for trust in ("tag", "strict", "address"):
        world.settings(trust=trust)
        achieves_nothing(world, world.raw("SEEK Mill", EVE, headers={"X-Moderator-Seat": seat}), held=False)


def test_a_letter_of_the_transport_is_never_trusted_by_what_it_says(store: Store) -> None:
    """Trust is a fact of the delivery; no field of the letter makes it so."""
    world = World(store)
    world.match()
    headers = {"X-Moderator-Seat": "hoth.Ann", "X-Trusted": "yes", "X-Moderator-Trusted": "true", "X-Priority": "1"}
    raw = world.raw("SEEK Mill", EVE, headers=headers)
    intake.store_letters(
        store, world.ctx, [Delivery(transport="folder", origin="orders/inbox/x", arrived=START, raw=raw)]
    )
    desk.act_all(store, world.ctx)
    assert world.order_set("Ann") is None
    assert world.letters()[0].status is LetterStatus.IGNORED


def test_a_match_that_is_over_stays_so(empty_world: World) -> None:
    """Letters with good tags after the end change nothing but the player's own wishes."""
    world = empty_world
    world.match(seats=(*ANN_AND_BOB, SeatPlan(seat="Cat", bot="random")), nights=1)
    while world.the_match().status is not MatchStatus.OVER:
        world.move(hours=49)
        world.look()
    before = lasting(world)
    assert world.says("Ann", "SEEK Mill\nCLEAR\nREADY\nWAIT\nDRAW\nCONCEDE\nRESIGN\nEXTEND 2d").verdict == "match-over"
    assert lasting(world) == before
    assert {answer.to[0] for answer in sent(world)} <= ON_FILE
