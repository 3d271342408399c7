"""Writes what lists that are shown take, into the guide's page, from their runs."""

import argparse
import sys

import benchmark_runs
import readme
import splicing
import wording

DIFF, STAGES, SNAPSHOTS = "changeset", "adaptive-stages", "snapshots"
NOT_MEASURED = "Not measured yet: `scripts/record-benchmarks lists` does."


def main():
    parser = argparse.ArgumentParser(prog="scripts/list-table", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is out of date")
    options = parser.parse_args()
    paths = sorted(readme.RUNS.glob(readme.LISTS))
    runs = benchmark_runs.read_runs(paths)
    if len(runs) > 1:
        raise benchmark_runs.Trouble(f"{paths[0]}: the runs differ in commit, toolchain, host or allocator; "
                              "run scripts/record-benchmarks lists")
    part = table(runs[0]) if runs else NOT_MEASURED
    splicing.update(readme.PAGE, part, "lists", "scripts/list-table", options.check)


def table(run):
    """A row for each workload and kind of element, a column for each size."""
    sizes = sorted({cell.size for cell in run.cells})
    rows = {}
    for cell in run.cells:
        rows.setdefault((cell.workload, cell.elements), {})[cell.size] = cell
    head = ["workload", "elements", *(f"{size:,}" for size in sizes), "× *scan*", "snapshots"]
    lines = [f"Commit `{run.commit[:12]}`, {' and '.join(run.dates)}; {run.host}; {run.toolchain}; {run.allocator}.", "",
             f"Noise floor: {wording.noise(run)}.", "",
             "| " + " | ".join(head) + " |", "| --- | --- |" + " --: |" * (len(sizes) + 2)]
    for (workload, elements), cells in rows.items():
        largest = cells[max(cells)]
        figures = [times(cells[size]) if size in cells else "–" for size in sizes]
        lines.append("| " + " | ".join([workload, elements, *figures, ratio(largest), snapshots(largest)]) + " |")
    return "\n".join(lines)


def times(cell):
    """Of the diff alone, and with all stages."""
    return " / ".join(wording.time(cell.rows[name].nanoseconds) for name in (DIFF, STAGES))


def ratio(cell):
    """Of the diff with stages, to the floor."""
    return wording.number(benchmark_runs.paired(cell.rows[STAGES], cell.rows["scan"]))


def snapshots(cell):
    """The time that it takes to make both snapshots, as a part of the diff's."""
    return f"{wording.number(benchmark_runs.paired(cell.rows[SNAPSHOTS], cell.rows[DIFF]))} ×"


if __name__ == "__main__":
    try:
        main()
    except benchmark_runs.Trouble as trouble:
        sys.exit(f"error: {trouble}")
