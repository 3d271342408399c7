"""What the report says of targets: met, missed, met in time alone, none; and of which code instructions must be."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import sample
import benchmark_runs
import instructions
import losses
import page
import plots

STRATEGY, SIZE = losses.Targets().strategy, losses.Targets().size
# The sample's workloads of that size, and what becomes of the target of each.
STATES = {"identical": losses.MET, "sparse-edits": losses.MISSED, "mixed": losses.MISSED, "shuffle": losses.TIME_MET,
          "sections-moves": None}


def run_of(value):
    with sample.written(value) as paths:
        return benchmark_runs.read_runs(paths)[0]


def counts(cells, commit="0123456789abcdef", toolchain="Swift 6.3"):
    """Instructions: workload and how many an item, at the size of the targets."""
    environment = {"commit": commit, "toolchain": toolchain, "valgrind": "valgrind-3.19.0"}
    cells = [{"workload": name, "elements": "int", "size": SIZE, "instructions": {STRATEGY: round(each * SIZE)}}
             for name, each in cells.items()]
    return {"format": instructions.FORM, "environment": environment, "cells": cells}


def timed(value, name, nanoseconds):
    """The run with a workload that takes so many nanoseconds an item."""
    row = sample.row(sample.cell(value, name, SIZE), STRATEGY)
    row["median"] = nanoseconds * SIZE
    row["interval"].update(low=0.9 * nanoseconds * SIZE, high=1.1 * nanoseconds * SIZE)


def judged():
    """A run and counts with one of each: the times are far on either side of any target."""
    value = sample.run()
    for name, nanoseconds in (("identical", 0.01), ("sparse-edits", 5_000), ("mixed", 0.01), ("shuffle", 0.01)):
        timed(value, name, nanoseconds)
    # There is no target for sections of texts.
    for cell in value["workloads"]:
        if cell["name"] == "sections-moves":
            cell["elements"] = "string"
    # Its time is met, its instructions are not.
    return value, counts({"identical": 0.5, "sparse-edits": 0.5, "mixed": 100_000})


class StatesTest(unittest.TestCase):
    def setUp(self):
        value, data = judged()
        self.targets, self.run_ = losses.Targets(), run_of(value)
        instructions.Counts(data, "counts").attach(self.run_)
        self.cells = self.run_.at(SIZE)

    def test_each_state_is_told(self):
        self.assertEqual({cell.workload: self.targets.state(cell) for cell in self.cells}, STATES)

    def test_the_plot_paints_each_in_its_own_way(self):
        bars, dots = plots._cost_data(self.cells, self.targets)
        self.assertEqual([bar["state"] for bar in bars],
                         ["target met", "target missed", "target missed", "time met, instructions not counted",
                          "no target"])
        self.assertEqual(len({plots.SHADES[state] for state in plots.STATES}), 4)
        for bar, cell in zip(bars, self.cells):
            target = self.targets.of(cell)
            self.assertEqual(bar["target"], target and target.nanoseconds)
            self.assertAlmostEqual(bar["cost"] * cell.items, cell.rows[STRATEGY].nanoseconds)
        self.assertEqual({dot["series"] for dot in dots}, {"scan", "dict", "lis", "heckel", "myers"})

    def test_so_does_the_table(self):
        table = page._cost_table(self.cells, self.targets)
        head = re.findall(r"<thead>.*</thead>", table)[0]
        self.assertEqual(re.findall("<th>(.*?)</th>", head)[:8],
                         ["workload", "size", "time", "ns an item", "interval", "instructions an item",
                          "target, an item", ""])
        rows = {row[0]: row for row in (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)
                                        for line in table.partition("<tbody>")[2].split("</tr>")) if row}
        self.assertEqual({name.partition(" ")[0]: row[7] for name, row in rows.items()},
                         {name: state or "–" for name, state in STATES.items()})
        self.assertEqual(rows["identical"][3:7],
                         ["0.0100", "0.00900 to 0.0110", "0.500", str(self.targets.of(self.cells[0]))])
        self.assertEqual(rows["shuffle"][5], "–")
        self.assertEqual(table.count('class="missed"'), 2)

    def test_nothing_on_the_page_is_judged_in_dictionaries_or_scans(self):
        self.assertEqual(next(iter(page.CAPTIONS)), "cost")
        for title, caption in page.CAPTIONS.values():
            self.assertNotRegex(f"{title} {caption}", "in dictionaries|in scans")


class CountsTest(unittest.TestCase):
    """The page of the script, with instructions of this code and of another."""

    def report(self, data, value):
        with sample.written(value, data) as paths, tempfile.TemporaryDirectory() as folder:
            script = sample.ROOT / "scripts" / "reporting" / "report.py"
            done = subprocess.run([sys.executable, script, paths[0], "--instructions", paths[1], "--out", folder],
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            return (pathlib.Path(folder) / "index.html").read_text(encoding="utf-8")

    def test_instructions_of_the_same_commit_are_attached(self):
        value, data = judged()
        data["environment"]["commit"] = value["environment"]["commit"]
        text = self.report(data, value)
        for words in ("<td>met</td>", "target met", "no target", losses.TIME_MET, '<td class="missed">missed</td>'):
            self.assertIn(words, text)
        self.assertIn(f"<dt>Instructions</dt><dd>commit <code>{value['environment']['commit']}</code>", text)

    def test_those_of_another_are_not(self):
        value, data = judged()
        text = self.report(data, value)
        self.assertNotIn("<td>met</td>", text)
        self.assertIn(f"<td>{losses.TIME_MET}</td>", text)
        self.assertIn("<dt>Instructions</dt><dd>not counted of this code", text)

    def test_they_fit_where_nothing_that_is_measured_has_changed_in_between(self):
        import report

        with tempfile.TemporaryDirectory() as folder:
            def git(*arguments):
                identity = ("-c", "user.name=n", "-c", "user.email=e")
                return subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True,
                                      check=True).stdout.strip()

            def commit(path):
                file = pathlib.Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(path, encoding="utf-8")
                git("add", path)
                git("commit", "--quiet", "--message", path)
                return git("rev-parse", "HEAD")

            git("init", "--quiet")
            first, page_only = commit("Sources/SectionDiff/A.swift"), commit("README.md")
            changed = commit("Sources/SectionDiff/B.swift")
            run = run_of(sample.run())
            for of, timed_at, toolchain, fits in (
                    (first, first, run.toolchain, True), (first, page_only, run.toolchain, True),
                    (page_only, first, run.toolchain, True), (page_only, changed, run.toolchain, False),
                    ("0123456789" * 4, changed, run.toolchain, False), (first, first, "Swift 1", False)):
                with self.subTest(of=of, timed_at=timed_at, toolchain=toolchain):
                    run.commit = timed_at
                    counted = instructions.Counts(counts({}, of, toolchain), "counts")
                    self.assertIs(report.fit(counted, run, pathlib.Path(folder)), fits)


if __name__ == "__main__":
    unittest.main()
