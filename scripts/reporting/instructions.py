"""Counts the instructions that one run takes, which no load changes, and reads them again.

As a program: counts them with valgrind's cachegrind for the cells of benchmark runs, and writes them to a file.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

import benchmark_runs

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "Benchmarks" / "instructions.json"
FORM = "section-diff-instructions/1"
AGAIN = "run scripts/record-benchmarks instructions"
# What stands in the tables beside its time. Of dict, which is there for information, the time is enough.
NAMES = ("adaptive", "scan")
# Growth shows in three sizes; larger ones take minutes each.
SIZES = (1_000, 10_000, 100_000)
REFS = re.compile(r"I\s+refs:\s+([0-9,]+)")


class Counts:
    """The instructions of each workload, kind of element and size, by contender, and of which revision they are."""

    def __init__(self, data, file):
        try:
            if data["format"] != FORM:
                raise benchmark_runs.Trouble(f"{file}: in the form {data['format']}, not {FORM}; {AGAIN}")
            self.commit = data["environment"]["commit"]
            self.toolchain = data["environment"]["toolchain"]
            self.valgrind = data["environment"]["valgrind"]
            self._cells = {(cell["workload"], cell["elements"], cell["size"]): cell["instructions"]
                           for cell in data["cells"]}
            for counts in self._cells.values():
                for name, count in counts.items():
                    if not isinstance(count, int) or count <= 0:
                        raise benchmark_runs.Trouble(f"{file}: {name} takes {count!r} instructions; {AGAIN}")
        except (LookupError, TypeError, AttributeError) as error:
            raise benchmark_runs.Trouble(f"{file}: no counts of instructions ({error!r}); {AGAIN}") from None

    @staticmethod
    def read(file=FILE):
        try:
            return Counts(json.loads(file.read_text(encoding="utf-8")), file.name)
        except OSError as error:
            raise benchmark_runs.Trouble(f"{file}: {error.strerror}; {AGAIN}") from None
        except ValueError as error:
            raise benchmark_runs.Trouble(f"{file}: not JSON: {error}; {AGAIN}") from None

    def of(self, cell):
        """By contender; empty where none were counted."""
        return self._cells.get((cell.workload, cell.elements, cell.size), {})

    def attach(self, run):
        """Puts them into the cells of a run."""
        for cell in run.cells:
            cell.instructions = self.of(cell)


def count(runner, workload, elements, size, name):
    """What a second run of a contender adds to the first: neither the start nor the input counts."""
    refs = [_refs([runner, "--workload", workload, "--elements", elements, "--size", str(size), "--only-run", name,
                   "--times", str(times)]) for times in (1, 2)]
    return refs[1] - refs[0]


def _refs(command):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log"
        valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log}"]
        # Tables of the runtime are seeded by chance otherwise, and grow at other times.
        done = subprocess.run(valgrind + command, capture_output=True, text=True,
                              env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
        found = REFS.search(log.read_text(encoding="utf-8", errors="replace")) if log.exists() else None
        if done.returncode != 0 or not found:
            said = (done.stderr.strip() or "no count").splitlines()[-1]
            raise benchmark_runs.Trouble(f"{' '.join(command[1:])}: exited with {done.returncode}: {said}; "
                                         "does the runner run without valgrind?")
        return int(found[1].replace(",", ""))


def compiler(runner):
    """What the runner was built with, as its own run says."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "run.json"
        done = subprocess.run([runner, "--workload", "identical", "--size", "10", "--rounds", "1", "--milliseconds", "1",
                               "--record", file], capture_output=True, text=True)
        if done.returncode != 0:
            raise benchmark_runs.Trouble(f"{runner}: exited with {done.returncode}: {done.stderr.strip()[-200:]}; is it the runner?")
        return benchmark_runs.read_runs([file])[0].toolchain


def cells(paths):
    """The cells of the runs that are counted: workload, kind of element, size."""
    return sorted({(cell.workload, cell.elements, cell.size) for run in benchmark_runs.read_runs(paths)
                   for cell in run.cells if cell.size in SIZES})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runner", help="the release build of BenchmarkRunner")
    parser.add_argument("files", nargs="+", metavar="RUN.json", help="the runs whose cells are counted")
    parser.add_argument("--commit", required=True, help="what the runner was built from")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many are counted at once")
    parser.add_argument("--out", type=pathlib.Path, default=FILE, help="the file to write")
    options = parser.parse_args()
    toolchain = compiler(options.runner)
    version = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    wanted = cells(options.files)
    counted = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = {pool.submit(count, options.runner, *cell, name): (cell, name) for cell in wanted for name in NAMES}
        try:
            for done, task in enumerate(concurrent.futures.as_completed(tasks), start=1):
                cell, name = tasks[task]
                counted.setdefault(cell, {})[name] = task.result()
                print(f"[{done} of {len(tasks)}] {name} on {cell[0]}, {cell[2]:,} {cell[1]}: "
                      f"{counted[cell][name]:,} instructions", file=sys.stderr)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    environment = {"commit": options.commit, "toolchain": toolchain, "valgrind": version, "architecture": platform.machine()}
    lines = [json.dumps({"workload": workload, "elements": elements, "size": size,
                         "instructions": dict(sorted(counted[workload, elements, size].items()))})
             for workload, elements, size in wanted]
    options.out.write_text(
        f'{{"format": "{FORM}",\n "environment": {json.dumps(environment)},\n "cells": [\n  '
        + ",\n  ".join(lines) + "\n ]}\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except benchmark_runs.Trouble as trouble:
        sys.exit(f"error: {trouble}")
