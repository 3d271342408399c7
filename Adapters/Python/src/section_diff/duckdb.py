"""Compares tables where DuckDB holds them, also those that are larger than memory."""

from __future__ import annotations

import itertools
import os
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import duckdb

from . import _command
from ._errors import InputError
from ._plan import Dialect, Engine, Outcome, Plan, Ranking, Side, directed
from ._request import Columns, Order, Request

_numbers = itertools.count(1)


class DuckDBDialect(Dialect):
    hash_type = "UBIGINT"

    def name(self, text: str) -> str:
        return '"' + text.replace('"', '""') + '"'

    def text(self, text: str) -> str:
        return "'" + text.replace("'", "''") + "'"

    def hash(self, salt: int, values: list[str]) -> str:
        return f"hash({salt}, {', '.join(values)})"

    def total(self, value: str) -> str:
        return f"sum({value})"

    def bucket(self, hash: str, buckets: int) -> str:
        return f"({hash} % {buckets})"

    def present(self, values: list[str]) -> str:
        return f"list_filter([{', '.join(values)}], lambda x: x IS NOT NULL)"

    def record(self, columns: list[tuple[str, str]]) -> str:
        return "{" + ", ".join(f"{self.text(name)}: {value}" for name, value in columns) + "}"

    def ranks(self, start: str, length: str) -> str:
        return f"unnest(range({start}, {start} + {length}))"

    def number(self, value: str) -> str:
        json = r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?"
        return f"CASE WHEN regexp_full_match({value}, '{json}') THEN CAST({value} AS DOUBLE) END"


class DuckDBEngine(Engine):
    """A connection, and the tables that a plan keeps in it."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection
        self.dialect = DuckDBDialect()
        self.prefix = f"_section_diff_{os.getpid()}_{next(_numbers)}"
        self.kept: list[str] = []
        self.views: list[str] = []

    def keep(self, name: str, query: str) -> str:
        table = f'"{self.prefix}_{name}"'
        self.connection.execute(f"CREATE TEMP TABLE {table} AS {query}")
        self.kept.append(table)
        return table

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.connection.execute(query).fetchall()

    def ranked(self, joined: str, rankings: tuple[Ranking, Ranking]) -> str:
        # A sort and counts over all rows as they come are half of what windows by section take.
        ranked = joined
        window = "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"
        for ranking in rankings:
            side = ranking.side
            rest = f"* EXCLUDE ({', '.join(ranking.unneeded)})" if ranking.unneeded else "*"
            ranked = (
                f"(SELECT {rest}, CASE WHEN {ranking.present} THEN row_number() OVER () - 1 END AS p{side}, "
                f"CASE WHEN stays THEN count(CASE WHEN stays THEN 1 END) OVER ({window}) - 1 END AS q{side} "
                f"FROM (SELECT * FROM {ranked} AS t "
                f"ORDER BY NOT {ranking.present}, {ranking.section} NULLS FIRST, {directed(ranking.order)}) AS t)"
            )
        return self.keep("ranked", f"SELECT * FROM {ranked} AS t")

    def starts(self, ranked: str) -> str:
        unsorted = f"(SELECT s1 AS s FROM {ranked} WHERE stays AND q0 <> q1 GROUP BY s1)"
        before = (
            "SELECT s1, q0, q1, lag(q0) OVER (PARTITION BY s1 ORDER BY q1) AS q "
            f"FROM {ranked} AS t JOIN {unsorted} AS u ON t.s1 IS NOT DISTINCT FROM u.s WHERE stays"
        )
        return f"SELECT s1, q0, q1 FROM ({before}) AS t WHERE q0 IS DISTINCT FROM q + 1"

    def moved(self, name: str, runs: str, max_runs: int | None) -> tuple[str, bool]:
        with tempfile.TemporaryDirectory(prefix="section-diff-") as folder:
            source, target = Path(folder) / "runs.csv", Path(folder) / "moved.csv"
            text = self.dialect.text
            self.connection.execute(
                f"COPY (SELECT g, start, length FROM {runs} ORDER BY g, place) TO {text(str(source))} "
                "(FORMAT csv, HEADER false)"
            )
            _command.plan_moves(source, target, max_runs)
            columns = "{'g': 'BIGINT', 'start': 'BIGINT', 'length': 'BIGINT', 'minimal': 'BOOLEAN'}"
            table = self.keep(
                name,
                f"SELECT * FROM read_csv({text(str(target))}, header = false, auto_detect = false, columns = {columns})",
            )
        return table, bool(self.rows(f"SELECT coalesce(bool_and(minimal), TRUE) FROM {table}")[0][0])

    def drop(self, but: Iterable[str] = ()) -> None:
        """Drops what the plan kept, but for some."""
        left = set(but)
        for table in self.kept:
            if table not in left:
                self.connection.execute(f"DROP TABLE IF EXISTS {table}")
        self.kept = [table for table in self.kept if table in left]
        for view in self.views:
            self.connection.execute(f"DROP VIEW IF EXISTS {self.dialect.name(view)}")
        self.views = []

    # Sides

    def side(self, label: str, given: Any) -> Side:
        """What stands after FROM for a path, a table, a relation or a frame."""
        row: str | None = None
        is_text = False
        if isinstance(given, (str, os.PathLike)):
            path = os.fspath(given)
            source, row, is_text = self._file(label, path)
            if source is None:
                source = self._table(label, path)
        elif isinstance(given, duckdb.DuckDBPyRelation):
            source = self._viewed(label, given)
        else:
            view = self._named(label)
            try:
                self.connection.register(view, given)
            except (duckdb.Error, TypeError) as error:
                raise InputError(f"{label}: a {type(given).__name__} is no table that DuckDB reads") from error
            source = f'(SELECT *, row_number() OVER () AS "{self.prefix}_row" FROM "{view}")'
            row = f'"{self.prefix}_row"'
        columns = self._describe(label, source)
        columns.pop(f"{self.prefix}_row", None)
        return Side(source=f"{source} AS t", columns=columns, row=row, texts=frozenset(columns if is_text else ()))

    def _named(self, label: str) -> str:
        """The name of a view for a side."""
        view = f"{self.prefix}_{label}"
        self.views.append(view)
        return view

    def _describe(self, label: str, source: str) -> dict[str, str]:
        """The columns of a table, each with its type."""
        try:
            described = self.connection.execute(f"DESCRIBE SELECT * FROM {source} AS t").fetchall()
        except duckdb.Error as error:
            raise InputError(f"{label}: {_first_line(error)}") from error
        return {name: kind for name, kind, *_ in described}

    def _file(self, label: str, path: str) -> tuple[str | None, str | None, bool]:
        """A file by its ending, its rows, and whether all fields are texts; nothing where it is a name."""
        text = self.dialect.text
        base = path.lower().removesuffix(".gz").removesuffix(".zst")
        row = f'"{self.prefix}_row"'
        if base.endswith((".parquet", ".pq")):
            number = "(CAST(file_index AS BIGINT) << 40) + file_row_number"
            return f"(SELECT *, {number} AS {row} FROM read_parquet({text(path)}, union_by_name = true))", row, False
        if base.endswith((".csv", ".tsv")):
            # As the command reads them: every field is text, and an empty one is an empty text.
            separator = "\t" if base.endswith(".tsv") else ","
            options = f"all_varchar = true, header = true, sep = {text(separator)}, quote = '\"', escape = '\"'"
            described = self._describe(label, f"read_csv({text(path)}, {options})")
            present = ", ".join(text(name) for name in described)
            read = f"read_csv({text(path)}, {options}, force_not_null = [{present}])"
            return f"(SELECT *, row_number() OVER () AS {row} FROM {read})", row, True
        if base.endswith((".json", ".ndjson", ".jsonl")):
            return f"(SELECT *, row_number() OVER () AS {row} FROM read_json_auto({text(path)}))", row, False
        if os.path.exists(path):
            raise InputError(f"{label}: {path}: a file of this ending is not read; name it .csv, .tsv, .json or .parquet")
        return None, None, False

    def _table(self, label: str, name: str) -> str:
        try:
            return self._viewed(label, self.connection.table(name))
        except duckdb.Error as error:
            raise InputError(f"{label}: there is neither a file nor a table {name!r}") from error

    def _viewed(self, label: str, relation: duckdb.DuckDBPyRelation) -> str:
        """A relation by a name of its own, also where the database is only read."""
        view = self.dialect.name(self._named(label))
        self.connection.execute(f"CREATE TEMP VIEW {view} AS {relation.sql_query()}")
        return view


def diff(
    con: duckdb.DuckDBPyConnection,
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
    values: bool = False,
    join_columns: Columns | None = None,
) -> duckdb.DuckDBPyRelation:
    """Compares two tables in DuckDB.

    Args:
        con: The connection that holds the tables.
        old: A table or view by its name, a relation, a path (also a glob) of Parquet, CSV, TSV or JSON, or a frame.
        new: The same.
        on: The columns that identify a record; ``join_columns`` is the same.
        section: The column that names a record's section.
        order: The columns that give the order in a section, each by its name or as ``(name, "desc")``; ties are by key.
            By default the order of the rows, of files and frames; of tables and relations none, which have no such
            order. ``False`` compares no order.
        ignore: Columns whose values are not compared.
        only: The columns that are compared, instead of all.
        tolerance: How far two numbers of a column may be apart and be equal, by column.
        duplicates: ``"reject"`` or ``"allow"`` keys that occur more than once.
        max_runs: How many runs are planned at once, each of about 50 bytes. A section of more is planned part by part,
            and more may move than has to; that warns.
        values: Whether the answer has two more columns, ``old`` and ``new``: the whole records, as structs.

    Returns:
        A relation with one row for each record that came, went, moved or changed: ``_change`` (``insert``, ``delete``,
        ``update``, ``move`` or ``move+update``), the columns of the key, ``section_before``, ``section_after``,
        ``position_before`` and ``position_after`` (from 0, in the section; NULL where order is not compared) and
        ``changed``, the names of the changed columns.

    Raises:
        InputError: An input or an option cannot be used; nothing was compared.
        RepeatedKeys: A key occurs more than once.
        VerificationError: Rows were lost or doubled on the way.
        CommandError: The runs could not be planned.
    """
    request = Request.make(on, section, order, ignore, only, tolerance, duplicates, max_runs, join_columns)
    _, outcome = _compared(con, old, new, request, values)
    if not outcome.minimal:
        warnings.warn("max_runs was reached: more records move than have to", stacklevel=2)
    return con.sql(f"SELECT * FROM {outcome.changes}")


def apply(
    con: duckdb.DuckDBPyConnection,
    old: Any,
    changes: duckdb.DuckDBPyRelation,
    *,
    on: Columns,
    section: str | None = None,
    order: Order | Iterable[Order] | Literal[False] | None = None,
) -> duckdb.DuckDBPyRelation:
    """The records of new, given those of old and what :func:`diff` found with ``values=True``.

    Columns that were not compared keep the values of old in records that are in neither list. Keys occur once.

    Args:
        con: The connection that holds the tables.
        old: What was given as old.
        changes: What :func:`diff` returned.
        on: As it was given to :func:`diff`.
        section: Likewise.
        order: Likewise.

    Returns:
        A relation with the columns of new, sorted by section and, where order was compared, by place.

    Raises:
        InputError: The changes have no values, or an input cannot be read.
    """
    request = Request.make(on, section, order)
    engine = DuckDBEngine(con)
    name = engine.dialect.name
    if "new" not in changes.columns:
        raise InputError("the changes have no column new: make them with values=True")
    listed = engine._viewed("changes", changes)
    side = engine.side("old", old)
    columns = list(engine._describe("changes", f"(SELECT unnest(new) FROM {listed})"))
    plan = Plan(engine, request, side, side)
    kept = ", ".join(name(column) if column in side.columns else f"NULL AS {name(column)}" for column in columns)
    on_key = " AND ".join(f"t.{name(key)} IS NOT DISTINCT FROM l.{name(key)}" for key in request.on)
    place = {"k": "0", "i": "0", "b": "0"}
    if plan.is_ordered:
        by = side.row if plan.by_rows else ", ".join(
            f"{name(column)} {'DESC NULLS LAST' if falls else 'ASC NULLS FIRST'}"
            for column, falls in [*(request.order or ()), *((key, False) for key in request.on)]
        )
        partition = "NULL" if section is None else name(section)
        place = {
            # Those that stay fill the places that are free, in their order.
            "k": f"row_number() OVER (PARTITION BY {partition} ORDER BY {by}) - 1",
            "b": "position_after - row_number() OVER (PARTITION BY section_after ORDER BY position_after) + 1",
            "i": "position_after",
        }
    stays = "NULL" if section is None else name(section)
    s, v, kind, i = (name(f"{engine.prefix}_{column}") for column in ("section", "place", "kind", "index"))
    query = (
        f"SELECT {kept}, {stays} AS {s}, {place['k']} AS {v}, 1 AS {kind}, 0 AS {i} FROM {side.source} "
        f"WHERE NOT EXISTS (SELECT 1 FROM {listed} AS l WHERE {on_key} AND l._change <> 'insert') "
        f"UNION ALL SELECT {', '.join(f'new.{name(column)}' for column in columns)}, section_after, {place['b']}, 0, "
        f"{place['i']} FROM {listed} WHERE new IS NOT NULL"
    )
    shown = ", ".join(name(column) for column in columns)
    return con.sql(f"SELECT {shown} FROM ({query}) AS t ORDER BY {s} NULLS FIRST, {v}, {kind}, {i}")


def _compared(
    con: duckdb.DuckDBPyConnection, old: Any, new: Any, request: Request, values: bool
) -> tuple[DuckDBEngine, Outcome]:
    engine = DuckDBEngine(con)
    # What is missing is said before anything runs.
    _command.binary()
    kept: list[str] = []
    try:
        plan = Plan(engine, request, engine.side("old", old), engine.side("new", new), values)
        outcome = plan.run()
        kept = [outcome.changes, outcome.sections]
        return engine, outcome
    finally:
        engine.drop(but=kept)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
