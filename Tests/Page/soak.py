"""Keeps live pages busy for minutes: a file and an address that change 100 times a second, each watched by a command
with two streams and a browser that listen.

Ends with an exit code other than 0 when a page differs from its source, or when memory or descriptors of a command
grow. Prints what it saw.
"""

import contextlib
import multiprocessing
import pathlib
import shutil
import sys
import tempfile
import threading
import time

from board import Board
from browser import Browser
from command import Watch
from served import ServedBoard
from rows import Rows
from server_test import Events

# Memory of the second half may exceed that of the first, after a warm-up, by this much: what the allocator leaves.
ALLOWANCE = 1.15
RATE = 100
# Processes that share nothing with this one, which is to write and not to wait for their threads.
SPAWN = multiprocessing.get_context("spawn")
# Connections to a server come and go.
SPARE_DESCRIPTORS = 2


class Listener:
    """A page without a window, in a process of its own: applies the changesets it receives to rows of its own."""

    def __init__(self, port):
        here, there = SPAWN.Pipe()
        self.pipe = here
        self.process = SPAWN.Process(target=listen, args=(port, there), daemon=True)
        self.process.start()
        there.close()

    def reported(self):
        """What it shows, how many events it has received, and what is wrong."""
        self.pipe.send(None)
        return self.pipe.recv()

    def close(self):
        self.pipe.close()
        self.process.join(30)


def listen(port, pipe):
    """Listens, and tells what it shows whenever it is asked, until nobody can ask any more."""
    events, rows = Events(port), Rows()
    received, trouble = 0, None

    def receive():
        nonlocal received, trouble
        while not trouble:
            try:
                kind, _, data = events.next("reset", "changes")
            except (AssertionError, OSError, ValueError):
                return
            try:
                rows.receive(kind, data)
            except (AssertionError, LookupError, StopIteration) as error:
                trouble = f"revision {data['revision']}: {error!r}"
            received += 1

    threading.Thread(target=receive, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.recv()
            pipe.send((rows.shown(), received, trouble))


def half(numbers, place):
    part = numbers[len(numbers) // 10:]
    middle = len(part) // 2
    return max(part[:middle] if place == 0 else part[middle:])


class Side:
    """A source, the command that watches it, and three pages: a browser and two streams."""

    def __init__(self, name, board, source):
        self.name = name
        self.board = board
        self.watch = Watch(source, *Board.OPTIONS, "--every", "10ms")
        self.browser = Browser()
        self.listeners = []
        self.memory = []
        self.descriptors = []
        self.checks = 0

    def begin(self):
        self.browser.open(self.watch.url)
        self.browser.wait_for(self.board.shown(), self.name)
        self.listeners = [Listener(self.watch.port) for _ in range(2)]

    def change(self):
        board = self.board
        board.change(3)
        if len(board.records) > 700:
            for _ in range(200):
                board.records.pop(board.random.randrange(len(board.records)))
        board.write(replacing=board.writes % 2 == 0)

    def look(self):
        self.memory.append(self.watch.memory())
        self.descriptors.append(self.watch.descriptors())

    def compare(self):
        self.checks += 1
        self.browser.wait_for(self.board.shown(), f"{self.name}, check {self.checks}")

    def end(self, seconds):
        """Prints what it saw, and returns what is wrong."""
        self.compare()
        shown = self.board.shown()

        def reported():
            return [listener.reported() for listener in self.listeners]

        self.browser.wait(lambda: all(trouble or rows == shown for rows, _, trouble in reported()),
                          f"{self.name}, the other pages")
        counts, errors = self.watch.counts()
        memory, descriptors = self.memory, self.descriptors
        print(f"{self.name}: {self.board.writes} changes in {seconds:.0f} s ({self.board.writes / seconds:.0f} a second), "
              f"{len(counts)} changesets, {len(errors)} errors")
        print(f"  pages received {[received for _, received, _ in reported()]} events; "
              f"{self.checks} comparisons with the browser")
        print(f"  memory, MB: first {memory[0] / 1024:.1f}, last {memory[-1] / 1024:.1f}, highest of the first half "
              f"{half(memory, 0) / 1024:.1f}, of the second {half(memory, 1) / 1024:.1f}")
        print(f"  descriptors: {min(descriptors)} to {max(descriptors)}, at the end {descriptors[-1]}")
        troubles = self.browser.troubles() + [trouble for _, _, trouble in reported() if trouble]
        troubles += errors[:3]
        status = self.watch.stop()
        if status != 0:
            troubles.append(f"exit code {status}")
        if half(memory, 1) > half(memory, 0) * ALLOWANCE:
            troubles.append("memory grows")
        if half(descriptors, 1) > half(descriptors, 0) + SPARE_DESCRIPTORS:
            troubles.append("descriptors grow")
        return [f"{self.name}: {trouble}" for trouble in troubles]

    def close(self):
        for listener in self.listeners:
            listener.close()
        self.browser.close()
        self.watch.kill()


def main(minutes):
    folder = pathlib.Path(tempfile.mkdtemp())
    file = Board(folder / "records.csv", 500, seed=1)
    served = ServedBoard(500, seed=2)
    sides = []
    try:
        for name, board, source in (("file", file, file.path), ("address", served, served.url)):
            sides.append(Side(name, board, source))
            sides[-1].begin()
        start = time.monotonic()
        end = start + 60 * minutes
        late = 0
        next_write, next_look, next_check = start, start, start + 15
        while time.monotonic() < end:
            for side in sides:
                side.change()
            now = time.monotonic()
            if now >= next_look:
                next_look = now + 1
                for side in sides:
                    side.look()
            if now >= next_check:
                # Stands still for a moment, to compare.
                for side in sides:
                    side.compare()
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
        troubles = [trouble for side in sides for trouble in side.end(seconds)]
        print(f"{late} changes came late; the server was asked {served.requests} times, "
              f"{served.unchanged} answers were 304")
        if troubles:
            raise SystemExit(f"troubles: {troubles}")
        print("PASSED")
    finally:
        for side in sides:
            side.close()
        served.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
