"""Writes what a script makes into a page, between two markers: standard input into a file, or one text into another."""

import argparse
import pathlib
import sys

import benchmark_runs


def markers(name):
    """The marker lines around a part of a page."""
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def splice(page, part, name, file):
    """The page with the part between its markers; the file is named where they are missing."""
    begin, end = markers(name)
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(end) < page.index(begin):
        raise benchmark_runs.Trouble(f"{file}: must hold {begin} and below it {end}, each once")
    before, rest = page.split(begin)
    after = rest.split(end)[1]
    return f"{before}{begin}\n{part}\n{end}{after}"


def update(file, part, name, script, check):
    """Writes the part into the file; or only fails when it is not there, naming the script that writes it."""
    try:
        old = file.read_text(encoding="utf-8")
    except OSError as error:
        raise benchmark_runs.Trouble(f"{file}: {error.strerror}; give a file that has the markers") from None
    new = splice(old, part, name, file)
    if check and new != old:
        raise benchmark_runs.Trouble(f"{file.name}: its {name} are not those of the benchmark run; run {script}")
    if new != old:
        file.write_text(new, encoding="utf-8")
    print(f"{file.name} is up to date")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=pathlib.Path, help="the page")
    parser.add_argument("name", help="the name in its markers")
    parser.add_argument("--script", required=True, help="what to run when the page is out of date")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the page is out of date")
    options = parser.parse_args()
    update(options.file, sys.stdin.read().rstrip("\n"), options.name, options.script, options.check)


if __name__ == "__main__":
    try:
        main()
    except benchmark_runs.Trouble as trouble:
        sys.exit(f"error: {trouble}")
