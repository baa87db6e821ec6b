"""Who wrote, and how far that is proved: what the operator's trust lets pass, holds back, or leaves unanswered."""

import pytest

from moderator.service import tags
from moderator.service.context import OverridePlan
from moderator.service.inbox import reception
from moderator.service.overrides.apply import apply
from moderator.store.statuses import LetterStatus
from tests.support.world import World

OURS = "mail.pbem.test"


def passed(domain: str) -> dict[str, str]:
    """Return the header by which our own server vouches for a sender."""
    return {"Authentication-Results": f"{OURS}; dkim=pass header.d={domain}; dmarc=pass header.from={domain}"}


def test_tag_and_sender_on_file_agree(world: World) -> None:
    """A letter to the seat's own address from any address on file is acted on."""
    letter = world.says("Ann", "SEEK Mill", sender="Anna@Work.test")
    assert letter.verdict == "filed"
    assert letter.head.seat == "Ann"


def test_the_thread_names_the_seat_and_proves_nothing(world: World) -> None:
    """Who answers a letter of ours, but to the plain address, is asked for the seat that In-Reply-To names."""
    world.match("endor")
    reference = world.rows("welcome")[0].message_id
    world.put(world.raw("SEEK Mill", headers={"In-Reply-To": reference, "References": reference}))
    world.read()
    assert world.order_set("Ann") is None
    assert [(letter.head.match, letter.head.seat) for letter in world.facts("held")] == [("hoth", "Ann")]


def test_a_reply_to_a_letter_of_before_the_upgrade_finds_its_match(world: World) -> None:
    """Its Message-ID holds a code: it names match, seat and asking as before, and the reply address proves the rest."""
    world.match("endor")
    old = f"<m.1.sqevdv6kc3mxhukd.hoth.ann.{tags.code(world.ctx, 'hoth', 'Ann', 1)}@pbem.test>"
    letter = world.says("Ann", "SEEK Mill", headers={"In-Reply-To": old})
    assert (letter.verdict, letter.head.match) == ("filed", "hoth")
    world.put(world.raw("SEEK Gate", headers={"In-Reply-To": old}))
    world.read()
    assert [(asked.head.match, asked.head.seat) for asked in world.facts("held")] == [("hoth", "Ann")]
    assert world.order_set("Ann") == ["SEEK Mill"]


@pytest.mark.parametrize("trust", ["tag", "address"])
@pytest.mark.parametrize(
    "found",
    [
        "dmarc=fail header.from=pbem.test",
        "spf=fail smtp.mailfrom=pbem.test",
        "dkim=fail header.d=pbem.test",
        "spf=pass smtp.mailfrom=evil.test; dkim=none; dmarc=fail (p=none) header.from=pbem.test",
        "spf=fail smtp.mailfrom=ann@pbem.test; dkim=pass header.d=evil.test",
        'dkim=fail reason="bad signature" header.d=pbem.test; spf=none',
    ],
)
def test_a_sender_whom_our_server_found_forged_is_held(world: World, trust: str, found: str) -> None:
    """Tag and sender agree, and our own server says that the sender is forged: the address on file is asked."""
    world.settings(trust=trust, authserv_id=OURS)
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), headers={"Authentication-Results": f"{OURS}; {found}"}))
    world.read()
    assert (world.letters()[-1].status, world.order_set("Ann")) == (LetterStatus.HELD, None)


@pytest.mark.parametrize(
    "found",
    [
        "spf=fail smtp.mailfrom=pbem.test; dkim=pass header.d=pbem.test",
        "dkim=fail header.d=pbem.test; spf=pass smtp.mailfrom=ann@pbem.test",
        "dkim=fail header.d=list.test; dmarc=pass header.from=pbem.test",
        "spf=softfail smtp.mailfrom=pbem.test; dkim=none; dmarc=none",
        "dkim=temperror; spf=permerror",
        "none",
    ],
)
def test_what_passes_one_way_is_not_held_for_failing_another(world: World, found: str) -> None:
    """Letters that were forwarded fail SPF, and those changed on their way fail DKIM; doubt alone holds nothing."""
    world.settings(authserv_id=OURS)
    letter = world.says("Ann", "SEEK Mill", headers={"Authentication-Results": f"{OURS}; {found}"})
    assert letter.verdict == "filed"


@pytest.mark.parametrize("ours", ["", "mx.elsewhere.test"])
def test_failures_that_our_server_did_not_find_hold_nothing(world: World, ours: str) -> None:
    """Without authserv_id nothing is looked at, and what another server writes is not believed."""
    world.settings(authserv_id=ours)
    failed = {"Authentication-Results": f"{OURS}; dmarc=fail header.from=pbem.test"}
    assert world.says("Ann", "SEEK Mill", headers=failed).verdict == "filed"


def test_who_is_always_doubted_confirms_by_the_code_of_the_question(world: World) -> None:
    """A player whose provider fails every check is asked for a code, which only the address on file has read."""
    world.settings(authserv_id=OURS)
    failed = {"Authentication-Results": f"{OURS}; spf=fail smtp.mailfrom=pbem.test"}
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), headers=failed))
    world.read()
    (line,) = world.facts("held")[0].form.lines
    assert line.partition(" ")[2] not in world.rows("held")[0].message_id
    for sender, text in (("eve@evil.test", line), ("ann@pbem.test", "CONFIRM 1"), ("ann@pbem.test", line[:-1] + "a")):
        world.put(world.raw(text, sender, to=world.tag("Ann"), headers=failed))
        world.read()
        assert world.order_set("Ann") is None
    world.put(world.raw(line.lower(), to=world.tag("Ann"), headers=failed))
    world.read()
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_the_code_of_a_question_counts_in_a_letter_that_is_proved(world: World) -> None:
    """Who answers from elsewhere, where nothing is doubted, may use the line as it stands."""
    world.settings(authserv_id=OURS)
    failed = {"Authentication-Results": f"{OURS}; dmarc=fail header.from=pbem.test"}
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), headers=failed))
    world.read()
    (line,) = world.facts("held")[0].form.lines
    world.says("Ann", line)
    codes = [[answer.code for answer in letter.answers] for letter in world.facts("acknowledgement")]
    assert (codes, world.order_set("Ann")) == ([["confirmed"], []], ["SEEK Mill"])


def test_the_subject_is_enough_without_plus_addresses(world: World) -> None:
    """On a host without plus-addresses the code in the subject names the seat."""
    world.settings(plus_addresses=False)
    mark = tags.subject_mark(world.ctx, "hoth", "Ann", 1, 1)
    world.put(world.raw("SEEK Mill", subject=f"Re: {mark}"))
    world.read()
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_a_tag_from_another_address_is_held(world: World) -> None:
    """Whoever got hold of a tag still files nothing: the address on file is asked, and shown none of the text."""
    world.put(world.raw("SEEK Mill", "eve@evil.test", to=world.tag("Ann")))
    world.read()
    assert world.order_set("Ann") is None
    assert world.letters()[0].status is LetterStatus.HELD
    (held,) = world.facts("held")
    (row,) = world.rows("held")
    assert (held.sender, held.head.player) == ("eve@evil.test", "Anna")
    assert row.to == ""
    assert "Mill" not in repr(held)


def test_confirm_files_the_held_letter(world: World) -> None:
    """CONFIRM in answer to the question lets the held letter count, with an answer of its own."""
    world.put(world.raw("SEEK Mill", "ann@cafe.test", to=world.tag("Ann")))
    world.read()
    (row,) = world.rows("held")
    world.says("Ann", "CONFIRM", headers={"In-Reply-To": row.message_id})
    assert world.order_set("Ann") == ["SEEK Mill"]
    codes = [[answer.code for answer in letter.answers] for letter in world.facts("acknowledgement")]
    assert codes == [["confirmed"], []]


def test_of_several_held_letters_the_one_that_is_answered_is_confirmed(world: World) -> None:
    """Each question has its own Message-ID and number; CONFIRM alone asks which."""
    for order in ("SEEK Mill", "SEEK Gate"):
        world.put(world.raw(order, "ann@cafe.test", to=world.tag("Ann")))
        world.read()
    letter = world.says("Ann", "CONFIRM")
    assert [answer.code for answer in letter.answers] == ["confirm-several"]
    world.says("Ann", "CONFIRM", headers={"In-Reply-To": world.rows("held")[0].message_id})
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_questions_are_counted_for_each_seat(world: World) -> None:
    """Their numbers tell nobody how many letters others write; each still means the letter that it was about."""
    for sender, order in (("bob", "SEEK Inn"), ("ann", "SEEK Mill"), ("bob", "SEEK Gate"), ("ann", "SEEK Gate")):
        world.put(world.raw(order, f"{sender}@cafe.test", to=world.tag(sender.title())))
        world.read()
    assert [letter.form.lines[0] for letter in world.facts("held")] == [
        "CONFIRM 1",
        "CONFIRM 1",
        "CONFIRM 2",
        "CONFIRM 2",
    ]
    world.says("Ann", "CONFIRM 1")
    assert (world.order_set("Ann"), world.order_set("Bob")) == (["SEEK Mill"], None)
    assert world.says("Ann", "CONFIRM").answers[0].lines == ("CONFIRM 2",)


def test_a_number_in_the_thread_of_another_question_confirms_nothing(world: World) -> None:
    """A number copied to the wrong seat, or into the answer to another question, lets nobody's letter pass."""
    world.match("endor")
    world.put(world.raw("SEEK Mill", "ann@cafe.test", to=world.tag("Ann")))
    world.put(world.raw("SEEK Gate", "eve@evil.test", to=world.tag("Ann", "endor")))
    world.put(world.raw("SEEK Inn", "eve@evil.test", to=world.tag("Ann")))
    world.read()
    thread = {"In-Reply-To": world.rows("held")[0].message_id}
    for match, number in (("endor", 1), ("hoth", 2)):
        (answer,) = world.says("Ann", f"CONFIRM {number}", match=match, headers=thread).answers
        assert answer.code == "confirm-nothing"
        assert world.order_set("Ann", match) is None
    world.says("Ann", "CONFIRM 1", headers=thread)
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_confirm_without_a_held_letter_is_answered(world: World) -> None:
    """CONFIRM with nothing held says so."""
    assert [answer.code for answer in world.says("Ann", "CONFIRM").answers] == ["confirm-nothing"]


def test_a_stranger_cannot_confirm(world: World) -> None:
    """CONFIRM from the address that was held is held as well."""
    for text in ("SEEK Mill", "CONFIRM"):
        world.put(world.raw(text, "eve@evil.test", to=world.tag("Ann")))
        world.read()
    assert [letter.status for letter in world.letters()] == [LetterStatus.HELD] * 2


def test_nobody_is_flooded_with_questions(world: World) -> None:
    """After some held letters a day the rest is filed without asking again."""
    for number in range(8):
        world.put(world.raw(f"SEEK Mill {number}", f"eve{number}@evil.test", to=world.tag("Ann")))
        world.read()
    assert len(world.rows("held")) == 5


def test_the_sender_alone_is_not_enough(world: World) -> None:
    """With trust "tag" a letter without a tag is held, since From can be forged."""
    world.put(world.raw("SEEK Mill"))
    world.read()
    assert world.order_set("Ann") is None
    assert len(world.facts("held")) == 1


def test_the_sender_alone_is_enough_with_trust_address(world: World) -> None:
    """In a private group that trusts addresses, a known sender with one seat needs no tag."""
    world.settings(trust="address")
    world.put(world.raw("SEEK Mill"))
    world.read()
    assert world.order_set("Ann") == ["SEEK Mill"]


def test_trust_address_still_wants_a_known_sender(world: World) -> None:
    """A tag from an address that is not on file is held whatever the operator trusts."""
    world.settings(trust="address")
    world.put(world.raw("SEEK Mill", "eve@evil.test", to=world.tag("Ann")))
    world.read()
    assert world.letters()[0].status is LetterStatus.HELD


def test_strict_wants_our_own_servers_word(world: World) -> None:
    """With trust "strict" tag and sender are held unless our server vouches for the sender; others' words count not."""
    world.settings(trust="strict", authserv_id=OURS)
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), headers=passed("evil.test")))
    forged = {"Authentication-Results": passed("pbem.test")["Authentication-Results"].replace(OURS, "mx.evil.test")}
    world.put(world.raw("SEEK Mill", to=world.tag("Ann"), headers=forged))
    world.read()
    assert [letter.status for letter in world.letters()] == [LetterStatus.HELD] * 2
    assert world.says("Ann", "SEEK Gate", headers=passed("pbem.test")).verdict == "filed"


@pytest.mark.parametrize("trust", ["tag", "strict", "address"])
def test_strangers_are_not_answered(world: World, trust: str) -> None:
    """An unknown sender gets no letter, since it could hit a forged victim: the GM is told in the daily memo."""
    world.settings(trust=trust, authserv_id=OURS)
    before = len(world.rows())
    world.put(world.raw("HELP", "Eve <eve@evil.test>", subject="May  I play?"))
    world.read()
    assert world.letters()[0].status is LetterStatus.IGNORED
    (memo,) = world.rows()[before:]
    assert memo.due > world.ctx.now()
    assert world.facts("memo")[0].lines == ("eve@evil.test (Eve): “May I play?”",)


def test_a_letter_without_subject_stands_in_the_memo_with_its_first_line(world: World) -> None:
    """The GM reads what it is about; machines' letters are in no memo."""
    world.put(world.raw("\n\nGood evening, is there a seat left?\nYours, Zoe", "zoe@real.test", subject=""))
    world.put(world.raw("I am away.", "bot@real.test", headers={"Auto-Submitted": "auto-replied"}))
    world.put(world.raw("News!", "list@real.test", headers={"List-Id": "<news.real.test>"}))
    world.read()
    assert [memo.lines for memo in world.facts("memo")] == [("zoe@real.test: “Good evening, is there a seat left?”",)]


def test_a_stranger_who_is_not_answered_for_the_others_stands_in_the_memo(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only so many strangers are answered in a day; whoever comes then is named to the GM."""
    monkeypatch.setattr(reception, "_STRANGERS_PER_DAY", 1)
    world.settings(authserv_id=OURS)
    for name in ("zoe", "max", "max", "zoe"):
        world.put(world.raw("Hello", f"{name}@real.test", headers=passed("real.test")))
    world.read()
    assert [row.to for row in world.rows("stranger")] == ["zoe@real.test"]
    assert [memo.lines for memo in world.facts("memo")] == [("max@real.test: “orders”",)]


def test_a_letter_that_is_held_no_more_stands_in_the_memo(world: World) -> None:
    """Beyond the questions of a day the address on file is not asked, and the GM is told who wrote."""
    for number in range(6):
        world.put(world.raw("SEEK Mill", f"ann@cafe{number}.test", to=world.tag("Ann")))
    world.read()
    assert len(world.rows("held")) == 5
    assert [memo.lines for memo in world.facts("memo")] == [("ann@cafe5.test: “orders”",)]


def test_who_writes_for_a_seat_from_a_new_address_is_told_where_the_question_went(world: World) -> None:
    """The address on file is asked, and who is vouched for at the new one learns whom to ask; nothing of the seat."""
    world.settings(authserv_id=OURS)
    for _ in range(2):
        world.put(world.raw("SEEK Mill", "ann@cafe.test", to=world.tag("Ann"), headers=passed("cafe.test")))
    world.read()
    assert len(world.rows("held")) == 2
    (row,) = world.rows("stranger")
    assert (row.to, row.seat, row.match) == ("ann@cafe.test", "", None)


def test_a_real_stranger_is_told_how_to_take_part(world: World) -> None:
    """An unknown sender whom our server vouches for gets one letter a day that holds nothing of any match."""
    world.settings(authserv_id=OURS)
    for _ in range(3):
        world.put(world.raw("Hello, can I play?", "zoe@real.test", headers=passed("real.test")))
        world.read()
    (row,) = world.rows("stranger")
    assert row.to == "zoe@real.test"


def test_a_guessed_tag_is_worth_nothing(world: World) -> None:
    """A tag with a wrong code counts as none."""
    tag = world.tag("Ann")
    wrong = tag.replace(tag.partition("@")[0][-3:], "aaa")
    world.put(world.raw("SEEK Mill", to=wrong))
    world.read()
    assert world.letters()[0].status is LetterStatus.HELD


def test_a_withdrawn_tag_is_worth_nothing(world: World) -> None:
    """After TAG NEW the old address is held, and the answer already comes with the new one."""
    old = world.tag("Ann")
    letter = world.says("Ann", "TAG NEW")
    assert letter.form is not None
    assert letter.form.reply_to == world.tag("Ann") != old
    world.put(world.raw("SEEK Mill", to=old))
    world.read()
    assert world.order_set("Ann") is None
    assert world.letters()[-1].status is LetterStatus.HELD


def test_a_player_of_several_seats_is_asked_which(empty_world: World) -> None:
    """A known sender with two seats who names none is shown the address of each."""
    world = empty_world
    world.settings(trust="address")
    world.match("hoth")
    world.match("endor")
    world.put(world.raw("SEEK Mill"))
    world.read()
    letter = world.acknowledgement()
    assert letter.verdict == "which-seat"
    (answer,) = letter.answers
    assert [line.strip() for line in answer.lines if "@" in line] == [world.tag("Ann"), world.tag("Ann", "endor")]


def test_the_subject_names_the_match(empty_world: World) -> None:
    """With trust "address" the match in the subject tells which of two seats is meant."""
    world = empty_world
    world.settings(trust="address")
    world.match("hoth")
    world.match("endor")
    world.put(world.raw("SEEK Mill", subject="Re: [endor] Turn 1"))
    world.read()
    assert world.order_set("Ann", "endor") == ["SEEK Mill"]
    assert world.order_set("Ann", "hoth") is None


@pytest.mark.parametrize("trust", ["tag", "address"])
def test_a_letter_about_a_lost_seat_is_taken_for_no_other(empty_world: World, trust: str) -> None:
    """Neither tag nor subject lets it become orders of another match: its writer is told, with the seats left."""
    world = empty_world
    world.settings(trust=trust, authserv_id=OURS)
    world.match("hoth")
    world.match("endor")
    lost, subject = world.tag("Ann", "hoth"), tags.subject_mark(world.ctx, "hoth", "Ann", 1, 1)
    apply(world.store, world.ctx, OverridePlan(name="x", match="hoth", lines=("REPLACE Ann WITH BOT prowler",)))
    for fields in ({"to": lost}, {"subject": f"Re: {subject}"}, {"subject": "Re: [hoth] Turn 1"}):
        world.put(world.raw("SEEK Mill", headers=passed("pbem.test"), **fields))
        world.read()
        letter = world.acknowledgement()
        assert (letter.verdict, letter.answers[-1].code) == ("not-yours", "not-yours")
        assert [line.strip() for line in letter.answers[-1].lines if "@" in line] == [world.tag("Ann", "endor")]
    assert world.order_set("Ann", "endor") is None
    assert not world.rows("held")
