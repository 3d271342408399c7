"""The command ``section-diff``, which the wheel carries."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Sequence

import pyarrow as pa
import pyarrow.compute
import pyarrow.csv

from ._errors import CommandError


#: How many ranks of a run an engine lists at once.
_PIECE = 1_000_000

#: How runs are handed to the command.
_RUNS = pyarrow.csv.WriteOptions(include_header=False, quoting_style="none")

_CARRIED = Path(__file__).with_name("_bin") / "section-diff"


def binary() -> str:
    """Where the command is: ``SECTION_DIFF_COMMAND``, else the one in this package.

    Raises:
        CommandError: There is none.
    """
    named = os.environ.get("SECTION_DIFF_COMMAND")
    if named:
        return named
    if not _CARRIED.is_file():
        raise CommandError(
            "there is no section-diff: install a wheel that carries it, or name one with SECTION_DIFF_COMMAND"
        )
    return str(_CARRIED)


def run(
    arguments: Sequence[str],
    *,
    allowed: Sequence[int] = (0,),
    stdin: IO[bytes] | int = subprocess.DEVNULL,
    stdout: IO[bytes] | int = subprocess.PIPE,
) -> tuple[int, bytes]:
    """Runs the command to its end.

    Returns:
        Its exit code and what it printed.

    Raises:
        CommandError: It ended with another code than those; its own words follow.
    """
    path = binary()
    try:
        done = subprocess.run([path, *arguments], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False)
    except OSError as error:
        raise CommandError(f"{path} cannot be started: {error.strerror}") from error
    if done.returncode not in allowed:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("section-diff: ")
        raise CommandError(said or f"section-diff {arguments[0]} ended with {done.returncode}")
    return done.returncode, done.stdout or b""


def plan_moves(runs: pa.RecordBatchReader, max_runs: int | None) -> tuple[pa.Table, bool]:
    """Of runs, as ``g``, ``start`` and ``length``, those that move, and whether no fewer could."""
    arguments = ["plan-moves"] if max_runs is None else ["plan-moves", "--max-runs", str(max_runs)]
    with tempfile.TemporaryDirectory(prefix="section-diff-") as folder:
        source, target = Path(folder) / "runs.csv", Path(folder) / "moved.csv"
        with runs, pyarrow.csv.CSVWriter(source, runs.schema, write_options=_RUNS) as writer:
            for batch in runs:
                writer.write_batch(batch)
        with source.open("rb") as stdin, target.open("wb") as stdout:
            run(arguments, stdin=stdin, stdout=stdout)
        return moved_runs(target)


def moved_runs(moved: Path) -> tuple[pa.Table, bool]:
    schema = pa.schema([("g", pa.int64()), ("start", pa.int64()), ("length", pa.int64()), ("minimal", pa.bool_())])
    if moved.stat().st_size == 0:
        return schema.remove(3).empty_table(), True
    options = pyarrow.csv.ReadOptions(column_names=schema.names)
    types = pyarrow.csv.ConvertOptions(column_types=schema)
    table = pyarrow.csv.read_csv(moved, read_options=options, convert_options=types)
    is_minimal = bool(pyarrow.compute.all(table["minimal"]).as_py())
    table = table.drop_columns(["minimal"])
    if pyarrow.compute.max(table["length"]).as_py() > _PIECE:
        table = pa.table(
            [pa.array(column, pa.int64()) for column in zip(*_pieces(table))], schema=table.schema
        )
    return table, is_minimal


def _pieces(table: pa.Table) -> Iterator[tuple[int, int, int]]:
    for section, start, length in zip(*(column.to_pylist() for column in table.columns)):
        for offset in range(0, length, _PIECE):
            yield section, start + offset, min(_PIECE, length - offset)


def main() -> None:
    """Becomes the command: what ``pip install`` puts on the path."""
    try:
        path = binary()
    except CommandError as error:
        sys.exit(f"section-diff: {error}")
    os.execv(path, ["section-diff", *sys.argv[1:]])
