"""The tables in README.md and in the guide, and what the guide says of the places where we lose."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import sample
import benchmark_runs
import instructions
import losses
import readme
import splicing
import wording

BEGIN, END = splicing.markers("benchmarks")
FRAME = f"before\n{BEGIN}\nold\n{END}\nafter\n"


def run_of(*values):
    with sample.written(*values) as paths:
        return benchmark_runs.read_runs(paths)[0]


def counted(per_item=1.0):
    """So many instructions an item of the sample's workloads, and half as many of scan."""
    cells = [{"workload": cell["name"], "elements": cell["elements"], "size": cell["size"],
              "instructions": {"adaptive": round(per_item * cell["size"]), "scan": round(per_item * cell["size"] / 2)}}
             for cell in sample.run()["workloads"]]
    environment = {"commit": "0123456789abcdef", "toolchain": "Swift 6.3", "valgrind": "valgrind-3.19.0"}
    return instructions.Counts({"format": instructions.FORM, "environment": environment, "cells": cells}, "counts")


def text(run, targets, per_item=1.0):
    counts = counted(per_item)
    counts.attach(run)
    return readme.text(run, counts, targets)


def scaled(run, name, size, contender, factor):
    """The run with one contender that takes so many times as long."""
    row = sample.row(sample.cell(run, name, size), contender)
    row["median"] *= factor
    for turn in row["series"]["rounds"]:
        turn["first"] *= factor
        turn["second"] *= factor
    for ratio in row["ratios"].values():
        ratio["median"] *= factor
    return run


class ReadmeTest(unittest.TestCase):
    def setUp(self):
        self.targets = losses.Targets()

    def test_the_table_has_a_line_for_each_workload(self):
        table = text(run_of(sample.run()), self.targets)
        rows = [line for line in table.splitlines() if "| int | 100,000 |" in line]
        self.assertEqual([row.split(" | ")[0].strip("| ") for row in rows],
                         ["identical", "sparse-edits", "mixed", "shuffle", "sections-moves"])
        environment = sample.run()["environment"]
        for words in (environment["commit"][:12], environment["host"], environment["allocator"],
                      environment["command"], environment["date"], "## Where we lose", "Noise floor",
                      f"seed {environment['seed']}", "commit `0123456789ab`", "valgrind-3.19.0"):
            self.assertIn(words, table)

    def test_a_standard_library_that_takes_too_long_is_shown(self):
        run = sample.run()
        self.assertIsNone(sample.cell(run, "shuffle", 100_000).get("standardNanoseconds"))
        line = next(line for line in text(run_of(run), self.targets).splitlines()
                    if line.startswith("| shuffle | int | 100,000"))
        self.assertIn("| > 20 s |", line)

    def test_the_summary_has_six_rows_at_most_in_plain_words(self):
        lines = readme.summary(run_of(sample.run()), self.targets).splitlines()
        self.assertEqual([line.split(" | ")[0].strip("| ") for line in lines[4:]],
                         ["nothing changed", "1 % deleted, 1 % inserted", "6 % changed in all ways", "shuffled"])
        self.assertTrue(lines[-1].endswith("| > 20 s or 2 GiB |"), lines[-1])
        commit = sample.run()["environment"]["commit"]
        self.assertEqual(lines[0], f"Commit `{commit[:12]}`:")
        self.assertEqual(readme.summary(run_of(sample.run()), self.targets, commit).splitlines()[0], lines[0])
        self.assertEqual(readme.summary(run_of(sample.run()), self.targets, "0123456789abcdef").splitlines()[0],
                         f"Commit `{commit[:12]}`; instructions `0123456789ab`:")
        # Where both times are known, the last column is their quotient, the other way round than "× stdlib".
        cell = next(cell for cell in run_of(sample.run()).at(100_000) if cell.workload == "sparse-edits")
        quotient = 1 / cell.rows["adaptive"].ratios["stdlib"].median if "stdlib" in cell.rows["adaptive"].ratios \
            else cell.stdlib / cell.rows["adaptive"].nanoseconds
        self.assertTrue(lines[5].endswith(f"| {wording.number(quotient, 2)} × |"), lines[5])

    def test_where_we_lose_is_written_in_sentences(self):
        run = run_of(scaled(scaled(sample.run(), "sparse-edits", 100_000, "adaptive", 1_000), "mixed", 10_000, "lis", 1e-4))
        page = text(run, self.targets)
        self.assertRegex(page, r"(?m)^- \*\*Missed targets of an item’s cost:\*\* .*sparse-edits \([0-9.,]+ ns, not [0-9.]+\).*\.$")
        self.assertRegex(page, r"(?m)^- \*\*`lis` is faster:\*\* .*mixed at .*10,000.* \(.* ×\).*\.$")
        for kind, words in (("dict is faster, within the noise floor", "**`dict` measured faster, but within the noise floor:**"),
                            ("heckel needs fewer operations", "**`heckel` needs fewer operations:**"),
                            ("target: at most 20 allocations", "**Missed target “at most 20 allocations”:**")):
            self.assertEqual(readme._said(kind), words)

    def test_a_missed_target_is_told_and_a_met_one_is_not(self):
        # Far on either side, whatever the run holds.
        for factor, verdict in ((1_000, "**missed**"), (0.001, ": met")):
            run = run_of(scaled(sample.run(), "sparse-edits", 100_000, "adaptive", factor))
            line = next(line for line in text(run, self.targets).splitlines()
                        if line.startswith("| sparse-edits | int | 100,000"))
            target = next(target for target in [self.targets.of(cell) for cell in run.at(100_000)
                                                if cell.workload == "sparse-edits"])
            self.assertIn(f"at most {target}{': ' if '*' in verdict else ''}{verdict}", line)
            places = losses.grouped(run, self.targets).get("a target of an item's cost is missed", [])
            self.assertEqual(any(place.startswith("sparse-edits:") for place in places), factor > 1)

    def test_instructions_have_targets_of_their_own_whatever_the_time(self):
        for per_item, verdict in ((1e6, "**missed**"), (0.01, ": met")):
            run = run_of(scaled(sample.run(), "sparse-edits", 100_000, "adaptive", 0.001))
            line = next(line for line in text(run, self.targets, per_item).splitlines()
                        if line.startswith("| sparse-edits | int | 100,000"))
            self.assertIn(verdict, line)
            places = losses.grouped(run, self.targets).get("a target of an item's cost is missed", [])
            self.assertEqual([place for place in places if place.startswith("sparse-edits:")],
                             [f"sparse-edits: 1,000,000 instructions, not {self.targets.of(run.at(100_000)[1]).instructions:g}"]
                             if per_item > 1 else [])

    def test_a_target_is_not_met_by_what_was_not_counted(self):
        for factor, verdict in ((0.001, None), (1_000, False)):
            run = run_of(scaled(sample.run(), "sparse-edits", 100_000, "adaptive", factor))
            self.assertIs(self.targets.is_met(next(cell for cell in run.at(100_000) if cell.workload == "sparse-edits")), verdict)
            self.assertIn("| – |", readme.summary(run, self.targets))
        run = run_of(scaled(sample.run(), "sparse-edits", 100_000, "adaptive", 0.001))
        page = readme.text(run, instructions.Counts({"format": instructions.FORM, "cells": [], "environment": {
            "commit": "c", "toolchain": "t", "valgrind": "v"}}, "counts"), self.targets)
        line = next(line for line in page.splitlines() if line.startswith("| sparse-edits | int | 100,000"))
        self.assertTrue(line.endswith(": instructions not counted |"), line)

    def test_each_target_has_a_reason(self):
        for target in self.targets._costs.values():
            self.assertGreater(len(target.reason), 20)
            self.assertGreater(min(target.instructions, target.nanoseconds), 0)

    def test_whatever_is_faster_is_told(self):
        for rival in ("lis", "heckel", "myers", "dict", "stdlib"):
            with self.subTest(rival):
                run = run_of(scaled(sample.run(), "sparse-edits", 10_000, rival, 1e-4))
                groups = losses.grouped(run, self.targets)
                places = groups.get(f"{rival} is faster", [])
                self.assertTrue(any(place.startswith("sparse-edits at") and "10,000" in place for place in places),
                                groups)

    def test_a_standard_library_timed_once_is_told_too(self):
        run = sample.run()
        cell = sample.cell(run, "mixed", 1_000)
        cell["table"]["rows"] = [row for row in cell["table"]["rows"] if row["series"]["name"] != "stdlib"]
        cell["standardNanoseconds"] = 1.0
        self.assertIn("stdlib is faster", losses.grouped(run_of(run), self.targets))

    def test_a_smaller_answer_is_told(self):
        run = sample.run()
        answer = sample.row(sample.cell(run, "shuffle", 100_000), "heckel")["answer"]
        answer["counts"]["moves"] = 1
        places = losses.grouped(run_of(run), self.targets)["heckel needs fewer operations"]
        self.assertEqual(len(places), 1)
        self.assertRegex(places[0], "^shuffle: 1 against [0-9]+,[0-9]{3}$")

    def test_moves_among_repeats_are_held_against_the_fewest(self):
        kind = "target: at most 1.1 × the fewest moves among repeats"
        for moves, is_spent, expected in ((55, False, None), (56, False, ["repeats-20: 56 against 50"]), (56, True, None)):
            with self.subTest(moves=moves, is_spent=is_spent):
                run = sample.run()
                cell = sample.cell(run, "shuffle", 100_000)
                cell["name"] = "repeats-20"
                ours, shortest = (sample.row(cell, name)["answer"] for name in ("adaptive", "myers"))
                ours["counts"].update(deletes=10, inserts=10, moves=moves)
                shortest["counts"].update(deletes=60, inserts=60)
                shortest["receipt"]["budgetExhausted"] = is_spent
                self.assertEqual(losses.grouped(run_of(run), self.targets).get(kind), expected)

    def test_growth_and_memory_are_told(self):
        run = sample.run()
        for size in (1_000, 10_000, 100_000):
            scaled(run, "mixed", size, "adaptive", size)
            row = sample.row(sample.cell(run, "mixed", size), "adaptive")
            row["answer"]["receipt"]["comparisons"] = size * size
            row["allocations"] = {"allocations": 21, "bytes": 105 * size}
        run = run_of(run)
        counts = counted()
        counts.attach(run)
        for cell in run.cells:
            cell.instructions = {"adaptive": cell.size ** 2}
        kinds = {kind for kind, places in losses.grouped(run, self.targets).items()
                 if any(place.startswith("mixed") for place in places)}
        self.assertLessEqual({
            "target: comparisons grow as nᵏ, k at most 1.02", "target: at most 20 allocations",
            "target: at most 104 bytes an item",
            "target: instructions grow as nᵏ, k at most 1.1"}, kinds)

    def test_only_what_stands_between_the_markers_is_replaced(self):
        self.assertEqual(splicing.splice(FRAME, "new", "benchmarks", "F"), f"before\n{BEGIN}\nnew\n{END}\nafter\n")
        for text in ("", BEGIN, f"{END}{BEGIN}", FRAME + BEGIN):
            with self.subTest(text), self.assertRaises(benchmark_runs.Trouble):
                splicing.splice(text, "new", "benchmarks", "F")
        with self.assertRaises(benchmark_runs.Trouble):
            splicing.splice(FRAME, "new", "regrets", "F")

    def test_the_script_writes_and_checks(self):
        script = sample.ROOT / "scripts" / "readme-benchmarks"
        begin, end = splicing.markers("benchmark-summary")
        with tempfile.TemporaryDirectory() as folder:
            file, page = pathlib.Path(folder) / "README.md", pathlib.Path(folder) / "Benchmarks.md"
            quiet = pathlib.Path(folder) / "quiet.json"
            quiet.write_text(json.dumps(sample.quiet()), encoding="utf-8")
            file.write_text(f"before\n{begin}\nold\n{end}\nafter\n", encoding="utf-8")
            page.write_text(FRAME, encoding="utf-8")

            def call(*options):
                command = [script, quiet, "--readme", file, "--page", page, *options]
                return subprocess.run(command, capture_output=True, text=True)

            done = call("--check")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"\Aerror: Benchmarks\.md: .*; run scripts/readme-benchmarks\n\Z")
            self.assertEqual(page.read_text(encoding="utf-8"), FRAME)
            self.assertEqual(call().returncode, 0)
            self.assertEqual(call("--check").returncode, 0)
            for damaged, right, wrong in ((page, "| mixed |", "| mxied |"), (file, "| shuffled |", "| shufled |")):
                whole = damaged.read_text(encoding="utf-8")
                damaged.write_text(whole.replace(right, wrong), encoding="utf-8")
                done = call("--check")
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"error: {damaged.name}: ", done.stderr)
                damaged.write_text(whole, encoding="utf-8")

    def test_what_another_program_makes_is_written_and_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "page.md"
            file.write_text(FRAME, encoding="utf-8")

            def call(part, *options):
                command = [sys.executable, "-B", splicing.__file__, file, "benchmarks", "--script", "make page", *options]
                return subprocess.run(command, input=part, capture_output=True, text=True)

            done = call("new\n", "--check")
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, "error: page.md: its benchmarks are not those of the benchmark run; run make page\n")
            self.assertEqual(file.read_text(encoding="utf-8"), FRAME)
            self.assertEqual(call("new\n").returncode, 0)
            self.assertEqual(file.read_text(encoding="utf-8"), FRAME.replace("old", "new"))
            self.assertEqual(call("new\n", "--check").returncode, 0)

    def test_figures_are_written_with_three_digits(self):
        self.assertEqual([wording.number(value) for value in (0, 0.018372, 1.2, 1, 31.26, 356.4, 1479.2, 0.05)],
                         ["0", "0.0184", "1.20", "1.00", "31.3", "356", "1,480", "0.0500"])
        self.assertEqual([wording.time(value) for value in (84.21, 999.7, 548_000, 999_700, 2.5e9)],
                         ["84.2 ns", "1.00 µs", "548 µs", "1.00 ms", "2.50 s"])


if __name__ == "__main__":
    unittest.main()
