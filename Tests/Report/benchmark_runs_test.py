"""Damaged benchmark runs: what is wrong, where, and what to do, in one line, and nothing is drawn."""

import pathlib
import subprocess
import sys
import unittest

import sample
import benchmark_runs


def damaged(change):
    run = sample.run()
    change(run)
    return run


class BenchmarkRunsTest(unittest.TestCase):
    def message(self, *values):
        with sample.written(*values) as paths:
            with self.assertRaises(benchmark_runs.Trouble) as caught:
                benchmark_runs.read_runs(paths)
            text = str(caught.exception)
            self.assertTrue(any(str(path) in text for path in paths), text)
            self.assertNotIn("\n", text)
            self.assertIn("; ", text, "it does not say what to do")
            return text.replace(str(paths[-1]), "FILE").split(";")[0]

    def test_files_that_are_no_json(self):
        self.assertIn("FILE:2:1: not JSON", self.message(b'{"format":\n'))
        self.assertIn("FILE:1:1: not JSON", self.message(b""))
        self.assertIn("FILE: not UTF-8 at byte 1", self.message(b'"\xff"'))
        self.assertIn("nested too deeply", self.message(b"[" * 200_000))

    def test_a_file_that_is_not_there(self):
        with self.assertRaises(benchmark_runs.Trouble) as caught:
            benchmark_runs.read_runs(["no/such/run.json"])
        self.assertIn("no/such/run.json: No such file", str(caught.exception))

    def test_members_that_are_missing_or_of_another_kind(self):
        def first(run):
            return run["workloads"][0]
        cases = [
            (lambda run: run.update(format="something/2"), "a benchmark run in the form something/2"),
            (lambda run: run.pop("environment"), "environment is missing (in the run)"),
            (lambda run: run["environment"].pop("host"), "host is missing (in environment)"),
            (lambda run: run["environment"].update(commit=7),
             "expected a text, not 7 (in environment.commit)"),
            (lambda run: run.update(workloads={}), "expected an array (in workloads)"),
            (lambda run: run.update(workloads=[]), "a benchmark run of no workload"),
            (lambda run: run["workloads"].append(first(run)), "stands in it twice"),
            (lambda run: first(run).update(size=-1), "not -1 (in workloads[0].size)"),
            (lambda run: first(run).update(size=True), "not True (in workloads[0].size)"),
            (lambda run: first(run)["table"]["rows"][0].update(median="fast"),
             "not 'fast' (in workloads[0].table.rows[0].median)"),
            (lambda run: first(run)["table"]["rows"][0].update(median=float("nan")), "not nan"),
            (lambda run: first(run)["table"]["rows"][0].update(median=0), "expected a number above 0, not 0"),
            (lambda run: first(run)["table"]["rows"].remove(sample.row(first(run), "dict")),
             "identical has no row dict"),
            (lambda run: first(run)["table"].update(rows=first(run)["table"]["rows"][:2]),
             "identical has no strategy"),
            (lambda run: sample.row(first(run), "lis")["answer"]["counts"].pop("moves"),
             "moves is missing (in workloads[0].table.rows["),
        ]
        for change, message in cases:
            with self.subTest(message):
                self.assertIn(message, self.message(damaged(change)))
        self.assertIn("expected an object", self.message([]))

    def test_files_of_one_run_are_put_together(self):
        one, other = sample.run(), sample.run()
        for cell in other["workloads"]:
            cell["elements"] = "string"
        with sample.written(one, other) as paths:
            runs = benchmark_runs.read_runs(paths)
        self.assertEqual(len(runs), 1)
        self.assertEqual(len(runs[0].cells), 2 * len(one["workloads"]))
        self.assertIn("mixed · string", [cell.label for cell in runs[0].cells])
        self.assertIn("stands in another run", self.message(one, one))
        other["environment"]["allocator"] = "system"
        with sample.written(one, other) as paths:
            self.assertEqual(len(benchmark_runs.read_runs(paths)), 2)

    def test_the_script_says_it_in_one_line_and_draws_nothing(self):
        script = sample.ROOT / "scripts" / "reporting" / "report.py"
        with sample.written(b'{"format":') as paths:
            out = pathlib.Path(paths[0].parent) / "out"
            done = subprocess.run([sys.executable, script, paths[0], "--out", out], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stdout, "")
            self.assertRegex(done.stderr, r"\Aerror: .*run0\.json:1:11: not JSON: .*\n\Z")
            self.assertFalse(out.exists())
            self.assertEqual(subprocess.run([sys.executable, script], capture_output=True).returncode, 2)

    def test_growth(self):
        self.assertAlmostEqual(benchmark_runs.growth([(10, 100), (100, 10_000), (1_000, 1_000_000)]), 2)
        self.assertAlmostEqual(benchmark_runs.growth([(10, 3), (100, 9), (1_000, 5)], least=10), 0)
        self.assertIsNone(benchmark_runs.growth([(10, 1), (100, 1)]))
        self.assertIsNone(benchmark_runs.growth([(10, 1), (20, 1), (40, 1)]))


if __name__ == "__main__":
    unittest.main()
