"""Compares tables where Spark holds them, on as many machines as it has."""

from __future__ import annotations

import functools
import itertools
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import duckdb
import pyarrow
from py4j.protocol import Py4JError
from pyspark import StorageLevel
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql.functions import count, lit
from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    DateType,
    NumericType,
    StringType,
    TimestampNTZType,
    TimestampType,
)

from . import _command
from ._compare import _is_minimal
from ._comparison import Comparison
from ._errors import EngineError, InputError, first_line
from ._plan import Dialect, Engine, Outcome, Plan, Ranking, Side, directed, precedes
from ._request import Columns, Order, Request

_numbers = itertools.count(1)

#: How many rows of a sample stand for each range.
_SAMPLES_OF_RANGE = 60
#: Into how many ranges an order is cut at most: each takes a comparison in the statement.
_MOST_RANGES = 128

#: Of a range: how many rows are there, and how many of them stay in their section.
_SUMS = ("count(*)", "count(CASE WHEN stays THEN 1 END)")

#: Of which types bounds are.
_LITERAL = (NumericType, StringType, BooleanType, DateType, TimestampType, TimestampNTZType, BinaryType)


class SparkDialect(Dialect):
    hash_type = "BIGINT"

    def name(self, text: str) -> str:
        return "`" + text.replace("`", "``") + "`"

    def text(self, text: str) -> str:
        if re.fullmatch(r"[A-Za-z0-9_ .:+-]*", text):
            return f"'{text}'"
        # Whether a backslash is one depends on a setting: of digits no setting makes anything else.
        return f"decode(unhex('{text.encode().hex()}'), 'UTF-8')"

    def hash(self, salt: int, values: list[str]) -> str:
        # A NULL is left out of the hash: so a mark stands beside each value.
        marked = ", ".join(f"{value} IS NULL, {value}" for value in values)
        return f"xxhash64({salt}, {marked})"

    def total(self, value: str) -> str:
        # In parts of 21 bits: a sum of decimals of 38 digits takes a hundred times as long, and one of 64 bits overflows.
        parts = [f"shiftright({value}, 42)", f"shiftright({value}, 21) & 2097151", f"{value} & 2097151"]
        sums = [f"CAST(sum({part}) AS DECIMAL(38, 0)) * CAST({2**shift} AS DECIMAL(13, 0))"
                for part, shift in zip(parts, (42, 21, 0))]
        return f"({' + '.join(sums)})"

    def bucket(self, hash: str, buckets: int) -> str:
        return f"pmod({hash}, {buckets})"

    def present(self, values: list[str]) -> str:
        return f"array_compact(array({', '.join(values)}))"

    def record(self, columns: list[tuple[str, str]]) -> str:
        return "struct(" + ", ".join(f"{value} AS {self.name(name)}" for name, value in columns) + ")"

    def ranks(self, start: str, length: str) -> str:
        return f"explode(sequence({start}, {start} + {length} - 1))"

    def number(self, value: str) -> str:
        json = "^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?$"
        return f"CASE WHEN {value} RLIKE '{json}' THEN try_cast({value} AS DOUBLE) END"

    def whole(self, value: str) -> str:
        return f"CASE WHEN {value} RLIKE '^-?[1-9][0-9]{{15,37}}$' THEN try_cast({value} AS DECIMAL(38, 0)) END"


class SparkEngine(Engine):
    """A session, and the tables that a plan keeps in it."""

    def __init__(self, session: SparkSession, partitions: int | None = None) -> None:
        self.session = session
        self.dialect = SparkDialect()
        self.prefix = f"section_diff_{os.getpid()}_{next(_numbers)}"
        self.partitions = partitions or int(session.conf.get("spark.sql.shuffle.partitions", "200"))
        self.kept: dict[str, DataFrame] = {}
        self.views: list[str] = []

    def keep(self, name: str, query: str) -> str:
        return self._view(name, self.session.sql(query))

    def keep_some(self, name: str, query: str, condition: str) -> tuple[str, int] | None:
        counted = Observation()
        frame = self.session.sql(query).observe(counted, count(lit(1)).alias("rows"))
        view = self._view(name, frame.where(condition))
        self.kept[view].count()
        rows = counted.get.get("rows")
        return None if rows is None else (view, int(rows))

    def _view(self, name: str, frame: DataFrame, is_kept: bool = True) -> str:
        view = f"{self.prefix}_{name}"
        if is_kept:
            frame = frame.persist(StorageLevel.MEMORY_AND_DISK)
            self.kept[view] = frame
        # Spark gives the rows of a frame back when its view is dropped, the caller's too: so it is a view of another one.
        frame.where("TRUE").createOrReplaceTempView(view)
        self.views.append(view)
        return view

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self.session.sql(query).collect()]

    def ranked(self, joined: str, rankings: list[Ranking]) -> str:
        """Ranks by ranges of the order, so that no task sorts a whole section.

        Each row belongs to a range by its own values, which no repeated task changes: not by where it happens to be.
        """
        columns = list(self.session.table(joined).columns)
        ranges = self._ranges(joined, rankings)
        counts: list[dict[int, tuple[int, int]]] = [{}, {}]
        counted = [
            f"SELECT {ranking.side} AS side, {range_of} AS range, {', '.join(_SUMS)} FROM {joined} AS t "
            f"WHERE {ranking.present} GROUP BY {range_of}"
            for ranking, range_of in zip(rankings, ranges)
        ]
        for side, number, *found in self.rows(" UNION ALL ".join(counted)):
            counts[side][number] = (found[0], found[1])
        ranked = joined
        for ranking, range_of in zip(rankings, ranges):
            columns = [name for name in columns if name not in ranking.unneeded]
            added = _added(ranking, counts[ranking.side])
            ranged = f"(SELECT *, {range_of} AS range FROM {ranked} AS t)"
            ranked = f"(SELECT {', '.join([*columns, *added])} FROM {ranged} AS t)"
            columns += [column.rsplit(" AS ", 1)[1] for column in added]
        return self.keep("ranked", f"SELECT * FROM {ranked} AS t")

    def starts(self, ranked: str, sections: str) -> str:
        # Where a range starts, a run does: it may be cut in two. Most sections keep their order, and need not be fetched.
        starts = f"SELECT s1, p0, q1, before FROM {ranked} WHERE stays AND p0 IS DISTINCT FROM before + 1"
        unsorted = (
            f"SELECT DISTINCT v.s, v.g FROM ({starts}) AS t JOIN {sections} AS v ON t.s1 IS NOT DISTINCT FROM v.s "
            "WHERE t.p0 < t.before OR t.before IS NULL AND t.q1 > v.q"
        )
        return f"SELECT u.g, t.p0, t.q1 FROM ({starts}) AS t JOIN ({unsorted}) AS u ON t.s1 IS NOT DISTINCT FROM u.s"

    def _ranges(self, joined: str, rankings: list[Ranking]) -> list[str]:
        """Of each ranking, the number of the range of a row.

        Rows that are not there have no order: they are in ranges of their own. The bounds are those of a sample; any bounds
        give the same answer.
        """
        orders = [[(ranking.section, False), *ranking.order] for ranking in rankings]
        numbers = [max(1, min(self.partitions, _MOST_RANGES, ranking.count)) for ranking in rankings]
        sampled = []
        for ranking, order, ranges in zip(rankings, orders, numbers):
            values = ", ".join(f"{value} AS b{part}" for part, (value, _) in enumerate(order))
            fraction = min(1.0, ranges * _SAMPLES_OF_RANGE / max(1, ranking.count)) if ranges > 1 else 0.0
            sampled.append(
                f"SELECT {ranking.side} AS side, {values} FROM {joined} WHERE {ranking.present} AND rand(1) < {fraction:.15f}"
            )
        sample = self.session.sql(" UNION ALL ".join(sampled))
        # The bounds are of those values that a literal can be.
        types = [field.dataType for field in sample.schema.fields[1:]]
        kinds = list(itertools.takewhile(lambda kind: isinstance(kind, _LITERAL), types))
        # A long text is cut: its start is a bound, too.
        texts = [f"substring(CAST(b{part} AS STRING), 1, 100) AS b{part}" for part in range(len(kinds))]
        sorting = directed((f"t.b{part}", falls) for part, (_, falls) in enumerate(orders[0][: len(kinds)]))
        found: list[list[list[str]]] = [[], []]
        if kinds:
            view = self._view("sample", sample, is_kept=False)
            # So few that one task sorts them.
            query = f"SELECT {', '.join(['side', *texts])} FROM {view} AS t DISTRIBUTE BY 1 SORT BY side ASC, {sorting}"
            for side, *row in self.rows(query):
                found[side].append(
                    [
                        "NULL" if value is None else f"try_cast({self.dialect.text(value)} AS {kind.simpleString()})"
                        for value, kind in zip(row, kinds)
                    ]
                )
        searches = []
        for ranking, order, ranges in zip(rankings, orders, numbers):
            rows = found[ranking.side]
            bounds = [rows[index * len(rows) // ranges] for index in range(1, ranges)] if rows else []
            search = _search(order[: len(kinds)], bounds, 0, len(bounds))
            searches.append(f"CASE WHEN {ranking.present} THEN {search} ELSE -1 - pmod(xxhash64(k0), {ranges}) END")
        return searches

    # The driver plans the runs: there they are sorted and tried, by DuckDB.

    @functools.cached_property
    def driver(self) -> duckdb.DuckDBPyConnection:
        return duckdb.connect()

    def gathered(self, name: str, query: str) -> str:
        view = f"{self.prefix}_{name}"
        self.driver.register(view, self.session.sql(query).toArrow())
        return view

    def keep_runs(self, name: str, query: str) -> str:
        table = f"{self.prefix}_{name}"
        self.driver.execute(f"CREATE TABLE {table} AS {query}")
        return table

    def rows_of_runs(self, query: str) -> list[tuple[Any, ...]]:
        return self.driver.execute(query).fetchall()

    def moved(self, name: str, runs: str, max_runs: int | None) -> tuple[str | None, bool]:
        if not self.rows_of_runs(f"SELECT count(*) FROM {runs}")[0][0]:
            return None, True
        query = f"SELECT g, start, length FROM {runs} ORDER BY g ASC, place ASC"
        planned = pyarrow.RecordBatchReader.from_stream(self.driver.sql(query))
        moves, is_minimal = _command.plan_moves(planned, max_runs)
        view = self._view(name, self._frame_of(moves))
        self.driver.register(view, moves)
        return view, is_minimal

    def _frame_of(self, table: pyarrow.Table) -> DataFrame:
        # As one table that Spark keeps in its plans, a million rows take seconds.
        setting = "spark.sql.execution.arrow.localRelationThreshold"
        before = self.session.conf.get(setting, None)
        self.session.conf.set(setting, "0")
        try:
            return self.session.createDataFrame(table)
        finally:
            if before is None:
                self.session.conf.unset(setting)
            else:
                self.session.conf.set(setting, before)

    def drop(self, but: Iterable[str] = ()) -> None:
        """Drops all views, and what the plan kept, but for some."""
        left = set(but)
        for view in self.views:
            self.session.catalog.dropTempView(view)
            if view in self.kept and view not in left:
                self.kept.pop(view).unpersist()
        self.views = []
        if "driver" in self.__dict__:
            self.driver.close()

    # Sides

    def side(self, label: str, given: Any) -> Side:
        """What stands after FROM for a frame, a path or a table."""
        frame, texts = self.frame(label, given)
        try:
            columns = {field.name: field.dataType.simpleString() for field in frame.schema.fields}
        except AnalysisException as error:
            raise InputError(f"{label}: {first_line(error)}") from error
        by_case = self.session.conf.get("spark.sql.caseSensitive", "false") == "true"
        if len({name if by_case else name.casefold() for name in columns}) < len(frame.columns):
            raise InputError(f"{label}: two columns have one name; rename one")
        maps = [name for name, kind in columns.items() if "map<" in kind or "variant" in kind]
        if maps:
            raise InputError(f"{label}: column {maps[0]!r} is a {columns[maps[0]]}, which Spark does not compare; drop it")
        view = self._view(label, frame, is_kept=False)
        return Side(source=f"{view} AS t", columns=columns, texts=frozenset(columns if texts else ()))

    def frame(self, label: str, given: Any) -> tuple[DataFrame, bool]:
        """A frame, a path or a table as a frame, and whether all its columns are texts of a file."""
        if isinstance(given, DataFrame):
            return given, False
        if isinstance(given, (str, os.PathLike)):
            return self._read(label, os.fspath(given))
        raise InputError(f"{label}: a {type(given).__name__} is no table of Spark; give a DataFrame, a path or a name")

    def _read(self, label: str, path: str) -> tuple[DataFrame, bool]:
        read = self.session.read
        base = path.lower().removesuffix(".gz")
        if os.path.exists(path):
            # A file that is there is meant as it is called.
            path = re.sub(r"([\[\]{}*?\\])", r"\\\1", path)
        try:
            if base.endswith((".parquet", ".pq")):
                return read.parquet(path), False
            if base.endswith((".csv", ".tsv")):
                separator = "\t" if base.endswith(".tsv") else ","
                quote = "" if separator == "\t" else '"'
                options = {"header": True, "sep": separator, "quote": quote, "escape": quote, "multiLine": True,
                           "mode": "FAILFAST", "enforceSchema": False, "nullValue": None, "emptyValue": ""}
                frame = read.options(**options).csv(path)
                # As the command reads them: an empty field is an empty text.
                return frame.na.fill(""), True
            if base.endswith((".json", ".ndjson", ".jsonl")):
                return read.json(path, multiLine=base.endswith(".json"), mode="FAILFAST"), False
            return self.session.table(path), False
        except AnalysisException as error:
            raise InputError(f"{label}: there is neither a file nor a table {path!r}: {first_line(error)}") from error


def _search(order: list[tuple[str, bool]], bounds: list[list[str]], low: int, high: int) -> str:
    """The number of the bounds that are not above a row, of those from ``low`` to ``high``.

    Whatever the bounds are, of two rows the one that comes first has no greater number.
    """
    if low == high:
        return str(low)
    middle = (low + high) // 2
    return (
        f"CASE WHEN {precedes(order, bounds[middle])} THEN {_search(order, bounds, low, middle)} "
        f"ELSE {_search(order, bounds, middle + 1, high)} END"
    )


def _added(ranking: Ranking, counts: dict[int, tuple[int, int]]) -> list[str]:
    """The columns that a ranking adds to rows with their ranges, given how many rows are in each."""
    present, section, side = ranking.present, ranking.section, ranking.side
    frame = "ROWS BETWEEN UNBOUNDED PRECEDING AND"
    window = f"(PARTITION BY range ORDER BY {directed([(section, False), *ranking.order])} {frame} CURRENT ROW)"

    def place(kind: int) -> str:
        """Where a row is among all: by what there is in the ranges before, and before it in its own."""
        if not counts:
            return "CAST(NULL AS BIGINT)"
        before = itertools.accumulate((counts[number][kind] for number in sorted(counts)), initial=0)
        cases = " ".join(f"WHEN {number} THEN {count}" for number, count in zip(sorted(counts), before))
        return f"{_SUMS[kind]} OVER {window} - 1 + CAST(CASE range {cases} END AS BIGINT)"

    added = [f"CASE WHEN {present} THEN {place(0)} END AS p{side}"]
    if side == 1:
        # How many stay, and the place before of what stays before it, in its section and range.
        added.append(f"CASE WHEN stays THEN {place(1)} END AS q1")
        last = "last_value(CASE WHEN stays THEN p0 END) IGNORE NULLS"
        added.append(f"{last} OVER (PARTITION BY range, {section} ORDER BY {directed(ranking.order)} {frame} 1 PRECEDING) AS before")
    return added


def diff(
    spark: SparkSession,
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
) -> DataFrame:
    """Compares two tables in Spark.

    Args:
        spark: The session that holds the tables.
        old: A DataFrame, a table or view by its name, or a path of Parquet, CSV, TSV or JSON.
        new: The same.
        on: The columns that identify a record; ``join_columns`` is the same.
        section: The column that names a record's section.
        order: The columns that give the order in a section, each by its name or as ``(name, "desc")``; ties are by key.
            Without one order is not compared: rows have none in Spark, and numbers that are made up for them change
            when a stage is repeated.
        ignore: Columns whose values are not compared.
        only: The columns that are compared, instead of all.
        tolerance: How far two numbers of a column may be apart and be equal, by column.
        duplicates: ``"reject"`` or ``"allow"`` keys that occur more than once.
        max_runs: How many runs are planned at once, each of about 50 bytes on the driver. A section of more is planned
            part by part, and more may move than has to; that warns.
        values: Whether the answer has two more columns, ``old`` and ``new``: the whole records, as structs.

    Returns:
        A DataFrame with one row for each record that came, went, moved or changed, with the columns of
        :func:`section_diff.duckdb.diff`. It is kept in the session: ``unpersist()`` gives it back.

    Raises:
        InputError: An input or an option cannot be used; nothing was compared.
        RepeatedKeys: A key occurs more than once.
        VerificationError: Rows were lost or doubled on the way.
        EngineError: Spark ended with an error.
        CommandError: The runs could not be planned.
    """
    request = Request.make(on, section, order, ignore, only, tolerance, duplicates, max_runs, join_columns)
    engine, outcome = _compared(SparkEngine(spark), old, new, request, values)
    if not outcome.minimal:
        warnings.warn("max_runs was reached: more records move than have to", stacklevel=2)
    return engine.kept[outcome.changes]


def apply(spark: SparkSession, old: Any, changes: DataFrame, *, on: Columns) -> DataFrame:
    """The records of new, given those of old and what :func:`diff` found with ``values=True``; in no order.

    Columns that were not compared keep the values of old in records that are not in the changes. Keys occur once.

    Args:
        spark: The session that holds the tables.
        old: What was given as old.
        changes: What :func:`diff` returned.
        on: As it was given to :func:`diff`.

    Raises:
        InputError: The changes have no values, or an input cannot be read.
    """
    request = Request.make(on)
    if "new" not in changes.columns:
        raise InputError("the changes have no column new: make them with values=True")
    frame, _ = SparkEngine(spark).frame("old", old)
    for key in request.on:
        if key not in frame.columns:
            raise InputError(f"old: there is no column {key!r}, which on= names; there are {', '.join(frame.columns)}")
    name = SparkDialect().name
    columns = changes.schema["new"].dataType.fieldNames()
    listed = changes.where("_change <> 'insert'").select(
        *(changes[name(key)].alias(f"k{index}") for index, key in enumerate(request.on))
    )
    is_listed = functools.reduce(
        lambda one, other: one & other,
        (frame[name(key)].eqNullSafe(listed[f"k{index}"]) for index, key in enumerate(request.on)),
    )
    kept = frame.join(listed, is_listed, "left_anti").selectExpr(
        *(name(column) if column in frame.columns else f"NULL AS {name(column)}" for column in columns)
    )
    return kept.unionAll(changes.where("new IS NOT NULL").select("new.*"))


def compared_in_session(old: str, new: str, **options: Any) -> Comparison:
    """What ``python -m section_diff --engine spark`` compares, in a session of its own or the one that runs."""
    session = SparkSession.builder.appName("section-diff").getOrCreate()
    request = Request.make(**options)
    engine, outcome = _compared(SparkEngine(session), old, new, request, True)
    changes = engine.kept[outcome.changes]
    columns = [column for column in changes.columns if column not in ("old", "new")]

    def records() -> Iterator[dict[str, Any]]:
        ordered = changes.orderBy("section_after", "position_after", "section_before", "position_before")
        for row in ordered.toLocalIterator():
            yield row.asDict(recursive=True)

    return Comparison(
        counts=outcome.counts,
        minimal=_is_minimal(outcome.minimal, request, outcome.counts),
        engine="spark",
        on=request.on,
        section=request.section,
        _changes=lambda: changes.select(*columns).toArrow(),
        _records=records,
    )


def _compared(
    engine: SparkEngine, old: Any, new: Any, request: Request, values: bool
) -> tuple[SparkEngine, Outcome]:
    # What is missing is said before anything runs.
    _command.binary()
    kept: list[str] = []
    try:
        plan = Plan(engine, request, engine.side("old", old), engine.side("new", new), values)
        outcome = plan.run()
        kept = [outcome.changes]
        return engine, outcome
    except (PySparkException, Py4JError, duckdb.Error) as error:
        raise EngineError(first_line(error)) from error
    finally:
        engine.drop(but=kept)
