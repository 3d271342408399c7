"""The run that the tests start from, and the modules of the report."""

import contextlib
import json
import pathlib
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent
ROOT = FOLDER.parents[1]
RUN = FOLDER / "sample-run.json"

sys.path.insert(0, str(ROOT / "scripts" / "reporting"))


def run():
    return json.loads(RUN.read_text(encoding="utf-8"))


def quiet():
    """The run as a quiet machine has it: the floors always take the same."""
    value = run()
    for cell in value["workloads"]:
        for name, time in (("scan", 0.7), ("dict", 26.0)):
            floor = row(cell, name)
            floor.update(median=time * cell["size"], spread=0.01)
            for turn in floor["series"]["rounds"]:
                turn["first"] = turn["second"] = time * cell["size"]
    return value


@contextlib.contextmanager
def written(*runs):
    """The paths of files that hold these runs: values, or texts as they are."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for place, value in enumerate(runs):
            path = pathlib.Path(folder) / f"run{place}.json"
            path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
            paths.append(path)
        yield paths


def cell(run, name, size):
    """The workload of this name and size."""
    return next(cell for cell in run["workloads"] if (cell["name"], cell["size"]) == (name, size))


def row(cell, name):
    """The contender of this name."""
    return next(row for row in cell["table"]["rows"] if row["series"]["name"] == name)
