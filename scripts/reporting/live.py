"""Writes the table of what changes cost live results, between the markers of the guide's page, from its record."""

import argparse
import json
import math
import pathlib
import sys

import records
import splicing
import wording

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "Benchmarks" / "Records" / "live.json"
PAGE = ROOT / "Sources" / "LiveResults" / "LiveResults.docc" / "PathOfARecord.md"
DIFF, REBUILD = "full diff", "rebuild, diff"


def main():
    parser = argparse.ArgumentParser(prog="scripts/live-table", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is out of date")
    options = parser.parse_args()
    try:
        part = text(json.loads(RECORD.read_text(encoding="utf-8")))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise records.Trouble(f"{RECORD.name}: no record of live updates ({error}); "
                              "run scripts/record-benchmarks live") from None
    splicing.update(PAGE, part, "live-updates", "scripts/live-table", options.check)


def text(record):
    """What stands between the markers."""
    made = record["environment"]
    lines = [f"Commit `{made['commit'][:12]}`, {made['date']}; {made['host']}; {made['toolchain']}; "
             f"{made['allocator']}.", "",
             "| records | changes | time | of a full diff | of a rebuild and a diff |", "| --: | --: | --: | --: | --: |"]
    points = {}
    for workload in sorted(record["workloads"], key=lambda workload: workload["size"]):
        for row in workload["table"]["rows"]:
            name, median = row["series"]["name"], row["median"]
            if name in (DIFF, REBUILD):
                continue
            changes = name.split()[0]
            points.setdefault(changes, []).append((math.log(workload["size"]), math.log(median)))
            shares = " | ".join(share(row["ratios"][floor]["median"]) for floor in (DIFF, REBUILD))
            lines.append(f"| {workload['size']:,} | {changes} | {wording.time(median)} | {shares} |")
    grown = ", ".join(f"{changes} as *n*^{slope(those):.2f}" for changes, those in points.items())
    return "\n".join(lines + ["", f"How the times of so many changes grow with the number of records *n*: {grown}."])


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
    except records.Trouble as trouble:
        sys.exit(f"error: {trouble}")
