#!/usr/bin/env python3
"""A server that misbehaves, on 127.0.0.1 alone: for tests of what an answer can do to a client.

    hostile-server.py MODE [--after N] [--until N] [--seconds S] [--port P] [--ipv6] [--tls]

The first line on standard output is the port. MODE is what the address "/" answers; every mode also has an address of
its own, "/MODE". The server ends when it is killed, or after S seconds (600).

  ok               a JSON array of three records
  empty-list       200 and "[]"
  csv              20,000 rows of CSV, not compressed
  gzip             the same rows, as gzip
  truncated-gzip   the same stream, cut behind row 10,000: what is decoded ends with a whole line
  gzip-bomb        6 GB of spaces as 6 MB of gzip
  gzip-bomb-404    the same, with the status 404
  brotli-bomb      6 GB of spaces as 4.9 kB of brotli
  unknown-coding   a Content-Encoding that no client asks for
  cut-head         the connection is closed in the middle of the head
  cut-body         the connection is closed in the middle of the body
  hang             a head, then nothing
  slow-head        nothing at all
  endless-head     header fields without end
  endless-body     a body without end
  endless-redirect a redirect whose body has no end
  rate-limited     403, "X-RateLimit-Remaining: 0" and "X-RateLimit-Reset" in an hour ("?reset=SECONDS")

With --after N the first N requests of each address are answered as by "ok" (those of "truncated-gzip" as by "gzip" or
"csv", whichever the client takes; the rate limit and the head as by "ok"); with --until N so are those after the Nth. A
coding is sent whether it was asked for or not. Each request is written to standard error; "/requests" answers how many
there were of each address, as JSON. --tls serves a certificate that nobody has signed, made by openssl.
"""

import argparse
import base64
import collections
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

# "[", 6 GB of spaces and "]" by brotli, quality 9, window 2^24. The stream repeats itself, so zlib packs it well.
BROTLI_BOMB = zlib.decompress(
    base64.b64decode(
        "eNrtzTEOAUEYhuF/ZomIBFGoJKZQOoBup3QEjcINSHSKnY7SDSgcQBQKiYp+XYBiFVS2UGwE++EQuu8A7/uEQCALu45Wth/jDPhSkUFHNgle"
        "QM5qUyzYJJ0BkLbse+p6wh2oS961mnJ8BingGVUeZ+cjhL9ZQ6KlDGM8gJLL2FrV3d7+N1dTmez0YYsLESJEiBAhQoQIESJEiBAhQoQIESL/"
        "Q7Ro0/U+4tIYqA=="
    )
)

# An answer without end stops after so many seconds, so that nothing here runs for ever.
PATIENCE = 120


def head(status, *fields):
    lines = ["HTTP/1.1 " + status, "Connection: close", *fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def whole(status, body, *fields):
    return head(status, f"Content-Length: {len(body)}", *fields) + body


def rows(count):
    return "id,name,price\n" + "".join(f"{row},Product {row},{row % 100}.50\n" for row in range(count))


def packed_rows():
    """20,000 rows as gzip, and the length of the part that holds the first 10,000."""
    text = rows(20_000).encode()
    middle = len(rows(10_000).encode())
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    first = packer.compress(text[:middle]) + packer.flush(zlib.Z_SYNC_FLUSH)
    return first + packer.compress(text[middle:]) + packer.flush(), len(first)


class Server:
    def __init__(self, mode, after, until):
        self.mode = mode
        self.after = after
        self.until = until
        self.lock = threading.Lock()
        self.counts = collections.Counter()

    def serve(self, connection):
        connection.settimeout(PATIENCE)
        received = b""
        while b"\r\n\r\n" not in received and len(received) < 1 << 20:
            piece = connection.recv(65536)
            if not piece:
                return
            received += piece
        line = received.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
        target = urllib.parse.urlsplit(line[1] if len(line) > 1 else "/")
        with self.lock:
            self.counts[target.path] += 1
            count = self.counts[target.path]
            counts = dict(self.counts)
        print(f"{time.time():.3f} {line[0]} {target.path}", file=sys.stderr, flush=True)
        if target.path == "/requests":
            return connection.sendall(whole("200 OK", json.dumps(counts).encode(), "Content-Type: application/json"))
        mode = self.mode if target.path == "/" else target.path[1:]
        if count <= self.after or count > self.until:
            # Who asks for no coding gets none (RFC 9110, section 12.5.3).
            takes_gzip = re.search(rb"(?im)^accept-encoding:.*gzip", received)
            mode = ("gzip" if takes_gzip else "csv") if mode == "truncated-gzip" else "ok"
        answer = getattr(self, mode.replace("-", "_"), None) if mode in MODES else None
        if answer is None:
            return connection.sendall(whole("404 Not Found", b"no such mode\n", "Content-Type: text/plain"))
        answer(connection, urllib.parse.parse_qs(target.query))

    def ok(self, connection, query):
        body = json.dumps([{"id": id, "text": f"text {id}"} for id in (1, 2, 3)]).encode()
        connection.sendall(whole("200 OK", body, "Content-Type: application/json"))

    def empty_list(self, connection, query):
        connection.sendall(whole("200 OK", b"[]", "Content-Type: application/json"))

    def csv(self, connection, query):
        connection.sendall(whole("200 OK", rows(20_000).encode(), "Content-Type: text/csv"))

    def gzip(self, connection, query):
        body, _ = packed_rows()
        connection.sendall(whole("200 OK", body, "Content-Type: text/csv", "Content-Encoding: gzip"))

    def truncated_gzip(self, connection, query):
        body, middle = packed_rows()
        connection.sendall(whole("200 OK", body[:middle], "Content-Type: text/csv", "Content-Encoding: gzip"))

    def gzip_bomb(self, connection, query, status="200 OK"):
        connection.sendall(head(status, "Content-Type: application/json", "Content-Encoding: gzip"))
        spaces = b" " * (1 << 24)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        # A part that begins after a full flush depends on nothing before it.
        first = packer.compress(spaces) + packer.flush(zlib.Z_FULL_FLUSH)
        connection.sendall(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03")
        for _ in range(384):
            connection.sendall(first)

    def gzip_bomb_404(self, connection, query):
        self.gzip_bomb(connection, query, "404 Not Found")

    def brotli_bomb(self, connection, query):
        connection.sendall(whole("200 OK", BROTLI_BOMB, "Content-Type: application/json", "Content-Encoding: br"))

    def unknown_coding(self, connection, query):
        connection.sendall(whole("200 OK", b"[]", "Content-Type: application/json", "Content-Encoding: snappy"))

    def cut_head(self, connection, query):
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")

    def cut_body(self, connection, query):
        connection.sendall(head("200 OK", "Content-Type: application/json", "Content-Length: 1000") + b'[{"id":')

    def hang(self, connection, query):
        connection.sendall(head("200 OK", "Content-Type: application/json"))
        self.wait(connection)

    def slow_head(self, connection, query):
        self.wait(connection)

    def endless_head(self, connection, query):
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        self.repeat(connection, b"X-Filler: " + b"x" * 65_000 + b"\r\n")

    def endless_body(self, connection, query):
        connection.sendall(head("200 OK", "Content-Type: application/json"))
        self.repeat(connection, b" " * (1 << 20))

    def endless_redirect(self, connection, query):
        connection.sendall(head("302 Found", "Location: /ok"))
        self.repeat(connection, b" " * (1 << 20))

    def rate_limited(self, connection, query):
        reset = int(time.time()) + int(query.get("reset", ["3600"])[0])
        fields = ["X-RateLimit-Limit: 60", "X-RateLimit-Remaining: 0", f"X-RateLimit-Reset: {reset}"]
        body = b'{"message":"API rate limit exceeded"}'
        connection.sendall(whole("403 Forbidden", body, "Content-Type: application/json", *fields))

    def wait(self, connection):
        """Returns when the client has hung up."""
        while connection.recv(65536):
            pass

    def repeat(self, connection, piece):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            connection.sendall(piece)


MODES = [
    "ok", "empty-list", "csv", "gzip", "truncated-gzip", "gzip-bomb", "gzip-bomb-404", "brotli-bomb",
    "unknown-coding", "cut-head", "cut-body", "hang", "slow-head", "endless-head", "endless-body", "endless-redirect", "rate-limited",
]


def handle(server, connection, context):
    try:
        with connection:
            if context:
                connection = context.wrap_socket(connection, server_side=True)
            server.serve(connection)
            # With bytes unread a close would reset the connection, and take what was sent with it.
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(5)
            while connection.recv(65536):
                pass
    except OSError:
        pass  # The client has hung up, or does not trust the certificate.


def self_signed():
    """A certificate for 127.0.0.1 that nobody has signed."""
    folder = tempfile.mkdtemp()
    try:
        certificate, key = os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem")
        subprocess.run(
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", key, "-out", certificate,
            ],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context
    finally:
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", nargs="?", default="ok", choices=MODES, metavar="MODE")
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--until", type=int, default=sys.maxsize)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--ipv6", action="store_true", help="listen on ::1")
    parser.add_argument("--tls", action="store_true")
    options = parser.parse_args()
    family, host = (socket.AF_INET6, "::1") if options.ipv6 else (socket.AF_INET, "127.0.0.1")
    context = self_signed() if options.tls else None
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, options.port))
        listener.listen(64)
        print(listener.getsockname()[1], flush=True)
        server = Server(options.mode, options.after, options.until)
        end = time.monotonic() + options.seconds
        while (left := end - time.monotonic()) > 0:
            listener.settimeout(left)
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                break
            threading.Thread(target=handle, args=(server, connection, context), daemon=True).start()


if __name__ == "__main__":
    main()
