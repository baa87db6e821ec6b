"""The records of a mail domain are looked up, and what to publish is named exactly."""

from collections.abc import Iterator

import pytest

from moderator.transport.mail_domain import examination, reach, reverse
from moderator.transport.mail_domain.dkim import is_selector
from moderator.transport.mail_domain.examination import examine_domain
from moderator.transport.mail_domain.lookup import Names, reverse_name
from moderator.transport.mail_domain.reach import Reach, find_domains
from tests.support.cases import every_case
from tests.support.servers.nameserver import BROKEN, SILENT, Zone, name_server, unused_port

GOOD: Zone = {
    ("battle.org", "MX"): ("10 mx.battle.org.", "5 first.battle.org."),
    ("first.battle.org", "A"): ("9.8.7.7",),
    ("mx.battle.org", "AAAA"): ("2620:db8::7",),
    ("battle.org", "TXT"): ('"v=spf1 mx -all"', '"google-site-verification=abc"'),
    ("_dmarc.battle.org", "TXT"): ('"v=DMARC1; p=quarantine"',),
    ("key1._domainkey.battle.org", "TXT"): ('"v=DKIM1; k=rsa; p=MIIB" "IjAN"',),
    ("7.7.8.9.in-addr.arpa", "PTR"): ("first.battle.org.",),
}
"""A domain of which nothing is missing."""


def said(zone: Zone, domain: str = "battle.org", host: str = "", selector: str = "") -> str:
    """Return what is said of a domain whose name server knows a zone."""
    with name_server({("org", "NS"): ("ns.org.",), ("example", "NS"): ("ns.example.",), **zone}) as server:
        found = examine_domain(domain, host, selector, Names(server, seconds=30))
    return "\n".join(f"{mark}: {message}" for mark, message in found)


def test_a_domain_with_all_records_is_good() -> None:
    """Each record is named; the preferred server comes first, and a key in several pieces is one."""
    assert said(GOOD, host="first.battle.org", selector="key1").splitlines() == [
        "good: letters to battle.org go to first.battle.org, mx.battle.org (MX)",
        "good: one SPF record: v=spf1 mx -all",
        "good: one DMARC record is at _dmarc.battle.org: v=DMARC1; p=quarantine",
        "good: a DKIM record is at key1._domainkey.battle.org",
        "good: 9.8.7.7 is first.battle.org, and that leads back to it (PTR)",
    ]


def test_an_empty_domain_is_told_every_record_to_publish() -> None:
    """Name, type and value, as the form of a DNS provider asks for them."""
    assert said({}, host="smtp.gmail.com", selector="key1").splitlines() == [
        (
            "bad: battle.org has no MX record, so it gets no letters: publish name battle.org, type MX, "
            "value 10 HOST., where HOST is the server that receives your letters"
        ),
        (
            "look: battle.org has no SPF record, so its letters may be taken for spam: publish name battle.org, type "
            'TXT, value "v=spf1 include:_spf.google.com ~all"'
        ),
        (
            "look: battle.org has no DMARC record, so big providers may refuse its letters: publish name "
            '_dmarc.battle.org, type TXT, value "v=DMARC1; p=none"'
        ),
        (
            "bad: there is no DKIM record key1._domainkey.battle.org: publish name key1._domainkey.battle.org, type "
            'TXT, value "v=DKIM1; p=KEY", where KEY is the public key that your server shows'
        ),
    ]


MX = [
    ({("battle.org", "MX"): ("0 .",)}, "bad: battle.org accepts no mail (null MX): delete that record, and publish"),
    ({("battle.org", "A"): ("9.8.7.7",)}, "look: battle.org has no MX record, so its letters go to 9.8.7.7"),
    (
        {("battle.org", "MX"): ("10 gone.battle.org.",)},
        (
            "bad: the MX record names gone.battle.org, which has no address: correct it, or publish name "
            "gone.battle.org, type A, value ADDRESS"
        ),
    ),
]
SPF = [
    (
        {("battle.org", "TXT"): ('"v=spf1 mx ~all"', '"v=spf1 include:a.org redirect=b.org"')},
        (
            "bad: battle.org has 2 SPF records, and then none counts: delete them, and publish name battle.org, type "
            'TXT, value "v=spf1 include:a.org include:b.org mx ~all"'
        ),
    ),
    (
        {("battle.org", "TXT"): ('"V=SPF1 mx +ALL"',)},
        (
            "bad: the SPF record of battle.org lets anybody send its letters (+all): publish name battle.org, type "
            'TXT, value "V=SPF1 mx ~all" instead'
        ),
    ),
    ({("battle.org", "TXT"): ('"v=spf1 mx all"',)}, "lets anybody send its letters (+all)"),
    (
        {
            ("battle.org", "TXT"): ('"v=spf1 include:many.org mx a:x.org -all"',),
            ("many.org", "TXT"): (f'"v=spf1 {" ".join(f"a:h{at}.org" for at in range(8))} -all"',),
        },
        (
            "bad: the SPF record of battle.org needs more than 10 lookups, so it does not count: publish "
            'name battle.org, type TXT, value "v=spf1 … ~all" with fewer of these: include:many.org, mx, a:x.org'
        ),
    ),
    (
        {("battle.org", "TXT"): ('"v=spf1 include:battle.org -all"',)},
        "needs more than 10 lookups",
    ),
    (
        {("battle.org", "TXT"): ('"v=spf1 mx include:gone.org -all"',)},
        (
            "bad: the SPF record leads to gone.org, which has not one such record, so yours does not count: publish "
            'name battle.org, type TXT, value "v=spf1 mx -all"'
        ),
    ),
    (
        {
            ("battle.org", "TXT"): ('"v=spf1 include:many.org mx -all redirect=gone.org"',),
            ("many.org", "TXT"): (f'"v=spf1 {" ".join(f"a:h{at}.org" for at in range(8))} ip4:192.0.2.1 -all"',),
        },
        "good: one SPF record",
    ),
    ({("battle.org", "TXT"): ('"v=spf10 mx -all"', '"v=spf1"')}, "good: one SPF record: v=spf1"),
    ({("battle.org", "TXT"): ('"v=spf1 exists:%{i}.x.org include:%{d}.x.org -all"',)}, "good: one SPF record"),
    (
        {("battle.org", "TXT"): (*tuple(f'"{"x" * 250}{at}"' for at in range(9)), '"v=spf1 mx -all"')},
        "good: one SPF record: v=spf1 mx -all",
    ),
]
DMARC = [
    ({("_dmarc.battle.org", "TXT"): ('"v=DMARC1; p=none"', '"v=DMARC1; p=reject"')}, "has 2 DMARC records, and then"),
    (
        {("_dmarc.battle.org", "TXT"): ('"v=DMARC1; rua=mailto:x@battle.org"',)},
        "bad: the DMARC record of battle.org has no p=none, p=quarantine or p=reject: publish name _dmarc.battle.org",
    ),
]
KEY = "key1._domainkey.battle.org"
DKIM = [
    ({(KEY, "TXT"): ('"v=DKIM1; p="',)}, f"bad: the DKIM record {KEY} is revoked (p= is empty): publish name {KEY}"),
    ({(KEY, "TXT"): ('"p=AAAA"', '"p=BBBB"')}, f"bad: there are 2 DKIM records {KEY}: delete all but the one with"),
    ({(KEY, "TXT"): ('"hello"',)}, f"bad: there is no DKIM record {KEY}"),
]


@every_case("zone, words", [*MX, *SPF, *DMARC, *DKIM])
def test_a_record_that_is_wrong_is_named_with_the_one_to_publish(zone: Zone, words: str) -> None:
    """Of each kind all that the doctor knows of."""
    assert words in said(zone, selector="key1")


def test_a_domain_above_has_the_policy_for_those_below_it() -> None:
    """The nearest one counts; a public suffix speaks for nobody."""
    above: Zone = {("_dmarc.club.org", "TXT"): ('"v=DMARC1; p=reject"',)}
    assert "at _dmarc.club.org, which counts for mail.battle.club.org, too" in said(above, "mail.battle.club.org")
    suffix: Zone = {("_dmarc.co.example", "TXT"): ('"v=DMARC1; p=reject; psd=y"',)}
    assert "battle.co.example has no DMARC record" in said(suffix, "battle.co.example")


def test_an_address_that_sends_needs_a_name_that_leads_back() -> None:
    """The sentence names the record of the address, or that of the name."""
    nameless = said({}, host="9.8.7.9")
    assert (
        "look: 9.8.7.9 has no reverse name: let the owner of that address publish name "
        "9.7.8.9.in-addr.arpa, type PTR, value mail.battle.org." in nameless
    )
    assert 'value "v=spf1 ip4:9.8.7.9 ~all"' in nameless
    elsewhere: Zone = {
        ("smtp.battle.org", "AAAA"): ("2620:db8::9",),
        (reverse_name("2620:db8::9").rstrip("."), "PTR"): ("other.org.",),
    }
    assert (
        "look: 2620:db8::9 is other.org (PTR), which does not lead back to it: publish name other.org, type AAAA, "
        "value 2620:db8::9" in said(elsewhere, host="smtp.battle.org")
    )


@pytest.mark.parametrize(
    ("addresses", "words"),
    [
        ([], "look: this machine has no public address"),
        (["9.8.7.7"], "good: 9.8.7.7 is first.battle.org"),
    ],
)
def test_this_machine_is_asked_for_its_public_addresses(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], words: str
) -> None:
    """Where the relay is on this machine."""
    for module in (reverse, examination):
        monkeypatch.setattr(module, "own_addresses", lambda: addresses)
    assert words in said(GOOD, host="127.0.0.1")


def test_a_relay_within_a_network_is_in_no_record() -> None:
    """Its address means nothing elsewhere."""
    told = said({}, host="10.0.0.5")
    assert "look: 10.0.0.5 has no public address, so nothing is known of the reverse name of what sends" in told
    assert 'value "v=spf1 mx ~all"' in told


def test_addresses_within_a_network_are_nobodys_public_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a router nothing is known of the address outside."""
    monkeypatch.setattr(reverse, "_ways_out", lambda: iter(["10.0.0.5", "9.9.9.9", "fe80::1", "2620:fe::fe"]))
    assert reverse.own_addresses() == ["9.9.9.9", "2620:fe::fe"]


def test_a_providers_domain_has_nothing_to_publish() -> None:
    """Nobody is asked: the operator controls none of its records."""
    found = examine_domain("GMAIL.com", "smtp.gmail.com", "key1", Names(unused_port()))
    assert [each.message for each in found] == [
        "the provider of gmail.com (Gmail) publishes its records: you have nothing to do"
    ]


@pytest.fixture
def no_network() -> Iterator[Names]:
    """Give a name server that answers nothing."""
    silent: Zone = {
        ("battle.org", "MX"): SILENT,
        ("battle.org", "TXT"): SILENT,
        ("_dmarc.battle.org", "TXT"): SILENT,
        ("org", "NS"): SILENT,
    }
    with name_server(silent) as server:
        yield Names(server, seconds=0.5)


def test_without_an_answer_nothing_is_known(no_network: Names) -> None:
    """One line says so."""
    (found,) = examine_domain("battle.org", names=no_network)
    assert found == (
        "look",
        "no answer about battle.org, perhaps there is no network: nothing is known of it",
    )


def test_a_name_server_without_the_rest_of_the_world_tells_nothing() -> None:
    """One that is cut off, or knows a small network alone, says of every name that there is none."""
    with name_server({("battle.lan", "A"): ("10.0.0.5",)}) as server:
        for domain in ("battle.org", "battle.lan"):
            (found,) = examine_domain(domain, names=Names(server, seconds=30))
            assert found.mark == "look"
            assert found.message.endswith(
                f"the name server of this machine does not know: nothing is known of {domain}"
            )


def test_what_nobody_answers_is_told_in_one_line() -> None:
    """The rest is told as ever."""
    zone: Zone = {**GOOD, ("battle.org", "TXT"): BROKEN, ("_dmarc.battle.org", "TXT"): BROKEN}
    told = said(zone).splitlines()
    assert told[0].startswith("good: letters to battle.org go to")
    assert told[1:] == ["look: no answer in time about SPF, DMARC: nothing is known of that"]


def test_a_name_that_is_none_is_no_fault_of_ours() -> None:
    """A label that is too long, or empty, can't be asked for."""
    for domain in ("battle..org", f"{'x' * 64}.org"):
        assert said({}, domain).startswith("look: no answer about")


def test_a_fault_of_ours_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as it is."""

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(examination, "examine_spf", broken)
    with pytest.raises(ZeroDivisionError):
        said(GOOD)


def test_selectors_are_names() -> None:
    """As they stand in a signature."""
    assert all(map(is_selector, ("key1", "s1._x", "2026-01", "a.b")))
    assert not any(map(is_selector, ("", "a b", "-a", "a..b", "a;b", "k" * 64)))


def test_a_domain_is_found_by_its_mail_servers_or_as_a_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's own names count too; a domain that accepts no mail is told apart."""
    asked: list[str] = []

    def is_host(name: str) -> bool:
        asked.append(name)
        return name in {"host.org", "office"}

    monkeypatch.setattr(reach, "_is_host", is_host)
    zone: Zone = {
        ("battle.org", "MX"): ("10 mx.battle.org.",),
        ("null.org", "MX"): ("0 .",),
        ("broken.org", "MX"): BROKEN,
    }
    domains = ["battle.org", "null.org", "broken.org", "host.org", "office", "gone.org"]
    with name_server(zone) as server:
        found = find_domains(domains, Names(server, seconds=30))
    assert found == {
        "battle.org": Reach.FOUND,
        "null.org": Reach.REFUSES,
        "broken.org": Reach.UNKNOWN,
        "host.org": Reach.FOUND,
        "office": Reach.FOUND,
        "gone.org": Reach.MISSING,
    }
    assert sorted(asked) == ["broken.org", "gone.org", "host.org", "office"]
