"""Records at an address that change at random: a server on this machine, with validators."""

import http.server
import threading

from board import Board


class ServedBoard(Board):
    """A board whose writes are what a server answers with."""

    def __init__(self, size, seed):
        self.held = (b"", 0)
        self.requests = 0
        self.unchanged = 0
        super().__init__(None, size, seed)
        board = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                data, number = board.held
                tag = f'"{number}"'
                board.requests += 1
                if self.headers.get("If-None-Match") == tag:
                    board.unchanged += 1
                    self.send_response(304)
                    self.send_header("ETag", tag)
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/csv")
                self.send_header("Content-Length", str(len(data)))
                self.send_header("ETag", tag)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/records.csv"

    def write(self, replacing=True):
        self.writes += 1
        self.held = (self.data(), self.writes)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
