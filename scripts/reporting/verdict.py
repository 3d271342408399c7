"""Reads what `section-diff regress --format json` writes, and shows base against head: what got worse first."""

import dataclasses
import html
import math

import benchmark_runs
import wording

FORM = "section-diff-verdict/1"
AGAIN = "write it again with section-diff regress --format json"
# What is read first.
RANKS = ("worse", "cannot tell", "worse, reported only", "accepted", "better", "level")
# The figure of an answer that is wrong.
WRONG = "answer"
# Fewer instructions than this share are chance, too.
CHANCE = 0.01
# The drawing's own units: ratios from a half to twice, by their logarithm.
WIDTH, HEIGHT, MOST = 120, 16, 2.0


@dataclasses.dataclass
class Finding:
    """One figure of one contender, in the base and in the head."""
    gate: str
    name: str
    metric: str
    base: str                    # as it is read
    head: str
    state: str                   # one of RANKS
    ratio: float | None = None
    interval: tuple | None = None
    reason: str | None = None    # why more is accepted, or what is wrong

    @property
    def rank(self):
        """What is worse first, and of that the most."""
        return RANKS.index(self.state), -math.inf if self.ratio is None else -self.ratio


@dataclasses.dataclass
class Verdict:
    """Base against head."""
    verdict: str
    base: str
    head: str
    gates: list                  # (name, verdict, summary)
    findings: list
    trades: list                 # accepted trades of what does not exist, and those that accepted nothing
    left_out: int


def read(path):
    """The verdict in a file."""
    whole = benchmark_runs.read_json(path, AGAIN)
    form = whole["format"].text
    if form != FORM:
        raise benchmark_runs.Trouble(f"{path}: a verdict in the form {form}, not {FORM}; {AGAIN}")
    # What no gate has judged is not told. None where it was skipped.
    verdicts = {value["gate"].text: _verdict(value) for value in whole["gates"]} | {"compared": _verdict(whole["compared"])}
    reported = {value["gate"].text for value in whole["gates"] if value["reported"].flag}
    findings = [finding for finding in _findings(whole) if verdicts.get(finding.gate)]
    for finding in findings:
        # A wrong answer is worse in any case.
        if finding.gate in reported and finding.metric != WRONG and finding.state in ("worse", "cannot tell"):
            finding.state = "worse, reported only" if finding.state == "worse" else "level"
    findings.sort(key=lambda finding: finding.rank)
    names = [("compared", verdicts["compared"], f"{whole['compared']['figures'].count:,} figures are on both sides")]
    names += [(value["gate"].text, (verdicts[value["gate"].text] or "skipped")
              + (", reported only" if value["reported"].flag else ""), value["summary"].text) for value in whole["gates"]]
    base, head = ((side["path"].text if side["commit"].text == "unknown" else side["commit"].text)
                  for side in (whole["base"], whole["head"]))
    return Verdict(whole["verdict"].text, base, head, names, findings, [value.text for value in whole["trades"]],
                   sum(1 for _ in whole["leftOut"]))


def _findings(whole):
    for value in whole["wrong"]:
        yield Finding("compared", _name(value), WRONG, "", "", "worse", reason=value["problem"].text)
    for value in whole["missing"]:
        yield Finding("compared", value.text, "", "", "", "cannot tell")
    for value in whole["accepted"]:
        yield Finding("compared", _name(value), value["problem"].text, "", "", "accepted", reason=_reason(value))
    for value in whole["counts"]:
        # What is wrong with an answer has been said.
        if value["count"].text != "wrong":
            yield _counted("counts", value, value["count"].text, value["head"].count > value["base"].count)
    for value in whole["instructions"]:
        yield _counted("instructions", value, "instructions", value["regressed"].flag, CHANCE)
    for value in whole["growth"]:
        count = value.get("count")
        base, head = (f"n^{side.number:.2f}" if side else "–" for side in (value.get("base"), value.get("head")))
        yield Finding("growth", _name(value), f"growth of {count.text if count else 'time'}", base, head,
                      _state(value, value["regressed"].flag, False), reason=_reason(value))
    for value in whole["regret"]:
        base, head = value["base"]["changes"].count, value["head"]["changes"].count
        yield Finding("regret", _name(value), "changes", f"{base:,}", f"{head:,}",
                      _state(value, value["regressed"].flag, head < base), head / base if base else None,
                      reason=_reason(value))
    for value in whole["times"]:
        yield _timed(value, value.get("comparison"), value["outcome"].text == "faster")
    for value in whole["recordedTimes"]:
        yield _timed(value, value.get("ratio"), False)


def _verdict(value):
    """The verdict of a part; None where it has none."""
    found = value.get("verdict")
    return found.text if found else None


def _name(value):
    return f"{value['strategy'].text} on {value['workload'].text}, {value['size'].count:,} {value['elements'].text}"


def _reason(value):
    accepted = value.get("accepted")
    return accepted.text if accepted else None


def _state(value, is_worse, is_better):
    if value.get("accepted"):
        return "accepted"
    return "worse" if is_worse else "better" if is_better else "level"


def _counted(gate, value, metric, is_worse, chance=0.0):
    base, head = value["base"].number, value["head"].number
    return Finding(gate, _name(value), metric, f"{base:,}", f"{head:,}",
                   _state(value, is_worse, head < base - abs(base) * chance), head / base if base else None,
                   reason=_reason(value))


def _timed(value, estimate, is_faster):
    state = {"regressed": "worse", "cannot tell": "cannot tell"}.get(
        _verdict(value), "better" if is_faster else "level")
    parts = [estimate.get(key) if estimate else None for key in ("ratio", "low", "high")]
    ratio, *interval = (part.time if part else None for part in parts)
    return Finding("time", _name(value), "time", "", "–" if ratio is None else f"× {wording.number(ratio)}", state, ratio,
                   None if ratio is None or None in interval else tuple(interval))


def section(verdict):
    """The part of the page."""
    shown = [finding for finding in verdict.findings if finding.state != "level"]
    gates = "".join(f"<tr><th>{html.escape(name)}</th><td class=\"text\">{html.escape(found)}</td>"
                    f"<td class=\"words\">{html.escape(summary)}</td></tr>" for name, found, summary in verdict.gates)
    inputs = "input was" if verdict.left_out == 1 else "inputs were"
    left = f" {verdict.left_out:,} {inputs} left out for want of time." if verdict.left_out else ""
    head = "".join(f"<th>{text}</th>" for text in ("contender", "", "base", "head", "", "", ""))
    rows = "".join(map(_row, shown))
    table = f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>' if rows else ""
    trades = "".join(f"<p>{html.escape(text)}</p>" for text in verdict.trades)
    return f"""<section id="verdict">
<h2>Base against head</h2>
<p><code>{html.escape(verdict.base)}</code> → <code>{html.escape(verdict.head)}</code>. Verdict:
<strong>{html.escape(verdict.verdict)}</strong>. {len(verdict.findings) - len(shown):,} figures of instructions, growth, regret and times are level.{left} A bar is the
interval of a ratio of times, from half to twice the time; the line is the base.</p>
<div class="table"><table><tbody>{gates}</tbody></table></div>
{table}{trades}
</section>
"""


def _row(finding):
    share = "" if finding.ratio is None else f"{(finding.ratio - 1) * 100:+.1f} %"
    words = finding.state + (f": {finding.reason}" if finding.reason else "")
    kind = {"worse": "worse", "better": "better"}.get(finding.state, "")
    return (f'<tr><th>{html.escape(finding.name)}</th><td class="text">{html.escape(finding.metric)}</td>'
            f"<td>{html.escape(finding.base)}</td><td>{html.escape(finding.head)}</td><td>{share}</td>"
            f'<td>{_bar(finding, kind)}</td><td class="words"><span class="{kind}">{html.escape(words)}</span></td></tr>')


def _bar(finding, kind):
    """The interval of a ratio beside 1."""
    if finding.interval is None:
        return ""
    low, high = (_place(bound) for bound in finding.interval)
    low = min(low, WIDTH - 1)
    return (f'<svg class="ratio" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
            f'aria-label="{finding.interval[0]:.3f} to {finding.interval[1]:.3f} times the base">'
            f'<line class="axis" x1="{WIDTH / 2:g}" x2="{WIDTH / 2:g}" y1="0" y2="{HEIGHT}"/>'
            f'<line class="interval {kind}" x1="{low:.1f}" x2="{max(high, low + 1):.1f}" y1="{HEIGHT / 2:g}" '
            f'y2="{HEIGHT / 2:g}"/><circle class="point" cx="{_place(finding.ratio):.1f}" cy="{HEIGHT / 2:g}" r="2.5"/></svg>')


def _place(ratio):
    """Where a ratio is drawn; one beyond the ends at the end."""
    from_one = math.log(ratio) / math.log(MOST) if ratio > 0 else -1.0
    return WIDTH / 2 * (1 + max(-1.0, min(1.0, from_one)))
