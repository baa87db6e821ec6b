"""A name server on this machine, which knows what a test tells it and asks nobody."""

import socket
import socketserver
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

Zone = Mapping[tuple[str, str], tuple[str, ...]]
"""The records of names, by name and type; texts are in quotes, as in a zone file."""
SILENT = ("silent",)
"""Records of a name that nobody answers about."""
BROKEN = ("broken",)
"""Records of a name about which the server says that it cannot tell."""


@contextmanager
def name_server(zone: Zone) -> Iterator[tuple[str, int]]:
    """Serve a zone, and give the address and port to ask, by UDP and for long answers by TCP."""

    class OverUdp(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            wire, out = self.request
            answer = _answer(zone, wire)
            if answer is not None:
                out.sendto(answer.to_wire(max_size=512, prefer_truncation=True), self.client_address)

    class OverTcp(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            (length,) = struct.unpack("!H", self.rfile.read(2))
            answer = _answer(zone, self.rfile.read(length))
            if answer is not None:
                wire = answer.to_wire()
                self.wfile.write(struct.pack("!H", len(wire)) + wire)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), OverTcp) as tcp:
        at: tuple[str, int] = ("127.0.0.1", tcp.server_address[1])
        with socketserver.UDPServer(at, OverUdp) as udp:
            servers = (tcp, udp)
            threads = [threading.Thread(target=each.serve_forever, args=(0.01,)) for each in servers]
            for thread in threads:
                thread.start()
            try:
                yield at
            finally:
                for server in servers:
                    server.shutdown()
                for thread in threads:
                    thread.join()


def _answer(zone: Zone, wire: bytes) -> dns.message.Message | None:
    """Return the answer to a question, None for silence."""
    asked = dns.message.from_wire(wire)
    (question,) = asked.question
    name = question.name.to_text().rstrip(".").lower()
    kind = dns.rdatatype.to_text(question.rdtype)
    records = zone.get((name, kind), ())
    if records == SILENT:
        return None
    answer = dns.message.make_response(asked)
    answer.flags |= dns.flags.RA
    if records == BROKEN:
        answer.set_rcode(dns.rcode.SERVFAIL)
    elif records:
        answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *records))
    elif not any(known == name for known, _ in zone):
        answer.set_rcode(dns.rcode.NXDOMAIN)
    return answer


def unused_port() -> tuple[str, int]:
    """Return an address and port at which nobody answers."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as held:
        held.bind(("127.0.0.1", 0))
        return ("127.0.0.1", held.getsockname()[1])
