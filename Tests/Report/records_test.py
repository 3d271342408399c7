"""Damaged records: what is wrong, where, and what to do, in one line, and nothing is drawn."""

import pathlib
import subprocess
import sys
import unittest

import sample
import records


def damaged(change):
    record = sample.record()
    change(record)
    return record


class RecordsTest(unittest.TestCase):
    def message(self, *values):
        with sample.written(*values) as paths:
            with self.assertRaises(records.Trouble) as caught:
                records.read_runs(paths)
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
        with self.assertRaises(records.Trouble) as caught:
            records.read_runs(["no/such/record.json"])
        self.assertIn("no/such/record.json: No such file", str(caught.exception))

    def test_members_that_are_missing_or_of_another_kind(self):
        def first(record):
            return record["workloads"][0]
        cases = [
            (lambda record: record.update(format="something/2"), "a record in the form something/2"),
            (lambda record: record.pop("environment"), "environment is missing (in the record)"),
            (lambda record: record["environment"].pop("host"), "host is missing (in environment)"),
            (lambda record: record["environment"].update(commit=7),
             "expected a text, not 7 (in environment.commit)"),
            (lambda record: record.update(workloads={}), "expected an array (in workloads)"),
            (lambda record: record.update(workloads=[]), "a record of no workload"),
            (lambda record: record["workloads"].append(first(record)), "stands in it twice"),
            (lambda record: first(record).update(size=-1), "not -1 (in workloads[0].size)"),
            (lambda record: first(record).update(size=True), "not True (in workloads[0].size)"),
            (lambda record: first(record)["table"]["rows"][0].update(median="fast"),
             "not 'fast' (in workloads[0].table.rows[0].median)"),
            (lambda record: first(record)["table"]["rows"][0].update(median=float("nan")), "not nan"),
            (lambda record: first(record)["table"]["rows"][0].update(median=0), "expected a number above 0, not 0"),
            (lambda record: first(record)["table"]["rows"].remove(sample.row(first(record), "dict")),
             "identical has no row dict"),
            (lambda record: first(record)["table"].update(rows=first(record)["table"]["rows"][:2]),
             "identical has no strategy"),
            (lambda record: sample.row(first(record), "lis")["answer"]["counts"].pop("moves"),
             "moves is missing (in workloads[0].table.rows["),
        ]
        for change, message in cases:
            with self.subTest(message):
                self.assertIn(message, self.message(damaged(change)))
        self.assertIn("expected an object", self.message([]))

    def test_records_of_one_run_are_put_together(self):
        one, other = sample.record(), sample.record()
        for cell in other["workloads"]:
            cell["elements"] = "string"
        with sample.written(one, other) as paths:
            runs = records.read_runs(paths)
        self.assertEqual(len(runs), 1)
        self.assertEqual(len(runs[0].cells), 2 * len(one["workloads"]))
        self.assertIn("mixed · string", [cell.label for cell in runs[0].cells])
        self.assertIn("stands in another record", self.message(one, one))
        other["environment"]["allocator"] = "system"
        with sample.written(one, other) as paths:
            self.assertEqual(len(records.read_runs(paths)), 2)

    def test_the_script_says_it_in_one_line_and_draws_nothing(self):
        script = sample.ROOT / "scripts" / "reporting" / "report.py"
        with sample.written(b'{"format":') as paths:
            out = pathlib.Path(paths[0].parent) / "out"
            done = subprocess.run([sys.executable, script, paths[0], "--out", out], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stdout, "")
            self.assertRegex(done.stderr, r"\Aerror: .*record0\.json:1:11: not JSON: .*\n\Z")
            self.assertFalse(out.exists())
            self.assertEqual(subprocess.run([sys.executable, script], capture_output=True).returncode, 2)

    def test_growth(self):
        self.assertAlmostEqual(records.growth([(10, 100), (100, 10_000), (1_000, 1_000_000)]), 2)
        self.assertAlmostEqual(records.growth([(10, 3), (100, 9), (1_000, 5)], least=10), 0)
        self.assertIsNone(records.growth([(10, 1), (100, 1)]))
        self.assertIsNone(records.growth([(10, 1), (20, 1), (40, 1)]))


if __name__ == "__main__":
    unittest.main()
