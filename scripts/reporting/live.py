"""Writes what changes cost live results, between the markers of two pages of the guides, from its run."""

import argparse
import json
import math
import pathlib
import sys

import benchmark_runs
import splicing
import wording

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = ROOT / "Benchmarks" / "Records" / "live.json"
PAGE = ROOT / "Sources" / "LiveResults" / "LiveResults.docc" / "PathOfARecord.md"
BENCHMARKS = ROOT / "Sources" / "BenchmarkHarness" / "BenchmarkHarness.docc" / "Benchmarks.md"
TARGETS = json.loads((pathlib.Path(__file__).parent / "targets.json").read_text(encoding="utf-8"))["live"]
DIFF, REBUILD = "full diff", "rebuild, diff"


def main():
    parser = argparse.ArgumentParser(prog="scripts/live-table", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is out of date")
    options = parser.parse_args()
    try:
        run = json.loads(RUN.read_text(encoding="utf-8"))
        table, sentences = guide(run), summary(run)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise benchmark_runs.Trouble(f"{RUN.name}: no run of live updates ({error}); "
                              "run scripts/record-benchmarks live") from None
    for page, part in ((PAGE, table), (BENCHMARKS, sentences)):
        splicing.update(page, part, "live-updates", "scripts/live-table", options.check)


def rows(run):
    """What was measured of changes: their number, how many records, the time, the ratios to both floors."""
    for workload in sorted(run["workloads"], key=lambda workload: workload["size"]):
        for row in workload["table"]["rows"]:
            # Beside these rows there are those of a store and of diffs of shared memory.
            if row["series"]["name"].endswith(" changed"):
                yield (row["series"]["name"].split()[0], workload["size"], row["median"],
                       [row["ratios"][floor]["median"] for floor in (DIFF, REBUILD)])


def made(run):
    """Of what the figures are."""
    environment = run["environment"]
    return (f"Commit `{environment['commit'][:12]}`, {environment['date']}; {environment['host']}; "
            f"{environment['toolchain']}; {environment['allocator']}.")


def guide(run):
    """The table in the guide."""
    lines = [made(run), "", "| records | changes | time | of a full diff | of a rebuild and a diff | target |",
             "| --: | --: | --: | --: | --: | --- |"]
    points = {}
    for changes, size, median, ratios in rows(run):
        points.setdefault(changes, []).append((math.log(size), math.log(median)))
        lines.append(f"| {size:,} | {changes} | {wording.time(median)} | {share(ratios[0])} | {share(ratios[1])} | "
                     f"{verdict(changes, size, median) or '–'} |")
    grown = ", ".join(f"{changes} as *n*^{slope(those):.2f}" for changes, those in points.items())
    lines += ["", f"How the times of so many changes grow with the number of records *n*: {grown}."]
    return "\n".join(lines + beside(run))


def beside(run):
    """The table of stores and of diffs of shared memory, where they were measured."""
    lines = []
    for workload in sorted(run["workloads"], key=lambda workload: workload["size"]):
        times = {row["series"]["name"]: row["median"] for row in workload["table"]["rows"]}
        for name, time in times.items():
            changes, _, kind = name.partition(" ")
            stored, shared = (times.get(f"{changes} {other}") for other in ("stored", "shared"))
            if kind == "changed" and stored and shared:
                lines.append(f"| {workload['size']:,} | {changes} | {wording.time(stored)} | "
                             f"{wording.number(stored / time)} × | {wording.time(shared)} |")
    if not lines:
        return []
    return ["", "From a change of the store to the update in the subscriber's hands, all tasks on one thread; and a diff of the "
            "results before and after, which share all chunks without a change:", "",
            "| records | changes | store to update | of the engine's step | diff |", "| --: | --: | --: | --: | --: |",
            *lines]


def summary(run):
    """The list in the page of benchmarks."""
    parts = [f"- {changes} changed: {wording.time(median)} ({verdict(changes, size, median)}); "
             f"{share(ratios[0])} of a full diff; {share(ratios[1])} of a rebuild and a diff."
             for changes, size, median, ratios in rows(run) if size == TARGETS["size"]]
    return "\n".join([f"With {TARGETS['size']:,} records:", "", *parts, "", made(run)])


def verdict(changes, size, median):
    """Whether the target is met; None where there is none."""
    if size != TARGETS["size"] or changes not in TARGETS["nanoseconds"]:
        return None
    at_most = TARGETS["nanoseconds"][changes]
    return f"at most {wording.time(at_most)}: {'met' if median <= at_most else '**missed**'}"


def share(ratio):
    """A ratio to a floor as a part of it."""
    return f"1/{1 / ratio:,.0f}" if ratio < 0.1 else f"1/{1 / ratio:.1f}" if ratio < 1 else f"{ratio:.1f} ×"


def slope(points):
    """The slope of the line through points, by least squares."""
    mean = [sum(point[axis] for point in points) / len(points) for axis in (0, 1)]
    return (sum((x - mean[0]) * (y - mean[1]) for x, y in points)
            / sum((x - mean[0]) ** 2 for x, _ in points))


if __name__ == "__main__":
    try:
        main()
    except benchmark_runs.Trouble as trouble:
        sys.exit(f"error: {trouble}")
