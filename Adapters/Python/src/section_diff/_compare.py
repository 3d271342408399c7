"""One call for files and frames: by the command where it reads them, else in DuckDB."""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import duckdb

from . import _command
from ._comparison import Comparison
from ._errors import InputError, first_line
from ._patch import Patch, parsed
from ._plan import Outcome
from ._request import ANSWER, Columns, Order, Request
from .duckdb import _compared

#: What the command reads, by the endings of files.
_TEXTS = (".csv", ".tsv", ".json", ".ndjson", ".jsonl")

#: How many bytes of memory a comparison by the command takes for each byte of its files, measured with tables of nine columns:
#: the command itself two, its answer four where all records move.
_MEMORY_PER_BYTE = 6


def compare(
    old: Any,
    new: Any,
    *,
    on: Columns | None = None,
    section: str | None = None,
    order: Order | Iterable[Order] | Literal[False] | None = None,
    ignore: Columns = (),
    only: Columns | None = None,
    tolerance: Mapping[str, float] | None = None,
    duplicates: str = "reject",
    max_runs: int | None = None,
    join_columns: Columns | None = None,
    engine: Literal["command", "duckdb"] | None = None,
) -> Comparison:
    """Compares two files or frames.

    Args:
        old: A path of CSV, TSV, JSON, NDJSON or Parquet (also a glob), or a frame of pandas, polars or Arrow.
        new: The same.
        on: The columns that identify a record; ``join_columns`` is the same.
        section: The column that names a record's section.
        order: The columns that give the order in a section, each by its name or as ``(name, "desc")``; by default that
            of the rows. ``False`` compares no order.
        ignore: Columns whose values are not compared.
        only: The columns that are compared, instead of all.
        tolerance: How far two numbers of a column may be apart and be equal, by column.
        duplicates: ``"reject"`` or ``"allow"`` keys that occur more than once.
        max_runs: How many runs are planned at once, each of about 50 bytes; by default all.
        engine: ``"command"`` or ``"duckdb"``; by default the command for text files that it reads and that fit into
            memory, else DuckDB.

    Returns:
        What differs.

    Raises:
        InputError: An input or an option cannot be used; nothing was compared.
        RepeatedKeys: A key occurs more than once in DuckDB.
        EngineError: DuckDB ended with an error, at a damaged file for example.
        VerificationError: DuckDB lost or doubled rows on the way.
        CommandError: The command ended with an error, as it does at a file that it cannot read and at a repeated key.
    """
    request = Request.make(on, section, order, ignore, only, tolerance, duplicates, max_runs, join_columns)
    can_command = all(_is_text(side) for side in (old, new)) and not request.tolerance and request.order != ()
    if engine is None:
        engine = "command" if can_command and _fits(old, new) else "duckdb"
        if engine == "duckdb" and can_command and not all(_is_delimited(side) for side in (old, new)):
            raise InputError(
                "there is no memory for these files, and DuckDB reads the values of JSON by types of its own: "
                'give engine="duckdb" if that serves, or engine="command" all the same'
            )
    if engine == "command":
        if not can_command:
            raise InputError(
                "the command compares CSV, TSV, JSON and NDJSON with their order and without tolerance; "
                'leave engine= out, or give "duckdb"'
            )
        return _by_command(os.fspath(old), os.fspath(new), request)
    if engine != "duckdb":
        raise InputError(f'engine is "command" or "duckdb", not {engine!r}; for Spark take section_diff.spark.diff')
    return _by_duckdb(duckdb.connect(), old, new, request)


def compared_in_database(path: str, old: str, new: str, **options: Any) -> Comparison:
    """What ``python -m section_diff --database`` compares: tables of a database, which is only read.

    Raises:
        InputError: There is no such database.
    """
    try:
        connection = duckdb.connect(path, read_only=True)
    except duckdb.Error as error:
        raise InputError(f"{path}: {first_line(error)}") from error
    return _by_duckdb(connection, old, new, Request.make(**options))


def _is_text(side: Any) -> bool:
    """Whether a side is one file that the command reads."""
    if not isinstance(side, (str, os.PathLike)):
        return False
    path = os.fspath(side)
    return path.lower().endswith(_TEXTS) and (os.path.exists(path) or not glob.has_magic(path))


def _is_delimited(path: str) -> bool:
    return os.fspath(path).lower().endswith((".csv", ".tsv"))


def _fits(*paths: str) -> bool:
    """Whether the command has the memory for files; it says itself what it cannot read."""
    try:
        return sum(os.path.getsize(path) for path in paths) * _MEMORY_PER_BYTE <= _memory()
    except OSError:
        return True


def _memory() -> int:
    """How many bytes of memory this process may have."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        # A container's limit, where there is one.
        with open("/sys/fs/cgroup/memory.max") as file:
            return min(pages, int(file.read()))
    except (OSError, ValueError):
        return pages


def _by_command(old: str, new: str, request: Request) -> Comparison:
    # A path that begins with a dash is no option.
    paths = [f".{os.sep}{path}" if path.startswith("-") else path for path in (old, new)]
    arguments = ["diff", *paths, "--format", "json", "--section-names", "--duplicates", request.duplicates]
    arguments += [f"--id={name}" for name in request.on]
    arguments += [f"--section-by={request.section}"] if request.section is not None else []
    arguments += [f"--sort-by={name}:{'desc' if falls else 'asc'}" for name, falls in request.order or ()]
    arguments += [f"--ignore={name}" for name in request.ignore]
    arguments += [f"--only={name}" for name in request.only or ()]
    text = _command.run(arguments, allowed=(0, 1))[1].decode()
    answer = parsed(text)
    patch = Patch(answer, request)
    return Comparison(
        counts=answer["counts"],
        minimal=_is_minimal(True, request, answer["counts"]),
        engine="command",
        on=request.on,
        section=request.section,
        _changes=patch.changes,
        _records=patch.records,
        _patch=lambda: text,
    )


def _is_minimal(is_planned: bool, request: Request, counts: Mapping[str, int]) -> bool:
    """Of keys that occur more than once other pairs could move less."""
    return is_planned and (request.duplicates == "reject" or counts["moves"] + counts["sectionMoves"] == 0)


def _by_duckdb(connection: duckdb.DuckDBPyConnection, old: Any, new: Any, request: Request) -> Comparison:
    engine, outcome = _compared(connection, old, new, request, False, keeps_sections=True)
    columns = ("_change", *request.on, *ANSWER[1:6])

    def listed(outcome: Outcome, columns: Iterable[str]) -> str:
        """A query for changes by section in the order of new, those that are gone last."""
        shown = ", ".join(f"t.{engine.dialect.name(column)}" for column in columns)
        return (
            f"SELECT {shown} FROM {outcome.changes} AS t LEFT JOIN {outcome.sections} AS n "
            "ON CASE WHEN t._change = 'delete' THEN t.section_before ELSE t.section_after END IS NOT DISTINCT FROM n.s "
            "ORDER BY n.a1 ASC NULLS LAST, t.position_after ASC NULLS LAST, n.a0 ASC, t._change = 'delete' ASC, "
            # Where order is not compared there are no positions.
            "t.position_before ASC, " + ", ".join(f"t.{engine.dialect.name(key)} ASC" for key in request.on)
        )

    def records() -> Iterator[dict[str, Any]]:
        # Values take a second join, so they are looked up when a report asks for them.
        _, found = _compared(connection, old, new, request, True, keeps_sections=True)
        names = [*columns, "old", "new"]
        result = connection.execute(listed(found, names))
        while rows := result.fetchmany(1_000):
            for row in rows:
                yield dict(zip(names, row))

    return Comparison(
        counts=outcome.counts,
        minimal=_is_minimal(outcome.minimal, request, outcome.counts),
        engine="duckdb",
        on=request.on,
        section=request.section,
        _changes=lambda: connection.sql(listed(outcome, columns)).to_arrow_table(),
        _records=records,
    )
