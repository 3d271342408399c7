"""The server of the live page, by requests: who is answered, what is sent along, and what a slow page costs."""

import contextlib
import http.client
import json
import pathlib
import shutil
import signal
import socket
import tempfile
import time
import unittest

from board import Board
from command import Watch
from rows import Rows


class Events:
    """A page's stream of events, read by hand."""

    def __init__(self, port, last=None, query=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=180)
        headers = {"Last-Event-ID": last} if last else {}
        self.connection.request("GET", "/events" + query, headers=headers)
        self.response = self.connection.getresponse()

    def next(self, *kinds):
        """The next event of one of these kinds: kind, id, data."""
        kind, number, data = None, None, None
        while True:
            line = self.response.readline()
            if not line:
                raise AssertionError("the stream has ended")
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                number = value
            elif name == "data":
                data = json.loads(value)
            elif not name and kind:
                if kind in kinds:
                    return kind, number, data
                kind, number, data = None, None, None

    def close(self):
        # Before the connection, which the answer holds on to.
        self.response.close()
        self.connection.close()


class ServerTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.board = Board(self.folder / "records.csv", 100, 1)
        self.watch = Watch(self.board.path, *Board.OPTIONS, "--every", "20ms")
        self.addCleanup(self.watch.kill)

    def request(self, method="GET", path="/", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.watch.port, timeout=180)
        hosts = headers.pop("hosts", [f"127.0.0.1:{self.watch.port}"])
        connection.putrequest(method, path, skip_host=True)
        for host in hosts:
            connection.putheader("Host", host)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def events(self, last=None, query=""):
        events = Events(self.watch.port, last, query)
        self.addCleanup(events.close)
        return events

    def wait(self, condition, what):
        end = time.monotonic() + 180
        while not condition():
            self.assertLess(time.monotonic(), end, f"waited in vain for {what}")
            time.sleep(0.02)

    def test_only_this_host_is_served(self):
        port = self.watch.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}"):
            self.assertEqual(self.request(hosts=[host])[0].status, 200, host)
        for hosts in (["evil.example"], [f"evil.example:{port}"], ["127.0.0.1"], ["localhost"], [f"127.0.0.1:{port + 1}"],
                      [f"127.0.0.1.evil.example:{port}"], [""], [],
                      [f"127.0.0.1:{port}", "evil.example"], [f"[::1]:{port}"], [f"0.0.0.0:{port}"]):
            for path in ("/", "/events", "/page.js"):
                response, body = self.request(path=path, hosts=hosts)
                self.assertEqual(response.status, 421, hosts)
                self.assertNotIn(b"records", body)
        # Of several headers of one name the server sees the last alone. No browser sends them, and no page can.
        self.assertEqual(self.request(hosts=["evil.example", f"127.0.0.1:{port}"])[0].status, 200)

    def test_other_sites_are_refused(self):
        port = self.watch.port
        for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
            self.assertEqual(self.request(Origin=origin)[0].status, 200, origin)
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}",
                       f"http://127.0.0.1:{port}.evil.example", "http://127.0.0.1", ""):
            self.assertEqual(self.request(path="/events", Origin=origin)[0].status, 403, origin)
        for site in ("same-origin", "none"):
            self.assertEqual(self.request(Sec_Fetch_Site=site)[0].status, 200, site)
        for site in ("cross-site", "same-site", "anything"):
            self.assertEqual(self.request(path="/events", Sec_Fetch_Site=site)[0].status, 403, site)
        # Of several headers of one name the server sees the last alone, as of hosts; one with two values is refused.
        own, other = f"http://127.0.0.1:{port}", "http://evil.example"
        for origins, status in (([own, other], 403), ([other, own], 200), ([f"{other}, {own}"], 403),
                                ([f"{own}, {other}"], 403)):
            received = self.raw("GET / HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close",
                             *(f"Origin: {origin}" for origin in origins))
            self.assertTrue(received.startswith(b"HTTP/1.1 %d " % status), origins)

    def raw(self, *head, body=b""):
        """All that is answered to a request of these lines and this body, until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.watch.port), timeout=180) as connection:
            received = b""
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                connection.sendall("\r\n".join([*head, "", ""]).encode() + body)
            with contextlib.suppress(ConnectionResetError):
                while data := connection.recv(65536):
                    received += data
            return received

    def test_a_body_is_never_a_request(self):
        """What a page of another site posts is not taken for a request of its own, however long it is."""
        port = self.watch.port
        own, other = f"127.0.0.1:{port}", f"evil.example:{port}"
        hidden = f"GET /events HTTP/1.1\r\nHost: {own}\r\n\r\n".encode()
        # The server drains 2 MiB of a body that nobody reads.
        for host in (own, other):
            for size in (len(hidden), 4096, 4097, 100_000, 2_097_152, 2_097_153, 3_000_000):
                body = hidden + b"a" * (size - len(hidden))
                for method in ("POST", "GET"):
                    received = self.raw(f"{method} / HTTP/1.1", f"Host: {host}", f"Origin: http://{host}",
                                     "Connection: keep-alive", f"Content-Length: {size}", body=body)
                    self.assertEqual(received.count(b"HTTP/1.1 "), 1, (host, size, received[:1000]))
                    self.assertTrue(received.startswith(b"HTTP/1.1 400 "), (host, size, received[:1000]))
            # Less of it than was said, the next request behind it, and one in chunks.
            for head, body in (("Content-Length: 3000000", hidden * 2), ("Content-Length: +0", hidden),
                               ("Transfer-Encoding: chunked", b"0\r\n\r\n" + hidden),
                               ("Transfer-Encoding: chunked", b"%x\r\n%s\r\n0\r\n\r\n" % (len(hidden), hidden))):
                received = self.raw("POST / HTTP/1.1", f"Host: {host}", head, body=body)
                self.assertEqual(received.count(b"HTTP/1.1 "), 1, (host, head, received[:1000]))
                self.assertTrue(received.startswith(b"HTTP/1.1 400 "), (host, head, received[:1000]))
                self.assertIn(b"Connection: close", received)

    def test_nothing_is_answered_after_a_refusal(self):
        port = self.watch.port
        own = f"Host: 127.0.0.1:{port}"
        hidden = f"GET /page.js HTTP/1.1\r\n{own}\r\nConnection: close\r\n\r\n".encode()
        for status, head in ((405, ("POST / HTTP/1.1", own, "Content-Length: 0")),
                             (421, ("GET / HTTP/1.1", "Host: evil.example")),
                             (403, ("GET / HTTP/1.1", own, "Origin: http://evil.example"))):
            received = self.raw(*head, "Connection: keep-alive", body=hidden)
            self.assertTrue(received.startswith(b"HTTP/1.1 %d " % status), received[:1000])
            self.assertEqual(received.count(b"HTTP/1.1 "), 1, received[:1000])
        # After an answer there is one.
        received = self.raw("GET / HTTP/1.1", own, "Connection: keep-alive", body=hidden)
        self.assertEqual(received.count(b"HTTP/1.1 200 "), 2)

    def test_methods_paths_and_headers(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            response, _ = self.request(method)
            self.assertEqual((response.status, response.getheader("Allow")), (405, "GET"), method)
        self.assertEqual(self.request(path="/../records.csv")[0].status, 404)
        self.assertEqual(self.request(path="/records.csv")[0].status, 404)
        for path, kind in (("/", "text/html"), ("/page.css", "text/css"), ("/page.js", "text/javascript"),
                           ("/nothing", "text/plain")):
            response, _ = self.request(path=path)
            self.assertTrue(response.getheader("Content-Type").startswith(kind), path)
            self.assertEqual(response.getheader("Cache-Control"), "no-store", path)
            policy = response.getheader("Content-Security-Policy")
            for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "trusted-types 'none'"):
                self.assertIn(part, policy, path)
            self.assertEqual(response.getheader("X-Content-Type-Options"), "nosniff", path)
            self.assertIsNone(response.getheader("Access-Control-Allow-Origin"), path)

    def test_only_loopback_is_listened_on(self):
        for line in pathlib.Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
            address, state = line.split()[1], line.split()[3]
            if state == "0A" and address.endswith(f":{self.watch.port:04X}"):
                self.assertTrue(address.startswith("0100007F:"), address)
                break
        else:
            self.fail("nothing listens")
        self.assertNotIn(f":{self.watch.port:04X} ", pathlib.Path("/proc/net/tcp6").read_text(encoding="ascii"))

    def test_going_on_from_a_revision(self):
        events = self.events()
        kind, number, data = events.next("reset", "changes")
        self.assertEqual((kind, data["revision"]), ("reset", 1))
        self.board.change(5)
        self.board.write()
        kind, _, data = events.next("reset", "changes")
        self.assertEqual((kind, data["revision"]), ("changes", 2))
        self.board.change(5)
        self.board.write()
        self.assertEqual(events.next("changes")[2]["revision"], 3)
        # By the header, as a browser does by itself, and by the address: one changeset from the first revision.
        for other in (self.events(number), self.events(query=f"?since={number}")):
            kind, last, data = other.next("reset", "changes")
            self.assertEqual((kind, data["revision"]), ("changes", 3))
            self.assertGreater(sum(data["counts"].values()), 0)
        # Nothing is missing, so nothing is sent but the status.
        other = self.events(last)
        self.assertEqual(other.next("status", "reset", "changes")[0], "status")
        self.board.change(1, kinds=("insert",))
        self.board.write()
        kind, _, data = other.next("reset", "changes")
        self.assertEqual((kind, data["revision"], data["counts"]["inserts"]), ("changes", 4, 1))
        # Another run, a revision that is not there yet, and nonsense.
        run = number.split(".")[0]
        for strange in ("other.1", f"{run}.99", "nonsense", f"{run}.-1", f"{run}.", ".", f"{run}.1.1", "9" * 500):
            self.assertEqual(self.events(strange).next("reset", "changes")[0], "reset", strange)

    def test_changesets_lead_to_the_source(self):
        """What is received, applied one after another, is what the source holds."""
        events, rows = self.events(), Rows()
        rows.receive(*events.next("reset")[::2])
        for _ in range(60):
            self.assertEqual(rows.shown(), self.board.shown())
            before = self.board.shown()
            while self.board.shown() == before:
                self.board.change(self.board.random.choice([1, 5, 40]))
            self.board.write()
            while rows.shown() == before:
                rows.receive(*events.next("changes")[::2])

    def test_before_the_first_answer(self):
        """There are no records to tell of before the source has answered, not even none."""
        path = self.folder / "later.csv"
        watch = Watch(path, "--id", "id", "--section-by", "group", "--every", "20ms")
        self.addCleanup(watch.kill)
        events = Events(watch.port)
        self.addCleanup(events.close)
        self.wait(lambda: events.next("status", "reset")[2]["error"], "what is wrong")
        path.write_bytes(b"id,group\n1,a\n")
        kind, number, data = events.next("reset", "changes")
        self.assertEqual((kind, data["revision"], data["sections"][0]["rows"]), ("reset", 1, [['"1"', "1", []]]))
        # No records is an answer.
        path = self.folder / "none.csv"
        path.write_bytes(b"id,group\n")
        watch = Watch(path, "--id", "id", "--section-by", "group", "--every", "20ms")
        self.addCleanup(watch.kill)
        events = Events(watch.port)
        self.addCleanup(events.close)
        self.assertEqual(events.next("reset")[2]["sections"], [])

    def test_nothing_longer_than_what_is_shown_is_sent(self):
        """Without a key the whole record is one; it is not sent to tell rows apart. A section's name is shown whole."""
        path = self.folder / "long.csv"
        long = {name: "".join(self.board.random.choice("abcdefgh") for _ in range(2000)) for name in ("group", "note")}
        group, note = long["group"], long["note"]
        path.write_text(f"group,note\n{group},{note}\n{group},{note}x\n", encoding="utf-8")
        watch = Watch(path, "--section-by", "group", "--every", "20ms")
        self.addCleanup(watch.kill)
        events = Events(watch.port)
        self.addCleanup(events.close)
        section = events.next("reset")[2]["sections"][0]
        self.assertEqual(len({row[0] for row in section["rows"]}), 2, "keys tell rows apart")
        for key in (section["key"], section["rows"][0][0], section["rows"][1][0]):
            self.assertRegex(key, "^#[0-9a-f]{32}$")
        sent = json.dumps(section)
        self.assertEqual(sent.count(group), 1, "the name that is shown")
        self.assertLess(len(sent.replace(group, "")), 1000)
        path.write_text(f"group,note\n{group},{note}\n{note},{group}\n", encoding="utf-8")
        data = events.next("changes")[2]
        self.assertEqual((data["counts"]["inserts"], data["counts"]["deletes"]), (1, 1))
        self.assertLess(len(json.dumps(data).replace(group, "").replace(note, "")), 1500)

    def test_fields_that_do_not_count_are_not_sent(self):
        """Of their changes nothing is reported, so what a page shows of them would be wrong after a while."""
        watch = Watch(self.board.path, *Board.OPTIONS, "--ignore", "note", "--every", "20ms")
        self.addCleanup(watch.kill)
        events, rows = Events(watch.port), Rows()
        self.addCleanup(events.close)
        rows.receive(*events.next("reset")[::2])
        for _ in range(5):
            for record in self.board.records[:10]:
                record["note"] = f"note {self.board.random.random()}"
            self.board.change(5, kinds=("insert",))
            self.board.write()
            _, _, data = events.next("changes")
            self.assertEqual((data["counts"]["updates"], data["counts"]["inserts"]), (0, 5))
            rows.receive("changes", data)
            self.assertEqual(rows.shown(), self.board.shown(without="note"))

    def test_trouble_is_told(self):
        events = self.events()
        events.next("reset")
        good = self.board.path.read_bytes()
        self.board.path.write_bytes(b"id,group,rank\n1,a,1\n1,a,1\n")
        self.wait(lambda: (events.next("status")[2]["error"] or "").find("occurs more than once") >= 0, "the error")
        self.board.path.write_bytes(good)
        self.wait(lambda: events.next("status")[2]["error"] is None, "the end of the error")
        counts, errors = self.watch.counts()
        self.assertEqual((len(counts), len(errors)), (1, 1))

    def test_a_slow_page_costs_one_event(self):
        """A page that reads nothing holds up nobody, and what it missed comes as one changeset."""
        slow = socket.socket()
        self.addCleanup(slow.close)
        # Before it connects: what it takes without reading is then a small part of what comes.
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        slow.connect(("127.0.0.1", self.watch.port))
        slow.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.watch.port}\r\n\r\n".encode())
        quick = self.events()
        quick.next("reset")
        while len(self.board.records) < 1000:
            self.board.records.append(self.board.make())

        def rewrite():
            for record in self.board.records:
                record["note"] = f"note {self.board.random.randrange(10**9)} {'x' * 40}"
            self.board.write()
            data = quick.next("changes")[2]
            return data["revision"], len(json.dumps(data))

        # More than the sockets hold for a page that does not read, and what memory the command needs by itself.
        number, size = 120, 0
        for _ in range(40):
            rewrite()
        before = self.watch.memory()
        for _ in range(number - 40):
            revision, length = rewrite()
            size += length
        grown = self.watch.memory() - before
        print(f"  a page that reads nothing while {size >> 20} MiB of changesets go by: {grown} kB more memory",
              flush=True)
        self.assertLess(grown * 1024, size / 4, "what it missed is kept for it")
        text = b""
        slow.settimeout(180)
        while f'"revision":{revision},'.encode() not in text[-500_000:]:
            text += slow.recv(65536)
        self.assertLess(text.count(b"\nevent: changes") + text.count(b"\nevent: reset"), number, "it was not composed")

    def test_too_many_pages(self):
        pages = [self.events() for _ in range(64)]
        for page in pages:
            self.assertEqual(page.response.status, 200)
        self.assertEqual(self.events().response.status, 503)
        for page in pages:
            page.close()
        # Those that are gone are noticed when they are written to.
        def is_served():
            self.board.change(1)
            self.board.write()
            page = Events(self.watch.port)
            status = page.response.status
            page.close()
            return status == 200
        self.wait(is_served, "a place for a new page")

    def test_signals_end_it_with_pages_open(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            watch = Watch(self.board.path, *Board.OPTIONS)
            page = Events(watch.port)
            page.next("reset")
            self.assertEqual(watch.stop(number), 0)
            self.assertEqual(page.response.read(), b"")
            page.close()
            # The port is free again.
            again = Watch(self.board.path, *Board.OPTIONS, port=watch.port)
            self.assertEqual(again.port, watch.port)
            self.assertEqual(again.stop(), 0)

    def test_a_port_that_is_taken(self):
        with self.assertRaises(AssertionError) as caught:
            Watch(self.board.path, *Board.OPTIONS, port=self.watch.port)
        self.assertIn("--web 0", str(caught.exception))


if __name__ == "__main__":
    unittest.main(verbosity=2)
