"""Writes the tables of benchmarks from benchmark runs: all rows into the guide's page, six of them into README.md."""

import argparse
import pathlib
import sys

import benchmark_runs
import fitness
import instructions
import losses
import splicing
import wording

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = ROOT / "Benchmarks" / "Records"
PAGE = ROOT / "Sources" / "BenchmarkHarness" / "BenchmarkHarness.docc" / "Benchmarks.md"
# Those of tables in the guides, which scripts/regret-table and scripts/live-table write.
ELSEWHERE = {"judging.json", "live.json"}
# Those of scripts/list-table.
LISTS = "lists-*.json"
# The rows of README.md, of integer ids, in words that need no catalogue.
SUMMARY = {
    "identical": "nothing changed",
    "sparse-edits": "1 % deleted, 1 % inserted",
    "few-moves": "1 % moved",
    "mixed": "6 % changed in all ways",
    "shuffle": "shuffled",
    "replace-all": "all replaced",
}


def main():
    parser = argparse.ArgumentParser(prog="scripts/readme-benchmarks", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="RUN.json",
                        help="by default Benchmarks/Records/*.json without those of other pages")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a table is out of date")
    parser.add_argument("--current", action="store_true",
                        help="fail when a run is older than the last change of what it measures, too")
    parser.add_argument("--instructions", default=instructions.FILE, type=pathlib.Path, metavar="FILE",
                        help="the instructions, by default Benchmarks/instructions.json")
    parser.add_argument("--readme", default=ROOT / "README.md", type=pathlib.Path, metavar="FILE",
                        help="another file that has the markers of README.md")
    parser.add_argument("--page", default=PAGE, type=pathlib.Path, metavar="FILE",
                        help="another file that has the markers of the guide's page")
    options = parser.parse_args()
    paths = options.files or sorted({path for path in RUNS.glob("*.json") if path.name not in ELSEWHERE}
                                    - {*RUNS.glob(LISTS)})
    if not paths:
        raise benchmark_runs.Trouble("Benchmarks/Records: holds no benchmark run; name one")
    runs = benchmark_runs.read_runs(paths)
    if len(runs) > 1:
        raise benchmark_runs.Trouble(f"{paths[0]}: the runs differ in commit, toolchain, host or allocator; "
                              "give those of one run, one table is made of them")
    targets, script = losses.Targets(), "scripts/readme-benchmarks"
    counts = instructions.Counts.read(options.instructions)
    counts.attach(runs[0])
    if options.current or not options.check:
        fitness.check_noise(runs[0], targets)
    if options.current:
        fitness.check_age(f"{runs[0].name}.json", runs[0].commit)
        fitness.check_age(options.instructions.name, counts.commit)
    splicing.update(options.page, text(runs[0], counts, targets), "benchmarks", script, options.check)
    splicing.update(options.readme, summary(runs[0], targets, counts.commit), "benchmark-summary", script, options.check)


def summary(run, targets, counted=None):
    """The rows of README.md; `counted` is the revision of the instructions, which is named where it is another."""
    other = f"; instructions `{counted[:12]}`" if counted and counted != run.commit else ""
    cells = {cell.workload: cell for cell in run.at(targets.size)
             if cell.elements == "int" and targets.strategy in cell.rows}
    lines = [f"Commit `{run.commit[:12]}`{other}:", "",
             _line([f"{targets.size:,} items", "ns an item", "instructions an item", "× *scan*", "standard library"]),
             "| --- | --: | --: | --: | --: |"]
    for workload, words in SUMMARY.items():
        if workload in cells:
            cell, row = cells[workload], cells[workload].rows[targets.strategy]
            lines.append(_line([words, wording.number(row.nanoseconds / cell.items), _instructions(cell, targets.strategy),
                                wording.ratio(cell, row, "scan"), _standard(cell, row)]))
    return "\n".join(lines)


def _standard(cell, row):
    """How many times as long the standard library takes."""
    if "stdlib" in row.ratios:
        return f"{wording.number(1 / row.ratios['stdlib'].median, 2)} ×"
    return f"{wording.number(cell.stdlib / row.nanoseconds, 2)} ×" if cell.stdlib else "> 20 s or 2 GiB"


def text(run, counts, targets):
    """The part of the guide's page between the markers."""
    cells = [cell for cell in run.at(targets.size) if targets.strategy in cell.rows]
    when = f", {' and '.join(run.dates)}" if run.dates else ""
    head = ["workload", "elements", "items", "time", "ns an item", "instructions an item", "× scan", "× stdlib",
            "scan: ns, instructions", "dict: ns", "moves / changes", "target, an item"]
    lines = [
        f"Commit `{run.commit[:12]}`{when}; {run.host}; {run.toolchain}; {run.allocator}; strategy {targets.strategy}; "
        f"seed {run.seed}. Instructions: commit `{counts.commit[:12]}`; {counts.toolchain}; {counts.valgrind}.",
        "", "```text", *run.commands, "```", "",
        f"Noise floor: {wording.noise(run)}.", "",
        _line(head), _line(["---", "---"] + ["--:"] * 9 + ["---"]),
        *(_line(_figures(cell, targets)) for cell in cells), "",
        "## Where we lose", "",
        f"All figures are for {targets.size:,} items where no size is given. {losses.scan_sentence(run, targets)}", ""]
    groups = losses.grouped(run, targets)
    if groups:
        lines += [f"- {_said(kind)} {'; '.join(map(_place, places))}." for kind, places in groups.items()]
    else:
        lines.append("No target is missed, and nothing else is faster by more than 5 % or needs fewer operations.")
    return "\n".join(lines)


def _said(kind):
    """The kind of a loss as the beginning of a sentence."""
    if kind == "a target of an item's cost is missed":
        return "**Missed targets of an item’s cost:**"
    if kind.startswith("target: "):
        return f"**Missed target “{kind.removeprefix('target: ')}”:**"
    name, _, rest = kind.partition(" is faster")
    if rest:
        return f"**`{name}` measured faster, but within the noise floor:**"
    return f"**`{name}` is faster:**" if name != kind else f"**`{kind.replace(' ', '` ', 1)}:**"


def _place(place):
    """The place of a loss, with its figure in brackets."""
    where, _, by = place.rpartition(": ")
    return f"{where} ({by})"


def _figures(cell, targets):
    row, target = cell.rows[targets.strategy], targets.of(cell)
    verdict = {None: ": instructions not counted", True: ": met", False: ": **missed**"}[targets.is_met(cell)]
    return [cell.workload, cell.elements, f"{cell.size:,}", wording.time(row.nanoseconds), _each(cell, targets.strategy),
            _instructions(cell, targets.strategy), *(wording.ratio(cell, row, floor) for floor in ("scan", "stdlib")),
            f"{_each(cell, 'scan')}, {_instructions(cell, 'scan')}", _each(cell, "dict"),
            f"{row.changes['moves']:,} / {row.operations + row.changes['updates']:,}",
            f"at most {target}{verdict}" if target else "–"]


def _each(cell, name):
    """The time for each item, and how far times lie apart."""
    row = cell.rows[name]
    return f"{wording.number(row.nanoseconds / max(1, cell.items))} ± {wording.share(row.spread)}"


def _instructions(cell, name):
    count = losses.per_item(cell, name)
    return "–" if count is None else wording.number(count)


def _line(texts):
    return "| " + " | ".join(texts) + " |"


if __name__ == "__main__":
    try:
        main()
    except benchmark_runs.Trouble as trouble:
        sys.exit(f"error: {trouble}")
