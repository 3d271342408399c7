"""Whether figures may stand in README.md: on a machine that was quiet, and of the code that there is."""

import argparse
import pathlib
import statistics
import subprocess
import sys

import benchmark_runs
import losses
import wording

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What the figures are of: a change there makes them old. Advice and gates are not in them, nor are pages.
MEASURED = ("Package.swift", "Sources/SectionDiff", "Sources/DiffWorkloads", "Sources/BenchmarkHarness/Floors",
            "Sources/BenchmarkHarness/Timing", "Sources/BenchmarkHarness/Statistics", "Sources/BenchmarkHarness/Harness.swift",
            "Sources/BenchmarkHarness/Contender.swift", "Sources/BenchmarkHarness/Contender+Diff.swift",
            "Sources/BenchmarkHarness/Suite/BenchmarkInput.swift", "Benchmarks/Package.swift", "Benchmarks/Sources/Subjects",
            "Benchmarks/Sources/BenchmarkRunner/CatalogueBenchmarks.swift", ":!*.docc/*")


def noise(run, targets):
    """What shows that the machine was not quiet, by the floors: work that is known and always the same; None if nothing."""
    cells = [cell for cell in run.at(targets.size) if cell.size == targets.size]
    if len(cells) < 4:
        raise benchmark_runs.Trouble(f"{run.name}.json: has {len(cells)} workloads of {targets.size:,} items; it takes 4 to "
                                     "tell whether the machine was quiet")
    # How far times of one floor lie apart within a cell.
    spreads = [cell.rows[floor].spread for cell in cells for floor in ("scan", "dict")]
    spread = statistics.median(spreads)
    if spread > targets.floors["spread"]:
        return (f"the floors' times differ by {wording.share(spread)} in the middle cell, more than "
                f"{wording.share(targets.floors['spread'])}")
    # A burst within one cell does not move the middle one.
    for cell in cells:
        if cell.rows["scan"].spread > targets.floors["cell"]:
            return (f"scan's times differ by {wording.share(cell.rows['scan'].spread)} within {cell.label}, more than "
                    f"{wording.share(targets.floors['cell'])}")
    # How far those of different cells do, which one moment does not show. At a size whose dictionary stays in the caches: one
    # at the edge of a cache that other machines share takes as long as they let it.
    size = targets.floors["betweenSize"]
    groups = {}
    for cell in run.at(size):
        if cell.size == size:
            groups.setdefault(cell.elements, []).append(cell.rows["dict"].nanoseconds / max(1, cell.items))
    for elements, times in groups.items():
        if len(times) < 4:
            continue
        low, _, high = statistics.quantiles(times, n=4)
        if high > targets.floors["between"] * low:
            return (f"dict takes {wording.number(low)} to {wording.number(high)} ns an item of {elements} in the middle half of "
                    f"the workloads of {size:,} items, for the same work; that is more than {targets.floors['between']:g} ×")
    return None


def check_noise(run, targets):
    """Refuses a run of a machine that was not quiet."""
    found = noise(run, targets)
    if found:
        raise benchmark_runs.Trouble(f"{run.name}.json: refused for README.md: {found}; run scripts/record-benchmarks on a "
                                     "machine that does nothing else")


def newer(commit, root=ROOT, paths=MEASURED):
    """The last commit after this one that changed what is measured; None if there is none."""
    def git(*arguments):
        return subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)

    if git("merge-base", "--is-ancestor", commit, "HEAD").returncode != 0:
        raise benchmark_runs.Trouble(f"{commit[:12]}: no revision before this one, so nobody knows what was measured; "
                                     "fetch the whole history, or run scripts/record-benchmarks")
    # A merge shows as the commits that it brings.
    found = git("log", "-1", "--no-merges", "--format=%h %s", f"{commit}..HEAD", "--", *paths)
    if found.returncode != 0:
        raise benchmark_runs.Trouble(f"git log: {found.stderr.strip()}")
    return found.stdout.strip() or None


def check_age(name, commit):
    """Refuses figures that are older than what they are of."""
    found = newer(commit)
    if found:
        raise benchmark_runs.Trouble(f"{name}: of {commit[:12]}, which is older than the last change of what it measures "
                                     f"({found}); run scripts/record-benchmarks")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="RUN.json", type=pathlib.Path)
    options = parser.parse_args()
    targets = losses.Targets()
    for run in benchmark_runs.read_runs(options.files):
        check_noise(run, targets)
    print("The floors say that the machine was quiet.")


if __name__ == "__main__":
    try:
        main()
    except benchmark_runs.Trouble as trouble:
        sys.exit(f"error: {trouble}")
