#!/usr/bin/env python3
"""Stops `section-diff watch` of an address by SIGINT and SIGTERM, twenty times each: the exit code is 0 every time, nothing
is said, and no process that it started is left.

    stop-watch.py EXECUTABLE

For builds with other traits than the one that the tests run.
"""

import os
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TIMES = 20


def children(pid):
    """The processes that a process has started."""
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children") as file:
            found += file.read().split()
    return found


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def stopped(executable, address, number):
    """What is wrong with one run."""
    # In a session of its own, as on a terminal: the signal goes to all processes of the group, as Ctrl-C does.
    command = subprocess.Popen(
        [executable, "watch", address, "--id", "id", "--every", "10ms", "--format", "json"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True)
    # One that prints nothing does not keep this waiting for ever.
    limit = threading.Timer(60, command.kill)
    limit.start()
    try:
        if not command.stdout.readline().startswith('{"revision":1,'):
            return "it printed no changeset"
        started = children(command.pid)
        os.killpg(command.pid, number)
        _, said = command.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        return "it did not end within ten seconds"
    finally:
        limit.cancel()
        command.kill()
        command.wait()
    # Processes that it has left end by themselves, at once.
    deadline = time.time() + 5
    while any(is_alive(child) for child in started) and time.time() < deadline:
        time.sleep(0.01)
    left = [child for child in started if is_alive(child)]
    if left:
        return f"processes are left: {left}"
    if command.returncode != 0:
        return f"it ended with {command.returncode}"
    return f"it said: {said}" if said else None


def main():
    executable = os.path.abspath(sys.argv[1])
    server = subprocess.Popen(
        [sys.executable, os.path.join(HERE, "hostile-server.py"), "ok"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    failures = []
    try:
        address = f"http://127.0.0.1:{int(server.stdout.readline())}/"
        for number in (signal.SIGINT, signal.SIGTERM):
            wrong = [text for text in (stopped(executable, address, number) for _ in range(TIMES)) if text]
            print(f"{number.name}: exit code 0 in {TIMES - len(wrong)} of {TIMES} runs", flush=True)
            failures += wrong
    finally:
        server.kill()
        server.wait()
    for text in failures:
        print(f"FAILED: {text}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
