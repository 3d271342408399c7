"""The plan by which an engine compares two tables, once for all engines.

1. *Join* both sides by key: deleted, inserted, kept; which columns changed; whether the section did.
2. *Rank* what is kept and stays in its section, by old and by new order.
3. *Runs*: stretches of records that were neighbours and are. They are few where little moved.
4. *Moves*: the command takes, of each section, the runs of the greatest length in all that increase; the others move.

Every statement is written here. What differs between engines is in :class:`Dialect`, and in how an engine ranks. Names of
columns are quoted where a side is read and where the answer is named; in between all columns have names of the plan.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ._errors import InputError, RepeatedKeys, VerificationError
from ._request import ANSWER, Request

#: How many flags of changed columns are in one number.
_FLAGS = 62

#: Whole numbers of at most 64 bits, by the names of both engines.
_WHOLE = frozenset(
    ("tinyint", "smallint", "integer", "int", "bigint", "utinyint", "usmallint", "uinteger", "ubigint")
)

#: Other numbers: floating point, decimals and whole numbers of 128 bits.
_NUMBER = re.compile(r"decimal(\(\d+, ?\d+\))?|double|float|real|u?hugeint")

#: Into how many buckets keys fall.
_BUCKETS = 16_384


class Dialect(ABC):
    """What two engines write differently."""

    @abstractmethod
    def name(self, text: str) -> str:
        """The name of a column, quoted."""

    @abstractmethod
    def text(self, text: str) -> str:
        """A text, as a literal."""

    @abstractmethod
    def hash(self, salt: int, values: list[str]) -> str:
        """A 64-bit hash of a row of values, in which NULL is a value."""

    @abstractmethod
    def total(self, value: str) -> str:
        """The sum of many such hashes, which does not overflow."""

    @abstractmethod
    def bucket(self, hash: str, buckets: int) -> str:
        """A number below ``buckets``, by a hash."""

    #: The type of such a hash.
    hash_type: str

    @abstractmethod
    def present(self, values: list[str]) -> str:
        """A list of those values that are not NULL."""

    @abstractmethod
    def record(self, columns: list[tuple[str, str]]) -> str:
        """A struct of values by name."""

    @abstractmethod
    def ranks(self, start: str, length: str) -> str:
        """One row for each number from ``start`` on."""

    @abstractmethod
    def number(self, value: str) -> str:
        """The number that a text is, as JSON writes numbers and as near as floating point is; NULL for another text."""

    @abstractmethod
    def whole(self, value: str) -> str:
        """The whole number that a text is, exactly, of up to 38 digits; NULL for another text."""


class Engine(ABC):
    """Where both tables are, and what the plan needs of it."""

    dialect: Dialect

    @abstractmethod
    def keep(self, name: str, query: str) -> str:
        """Keeps what a query gives; returns the name to read it by."""

    def keep_some(self, name: str, query: str, condition: str) -> tuple[str, int] | None:
        """Keeps the rows of a query for which a condition holds, and says how many there were in all.

        ``None`` where an engine cannot count them on its way: then all are kept.
        """
        return None

    @abstractmethod
    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The few rows that a query gives."""

    # Where the runs are: in the engine, or beside it.

    def gathered(self, name: str, query: str) -> str:
        """What a query gives, to read it where the runs are."""
        return f"({query})"

    def keep_runs(self, name: str, query: str) -> str:
        """Keeps what a query gives where the runs are."""
        return self.keep(name, query)

    def rows_of_runs(self, query: str) -> list[tuple[Any, ...]]:
        """The few rows that a query gives where the runs are."""
        return self.rows(query)

    def places(self, rows: str, keys: list[str], order: list[tuple[str, bool]]) -> int | None:
        """Whether rows come in an order as they are read and ``p`` counts them from 0.

        Then it is a sum of hashes of all keys with ``p``; else ``None``.
        """
        return None

    @abstractmethod
    def ranked(self, joined: str, rankings: list[Ranking]) -> str:
        """Keeps all rows of the join with their places ``p0`` and ``p1`` on the sides that have none yet.

        Places count from 0 through all sections, which come in the order of their values.
        """

    @abstractmethod
    def starts(self, ranked: str, sections: str) -> str:
        """A query for where runs start: of their first records the section ``g``, the place before ``p0``, and ``q1``.

        ``q1`` counts the records that stay in their section, from 0, by their places after. A run may be cut in two, and
        runs of sections may be left out whose places before ascend.
        """

    @abstractmethod
    def moved(self, name: str, runs: str, max_runs: int | None) -> tuple[str | None, bool]:
        """Keeps the runs that move, as ``g``, ``start`` and ``length``, and says whether no fewer could.

        The name is ``None`` where there are no runs.
        """


@dataclass(frozen=True)
class Ranking:
    """What is ranked: the rows where ``present`` holds, by ``section`` and ``order``.

    Attributes:
        side: 0 for old, 1 for new.
        count: How many rows there are.
        order: What to sort by, which is total: expressions, each with whether it falls. NULL comes before all others.
        unneeded: Columns that nothing needs when this side is ranked.
    """

    side: int
    count: int
    order: tuple[tuple[str, bool], ...]
    unneeded: tuple[str, ...]

    @property
    def present(self) -> str:
        return f"in{self.side}"

    @property
    def section(self) -> str:
        return f"s{self.side}"


def directed(order: Iterable[tuple[str, bool]]) -> str:
    """What stands after ORDER BY."""
    return ", ".join(f"{value} {'DESC NULLS LAST' if falls else 'ASC NULLS FIRST'}" for value, falls in order)


def precedes(order: list[tuple[str, bool]], others: list[str]) -> str:
    """Whether a row comes before another one, given what it is sorted by and the other one's values of that."""
    (value, falls), other = order[0], others[0]
    first, second, sign = (other, value, ">") if falls else (value, other, "<")
    before = f"({first} IS NULL AND {second} IS NOT NULL OR coalesce({value} {sign} {other}, FALSE))"
    if len(order) == 1:
        return before
    return f"({before} OR {value} IS NOT DISTINCT FROM {other} AND {precedes(order[1:], others[1:])})"


@dataclass(frozen=True)
class Side:
    """One of the two tables.

    Attributes:
        source: What stands after FROM.
        columns: Its columns, each with its type.
        row: An expression for the number of a row in the order of the rows; ``None`` where it has no such order.
        place: An expression that may count the rows from 0 as they are read, whatever their order means.
        texts: The columns that a text format has read as texts, be they numbers or not.
    """

    source: str
    columns: dict[str, str]
    row: str | None = None
    place: str | None = None
    texts: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Totals:
    """What is known of a side by reading its source.

    Attributes:
        rows: How many it has.
        hashes: Two sums of hashes of its rows.
        squares: The sum of squares of how many keys fall into each of many buckets, by their hashes.
    """

    rows: int
    hashes: tuple[int, int]
    squares: int

    @property
    def repeats_keys(self) -> bool:
        """Whether so many keys seem to occur more than once that a join would multiply rows.

        Of keys that occur m times each, the squares of what the buckets hold too much or too little sum up to about the
        sum of m²: the rows of a join of the side with itself, which are its own where all keys are unique.
        """
        return self.squares - self.rows**2 / _BUCKETS > 1.1 * self.rows + 1_000


@dataclass
class Outcome:
    """What a plan found: names of kept tables, counts, and whether no fewer moves turn old into new."""

    changes: str
    sections: str
    counts: dict[str, int]
    minimal: bool


class Plan:
    """Compares two sides in an engine."""

    def __init__(
        self, engine: Engine, request: Request, old: Side, new: Side, with_values: bool = False
    ) -> None:
        self.engine = engine
        self.dialect = engine.dialect
        self.request = request
        self.old = old
        self.new = new
        self.compared = request.compared(list(old.columns), list(new.columns))
        for name in [*request.on, *self.compared, *([request.section] if request.section else [])]:
            types = [side.columns[name] for side in (old, new) if name in side.columns]
            if len(set(types)) > 1:
                raise InputError(f"column {name!r} is {types[0]} in old and {types[1]} in new; cast one of them")
        for name, _ in request.order or ():
            if old.columns[name] != new.columns[name]:
                raise InputError(
                    f"column {name!r} is {old.columns[name]} in old and {new.columns[name]} in new; cast one of them"
                )
        for name in request.tolerance:
            kind = (old.columns.get(name) or new.columns[name]).lower()
            if kind not in _WHOLE and not _NUMBER.fullmatch(kind):
                raise InputError(f"tolerance of {name!r}: it is a {kind.upper()}, not a number")
        self.keys = [f"k{index}" for index in range(len(request.on))]
        self.by_rows = request.order is None and old.row is not None and new.row is not None
        self.is_ordered = bool(request.order) or self.by_rows
        #: Whether sections come in the order in which they appear.
        self.has_rows = old.row is not None and new.row is not None
        self.flags = -(-len(self.compared) // _FLAGS)
        #: Whether the old and new values of what changed are part of the answer.
        self.with_values = with_values
        #: What tells records of one key apart, where that is allowed.
        self.twins: list[str] = []
        #: Of the sides whose rows come in the order that is compared: a sum by which their places are known again.
        self.placed: dict[int, int] = {}
        #: Both sides with their hashes, as queries or as the names of kept tables.
        self.sides = [f"({self.hashed(side)})" for side in (old, new)]

    # Sides

    def side(self, side: Side, is_placed: bool = False) -> str:
        """One side with the names of the plan."""
        name = self.dialect.name
        request = self.request
        columns = [f"{name(key)} AS {alias}" for key, alias in zip(request.on, self.keys)]
        section = "CAST(NULL AS INT)" if request.section is None else name(request.section)
        columns.append(f"{section} AS s")
        columns += [f"{name(column)} AS o{index}" for index, (column, _) in enumerate(request.order or ())]
        if self.has_rows:
            columns.append(f"{side.row} AS r")
        if is_placed:
            columns.append(f"{side.place} AS p")
        for column in self.compared:
            if column in side.columns and column != request.section:
                columns.append(f"{name(column)} AS {self._alias(column)}")
        if self.with_values:
            columns += [f"{name(column)} AS {alias}" for column, alias in self._others(side)]
        return f"SELECT {', '.join(columns)} FROM {side.source}"

    def _alias(self, column: str) -> str:
        """The name in the plan of a column that is compared."""
        return "s" if column == self.request.section else f"c{self.compared.index(column)}"

    def _content(self, side: Side) -> list[str]:
        """What is compared exactly."""
        return [
            self._alias(column) if column in side.columns else "NULL"
            for column in self.compared
            if column not in self.request.tolerance
        ]

    def _others(self, side: Side) -> list[tuple[str, str]]:
        """The columns that are only handed on, each with its name in the plan."""
        known = {*self.request.on, *self.compared}
        letter = "x" if side is self.old else "y"
        return [(column, f"{letter}{index}") for index, column in enumerate(side.columns) if column not in known]

    def hashed(self, side: Side, is_placed: bool = False) -> str:
        """One side with a hash of key, section and what is compared exactly."""
        hash = self._hash(side)
        return f"SELECT *, TRUE AS here, {hash} AS h FROM ({self.side(side, is_placed)}) AS t"

    def _hash(self, side: Side, alias: str = "t") -> str:
        """A hash of key, section and what is compared exactly."""
        values = [*self.keys, "s", *self._content(side)]
        return self.dialect.hash(0, [value if value == "NULL" else f"{alias}.{value}" for value in values])

    def place(self) -> None:
        """Looks which sides come in their order: these need not be sorted."""
        ties = ["r"] if self.has_rows else self.keys
        order = [("s", False), *self._orders(""), *((tie, False) for tie in ties)]
        for number, side in enumerate((self.old, self.new)):
            if side.place is None:
                continue
            found = self.engine.places(self.side(side, is_placed=True), self.keys, order)
            if found is not None:
                self.placed[number] = found
                self.sides[number] = f"({self.hashed(side, is_placed=True)})"

    def totals(self) -> tuple[Totals, Totals]:
        """What is known of both sides by reading their sources."""
        total, hash = self.dialect.total, self.dialect.hash
        bucket = self.dialect.bucket(hash(0, self.keys), _BUCKETS)
        sums = f"count(*) AS n, {total('h')} AS a, {total(hash(1, ['h']))} AS b"
        queries = [
            # Two readings of a source are less than one that groups all sums.
            f"SELECT {label} AS side, t.n, t.a, t.b, u.squares FROM (SELECT {sums} FROM ({self.hashed(side)}) AS t) AS t "
            "CROSS JOIN (SELECT sum(n * n) AS squares FROM "
            f"(SELECT count(*) AS n FROM ({self.side(side)}) AS t GROUP BY {bucket}) AS t) AS u"
            for label, side in enumerate((self.old, self.new))
        ]
        found = {int(row[0]): [int(value or 0) for value in row[1:]] for row in self.engine.rows(" UNION ALL ".join(queries))}
        old, new = (Totals(rows, (first, second), squares) for rows, first, second, squares in (found[0], found[1]))
        return old, new

    def check_alone(self, joined: str) -> bool:
        """Whether a key occurs more than once among the records that only one side has."""
        keys = ", ".join(self.keys)
        query = (
            f"SELECT count(*) FROM (SELECT 1 AS one FROM {joined} WHERE NOT (in0 AND in1) GROUP BY in0, {keys} "
            "HAVING count(*) > 1) AS t"
        )
        return bool(self.engine.rows(query)[0][0])

    def check_keys(self) -> bool:
        """Whether a key occurs more than once on a side.

        Raises:
            RepeatedKeys: One does, and that is not allowed.
        """
        keys = ", ".join(self.keys)
        repeated = False
        for label, side in (("old", self.old), ("new", self.new)):
            found = self.engine.rows(
                f"SELECT {keys}, count(*) AS n FROM ({self.side(side)}) AS t GROUP BY {keys} HAVING count(*) > 1 "
                f"ORDER BY {directed((key, False) for key in self.keys)} LIMIT 10"
            )
            if not found:
                continue
            repeated = True
            if self.request.duplicates == "reject":
                raise RepeatedKeys(label, [(tuple(row[:-1]), row[-1]) for row in found], self.request.on)
        return repeated

    def pair(self) -> None:
        """Tells records of one key apart: those that are paired get one number on both sides.

        First those of equal content in one section, then those in one section, then those of equal content, then the
        others, each in the order in which they come.
        """
        kinds = self._kinds()
        order = directed([("f", False), *self._orders(""), ("r" if self.has_rows else "h", False)])
        both = []
        for side, (query, table) in enumerate(zip(self.sides, (self.old, self.new))):
            own = self._columns(side)
            columns = [name if name in own else f"CAST(NULL AS {kind}) AS {name}" for name, kind in kinds.items()]
            first = "min(r) OVER (PARTITION BY s)" if self.has_rows else "s"
            content = self.dialect.hash(2, self._content(table) or ["0"])
            both.append(f"SELECT {', '.join(columns)}, here, h, {first} AS f, {content} AS e, {side} AS side FROM {query} AS t")
        # One chain of windows: each stage reads the one before it once.
        names = ", ".join([*kinds, "here", "h", "f", "e", "side"])
        found = f"SELECT {names}, CAST(NULL AS INT) AS d0, CAST(NULL AS BIGINT) AS d1 FROM ({' UNION ALL '.join(both)}) AS t"
        for stage, shared in enumerate((["s", "e"], ["s"], ["e"], [])):
            group = ", ".join(["d0", *self.keys, *shared])
            counts = [f"count(CASE WHEN side = {side} THEN 1 END) OVER (PARTITION BY {group}) AS n{side}" for side in (0, 1)]
            numbered = (
                f"SELECT *, row_number() OVER (PARTITION BY {group}, side ORDER BY {order}) AS i, {', '.join(counts)} "
                f"FROM ({found}) AS t"
            )
            is_pair = "d0 IS NULL AND i <= n0 AND i <= n1"
            found = (
                f"SELECT {names}, CASE WHEN {is_pair} THEN {stage} ELSE d0 END AS d0, "
                f"CASE WHEN {is_pair} THEN i ELSE d1 END AS d1 FROM ({numbered}) AS t"
            )
        alone = f"row_number() OVER (PARTITION BY d0, {', '.join(self.keys)}, side ORDER BY {order})"
        pairs = self.engine.keep(
            "pairs",
            f"SELECT {names}, coalesce(d0, 4 + side) AS d0, CASE WHEN d0 IS NULL THEN {alone} ELSE d1 END AS d1, "
            f"CASE WHEN d0 IN (0, 1) THEN s END AS d2, CASE WHEN d0 IN (0, 2) THEN e END AS d3 FROM ({found}) AS t",
        )
        self.sides = [
            f"(SELECT {', '.join([*self._columns(side), 'here', 'h', 'd0', 'd1', 'd2', 'd3'])} FROM {pairs} WHERE side = {side})"
            for side in (0, 1)
        ]
        self.twins = ["d0", "d1", "d2", "d3"]
        self.placed = {}

    def _kinds(self) -> dict[str, str]:
        """The columns of both sides by the names of the plan, each with its type."""
        request = self.request
        types = {**self.new.columns, **self.old.columns}
        kinds = {alias: types[key] for key, alias in zip(request.on, self.keys)}
        kinds["s"] = "INT" if request.section is None else types[request.section]
        kinds.update((f"o{index}", types[column]) for index, (column, _) in enumerate(request.order or ()))
        if self.has_rows:
            kinds["r"] = "BIGINT"
        kinds.update((self._alias(column), types[column]) for column in self.compared)
        if self.with_values:
            for side in (self.old, self.new):
                kinds.update((alias, side.columns[column]) for column, alias in self._others(side))
        return kinds

    def _columns(self, side: int) -> list[str]:
        """The columns of one side, by the names of the plan."""
        table = (self.old, self.new)[side]
        others = {alias for _, alias in self._others(table)}
        own = others | {self._alias(column) for column in self.compared if column in table.columns}
        return [name for name in self._kinds() if name[0] not in "cxy" or name in own]

    # Join

    def joined(self) -> str:
        """All records of both sides, with what happened to each besides moves in its section."""
        identity = [*self.keys, *self.twins]
        keys = [f"CASE WHEN n.here THEN n.{key} ELSE o.{key} END AS {key}" for key in identity]
        orders = []
        for side, alias in ((0, "o"), (1, "n")):
            if side in self.placed:
                orders.append(f"{alias}.p AS p{side}")
            else:
                orders += [f"{alias}.o{index} AS o{index}_{side}" for index in range(len(self.request.order or ()))]
        if self.has_rows:
            orders += ["o.r AS r0", "n.r AS r1"]
        flags = [f"CASE WHEN o.here AND n.here THEN {flag} END AS m{index}" for index, flag in enumerate(self._flags())]
        on = " AND ".join(f"o.{key} IS NOT DISTINCT FROM n.{key}" for key in identity)
        # Made of what is there already: a join that carries them takes more memory.
        hashes = f"{self._hash(self.old, 'o')} AS h0, {self._hash(self.new, 'n')} AS h1"
        return (
            f"SELECT {', '.join(keys)}, coalesce(o.here, FALSE) AS in0, coalesce(n.here, FALSE) AS in1, "
            f"o.s AS s0, n.s AS s1, "
            f"coalesce(o.here AND n.here AND o.s IS NOT DISTINCT FROM n.s, FALSE) AS stays, "
            f"{', '.join([*orders, *flags])}{', ' if orders or flags else ''}{hashes} "
            f"FROM {self.sides[0]} AS o FULL OUTER JOIN {self.sides[1]} AS n ON {on}"
        )

    def _flags(self) -> list[str]:
        """Numbers whose bits say which columns changed."""
        bits: list[list[str]] = [[] for _ in range(self.flags)]
        for index, column in enumerate(self.compared):
            is_both = column in self.old.columns and column in self.new.columns
            bit = 1 << index % _FLAGS
            bits[index // _FLAGS].append(
                f"CASE WHEN {self._differs(column)} THEN CAST({bit} AS BIGINT) ELSE 0 END"
                if is_both
                else f"CAST({bit} AS BIGINT)"
            )
        return [" + ".join(flags) for flags in bits]

    def _differs(self, column: str) -> str:
        old, new = (f"{alias}.{self._alias(column)}" for alias in ("o", "n"))
        differs = f"{old} IS DISTINCT FROM {new}"
        limit = self.request.tolerance.get(column)
        if limit is None:
            return differs
        # Differences of whole numbers and decimals are exact where 38 digits hold them; others are as near as floating point.
        kind = self.old.columns[column].lower()
        size = (20, 0) if kind in _WHOLE else None
        if match := re.fullmatch(r"decimal\((\d+), ?(\d+)\)", kind):
            size = int(match[1]), int(match[2])
        number = Decimal(str(limit))
        _, digits, exponent = number.as_tuple()
        places = int(exponent)
        if size is not None and max(size[0] - size[1] + 1, len(digits) + places) + max(size[1], -places) <= 38:
            if kind in _WHOLE:
                old, new = (f"CAST({value} AS DECIMAL(20, 0))" for value in (old, new))
            near = f"abs({old} - {new}) <= {number:f}"
        else:
            near = f"abs(CAST({old} AS DOUBLE) - CAST({new} AS DOUBLE)) <= CAST({float(limit)!r} AS DOUBLE)"
        return f"({differs} AND NOT coalesce({near}, FALSE))"

    @property
    def _updated(self) -> str:
        if not self.flags:
            return "FALSE"
        return "(" + " OR ".join(f"coalesce(m{index}, 0) <> 0" for index in range(self.flags)) + ")"

    # Verification

    def joined_totals(self, joined: str) -> list[int]:
        """Of the join, for each side: how many rows it has and two sums of their hashes, then those of what is equal."""
        updated = self._updated
        sums = []
        for side in (0, 1):
            mixed = self.dialect.hash(1, [f"h{side}"])
            for condition in (f"in{side}", f"stays AND NOT {updated}"):
                sums += [f"count(CASE WHEN {condition} THEN 1 END)"]
                sums += [
                    self.dialect.total(f"CASE WHEN {condition} THEN {value} END") for value in (f"h{side}", mixed)
                ]
        for side in self.placed:
            hash = self.dialect.hash(1, [*self.keys, f"p{side}"])
            sums.append(self.dialect.total(f"CASE WHEN in{side} THEN {hash} END"))
        return [int(value or 0) for value in self.engine.rows(f"SELECT {', '.join(sums)} FROM {joined}")[0]]

    def differing(self, old: Totals, new: Totals) -> str | None:
        """Keeps those rows of the join that differ: all that is needed where no order is compared.

        Old without their hashes must be new without theirs, and their number that of the rows which are equal.

        Returns:
            The name of what is kept; ``None`` where a key occurs more than once, where rows were lost, or where the engine
            counted wrongly, as it may where it repeats a stage: then the whole join tells.
        """
        kept = self.engine.keep_some("differing", self.joined(), f"NOT stays OR {self._updated}")
        if kept is None:
            return None
        name, rows = kept
        sums = ["count(CASE WHEN NOT in1 THEN 1 END)", "count(CASE WHEN NOT in0 THEN 1 END)"]
        for side in (0, 1):
            values = f"h{side}", self.dialect.hash(1, [f"h{side}"])
            sums += [self.dialect.total(f"CASE WHEN in{side} THEN {value} END") for value in values]
        deleted, inserted, *hashes = (
            int(value or 0) for value in self.engine.rows(f"SELECT {', '.join(sums)} FROM {name}")[0]
        )
        is_whole = old.rows - deleted == new.rows - inserted == rows - deleted - inserted
        for before, after, gone, come in zip(old.hashes, new.hashes, hashes[:2], hashes[2:]):
            is_whole = is_whole and before - gone == after - come
        return name if is_whole and not self.check_alone(name) else None

    def check_join(self, row: list[int], old: Totals, new: Totals) -> None:
        """That no row of a side was lost or doubled on its way through the join, by counts and by sums of hashes."""
        for label, found, known in (("old", row[0:3], old), ("new", row[6:9], new)):
            if found != [known.rows, *known.hashes]:
                raise VerificationError(
                    f"{label}: {known.rows} rows were read, and {found[0]} joined"
                    + ("" if found[0] != known.rows else ", which are others")
                    + "; an input changed meanwhile, or the engine lost rows: run it again"
                )
        if row[12:] != list(self.placed.values()):
            raise VerificationError("rows came in another order than before; an input changed meanwhile: run it again")
        if row[3:6] != row[9:12]:
            raise VerificationError("records that are equal have other hashes; give a tolerance, or report this")

    def check_ranks(self, ranked: str, old: Totals, new: Totals) -> None:
        """That all rows have places and ranks, which count up without a gap."""
        sums = []
        for condition, number in (("in0", "p0"), ("in1", "p1")):
            sums += [f"count(CASE WHEN {condition} THEN 1 END)", self.dialect.total(number), f"max({number})"]
        row = [int(value or 0) for value in self.engine.rows(f"SELECT {', '.join(sums)} FROM {ranked}")[0]]
        is_whole = (row[0], row[3]) == (old.rows, new.rows)
        for count, total, last in zip(row[0::3], row[1::3], row[2::3]):
            is_whole = is_whole and 2 * total == count * (count - 1) and last == max(count - 1, 0)
        if not is_whole:
            raise VerificationError("ranks have gaps: the engine lost or doubled rows while it sorted; run it again")

    def check_moves(self, runs: str, moved: str) -> None:
        """That the runs which move are some of the runs, and that the others ascend: so the moves give the new order."""
        frame = "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING"
        judged = (
            "SELECT r.start, r.length, m.start IS NOT NULL AS moves, max(CASE WHEN m.start IS NULL THEN r.start END) "
            f"OVER (PARTITION BY r.g ORDER BY r.place ASC {frame}) AS before FROM {runs} AS r "
            f"LEFT JOIN (SELECT DISTINCT g, start FROM {moved}) AS m ON r.g = m.g AND r.start = m.start"
        )
        query = (
            "SELECT sum(CASE WHEN moves THEN length END), count(CASE WHEN NOT moves AND start < before THEN 1 END), "
            f"(SELECT sum(length) FROM {moved}) FROM ({judged}) AS t"
        )
        found, falls, planned = (int(value or 0) for value in self.engine.rows_of_runs(query)[0])
        if falls or found != planned:
            raise VerificationError("the moves do not give the new order; report this, with the versions of the engine")

    # Sections, runs and moves

    def sections(self, joined: str) -> str:
        """The sections of both sides.

        ``a0`` and ``a1`` are a section's places before and after, from 0; ``f0`` and ``f1`` how many rows there are in the
        sections with lower values; ``q`` how many of those stay, ``n`` how many rows stay in this one; ``g`` the number of
        a section that both sides have.
        """
        sides = []
        for side in (0, 1):
            by = f"min(r{side})" if self.has_rows else f"s{side}"
            before = f"OVER (ORDER BY s{side} ASC NULLS FIRST ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
            stay = "count(CASE WHEN stays THEN 1 END)"
            sides.append(
                f"(SELECT s{side} AS s, TRUE AS here, row_number() OVER (ORDER BY {by} ASC NULLS FIRST) - 1 AS a, "
                f"CAST(coalesce(sum(count(*)) {before}, 0) AS BIGINT) AS f, "
                f"CAST(coalesce(sum({stay}) {before}, 0) AS BIGINT) AS q, {stay} AS n "
                f"FROM {joined} WHERE in{side} GROUP BY s{side})"
            )
        return (
            "SELECT CASE WHEN n.here THEN n.s ELSE o.s END AS s, o.a AS a0, n.a AS a1, o.f AS f0, n.f AS f1, n.q, n.n, "
            "CASE WHEN o.here AND n.here THEN row_number() OVER (ORDER BY o.here AND n.here ASC NULLS LAST, n.a ASC) END AS g "
            f"FROM {sides[0]} AS o FULL OUTER JOIN {sides[1]} AS n ON o.s IS NOT DISTINCT FROM n.s"
        )

    def sections_by_value(self) -> str:
        """The sections of both sides where they come by their values, so that none moves."""
        sides = [
            f"SELECT s, {'0' if side == 0 else 'NULL'} AS a0, {'0' if side == 1 else 'NULL'} AS a1 "
            f"FROM ({self.side((self.old, self.new)[side])}) AS t GROUP BY s"
            for side in (0, 1)
        ]
        return f"SELECT s, max(a0) AS a0, max(a1) AS a1 FROM ({' UNION ALL '.join(sides)}) AS t GROUP BY s"

    def runs(self, sections: str, starts: str | None) -> str:
        """All runs: of kept sections themselves as section 0, and of the records of each."""
        kept = (
            f"SELECT CAST(0 AS BIGINT) AS g, row_number() OVER (ORDER BY a0 ASC) - 1 AS start, "
            f"row_number() OVER (ORDER BY a1 ASC) - 1 AS place, CAST(1 AS BIGINT) AS length "
            f"FROM {sections} AS t WHERE g IS NOT NULL"
        )
        parts = [kept]
        if starts is not None:
            window = "(PARTITION BY g ORDER BY q1 ASC)"
            measured = (
                f"SELECT g, p0, q1, lead(q1) OVER {window} AS next, "
                f"CASE WHEN p0 < lag(p0) OVER {window} THEN 1 ELSE 0 END AS falls FROM {starts} AS t"
            )
            # Most sections keep their order.
            judged = f"SELECT *, max(falls) OVER (PARTITION BY g) AS is_unsorted FROM ({measured}) AS t"
            parts.append(
                f"SELECT t.g, t.p0 AS start, t.q1 AS place, coalesce(t.next, v.q + v.n) - t.q1 AS length "
                f"FROM ({judged}) AS t JOIN {sections} AS v ON t.g = v.g WHERE t.is_unsorted = 1"
            )
        return " UNION ALL ".join(parts)

    def changes(self, ranked: str, moved: str | None, sections: str) -> str:
        """The answer: one row for each record that came, went, moved or changed."""
        name, request, dialect = self.dialect.name, self.request, self.dialect
        crossed = "(w.in0 AND w.in1 AND NOT w.stays)"
        moves = crossed if moved is None else f"({crossed} OR x.p IS NOT NULL)"
        updated = self._updated
        names = [
            f"CASE WHEN w.m{index // _FLAGS} & {1 << index % _FLAGS} <> 0 THEN {dialect.text(column)} END"
            for index, column in enumerate(self.compared)
        ]
        identity = [*self.keys, *self.twins]
        columns = [
            f"CASE WHEN NOT w.in0 THEN 'insert' WHEN NOT w.in1 THEN 'delete' WHEN {moves} AND {updated} "
            f"THEN 'move+update' WHEN {moves} THEN 'move' ELSE 'update' END AS kind",
            *(f"w.{column}" for column in identity),
            "w.s0",
            "w.s1",
            *(f"w.p{side}" if self.is_ordered else f"CAST(NULL AS BIGINT) AS p{side}" for side in (0, 1)),
            f"CASE WHEN {updated} THEN {dialect.present(names)} END AS changed" if names
            else f"{dialect.present(['CAST(NULL AS VARCHAR(1))'])} AS changed",
        ]
        joins = ""
        if moved is not None:
            ranks = dialect.ranks("m.start", "m.length")
            joins = f" LEFT JOIN (SELECT {ranks} AS p FROM {moved} AS m WHERE m.g > 0) AS x ON w.p0 = x.p"
        where = f"WHERE NOT w.in0 OR NOT w.in1 OR {updated} OR {moves}"
        found = f"SELECT {', '.join(columns)} FROM {ranked} AS w{joins} {where}"
        answer = [
            f"t.kind AS {name('_change')}",
            *(f"t.{alias} AS {name(key)}" for key, alias in zip(request.on, self.keys)),
            "t.s0 AS section_before",
            "t.s1 AS section_after",
        ]
        joins = ""
        if self.is_ordered:
            # Places count through all sections up to here.
            answer += ["t.p0 - v0.f0 AS position_before", "t.p1 - v1.f1 AS position_after"]
            joins = "".join(
                f" LEFT JOIN {sections} AS v{side} ON t.p{side} IS NOT NULL AND t.s{side} IS NOT DISTINCT FROM v{side}.s"
                for side in (0, 1)
            )
        else:
            answer += ["t.p0 AS position_before", "t.p1 AS position_after"]
        answer.append("t.changed")
        if self.with_values:
            for side, (alias, label) in enumerate((("a", "old"), ("b", "new"))):
                answer.append(f"CASE WHEN {alias}.here THEN {self._record(side, alias)} END AS {label}")
                on = " AND ".join(f"t.{column} IS NOT DISTINCT FROM {alias}.{column}" for column in identity)
                joins += f" LEFT JOIN {self.sides[side]} AS {alias} ON {on}"
        return f"SELECT {', '.join(answer)} FROM ({found}) AS t{joins}"

    def _record(self, side: int, alias: str) -> str:
        """All that is known of a record of one side, by the names of its columns."""
        table = (self.old, self.new)[side]
        values = {
            **dict(zip(self.request.on, self.keys)),
            **{column: self._alias(column) for column in self.compared},
            **dict(self._others(table)),
        }
        return self.dialect.record([(column, f"{alias}.{values[column]}") for column in table.columns])

    # All of it

    def run(self) -> Outcome:
        """Compares both sides.

        Raises:
            RepeatedKeys: A key occurs more than once, and ``duplicates`` is ``"reject"``.
            VerificationError: The engine lost rows, or an input changed meanwhile.
        """
        engine = self.engine
        totals = self.totals()
        if self.is_ordered:
            self.place()
        if any(side.repeats_keys for side in totals) and self.check_keys():
            self.pair()
        if not self.is_ordered and not self.has_rows and not self.twins:
            differing = self.differing(*totals)
            if differing is not None:
                sections = engine.keep("sections", self.sections_by_value())
                changes = engine.keep("changes", self.changes(differing, None, sections))
                return Outcome(changes, sections, self.counts(changes, sections, None), True)
        joined = engine.keep("joined", self.joined())
        found = self.joined_totals(joined)
        if not self.twins:
            # A key that is repeated on both sides, or on one, is in more rows than it has records.
            is_more = found[0] > totals[0].rows or found[6] > totals[1].rows
            if (is_more or self.check_alone(joined)) and self.check_keys():
                self.pair()
                joined = engine.keep("paired", self.joined())
                found = self.joined_totals(joined)
        self.check_join(found, *totals)
        sections = engine.keep("sections", self.sections(joined))
        ranked = joined
        if self.is_ordered:
            ranked = engine.ranked(
                joined, [self._ranking(side, totals[side].rows) for side in (0, 1) if side not in self.placed]
            )
            self.check_ranks(ranked, *totals)
        moved, minimal = None, True
        if self.is_ordered or self.has_rows:
            starts = engine.gathered("starts", engine.starts(ranked, sections)) if self.is_ordered else None
            kept_sections = engine.gathered("sections", f"SELECT a0, a1, q, n, g FROM {sections}")
            runs = engine.keep_runs("runs", self.runs(kept_sections, starts))
            moved, minimal = engine.moved("moved", runs, self.request.max_runs)
            if moved is not None:
                self.check_moves(runs, moved)
        changes = engine.keep("changes", self.changes(ranked, moved if self.is_ordered else None, sections))
        counts = self.counts(changes, sections, moved)
        return Outcome(changes, sections, counts, minimal)

    def _ranking(self, side: int, count: int) -> Ranking:
        orders = [f"o{index}_{side}" for index in range(len(self.request.order or ()))]
        rows = [f"r{side}"] if self.has_rows else []
        return Ranking(side, count, self._order(side), (*orders, *rows, f"h{side}"))

    def _order(self, side: int) -> tuple[tuple[str, bool], ...]:
        if self.has_rows:
            # Ties keep the order of the rows, as in the command.
            return (*self._orders(f"_{side}"), (f"r{side}", False))
        # Records of one key and equal content may come in any order.
        last = [f"h{side}", "d0", "d1"] if self.twins else []
        return (*self._orders(f"_{side}"), *((column, False) for column in [*self.keys, *last]))

    def _orders(self, suffix: str) -> list[tuple[str, bool]]:
        """What the columns of the order sort by."""
        orders: list[tuple[str, bool]] = []
        for index, (column, falls) in enumerate(self.request.order or ()):
            value = f"o{index}{suffix}"
            if column in self.old.texts and column in self.new.texts:
                # As the command sorts fields of CSV: numbers by their value, before texts by their bytes.
                number = self.dialect.number(value)
                text = f"CASE WHEN {number} IS NULL THEN {value} END"
                orders += [(part, falls) for part in (f"({text} IS NOT NULL)", number, self.dialect.whole(value), text)]
            else:
                orders.append((value, falls))
        return orders

    def counts(self, changes: str, sections: str, moved: str | None) -> dict[str, int]:
        """How many records and sections came, went, moved and changed, by the names of the command."""
        queries = [
            f"SELECT {self.dialect.name('_change')} AS what, count(*) AS n FROM {changes} GROUP BY 1",
            f"SELECT 'gone', count(*) FROM {sections} WHERE a1 IS NULL",
            f"SELECT 'come', count(*) FROM {sections} WHERE a0 IS NULL",
        ]
        if moved is not None:
            queries.append(f"SELECT 'moved', coalesce(sum(length), 0) FROM {moved} WHERE g = 0")
        rows = self.engine.rows(" UNION ALL ".join(queries))
        found = {str(what): int(count) for what, count in rows}
        if self.request.section is None:
            # What has no sections is one, also where it has no records.
            found.update(gone=0, come=0, moved=0)
        return {
            "sectionDeletes": found["gone"],
            "sectionInserts": found["come"],
            "sectionMoves": found.get("moved", 0),
            "sectionUpdates": 0,
            "deletes": found.get("delete", 0),
            "inserts": found.get("insert", 0),
            "moves": found.get("move", 0) + found.get("move+update", 0),
            "updates": found.get("update", 0) + found.get("move+update", 0),
        }
