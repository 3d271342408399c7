"""Compares tables where DuckDB holds them, also those that are larger than memory."""

from __future__ import annotations

import contextlib
import glob
import itertools
import os
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import duckdb
import pyarrow

from . import _command
from ._delimited import HEAD, Header
from ._delimited import header as header_of
from ._errors import EngineError, InputError, first_line
from ._plan import Dialect, Engine, Outcome, Plan, Ranking, Side, directed, precedes
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
        return f"CASE WHEN regexp_full_match({value}, '{json}') THEN TRY_CAST({value} AS DOUBLE) END"

    def whole(self, value: str) -> str:
        return (
            f"CASE WHEN regexp_full_match({value}, '-?[1-9][0-9]{{15,37}}') THEN TRY_CAST({value} AS DECIMAL(38, 0)) END"
        )


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

    def places(self, rows: str, keys: list[str], order: list[tuple[str, bool]]) -> int | None:
        if not self.rows("SELECT current_setting('preserve_insertion_order')")[0][0]:
            return None
        values = ", ".join(f"{value} AS v{part}" for part, (value, _) in enumerate(order))
        before = ", ".join(f"lag(v{part}) OVER () AS b{part}" for part in range(len(order)))
        falls = precedes([(f"v{part}", falls) for part, (_, falls) in enumerate(order)], [f"b{part}" for part in range(len(order))])
        hash = self.dialect.hash(1, [*keys, "p"])
        found = self.rows(
            f"SELECT count(CASE WHEN {falls} OR p <> row THEN 1 END), {self.dialect.total(hash)} FROM "
            f"(SELECT *, row_number() OVER () - 1 AS row, {before} FROM (SELECT *, {values} FROM ({rows}) AS t) AS t) AS t"
        )
        return None if found[0][0] else int(found[0][1] or 0)

    def ranked(self, joined: str, rankings: list[Ranking]) -> str:
        # A sort of all rows as they come is a half of what windows by section take.
        ranked = joined
        for ranking in rankings:
            rest = f"* EXCLUDE ({', '.join(ranking.unneeded)})" if ranking.unneeded else "*"
            ranked = (
                f"(SELECT {rest}, CASE WHEN {ranking.present} THEN row_number() OVER () - 1 END AS p{ranking.side} "
                f"FROM (SELECT * FROM {ranked} AS t "
                f"ORDER BY NOT {ranking.present} ASC, {ranking.section} ASC NULLS FIRST, {directed(ranking.order)}) AS t)"
            )
        return self.keep("ranked", f"SELECT * FROM {ranked} AS t") if rankings else joined

    def starts(self, ranked: str, sections: str) -> str:
        stays = f"SELECT s1, p0 FROM {ranked} WHERE stays ORDER BY p1 ASC"
        near = (
            "SELECT s1, p0, row_number() OVER () - 1 AS q1, lag(p0) OVER () AS before, lag(s1) OVER () AS s "
            f"FROM ({stays}) AS t"
        )
        starts = f"SELECT s1, p0, q1 FROM ({near}) AS t WHERE p0 IS DISTINCT FROM before + 1 OR s1 IS DISTINCT FROM s"
        return f"SELECT v.g, t.p0, t.q1 FROM ({starts}) AS t JOIN {sections} AS v ON t.s1 IS NOT DISTINCT FROM v.s"

    def moved(self, name: str, runs: str, max_runs: int | None) -> tuple[str, bool]:
        query = f"SELECT g, start, length FROM {runs} ORDER BY g ASC, place ASC"
        # By Arrow: a connection may have been told to leave files alone.
        runs_in_order = pyarrow.RecordBatchReader.from_stream(self.connection.sql(query))
        moves, is_minimal = _command.plan_moves(runs_in_order, max_runs)
        view = self._named("moves")
        self.connection.register(view, moves)
        return self.keep(name, f'SELECT * FROM "{view}"'), is_minimal

    def drop(self, but: Iterable[str] = ()) -> None:
        """Drops what the plan kept, but for some."""
        left = set(but)
        for table in self.kept:
            if table not in left:
                self._forget(f"DROP TABLE IF EXISTS {table}")
        self.kept = [table for table in self.kept if table in left]
        for view in self.views:
            self._forget(f"DROP VIEW IF EXISTS {self.dialect.name(view)}")
        self.views = []

    def _forget(self, statement: str) -> None:
        # In a transaction that failed nothing can be dropped: it ends with what it made.
        with contextlib.suppress(duckdb.Error):
            self.connection.execute(statement)

    # Sides

    def side(self, label: str, given: Any) -> Side:
        """What stands after FROM for a path, a table, a relation or a frame."""
        row: str | None = None
        place: str | None = None
        is_text = False
        if isinstance(given, (str, os.PathLike)):
            path = os.fspath(given)
            if (file := self._file(label, path)) is not None:
                source, row, place, is_text = file
            else:
                source, place = self._table(label, path)
        elif isinstance(given, duckdb.DuckDBPyRelation):
            source = self._inlined(label, given)
        else:
            source, row = self._frame(label, given)
            place = f"{row} - 1"
        columns = self._describe(label, source)
        columns.pop(f"{self.prefix}_row", None)
        if place == "rowid" and any(name.lower() == place for name in columns):
            place = None
        texts = frozenset(columns if is_text else ())
        return Side(source=f"{source} AS t", columns=columns, row=row, place=place, texts=texts)

    def _frame(self, label: str, given: Any) -> tuple[str, str]:
        """What stands after FROM for a frame, and its rows."""
        if isinstance(given, pyarrow.RecordBatchReader):
            # It can be read once, and a side is read more often.
            given = given.read_all()
        if hasattr(given, "iloc"):
            from pandas.api.types import infer_dtype

            for index, (name, kind) in enumerate(given.dtypes.items()):
                if kind == object and infer_dtype(given.iloc[:, index], skipna=True).startswith("mixed"):
                    raise InputError(f"{label}: column {name!r} holds values of several types; cast it to one")
        view = self._named(label)
        try:
            self.connection.register(view, given)
        except (duckdb.Error, TypeError) as error:
            raise InputError(
                f"{label}: DuckDB does not read this {type(given).__name__} as a table: {first_line(error)}"
            ) from error
        row = f'"{self.prefix}_row"'
        return f'(SELECT *, row_number() OVER () AS {row} FROM "{view}")', row

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
            raise InputError(f"{label}: {first_line(error)}") from error
        return {name: kind for name, kind, *_ in described}

    def _file(self, label: str, path: str) -> tuple[str, str, str, bool] | None:
        """A file by its ending, its rows and places, and whether all fields are texts; nothing where it is a name."""
        text = self.dialect.text
        base = path.lower().removesuffix(".gz").removesuffix(".zst")
        row = f'"{self.prefix}_row"'
        is_file = os.path.exists(path)
        # A file that is there is meant as it is called.
        read = text(glob.escape(path) if is_file else path)
        if base.endswith((".parquet", ".pq")):
            options = "union_by_name = true" + (", hive_partitioning = false" if is_file else "")
            for name in self._describe(label, f"read_parquet({read}, {options})"):
                if name.lower() in ("file_index", "file_row_number"):
                    raise InputError(f"{label}: a column is called {name!r}, as DuckDB calls the place of a row; rename it")
            number = "(CAST(file_index AS BIGINT) << 40) + file_row_number"
            return f"(SELECT *, {number} AS {row} FROM read_parquet({read}, {options}))", row, row, False
        if base.endswith((".csv", ".tsv")):
            reader = self._delimited(label, path, read, is_file, base.endswith(".tsv"))
            return f"(SELECT *, row_number() OVER () AS {row} FROM {reader})", row, f"{row} - 1", True
        if base.endswith((".json", ".ndjson", ".jsonl")):
            options = "sample_size = -1, union_by_name = true, hive_partitioning = false"
            return f"(SELECT *, row_number() OVER () AS {row} FROM read_json_auto({read}, {options}))", row, f"{row} - 1", False
        return None

    def _delimited(self, label: str, path: str, read: str, is_file: bool, is_tsv: bool) -> str:
        """A reader of CSV or TSV that takes nothing from guesses: as the command reads it, every field is a text."""
        text = self.dialect.text
        try:
            files = [path] if is_file else [str(row[0]) for row in self.rows(f"SELECT file FROM glob({read}) ORDER BY file ASC")]
        except duckdb.Error as error:
            raise InputError(f"{label}: {first_line(error)}") from error
        found: Header | None = None
        for file in files:
            header = self._header(label, file, is_tsv)
            if header is None:
                continue
            if found is not None and header != found:
                raise InputError(
                    f"{label}: {file} has other columns than the files before it: {', '.join(header.names)} and not "
                    f"{', '.join(found.names)}; give files with the same header"
                )
            found = header
        if found is None:
            raise InputError(f"{label}: {path}: no file with a header row; check the path")
        if "" in found.names:
            raise InputError(f'{label}: {path}: a column has no name, which DuckDB needs; name it, or give engine="command"')
        names = ", ".join(text(name) for name in found.names)
        columns = ", ".join(f"{text(name)}: 'VARCHAR'" for name in found.names)
        return (
            f"read_csv({read}, auto_detect = false, header = true, delim = {text(found.delimiter)}, "
            f"quote = {text(found.quote)}, escape = {text(found.quote)}, comment = '', skip = 0, strict_mode = true, "
            f"null_padding = false, hive_partitioning = false, columns = {{{columns}}}, force_not_null = [{names}])"
        )

    def _header(self, label: str, path: str, is_tsv: bool) -> Header | None:
        try:
            if os.path.exists(path):
                with pyarrow.input_stream(path) as file:
                    head = file.read(HEAD + 1)
            else:
                # A file elsewhere: DuckDB can reach it.
                options = (
                    "auto_detect = false, header = false, columns = {'line': 'VARCHAR'}, delim = '', quote = '', escape = '', "
                    "comment = '', hive_partitioning = false"
                )
                lines = self.rows(f"SELECT line FROM read_csv({self.dialect.text(path)}, {options}) LIMIT 20")
                head = "".join(f"{line or ''}\n" for (line,) in lines).encode()
            return header_of(head[:HEAD], is_tsv, len(head) <= HEAD)
        except (OSError, ValueError, duckdb.Error) as error:
            raise InputError(f"{label}: {path}: {first_line(error)}") from error

    def _table(self, label: str, name: str) -> tuple[str, str | None]:
        """A table or view by its name, and the places of rows where it has some."""
        try:
            query: str = self.connection.table(name).sql_query()
        except duckdb.Error as error:
            if os.path.exists(name):
                raise InputError(
                    f"{label}: {name}: a file of this ending is not read; name it .csv, .tsv, .json or .parquet"
                ) from error
            raise InputError(f"{label}: there is neither a file nor a table {name!r}") from error
        table = query.removeprefix("SELECT * FROM ")
        # A view has no numbers of rows. It is looked up: in a transaction a statement that fails would end it.
        # Where both go by a name in different schemas, none is taken to have them.
        tables, views = (
            {
                ".".join(names[first:])
                for names in self.rows(f"SELECT database_name, schema_name, {kind}_name FROM duckdb_{kind}s()")
                for first in range(3)
            }
            for kind in ("table", "view")
        )
        if table.replace('"', "") in tables - views:
            return table, "rowid"
        return f"({query})", None

    def _inlined(self, label: str, relation: duckdb.DuckDBPyRelation) -> str:
        """The query of a relation of this connection: another one may have other tables of the same names."""
        section_diff_relation = relation
        if self.rows("SELECT current_setting('python_enable_replacements')")[0][0]:
            try:
                # DuckDB finds it by the name of the variable, and refuses one that it cannot take.
                self.connection.execute("SELECT 1 FROM section_diff_relation LIMIT 0")
            except duckdb.Error as error:
                raise InputError(f"{label}: give this relation as .to_arrow_table(): {first_line(error)}") from error
        del section_diff_relation
        return f"({relation.sql_query()})"


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
        EngineError: DuckDB ended with an error.
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
    if "new" not in changes.columns:
        raise InputError("the changes have no column new: make them with values=True")
    engine = DuckDBEngine(con)
    try:
        return con.sql(_applied(engine, request, engine.side("old", old), engine._inlined("changes", changes)))
    except duckdb.Error as error:
        engine.drop()
        raise EngineError(first_line(error)) from error
    except InputError:
        engine.drop()
        raise


def _applied(engine: DuckDBEngine, request: Request, side: Side, listed: str) -> str:
    """The query for new, given a side and the changes."""
    name = engine.dialect.name
    columns = list(engine._describe("changes", f"(SELECT unnest(new) FROM {listed})"))
    plan = Plan(engine, request, side, side)
    own = f"_{engine.prefix}"
    values = [f"{name(column)} AS o{index}{own}" for index, (column, _) in enumerate(request.order or ())]
    values += [f"{side.row} AS r{own}"] if plan.has_rows else []
    source = f"(SELECT {', '.join(['*', *values])} FROM {side.source}) AS t"
    kept = ", ".join(name(column) if column in side.columns else f"NULL AS {name(column)}" for column in columns)
    on_key = " AND ".join(f"t.{name(key)} IS NOT DISTINCT FROM l.{name(key)}" for key in request.on)
    stays = "NULL" if request.section is None else name(request.section)
    place = {"k": "0", "i": "0", "b": "0"}
    if plan.is_ordered:
        ties = [(f"r{own}", False)] if plan.has_rows else [(name(key), False) for key in request.on]
        by = directed([*plan._orders(own), *ties])
        place = {
            # Those that stay fill the places that are free, in their order.
            "k": f"row_number() OVER (PARTITION BY {stays} ORDER BY {by}) - 1",
            "b": "position_after - row_number() OVER (PARTITION BY section_after ORDER BY position_after ASC) + 1",
            "i": "position_after",
        }
    s, v, kind, i = (name(f"{engine.prefix}_{column}") for column in ("section", "place", "kind", "index"))
    query = (
        f"SELECT {kept}, {stays} AS {s}, {place['k']} AS {v}, 1 AS {kind}, 0 AS {i} FROM {source} "
        f"WHERE NOT EXISTS (SELECT 1 FROM {listed} AS l WHERE {on_key} AND l._change <> 'insert') "
        f"UNION ALL SELECT {', '.join(f'new.{name(column)}' for column in columns)}, section_after, {place['b']}, 0, "
        f"{place['i']} FROM {listed} AS l WHERE new IS NOT NULL"
    )
    shown = ", ".join(name(column) for column in columns)
    return f"SELECT {shown} FROM ({query}) AS t ORDER BY {s} ASC NULLS FIRST, {v} ASC, {kind} ASC, {i} ASC"


def _compared(
    con: duckdb.DuckDBPyConnection, old: Any, new: Any, request: Request, values: bool, keeps_sections: bool = False
) -> tuple[DuckDBEngine, Outcome]:
    engine = DuckDBEngine(con)
    # What is missing is said before anything runs.
    _command.binary()
    kept: list[str] = []
    try:
        plan = Plan(engine, request, engine.side("old", old), engine.side("new", new), values)
        outcome = plan.run()
        kept = [outcome.changes, outcome.sections] if keeps_sections else [outcome.changes]
        return engine, outcome
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        raise EngineError(first_line(error)) from error
    finally:
        engine.drop(but=kept)
