#!/usr/bin/env python3
"""Runs `section-diff watch` against servers that misbehave, and measures it.

    watch-hostile-servers.py EXECUTABLE [--only MODE]… [--quick] [--measure]

For each mode a server answers well once, then badly twice, then well again. The watch must print the first changeset, an
error, and `recovered`, and end with exit code 0 at SIGTERM, leaving no process behind. The memory of the command and of
every process that it starts is read from /proc while it runs. A table goes to standard output.

With --quick the modes are left out that keep a request waiting for a minute. The exit code is 1 when a bound is passed;
with --measure nothing is judged, for builds that cannot pass.
"""

import argparse
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# Bounds, in megabytes and seconds. The command takes 34 MB, a body of at most 64 MB, and while that grows a copy of twice
# its size at most.
COMMAND_MEMORY = 34 + 64 + 128
# 256 MB and twice the limit of a body, 64 MB; see RequestWorker.memory(for:). Both processes together.
ALL_MEMORY = COMMAND_MEMORY + 256 + 2 * 64
# The slowest of the others takes ten seconds on a machine that does nothing else. A crash without this took thirty.
USUAL_TIME = 25
# A request may take 60 seconds in all (RESTLimits.requestTime).
LONGEST_TIME = 75
# Where nothing is judged, the command is killed when it takes more than this.
GIVE_UP_MEMORY = 4096

MODES = [
    "gzip-bomb", "gzip-bomb-404", "brotli-bomb", "truncated-gzip", "cut-head", "cgi", "cut-body", "endless-head", "endless-body",
    "endless-redirect", "unknown-coding", "hang", "slow-head",
]
SLOW = {"hang", "slow-head"}


class Memory(threading.Thread):
    """Reads the highest memory of a process and of its children, until it is stopped."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid = pid
        self.command = 0
        self.children = {}
        self.isOver = False

    def run(self):
        while not self.isOver:
            self.command = max(self.command, self.peak(self.pid))
            for child in self.found():
                self.children[child] = max(self.children.get(child, 0), self.peak(child))
            if self.command > GIVE_UP_MEMORY << 20:
                os.kill(self.pid, signal.SIGKILL)
                return
            time.sleep(0.003)

    def found(self):
        children = []
        try:
            for task in os.listdir(f"/proc/{self.pid}/task"):
                with open(f"/proc/{self.pid}/task/{task}/children") as file:
                    children += [int(child) for child in file.read().split()]
        except OSError:
            pass
        return children

    @staticmethod
    def peak(pid):
        try:
            with open(f"/proc/{pid}/status") as file:
                for line in file:
                    if line.startswith("VmHWM:"):
                        return int(line.split()[1]) << 10
        except (OSError, ValueError):
            pass
        return 0


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def start_server(mode, folder):
    """A server in such a mode: its process, its address, and a function for the time of its first bad answer."""
    if mode == "cgi":
        return start_cgi(folder)
    path = os.path.join(folder, "requests")
    with open(path, "wb") as log:
        # One bad answer is enough where each takes a minute.
        last = "2" if mode in SLOW else "3"
        server = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "hostile-server.py"), mode, "--after", "1", "--until", last],
            stdout=subprocess.PIPE, stderr=log, text=True)
    port = int(server.stdout.readline())

    def time_of_bad_answer():
        with open(path) as log:
            lines = log.read().splitlines()
        return float(lines[1].split()[0]) if len(lines) > 1 else None

    return server, f"http://127.0.0.1:{port}/", time_of_bad_answer


def start_cgi(folder):
    """Python's own server with a script that fails at the second and the third request, before it has written anything."""
    scripts = os.path.join(folder, "cgi-bin")
    os.makedirs(scripts)
    # The server runs it as a user without rights.
    os.chmod(folder, 0o755)
    os.chmod(scripts, 0o777)
    script = os.path.join(scripts, "data")
    with open(script, "w") as file:
        file.write("""#!/bin/sh
cd "$(dirname "$0")" || exit 1
date +%s.%N >> times
case $(wc -l < times) in 2 | 3) exit 1 ;; esac
printf 'Content-Type: application/json\\r\\n\\r\\n[{"id":1,"text":"text 1"}]\\n'
""")
    os.chmod(script, 0o755)
    server = subprocess.Popen(
        [sys.executable, "-u", "-W", "ignore", "-m", "http.server", "--cgi", "--bind", "127.0.0.1", "0"], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    # "Serving HTTP on 127.0.0.1 port 40001 (http://…) ..."
    port = int(server.stdout.readline().split(" port ")[1].split()[0])

    def time_of_bad_answer():
        with open(os.path.join(scripts, "times")) as times:
            lines = times.read().split()
        return float(lines[1]) if len(lines) > 1 else None

    return server, f"http://127.0.0.1:{port}/cgi-bin/data", time_of_bad_answer


def read_lines(stream, lines):
    for line in stream:
        lines.put((time.time(), line))
    lines.put((time.time(), None))


def tried(executable, mode, measures):
    """One row of the table, and what is wrong with it."""
    wrong = []
    longest = LONGEST_TIME if mode in SLOW else USUAL_TIME
    row = {"mode": mode, "error": "", "seconds": None, "recovered": 0, "end": ""}
    with tempfile.TemporaryDirectory() as folder:
        server, address, time_of_bad_answer = start_server(mode, folder)
        form = ["--input", "csv"] if mode == "truncated-gzip" else []
        command = subprocess.Popen(
            [executable, "watch", address, "--id", "id", "--every", "200ms", "--format", "json", *form],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        memory = Memory(command.pid)
        memory.start()
        lines, errors = queue.Queue(), []
        threading.Thread(target=read_lines, args=(command.stdout, lines), daemon=True).start()
        deadline = time.time() + 2 * longest + 30
        first_error = None
        try:
            while not row["recovered"] and (left := deadline - time.time()) > 0:
                try:
                    when, line = lines.get(timeout=left)
                except queue.Empty:
                    break
                if line is None:
                    break
                event = json.loads(line)
                if "error" in event:
                    errors.append(event["error"])
                    if first_error is None and (start := time_of_bad_answer()):
                        first_error = when - start
                        deadline = when + longest
                elif event.get("recovered") is True:
                    row["recovered"] += 1
                elif errors and not row["recovered"]:
                    wrong.append("a changeset came before recovered")
                    if measures:
                        break
            if command.poll() is None:
                command.terminate()
            try:
                status = command.wait(timeout=5)
            except subprocess.TimeoutExpired:
                command.kill()
                status = command.wait()
            # Processes that it has left end by themselves, at once.
            deadline = time.time() + 2
            while any(is_alive(child) for child in memory.children) and time.time() < deadline:
                time.sleep(0.01)
            left = [child for child in memory.children if is_alive(child)]
            said = command.stderr.read().strip()
        finally:
            memory.isOver = True
            memory.join()
            command.kill()
            server.kill()
            server.wait()
            command.wait()
    row["error"] = errors[0].replace(address, "…") if errors else "–"
    row["seconds"] = first_error
    row["command"] = memory.command / 2**20
    row["worker"] = max(memory.children.values(), default=0) / 2**20
    row["workers"] = len(memory.children)
    row["end"] = f"exit {status}" if status >= 0 else f"signal {-status}"
    if not row["workers"]:
        wrong.append("no process was seen that sends requests, so its memory is not known")
    if not errors:
        wrong.append("no error was printed")
    if row["recovered"] != 1:
        wrong.append("recovered was not printed")
    if first_error is not None and first_error > longest:
        wrong.append(f"the error took {first_error:.1f} s; {longest} s are allowed")
    if row["command"] > COMMAND_MEMORY:
        wrong.append(f"the command took {row['command']:.0f} MB; {COMMAND_MEMORY} MB are allowed")
    if row["command"] + row["worker"] > ALL_MEMORY:
        wrong.append(f"all took {row['command'] + row['worker']:.0f} MB; {ALL_MEMORY} MB are allowed")
    if status != 0:
        wrong.append(f"the command ended with {row['end']}")
    if left:
        wrong.append(f"processes are left: {left}")
    if said:
        wrong.append("standard error: " + said.splitlines()[0][:100])
    return row, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable")
    parser.add_argument("--only", action="append", choices=MODES, metavar="MODE")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--measure", action="store_true")
    options = parser.parse_args()
    has_failed = False
    print(f"{'server':<17} {'command':>8} {'worker':>8} {'to error':>9}  {'recovered':<9} {'end':<10} error", flush=True)
    quick = [mode for mode in MODES if mode not in SLOW]
    for mode in options.only or (quick if options.quick else MODES):
        row, wrong = tried(os.path.abspath(options.executable), mode, options.measure)
        seconds = "–" if row["seconds"] is None else f"{row['seconds']:.2f} s"
        print(
            f"{mode:<17} {row['command']:>5.0f} MB {row['worker']:>5.0f} MB {seconds:>9}  "
            f"{'yes' if row['recovered'] else 'no':<9} {row['end']:<10} {row['error']}", flush=True)
        if not options.measure:
            for text in wrong:
                has_failed = True
                print(f"  FAILED: {text}", flush=True)
    sys.exit(1 if has_failed else 0)


if __name__ == "__main__":
    main()
