"""Reads what `section-diff regress history show --format json` writes, and draws it: what got worse first."""

import dataclasses
import html

import benchmark_runs
import wording

FORM = "section-diff-trend/1"
AGAIN = "write it again with section-diff regress history show --format json"
# More plots than these are not looked at; the table has the rest.
MOST_PLOTS = 24
# The drawing's own units. It takes the width that there is, and its texts grow and shrink with it.
WIDTH, HEIGHT = 340, 150
LEFT, RIGHT, TOP, BOTTOM = 8, 332, 22, 122


@dataclasses.dataclass
class Commit:
    """A commit of the branch."""
    hash: str
    date: str
    subject: str

    @property
    def short(self):
        return self.hash[:12]


@dataclasses.dataclass
class Change:
    """A change of one series."""
    shape: str                   # step or drift
    first: int                   # the first point that differs
    last: int                    # the point by which the change is complete
    start: int                   # the commits in one of which it began
    end: int
    before: float
    after: float
    is_worse: bool
    status: str                  # open, blessed or undone
    reason: str | None

    @property
    def rank(self):
        """What is read first: what is worse, then what was accepted, undone, or is better."""
        return {"open": 0, "blessed": 1, "undone": 2}[self.status] if self.is_worse else 3


@dataclasses.dataclass
class Series:
    """One figure of one contender, from commit to commit."""
    name: str
    metric: str
    unit: str
    points: list                 # (offset of the commit, value)
    changes: list

    @property
    def rank(self):
        return min((change.rank for change in self.changes), default=4)

    @property
    def ends(self):
        """The first level and the last one: noise is not taken for a change."""
        if self.changes:
            return self.changes[0].before, self.changes[-1].after
        return self.points[0][1], self.points[0][1]

    @property
    def ratio(self):
        base, head = self.ends
        return head / base if base else None

    def text(self, value):
        """A value as it is read."""
        if self.unit == "count":
            return f"{value:,.0f}"
        return wording.time(value) if self.unit == "ns" else f"{wording.number(value)} {self.unit}"


@dataclasses.dataclass
class Trend:
    """A history of a branch."""
    verdict: str
    commits: list
    series: list                 # what got worse first, and of that the most
    others: list                 # what else there is to say: of what, and what, in pairs


def read(path):
    """The history in a file."""
    whole = benchmark_runs.read_json(path, AGAIN)
    form = whole["format"].text
    if form != FORM:
        raise benchmark_runs.Trouble(f"{path}: a history in the form {form}, not {FORM}; {AGAIN}")
    commits = [Commit(*(commit[key].text for key in ("commit", "date", "subject"))) for commit in whole["commits"]]
    series = [_series(value, len(commits)) for value in whole["series"]]
    series = [one for one in series if one.points]
    series.sort(key=lambda one: (one.rank, -(one.ratio or 0)))
    return Trend(whole["verdict"].text, commits, series, list(_others(whole, commits)))


def _others(whole, commits):
    """What is wrong, has ended, waits or was left out, which the verdict rests on, too."""
    for value in whole.get("wrong") or []:
        yield _name(value), "its answer is wrong"
    for value in whole.get("ended") or []:
        place, reason, of = _offset(value["to"], len(commits)), value.get("reason"), value.get("of")
        text = value["metric"].text + (f" of {of.text}" if of else "") + f", up to {commits[place].short}"
        yield _name(value), f"ended: {text}" + (f"; accepted: {reason.text}" if reason else "")
    for value in whole.get("notJudged") or []:
        yield _name(value), f"{value['metric'].text} is not judged yet: {value['records'].count} of {value['needed'].count} records"
    for value in whole.get("unsteady") or []:
        yield _name(value), f"{value['metric'].text} differs from run to run"
    for value in whole.get("leftOut") or []:
        yield value["commit"].text[:12], value["problem"].text
    missing = whole.get("unrecorded")
    if missing and missing.count:
        yield "", f"no record of the last {missing.count} commits"


def _offset(value, limit):
    if value.count >= limit:
        value.wrong(f"expected a number below {limit}, not {value.count}")
    return value.count


def _name(value):
    return f"{value['contender'].text} on {value['workload'].text}, {value['size'].count:,} {value['elements'].text}"


def _series(value, commits):
    points = [(_offset(point["commit"], commits), point["value"].time) for point in value["points"]]
    changes = []
    for change in value["changes"]:
        reason = change.get("reason")
        if change["status"].text not in ("open", "blessed", "undone"):
            change["status"].wrong(f"there is no status {change['status'].text!r:.40}")
        changes.append(Change(
            change["shape"].text, _offset(change["first"], len(points)), _offset(change["last"], len(points)),
            _offset(change["from"], commits), _offset(change["to"], commits), change["before"].time, change["after"].time,
            change["isWorse"].flag, change["status"].text, reason.text if reason else None))
    return Series(_name(value), value["metric"].text, value["unit"].text, points, changes)


def section(trend):
    """The part of the page."""
    changed = [one for one in trend.series if one.changes]
    span = f"{trend.commits[0].short} to {trend.commits[-1].short}" if trend.commits else "no commits"
    recorded = len({commit for one in trend.series for commit, _ in one.points})
    level = len(trend.series) - len(changed)
    plots = "".join(_figure(one, trend.commits) for one in changed[:MOST_PLOTS])
    more = f"<p>{len(changed) - MOST_PLOTS} more are in the table only.</p>" if len(changed) > MOST_PLOTS else ""
    rows = "".join(_row(one, trend.commits) for one in changed)
    head = "".join(f"<th>{text}</th>" for text in ("series", "", "base", "head", "", "where"))
    table = f"""<details open><summary>Base against head</summary>
<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>""" if rows else ""
    rest = "".join(f'<tr><th>{html.escape(of)}</th><td class="words">{html.escape(text)}</td></tr>'
                   for of, text in trend.others)
    others = f"""<details open><summary>Wrong, ended, not judged: {len(trend.others)}</summary>
<div class="table"><table><tbody>{rest}</tbody></table></div></details>""" if rest else ""
    return f"""<section id="trend">
<h2>Trend</h2>
<p>{recorded} of {len(trend.commits)} commits are recorded, <code>{span}</code>. Verdict:
<strong>{html.escape(trend.verdict)}</strong>. {level:,} series did not change. A
dashed line marks a change for the <span class="worse">worse</span> or the <span class="better">better</span>; a dotted
one was accepted, or undone.</p>
{others}<div class="trends">{plots}</div>{more}{table}
</section>
"""


def _where(change, commits):
    last = commits[change.end]
    text = f"{last.short} {last.subject}"
    if change.end > change.start:
        text = f"one of {change.end - change.start + 1} commits up to {last.short}"
    return ("a drift that began in " if change.shape == "drift" else "") + text


def _how(change):
    """What became of it, in words."""
    if not change.is_worse:
        return "better"
    return {"open": "worse", "blessed": f"accepted: {change.reason}", "undone": "undone"}[change.status]


def _share(before, after):
    return f"{(after / before - 1) * 100:+.1f} %" if before else ""


def _row(series, commits):
    base, head = series.ends
    worst = min(series.changes, key=lambda change: change.rank)
    cells = [(series.metric, "text"), series.text(base), series.text(head), _share(base, head)]
    return (f"<tr><th>{html.escape(series.name)}</th>"
            + "".join(f'<td class="text">{html.escape(cell[0])}</td>' if isinstance(cell, tuple)
                      else f"<td>{html.escape(cell)}</td>" for cell in cells)
            + f'<td class="words">{html.escape(_how(worst))}, {html.escape(_where(worst, commits))}</td></tr>')


def _figure(series, commits):
    worst = min(series.changes, key=lambda change: change.rank)
    caption = f"{_how(worst)}, {_where(worst, commits)}"
    return f"""<figure data-trend="{html.escape(series.name, quote=True)}: {html.escape(series.metric, quote=True)}">
<figcaption><strong>{html.escape(series.name)}</strong>: {html.escape(series.metric)}
{html.escape(series.text(worst.before))} → {html.escape(series.text(worst.after))}
{_share(worst.before, worst.after)}<br>{html.escape(caption)}</figcaption>
{_drawing(series, commits)}</figure>
"""


def _drawing(series, commits):
    values = [value for _, value in series.points]
    levels = [level for change in series.changes for level in (change.before, change.after)]
    low, high = min(values + levels), max(values + levels)
    room = (high - low) or abs(high) or 1
    last = max(1, len(commits) - 1)

    def x(commit):
        return LEFT + (RIGHT - LEFT) * commit / last

    def y(value):
        return BOTTOM - (BOTTOM - TOP) * (value - low) / room

    parts = [f'<line class="axis" x1="{LEFT}" x2="{RIGHT}" y1="{BOTTOM + 6}" y2="{BOTTOM + 6}"/>']
    # The levels between the changes; of a drift the slope.
    level, start = (series.changes[0].before if series.changes else values[0]), series.points[0][0]
    path = [f"M{x(start):.1f} {y(level):.1f}"]
    for change in series.changes:
        before = series.points[max(0, change.first - 1)][0]
        path.append(f"L{x(before):.1f} {y(level):.1f}")
        level = change.after
        path.append(f"L{x(series.points[change.last][0]):.1f} {y(level):.1f}")
    path.append(f"L{x(series.points[-1][0]):.1f} {y(level):.1f}")
    parts.append(f'<path class="level" d="{"".join(path)}"/>')
    parts += [f'<circle class="point" cx="{x(commit):.1f}" cy="{y(value):.1f}" r="2"/>' for commit, value in series.points]
    for change in series.changes:
        kind = "worse" if change.is_worse else "better"
        dotted = " settled" if change.is_worse and change.status != "open" else ""
        place = x(series.points[change.first][0])
        parts.append(f'<line class="change {kind}{dotted}" x1="{place:.1f}" x2="{place:.1f}" y1="{TOP - 8}" '
                     f'y2="{BOTTOM + 6}"><title>{html.escape(_where(change, commits))}</title></line>')
    parts.append(f'<text x="{LEFT}" y="{TOP - 11}">{html.escape(series.text(high))}</text>')
    parts.append(f'<text x="{LEFT}" y="{BOTTOM + 20}">{html.escape(series.text(low))}</text>')
    if commits:
        parts.append(f'<text class="end" x="{RIGHT}" y="{BOTTOM + 20}">{commits[-1].short}</text>')
    return (f'<svg class="trend" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{html.escape(series.name, quote=True)}, {html.escape(series.metric, quote=True)}">'
            f'{"".join(parts)}</svg>')
