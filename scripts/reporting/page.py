"""The report: one HTML page that needs nothing else."""

import html
import pathlib
import re

import losses
import plots
import benchmark_runs
import wording

CAPTIONS = {
    "cost": ("Time of an item", """
        A bar is the median time of {strategy} for each item, and so is the number at the right; the thin line is its
        interval of 95 %, the thick tick the most that the target allows. A target is instructions and time of an item,
        and is met where neither is more; where the instructions of this code were not counted, nobody knows. Beside it
        are the other strategies and two floors: <em>scan</em> (one comparison a pair) and, for information,
        <em>dict</em> (one Dictionary of the old ids, one look-up for each new id), whose time differs from machine to
        machine. {size}"""),
    "time": ("Time against n", """
        The median time of one diff, both axes logarithmic: a straight line is a power of n. Dashed are the floors
        <em>scan</em> (one comparison a pair) and <em>dict</em>, and the standard library's
        <code>difference(from:)</code>. The broad line is {strategy}. A triangle means more than 20 s (or more
        memory than 2 GiB), where nothing was measured."""),
    "operations": ("Operations against the minimum", """
        Deletes, inserts and moves in the answer of each strategy, of items and sections; fewer are better, and the
        number is their sum. The upright line is the fewest of all: with unique ids the answers of adaptive and lis
        are checked to be minimal before anything is timed. {size}{none}"""),
}


def page(runs, drawings, targets, sections=(), counts=None):
    """The whole page; `sections` come first. `drawings` holds the wide and the narrow SVG of each plot of each run, by name.
    The cells of runs of the same code have the instructions in `counts`."""
    names = [f"--{name}" for name in plots.COLORS]
    light, dark = ("".join(f"{name}:{pair[theme]};" for name, pair in zip(names, plots.COLORS.values()))
                   for theme in (0, 1))
    style = (pathlib.Path(__file__).parent / "page.css").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Benchmarks of section-diff</title>
<link rel="icon" href="data:,">
<style>
:root {{ {light} }}
@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
{style}</style>
</head>
<body>
<h1>Benchmarks of section-diff</h1>
<p class="quiet">Every answer was checked before it was timed; all contenders ran in turn, out and back, in the same
process.</p>
{"".join(sections)}
{"".join(_run(run, svgs, targets, f"run{place}-", counts) for place, (run, svgs) in enumerate(zip(runs, drawings), start=1))}
</body>
</html>
"""


def _run(run, svgs, targets, prefix, counts):
    cells = run.at(targets.size)
    still = [cell.label for cell in cells if not any(row.operations for row in cell.strategies)]
    words = {"strategy": html.escape(targets.strategy),
             "size": f"{targets.size:,} items, or the largest size that was measured.",
             "none": f" None at all in: {html.escape(wording.one_of(still))}." if still else ""}
    tables = {"cost": _cost_table(cells, targets), "time": _time_table(run), "operations": _operation_table(cells)}
    facts = {"Commit": f"<code>{html.escape(run.commit)}</code>", "Date": ", ".join(run.dates) or "not noted",
             "Host": html.escape(run.host), "Toolchain": html.escape(run.toolchain),
             "Allocator": html.escape(run.allocator), "Noise floor": html.escape(wording.noise(run)),
             "Instructions": _counted(run, counts),
             "Command": "<br>".join(map(_command, run.commands))}
    links = {**{name: CAPTIONS[name][0] for name in svgs}, "losses": "Where we lose"}
    out = ["<section>",
           "<dl>" + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items()) + "</dl>",
           "<nav>" + "".join(f'<a href="#{prefix}{name}">{text}</a>' for name, text in links.items()) + "</nav>"]
    for name, (svg, narrow) in svgs.items():
        title, caption = CAPTIONS[name]
        out.append(f"""<h2 id="{prefix}{name}">{title}</h2>
<figure data-plot="{name}"><div class="plot">{_themed(svg, prefix + name)}</div>
<div class="plot narrow">{_themed(narrow, prefix + name + "-narrow")}</div>
<figcaption>{caption.format(**words)}</figcaption></figure>
<details open><summary>The same as a table</summary>{tables[name]}</details>""")
    rows = "".join(f"<tr><th>{html.escape(kind)}</th>"
                   f'<td class="words">{html.escape("; ".join(places))}</td></tr>'
                   for kind, places in losses.grouped(run, targets).items())
    scan = html.escape(losses.scan_sentence(run, targets)).replace("*scan*", "<em>scan</em>")
    out.append(f"""<h2 id="{prefix}losses">Where we lose</h2>
<p>Where {html.escape(targets.strategy)} misses a target, or where something else is faster by more than 5 % or needs
fewer operations. {targets.size:,} items where no size is given. {scan}</p>
<div class="table whole"><table><tbody>{rows or "<tr><td>Nowhere in this run.</td></tr>"}</tbody></table></div>
</section>""")
    return "\n".join(out)


def _counted(run, counts):
    """Of which revision the instructions are."""
    if counts and any(cell.instructions for cell in run.cells):
        return (f"commit <code>{html.escape(counts.commit)}</code>, {html.escape(counts.toolchain)}, "
                f"{html.escape(counts.valgrind)}")
    return ("not counted of this code, so no target is known to be met; "
            "<code>scripts/record-benchmarks instructions</code> counts them")


def _command(text):
    """A command that breaks between its words only."""
    return "<code>" + " ".join(f"<span>{html.escape(word)}</span>" for word in text.split()) + "</code>"


def _themed(svg, prefix):
    """The drawing in the colours of the page, its ids unlike those of other drawings."""
    for name, (light, _) in plots.COLORS.items():
        svg = svg.replace(light, f"var(--{name})")
    svg = re.sub(r'\bid="', f'id="{prefix}-', svg)
    return re.sub(r'url\(#', f"url(#{prefix}-", svg)


def _table(head, rows):
    """Rows of texts; the first is a heading, a tuple is a text and its class."""
    def cell(value):
        text, kind = value if isinstance(value, tuple) else (value, "")
        return f'<td class="{kind}">{html.escape(text)}</td>' if kind else f"<td>{html.escape(text)}</td>"
    body = "".join(f"<tr><th>{html.escape(first)}</th>{''.join(map(cell, rest))}</tr>" for first, *rest in rows)
    heading = "".join(f"<th>{html.escape(text)}</th>" for text in head)
    return (f'<div class="table"><table><thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table></div>')


def _cost_table(cells, targets):
    others = list(dict.fromkeys(row.name for cell in cells for row in cell.strategies if row.name != targets.strategy))
    rows = []
    for cell in cells:
        ours = cell.rows.get(targets.strategy)
        if not ours:
            continue
        state, counted = targets.state(cell), losses.per_item(cell, targets.strategy)
        rows.append([
            cell.label, f"{cell.size:,}", wording.time(ours.nanoseconds), _each(cell, ours.nanoseconds),
            f"{_each(cell, ours.low)} to {_each(cell, ours.high)}", "–" if counted is None else wording.number(counted),
            str(targets.of(cell) or "–"), (state, "missed") if state == losses.MISSED else state or "–",
            f"± {wording.share(cell.noise_share)}" if cell.noise else "–",
            *(wording.ratio(cell, ours, floor) for floor in ("scan", "stdlib", "dict")),
            *(_each(cell, cell.rows[name].nanoseconds) if name in cell.rows else "–" for name in others)])
    return _table(["workload", "size", "time", "ns an item", "interval", "instructions an item", "target, an item", "",
                   "noise floor", "× scan", "× stdlib", "× dict", *(f"{name}: ns an item" for name in others)], rows)


def _each(cell, nanoseconds):
    return wording.number(nanoseconds / max(1, cell.items))


def _time_table(run):
    names = [name for name in plots.SERIES if name == "stdlib" or any(name in cell.rows for cell in run.cells)]
    rows = []
    for label, cells in run.by_label().items():
        for cell in cells:
            rows.append([label, f"{cell.size:,}", *(_time(cell, name) for name in names)])
        exponents = [benchmark_runs.growth([(cell.size, cell.rows[name].nanoseconds) for cell in cells if name in cell.rows])
                     for name in names]
        if any(exponents):
            rows.append([label, "nᵏ, k =", *("–" if k is None else f"{k:.2f}" for k in exponents)])
    return _table(["workload", "size", *names], rows)


def _time(cell, name):
    if name in cell.rows:
        return wording.time(cell.rows[name].nanoseconds)
    return (wording.time(cell.stdlib) if cell.stdlib else "> 20 s") if name == "stdlib" else "–"


def _operation_table(cells):
    rows = []
    for cell in cells:
        for row in cell.strategies:
            changes, counts = row.changes, row.counts
            figures = [changes["deletes"], changes["inserts"], changes["moves"], changes["updates"], row.operations,
                       cell.fewest, counts["comparisons"], counts["hashes"], row.allocations, row.bytes]
            rows.append([cell.label, f"{cell.size:,}", (row.name, "text"),
                         *("–" if figure is None else f"{figure:,}" for figure in figures)])
    return _table(["workload", "size", "strategy", "deletes", "inserts", "moves", "updates", "operations", "fewest",
                   "comparisons", "hashes", "allocations", "bytes"], rows)
