"""Writes the table of benchmarks in README.md, between its two markers, from records."""

import argparse
import pathlib
import sys

import losses
import records
import splicing
import wording

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDS = ROOT / "Benchmarks" / "Records"
# Those of tables in the guides, which scripts/regret-table and scripts/live-table write.
ELSEWHERE = {"judging.json", "live.json"}


def main():
    parser = argparse.ArgumentParser(prog="scripts/readme-benchmarks", description=__doc__)
    parser.add_argument("records", nargs="*", metavar="RECORD.json",
                        help="by default Benchmarks/Records/*.json without those of the guides")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when README.md is out of date")
    parser.add_argument("--readme", default=ROOT / "README.md", type=pathlib.Path, metavar="FILE",
                        help="another file that has the markers")
    options = parser.parse_args()
    paths = options.records or sorted(path for path in RECORDS.glob("*.json") if path.name not in ELSEWHERE)
    if not paths:
        raise records.Trouble("Benchmarks/Records: holds no record; name one")
    runs = records.read_runs(paths)
    if len(runs) > 1:
        raise records.Trouble(f"{paths[0]}: the records differ in commit, toolchain, host or allocator; "
                              "give those of one run, one table is made of them")
    splicing.update(options.readme, text(runs[0], losses.Targets()), "benchmarks", "scripts/readme-benchmarks",
                    options.check)


def text(run, targets):
    """What stands between the markers."""
    cells = [cell for cell in run.at(targets.size) if targets.strategy in cell.rows]
    when = f", {' and '.join(run.dates)}" if run.dates else ""
    head = ["workload", "elements", "items", "time", "× dict", "× scan", "× stdlib", "moves / changes", "target"]
    lines = [
        f"Commit `{run.commit[:12]}`{when}; {run.host}; {run.toolchain}; {run.allocator}; strategy {targets.strategy}.",
        "", "```text", *run.commands, "```", "",
        "Times and ratios are medians, ratios formed within a round. *> 20 s*: the standard library takes longer than "
        f"that, or more than 2 GiB. Noise floor: {wording.noise(run)}.", "",
        _line(head), _line(["---", "---"] + ["--:"] * 6 + ["---"]),
        *(_line(_figures(cell, targets)) for cell in cells), "",
        f"**Where we lose** ({targets.size:,} items where no size is given). {losses.scan_sentence(run, targets)}", ""]
    groups = losses.grouped(run, targets)
    if groups:
        lines += [_line(["what", "where"]), _line(["---", "---"])]
        lines += [_line([kind, "; ".join(places)]) for kind, places in groups.items()]
    else:
        lines.append("No target is missed, and nothing else is faster by more than 5 % or needs fewer operations.")
    return "\n".join(lines)


def _figures(cell, targets):
    row, target = cell.rows[targets.strategy], targets.of(cell)
    verdict = {None: "", True: ": met", False: ": **missed**"}[targets.is_met(cell)]
    return [cell.workload, cell.elements, f"{cell.size:,}", wording.time(row.nanoseconds),
            *(wording.ratio(cell, row, floor) for floor in ("dict", "scan", "stdlib")),
            f"{row.changes['moves']:,} / {row.operations + row.changes['updates']:,}",
            f"at most {target}{verdict}" if target else "–"]


def _line(texts):
    return "| " + " | ".join(texts) + " |"


if __name__ == "__main__":
    try:
        main()
    except records.Trouble as trouble:
        sys.exit(f"error: {trouble}")
