"""Keeps the live page busy for minutes: a file that changes 100 times a second, two streams and a browser that listen.

Ends with an exit code other than 0 when the page differs from the file, or when memory or descriptors of the command
grow. Prints what it saw.
"""

import pathlib
import shutil
import sys
import tempfile
import threading
import time

from board import Board
from browser import Browser
from command import Watch
from server_test import Events

# Memory of the second half may exceed that of the first, after a warm-up, by this much: what the allocator leaves.
ALLOWANCE = 1.15
RATE = 100


class Listener(threading.Thread):
    """A page without a window: counts rows by the changesets it hears."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.events = Events(port)
        self.sizes = []
        self.revision = 0
        self.heard = 0
        self.trouble = None

    def run(self):
        try:
            while True:
                kind, _, data = self.events.next("reset", "changes")
                if kind == "reset":
                    self.sizes = [len(section["rows"]) for section in data["sections"]]
                else:
                    if data["revision"] <= self.revision:
                        self.trouble = f"revision {data['revision']} after {self.revision}"
                    self.sizes = data["sizes"]
                self.revision = data["revision"]
                self.heard += 1
        except (AssertionError, OSError, ValueError):
            return


def half(numbers, place):
    part = numbers[len(numbers) // 10:]
    middle = len(part) // 2
    return max(part[:middle] if place == 0 else part[middle:])


def main(minutes):
    folder = pathlib.Path(tempfile.mkdtemp())
    board = Board(folder / "records.csv", 500, seed=1)
    watch = Watch(board.path, *Board.OPTIONS, "--every", "10ms")
    browser = Browser()
    try:
        browser.open(watch.url)
        browser.wait_for(board.shown())
        listeners = [Listener(watch.port) for _ in range(2)]
        for listener in listeners:
            listener.start()
        start = time.monotonic()
        end = start + 60 * minutes
        memory, descriptors, checks, late = [], [], 0, 0
        next_write, next_look, next_check = start, start, start + 15
        while time.monotonic() < end:
            board.change(3)
            if len(board.records) > 700:
                for _ in range(200):
                    board.records.pop(board.random.randrange(len(board.records)))
            board.write(replacing=board.writes % 2 == 0)
            now = time.monotonic()
            if now >= next_look:
                next_look = now + 1
                memory.append(watch.memory())
                descriptors.append(watch.descriptors())
            if now >= next_check:
                # Stands still for a moment, to compare.
                browser.wait_for(board.shown(), f"check {checks + 1}")
                checks += 1
                next_check = time.monotonic() + 15
                next_write = time.monotonic()
            next_write += 1 / RATE
            wait = next_write - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            else:
                late += 1
                next_write = time.monotonic()
        seconds = time.monotonic() - start
        expected = board.shown()
        browser.wait_for(expected, "the end")
        sizes = [len(rows) for _, rows in expected]
        browser.wait(lambda: all(listener.sizes == sizes for listener in listeners), "the other pages")
        counts, errors = watch.counts()
        troubles = browser.troubles() + [listener.trouble for listener in listeners if listener.trouble]
        print(f"{board.writes} writes in {seconds:.0f} s ({board.writes / seconds:.0f} a second, {late} late), "
              f"{len(counts)} changesets, {len(errors)} errors")
        print(f"pages heard {[listener.heard for listener in listeners]} events; {checks + 1} comparisons with the browser")
        print(f"memory, MB: first {memory[0] / 1024:.1f}, last {memory[-1] / 1024:.1f}, highest of the first half "
              f"{half(memory, 0) / 1024:.1f}, of the second {half(memory, 1) / 1024:.1f}")
        print(f"descriptors: {min(descriptors)} to {max(descriptors)}, at the end {descriptors[-1]}")
        status = watch.stop()
        if troubles or errors:
            raise SystemExit(f"troubles: {troubles}")
        if status != 0:
            raise SystemExit(f"exit code {status}")
        if half(memory, 1) > half(memory, 0) * ALLOWANCE:
            raise SystemExit("memory grows")
        if half(descriptors, 1) > half(descriptors, 0):
            raise SystemExit("descriptors grow")
        print("PASSED")
    finally:
        browser.close()
        watch.kill()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
