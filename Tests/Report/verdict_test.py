"""Base against head as `section-diff regress` writes it: what is first, what is damaged, and that texts stay texts."""

import json
import re
import unittest

import sample
import benchmark_runs
import verdict


def side(commit):
    return {"path": f"{commit}/runner", "commit": commit, "toolchain": "Swift", "host": "h", "allocator": "a"}


def gate(name, verdict, reported=False):
    return {"gate": name, "verdict": verdict, "reported": reported, "summary": f"of {name}"}


def finding(strategy="adaptive", **members):
    return {"workload": "mixed", "size": 1000, "seed": 107, "elements": "int", "strategy": strategy, **members}


def estimate(ratio, low, high):
    return {"ratio": ratio, "low": low, "high": high, "confidence": 0.99, "rounds": 12}


def regret(changes):
    return {"changes": changes, "fewest": 10, "size": 1, "time": None, "rounds": 1}


def value():
    """A verdict in which each kind of finding is there."""
    return {
        "format": "section-diff-verdict/1", "verdict": "regressed", "threshold": 0.1, "base": side("b"), "head": side("h"),
        "gates": [gate("counts", "regressed"), gate("growth", "regressed"), gate("regret", "regressed"),
                  gate("instructions", "pass"), gate("time", "regressed")],
        "counts": [finding("lis", count="comparisons", base=100, head=106), finding("heckel", count="hashes", base=9, head=8),
                   finding("myers", count="allocations", base=1, head=3, accepted="it keeps a table"),
                   finding("rival", count="wrong", base=0, head=1)],
        "compared": {"verdict": "regressed", "figures": 12},
        "notCompared": [finding("parser", count=None, standing="base only", problem="is in the base only")],
        "missing": ["the head has no contender parser"],
        "growth": [finding(count="hashes", base=1.5587, head=1.9, regressed=True),
                   finding("lis", count="moves", base=-0.01, head=0, regressed=False),
                   finding("myers", count=None, base=None, head=None, regressed=False)],
        "instructions": [finding(base=1000, head=995, regressed=False), finding("lis", base=1000, head=900, regressed=False),
                         finding("myers", base=-3, head=-3, regressed=False)],
        "times": [finding(verdict="pass", outcome="level", comparison=estimate(1, 0.99, 1.01), confirmation=None, noise=None),
                  finding("lis", verdict="regressed", outcome="slower", comparison=estimate(1.3, 1.2, 1.4), confirmation=None,
                          noise=None),
                  finding("heckel", verdict="cannot tell", outcome="too noisy", comparison=None, confirmation=None,
                          noise=None)],
        "recordedTimes": [finding("myers", verdict="cannot tell", ratio=estimate(9, 3, 12))],
        "regret": [finding(base=regret(10), head=regret(12), regressed=True), finding("lis", base=regret(5), head=regret(0),
                                                                                      regressed=False)],
        "wrong": [finding("rival", problem="<b>two</b> items are lost")], "accepted": [finding("parser", problem="head has no parser", accepted="nobody chose it")],
        "trades": ["accepted[1] accepts nothing"],
        "leftOut": [{"gate": "time", "workload": "mixed", "size": 1000, "elements": None}],
    }


class VerdictTest(unittest.TestCase):
    def read(self, value):
        with sample.written(value) as paths:
            return verdict.read(paths[0])

    def test_what_is_worse_is_first_and_of_that_the_most(self):
        found = self.read(value())
        self.assertEqual([(one.state, one.gate, one.name.partition(" ")[0]) for one in found.findings if one.state != "level"], [
            ("worse", "compared", "rival"), ("worse", "growth", "adaptive"), ("worse", "time", "lis"),
            ("worse", "regret", "adaptive"), ("worse", "counts", "lis"),
            ("cannot tell", "compared", "the"), ("cannot tell", "time", "heckel"), ("cannot tell", "time", "myers"),
            ("accepted", "compared", "parser"), ("accepted", "counts", "myers"), ("better", "instructions", "lis"),
            ("better", "counts", "heckel"), ("better", "regret", "lis")])
        self.assertEqual(sum(one.state == "level" for one in found.findings), 5, "0.5 % fewer instructions are chance")

    def test_what_no_gate_has_judged_is_not_told_and_what_is_reported_decides_nothing(self):
        judged = value()
        judged["gates"] = [gate("counts", "pass", reported=True), gate("growth", None), gate("time", "pass", reported=True)]
        found = self.read(judged)
        self.assertEqual([name for _, name, _ in found.gates],
                         ["regressed", "pass, reported only", "skipped", "pass, reported only"])
        self.assertEqual({one.gate for one in found.findings}, {"compared", "counts", "time"})
        self.assertEqual([(one.state, one.gate) for one in found.findings if one.state not in ("level", "accepted", "better")],
                         [("worse", "compared"), ("cannot tell", "compared"), ("worse, reported only", "time"),
                          ("worse, reported only", "counts")])

    def test_the_fixture_has_what_the_schema_asks_for(self):
        # The real output is held against the same schema by the tests of the command.
        schema = json.loads((sample.ROOT / "docs" / "schemas" / "section-diff-verdict-1.json").read_text(encoding="utf-8"))
        judged = value()
        self.assertEqual(set(judged), set(schema["required"]))
        for name, part in schema["properties"].items():
            for one in judged[name] if part.get("type") == "array" else ():
                if isinstance(one, dict):
                    self.assertLessEqual(set(part["items"]["required"]), set(one), name)
                    self.assertLessEqual(set(one), set(part["items"]["properties"]), name)

    def test_the_section_shows_them_in_that_order(self):
        text = verdict.section(self.read(value()))
        self.assertIn("<code>b</code> → <code>h</code>", text)
        self.assertIn("5 figures of instructions, growth, regret and times are level. 1 input was left out", text)
        self.assertIn("&lt;b&gt;two&lt;/b&gt; items are lost", text)
        self.assertIn("accepted: it keeps a table", text)
        self.assertNotIn("<b>", text)
        self.assertLess(text.index("+6.0 %"), text.index("-10.0 %"))
        self.assertLess(text.index("-10.0 %"), text.index("-100.0 %"))
        self.assertIn("accepted: nobody chose it", text)
        self.assertIn("accepted[1] accepts nothing", text)
        # A ratio beyond the ends is drawn at the end, and its bar stays in the drawing.
        places = [float(place) for place in re.findall(r'(?:x1|x2|cx)="([0-9.]+)"', text)]
        self.assertEqual(max(places), verdict.WIDTH)
        self.assertGreaterEqual(min(places), 0)
        self.assertIn("3.000 to 12.000 times the base", text)

    def test_a_path_stands_for_a_commit_that_is_not_known(self):
        changed = value()
        changed["base"]["commit"] = "unknown"
        self.assertEqual(self.read(changed).base, "b/runner")

    def test_damaged_files(self):
        def changed(change):
            damaged = value()
            change(damaged)
            return damaged
        for damaged, words in [
            (b"{", "not JSON"), (b'"\xff"', "not UTF-8"),
            (changed(lambda value: value.update(format="section-diff-verdict/2")), "in the form section-diff-verdict/2"),
            (changed(lambda value: value.pop("gates")), "gates is missing"),
            (changed(lambda value: value["counts"][0].update(base=True)), "expected a number from 0 up, not True (in counts[0].base)"),
            (changed(lambda value: value["growth"][0].update(head="x")), "expected a number, not 'x'"),
            (changed(lambda value: value["times"][1]["comparison"].update(ratio=-1)), "expected a number from 0 up"),
            (changed(lambda value: value["gates"][0].pop("reported")), "reported is missing (in gates[0])"),
            (changed(lambda value: value["wrong"][0].pop("problem")), "problem is missing (in wrong[0])"),
        ]:
            with self.subTest(words):
                with self.assertRaises(benchmark_runs.Trouble) as caught:
                    self.read(damaged)
                text = str(caught.exception)
                self.assertIn(words, text)
                self.assertIn("run0.json", text)
                self.assertTrue(text.endswith(verdict.AGAIN), text)
                self.assertNotIn("\n", text)
