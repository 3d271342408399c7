"""Damaged histories: what is wrong, where, and what to do; and the order of what is shown."""

import json
import unittest

import sample
import benchmark_runs
import trend

TREND = sample.FOLDER / "sample-trend.json"


def history():
    return json.loads(TREND.read_text(encoding="utf-8"))


class TrendTest(unittest.TestCase):
    def read(self, value):
        with sample.written(value) as paths:
            return trend.read(paths[0])

    def test_damaged_files(self):
        def changed(change):
            value = history()
            change(value)
            return value
        first = lambda value: value["series"][1]["changes"][0]  # noqa: E731
        for value, words in [
            (b"{", "not JSON"), (b'"\xff"', "not UTF-8"),
            (changed(lambda value: value.update(format="section-diff-trend/2")), "in the form section-diff-trend/2"),
            (changed(lambda value: value.pop("commits")), "commits is missing (in the run)"),
            (changed(lambda value: value["commits"][0].pop("subject")), "subject is missing (in commits[0])"),
            (changed(lambda value: value["series"][0]["points"][0].update(commit=40)), "expected a number below 40"),
            (changed(lambda value: value["series"][0]["points"][0].update(value="x")), "not 'x'"),
            (changed(lambda value: first(value).update(first=99)), "expected a number below 40, not 99"),
            (changed(lambda value: first(value).update(status="lost")), "there is no status 'lost'"),
            (changed(lambda value: first(value).update(isWorse=1)), "expected true or false"),
        ]:
            with self.subTest(words):
                with self.assertRaises(benchmark_runs.Trouble) as caught:
                    self.read(value)
                text = str(caught.exception)
                self.assertIn(words, text)
                self.assertIn("run0.json", text)
                self.assertIn("; ", text)
                self.assertNotIn("\n", text)

    def test_what_got_worse_is_first_and_the_most_of_it(self):
        found = self.read(history())
        self.assertEqual([series.metric for series in found.series], ["time", "tokens", "moves", "fields", "flat"])
        self.assertEqual(found.series[0].ends, (3, 3.65))

    def test_names_are_text(self):
        value = history()
        value["series"][0]["contender"] = value["series"][1]["contender"] = "<img src=x>"
        page = trend.section(self.read(value))
        self.assertNotIn("<img", page)
        self.assertIn("&lt;img src=x&gt;", page)
        self.assertIn("accepted: answers are &lt;minimal&gt; now", page)

    def test_what_the_verdict_rests_on_besides_changes(self):
        of = {"contender": "parser", "workload": "<log>", "size": 1000, "seed": 1, "elements": "text"}
        value = {
            **history(), "verdict": "cannot tell", "unrecorded": 2, "wrong": [of],
            "ended": [{**of, "metric": "removal of hits", "of": None, "from": 1, "to": 2, "reason": "no cache"}],
            "notJudged": [{**of, "metric": "time", "records": 3, "needed": 19}],
            "unsteady": [{**of, "metric": "bytes", "records": 1, "least": 1, "most": 2}],
            "leftOut": [{"commit": "00" * 20, "problem": "is empty"}],
        }
        page = trend.section(self.read(value))
        for words in ["Wrong, ended, not judged: 6", "parser on &lt;log&gt;, 1,000 text", "its answer is wrong",
                      "ended: removal of hits, up to 02020202", "accepted: no cache", "time is not judged yet: 3 of 19 records",
                      "bytes differs from run to run", "is empty", "no record of the last 2 commits"]:
            self.assertIn(words, page)
        value["ended"][0]["to"] = 40
        with self.assertRaises(benchmark_runs.Trouble):
            self.read(value)

    def test_a_history_without_changes_or_records_is_a_page_too(self):
        value = history()
        value["series"] = value["series"][:1]
        self.assertIn("1 series did not change", trend.section(self.read(value)))
        self.assertNotIn("<figure", trend.section(self.read(value)))
        self.assertIn("no commits", trend.section(self.read({**value, "commits": [], "series": []})))


if __name__ == "__main__":
    unittest.main()
