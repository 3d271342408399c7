"""Runs that are refused for README.md: of a machine that was not quiet, or older than what they are of."""

import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

import sample
import benchmark_runs
import fitness
import instructions
import losses


def run_of(value):
    with sample.written(value) as paths:
        return benchmark_runs.read_runs(paths)[0]


class NoiseTest(unittest.TestCase):
    def setUp(self):
        self.targets = losses.Targets()

    def test_a_quiet_run_passes(self):
        self.assertIsNone(fitness.noise(run_of(sample.quiet()), self.targets))

    def test_floors_that_vary_within_a_cell_are_refused(self):
        run = sample.quiet()
        for cell in run["workloads"]:
            for name in ("scan", "dict"):
                sample.row(cell, name)["spread"] = 0.2
        self.assertRegex(fitness.noise(run_of(run), self.targets), "the floors' times differ by 20 % in the middle cell")
        # A little more in one cell of many does not decide.
        run = sample.quiet()
        sample.row(sample.cell(run, "mixed", 100_000), "scan")["spread"] = 0.2
        self.assertIsNone(fitness.noise(run_of(run), self.targets))

    def test_one_cell_whose_scan_varies_much_is_refused(self):
        run = sample.quiet()
        sample.row(sample.cell(run, "mixed", 100_000), "scan")["spread"] = 0.21
        self.assertRegex(fitness.noise(run_of(run), self.targets), "scan's times differ by 21 % within mixed")
        # A dictionary of this size is at the edge of a cache, and others share that.
        run = sample.quiet()
        sample.row(sample.cell(run, "mixed", 100_000), "dict")["spread"] = 0.9
        self.assertIsNone(fitness.noise(run_of(run), self.targets))

    def test_a_floor_that_varies_between_cells_is_refused(self):
        run = sample.quiet()
        for place, cell in enumerate(cell for cell in run["workloads"] if cell["size"] == 100_000):
            sample.row(cell, "dict")["median"] *= 1 + place
        self.assertIsNone(fitness.noise(run_of(run), self.targets), "other sizes tell")
        for place, cell in enumerate(cell for cell in run["workloads"] if cell["size"] == 10_000):
            sample.row(cell, "dict")["median"] *= 1 + place / 5
        self.assertRegex(fitness.noise(run_of(run), self.targets),
                         "dict takes [0-9.]+ to [0-9.]+ ns an item of int in the middle half of the workloads")

    def test_a_run_of_too_few_workloads_is_not_called_quiet(self):
        run = sample.quiet()
        run["workloads"] = [cell for cell in run["workloads"] if cell["name"] in ("mixed", "shuffle")]
        with self.assertRaisesRegex(benchmark_runs.Trouble, "has 2 workloads of 100,000 items"):
            fitness.noise(run_of(run), self.targets)
        run["workloads"] = [cell for cell in run["workloads"] if cell["size"] == 1_000]
        with self.assertRaisesRegex(benchmark_runs.Trouble, "has 0 workloads"):
            fitness.noise(run_of(run), self.targets)

    def test_the_script_refuses_it_and_says_what_to_do(self):
        run = sample.quiet()
        for cell in run["workloads"]:
            sample.row(cell, "scan")["spread"] = sample.row(cell, "dict")["spread"] = 0.2
        with sample.written(run) as paths:
            done = subprocess.run([sample.ROOT / "scripts" / "readme-benchmarks", *paths], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Aerror: run0\.json: refused for README\.md: .*; run scripts/record-benchmarks on a .*\n\Z")
        self.assertEqual(done.stdout, "")


class AgeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.git("init", "--quiet")
        self.first = self.commit("Sources/SectionDiff/A.swift", "1")

    def git(self, *arguments):
        identity = ("-c", "user.name=n", "-c", "user.email=e")
        return subprocess.run(["git", *identity, *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=True).stdout.strip()

    def commit(self, path, content):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        self.git("add", path)
        self.git("commit", "--quiet", "--message", f"{path} is {content}")
        return self.git("rev-parse", "HEAD")

    def test_a_run_of_the_code_that_there_is_is_current(self):
        self.assertIsNone(fitness.newer(self.first, self.folder))
        self.commit("Sources/SectionDiff/SectionDiff.docc/Page.md", "2")
        self.commit("Benchmarks/Records/int.json", "3")
        self.assertIsNone(fitness.newer(self.first, self.folder), "a page and a record are not measured")

    def test_a_change_of_what_is_measured_makes_it_old(self):
        self.commit("Sources/SectionDiff/A.swift", "2")
        self.assertRegex(fitness.newer(self.first, self.folder), "Sources/SectionDiff/A.swift is 2$")
        again = self.commit("README.md", "3")
        self.assertIsNone(fitness.newer(again, self.folder))

    def test_a_change_that_a_merge_brings_is_one(self):
        trunk = self.git("branch", "--show-current")
        self.git("checkout", "--quiet", "-b", "side")
        self.commit("Sources/SectionDiff/B.swift", "2")
        self.git("checkout", "--quiet", trunk)
        measured = self.commit("README.md", "3")
        self.git("merge", "--quiet", "--no-edit", "side")
        self.assertRegex(fitness.newer(measured, self.folder), "Sources/SectionDiff/B.swift is 2$")

    def test_a_revision_that_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(benchmark_runs.Trouble, "no revision before this one"):
            fitness.newer("0123456789" * 4, self.folder)

    def test_every_measured_path_is_there(self):
        for path in fitness.MEASURED:
            if not path.startswith(":"):
                self.assertTrue((sample.ROOT / path).exists(), path)


class InstructionsTest(unittest.TestCase):
    def test_a_damaged_file_says_what_is_wrong(self):
        environment = {"commit": "c", "toolchain": "t", "valgrind": "v"}
        cell = {"workload": "mixed", "elements": "int", "size": 1, "instructions": {"scan": 0}}
        for data, words in (({}, "no counts of instructions"), ([], "no counts of instructions"),
                            ({"format": "other/1"}, "in the form other/1"),
                            ({"format": instructions.FORM, "environment": {}, "cells": []}, "'commit'"),
                            ({"format": instructions.FORM, "environment": environment, "cells": [cell]}, "takes 0 instructions")):
            with self.subTest(words), self.assertRaisesRegex(benchmark_runs.Trouble, words):
                instructions.Counts(data, "FILE")

    def test_the_committed_file_has_the_rows_of_the_tables(self):
        counts = instructions.Counts.read()
        runs = benchmark_runs.read_runs([sample.ROOT / "Benchmarks" / "Records" / f"{name}.json"
                                         for name in ("int", "string", "string-shared")])
        for cell in runs[0].cells:
            if cell.size in instructions.SIZES:
                self.assertEqual(sorted(counts.of(cell)), sorted(instructions.NAMES), f"{cell.label}, {cell.size}")

    def test_it_counts_what_the_second_run_adds(self):
        with tempfile.TemporaryDirectory() as folder:
            # Says as many as it is called with, and the start of the program.
            valgrind = pathlib.Path(folder) / "valgrind"
            valgrind.write_text("""#!/bin/sh
for word; do case $word in --log-file=*) log=${word#*=};; esac; times=$word; done
[ "$SWIFT_DETERMINISTIC_HASHING" = 1 ] || exit 9
printf '==7== I   refs:      1,000,%03d\\n' $((times * 42)) > "$log"
""", encoding="utf-8")
            valgrind.chmod(valgrind.stat().st_mode | stat.S_IXUSR)
            script = f"import os, sys; os.environ['PATH'] = {folder!r} + ':' + os.environ['PATH']; import instructions; " \
                     "print(instructions.count('runner', 'mixed', 'int', 1000, 'adaptive'))"
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                                  cwd=sample.ROOT / "scripts" / "reporting")
        self.assertEqual(done.stdout, "42\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
