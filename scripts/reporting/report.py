"""Draws benchmark runs as one HTML page, and each plot as SVG and PNG."""

import argparse
import pathlib
import subprocess
import sys

import vl_convert

import fitness
import instructions
import losses
import page
import plots
import benchmark_runs
import trend
import verdict


def main():
    parser = argparse.ArgumentParser(prog="scripts/report", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="RUN.json", help="what the benchmark runner's --record wrote")
    parser.add_argument("--verdict", metavar="VERDICT.json", help="what section-diff regress --format json wrote")
    parser.add_argument("--trend", metavar="TREND.json", help="what section-diff regress history show --format json wrote")
    parser.add_argument("--instructions", default=instructions.FILE, type=pathlib.Path, metavar="FILE",
                        help="the instructions, by default Benchmarks/instructions.json; those of other code are left out")
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder to write to, made where it is missing")
    options = parser.parse_args()
    if not options.files and not options.verdict and not options.trend:
        parser.error("give a RUN.json, a --verdict or a --trend")
    targets = losses.Targets()
    sections = [part.section(part.read(path))
                for part, path in ((verdict, options.verdict), (trend, options.trend)) if path]
    runs = benchmark_runs.read_runs(options.files)
    counts = instructions.Counts.read(options.instructions) if runs else None
    for run in runs:
        if fit(counts, run):
            counts.attach(run)
    folder = pathlib.Path(options.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        drawings = [draw(run, targets, folder) for run in runs]
        file = folder / "index.html"
        file.write_text(page.page(runs, drawings, targets, sections, counts), encoding="utf-8")
    except OSError as error:
        raise benchmark_runs.Trouble(f"{error.filename or folder}: {error.strerror}; choose another --out") from None
    print(file)


def fit(counts, run, root=fitness.ROOT):
    """Whether the instructions are of what was timed: by the same compiler, and of the same code."""
    if counts.toolchain != run.toolchain:
        return False
    # Of a revision that is not here nobody knows what it was.
    if counts.commit == run.commit:
        return True
    # What stands in a file is no option of git's.
    diff = ["git", "-C", root, "diff", "--quiet", "--end-of-options", counts.commit, run.commit, "--", *fitness.MEASURED]
    try:
        return subprocess.run(diff, capture_output=True).returncode == 0
    except OSError:
        return False


def draw(run, targets, folder):
    """Writes the plots of a run; returns their SVG by name, a wide one and a narrow one."""
    svgs = {}
    narrow = plots.all_plots(run, targets, is_narrow=True)
    for name, spec in plots.all_plots(run, targets).items():
        svgs[name] = (vl_convert.vegalite_to_svg(spec), vl_convert.vegalite_to_svg(narrow[name]))
        # Alone, a plot says itself what it shows and where that was measured.
        titled = plots.titled(spec, page.CAPTIONS[name][0], run)
        (folder / f"{run.name}-{name}.svg").write_text(vl_convert.vegalite_to_svg(titled), encoding="utf-8")
        (folder / f"{run.name}-{name}.png").write_bytes(vl_convert.vegalite_to_png(titled, scale=2))
    return svgs


if __name__ == "__main__":
    try:
        main()
    except benchmark_runs.Trouble as trouble:
        sys.exit(f"error: {trouble}")
