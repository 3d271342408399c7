"""A connection that can be cut: forwards to the page, under a port of its own."""

import contextlib
import re
import socket
import threading


class Proxy:
    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.pairs = []
        # What came from the server since the last cut.
        self.received = bytearray()
        # Whether what the server says is held back.
        self.isFlowing = threading.Event()
        self.isFlowing.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    client.close()
                    continue
                self.pairs.append((client, server))
                threading.Thread(target=self._ask, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answer, args=(server, client), daemon=True).start()

    def _ask(self, client, server):
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                # The page is asked for by the address that it has.
                server.sendall(re.sub(rb"(?m)^Host: [^\r]*", b"Host: 127.0.0.1:%d" % self.target, data))
        self._close(client, server)

    def _answer(self, server, client):
        with contextlib.suppress(OSError):
            while data := server.recv(65536):
                self.isFlowing.wait()
                self.received += data
                client.sendall(data)
        self._close(client, server)

    def _close(self, *ends):
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            with contextlib.suppress(OSError):
                end.close()

    def stall(self):
        """Lets nothing through from the server, on old connections and new ones, which stay open."""
        self.isFlowing.clear()

    def resume(self):
        self.isFlowing.set()

    def say(self, data):
        """Says something in place of the server, as a chunk of what it says last."""
        for client, _ in self.pairs:
            with contextlib.suppress(OSError):
                client.sendall(b"%x\r\n%s\r\n" % (len(data), data))

    def cut(self):
        """Cuts all connections; new ones are taken."""
        pairs, self.pairs = self.pairs, []
        self.received.clear()
        for pair in pairs:
            self._close(*pair)

    def close(self):
        self.listener.close()
        self.cut()
        self.resume()
