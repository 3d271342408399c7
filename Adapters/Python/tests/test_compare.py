"""What a caller sees: options, types, frames, files, errors and the command line."""

from __future__ import annotations

import datetime
import decimal
import json
import math
import re
import warnings
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet
import pytest

import section_diff
import section_diff.duckdb
from section_diff.__main__ import main
from section_diff._plan import Plan
from section_diff._request import Request
from section_diff.duckdb import DuckDBEngine

DATA = Path(__file__).parents[3] / "Tests" / "Data"
OLD = {"id": [1, 2, 3, 4], "s": ["a", "a", "a", "b"], "v": [1.0, 2.0, 3.0, 4.0]}
NEW = {"id": [3, 1, 2, 5], "s": ["a", "a", "b", "b"], "v": [3.0, 1.5, 2.0, 5.0]}


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


def changes(old: Any, new: Any, **options: Any) -> list[tuple[Any, ...]]:
    found = section_diff.compare(old, new, **options)
    return [tuple(row.values()) for row in found.changes.to_pylist()]


EXPECTED = [
    ("move", 3, "a", "a", 2, 0, None),
    ("update", 1, "a", "a", 0, 1, ["v"]),
    ("move+update", 2, "a", "b", 1, 0, ["s"]),
    ("insert", 5, None, "b", None, 1, None),
    ("delete", 4, "b", None, 0, None, None),
]


@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame, pa.table])
def test_frames(frame: Any) -> None:
    found = section_diff.compare(frame(OLD), frame(NEW), on="id", section="s")
    assert [tuple(row.values()) for row in found.changes.to_pylist()] == EXPECTED
    assert found.counts["moves"] == 2 and not found.matches() and found.engine == "duckdb"
    assert section_diff.compare(frame(OLD), frame(OLD), on="id").matches()


def test_order() -> None:
    old, new = pa.table(OLD), pa.table(NEW)
    assert [row[0] for row in changes(old, new, on="id", section="s", order=False)] == [
        "update", "move+update", "insert", "delete",
    ]
    by_value = changes(old, new, on="id", section="s", order=("v", "desc"))
    assert ("update", 1, "a", "a", 2, 1, ["v"]) in by_value and not any(row[0] == "move" for row in by_value)


def test_ignore_only_tolerance() -> None:
    old, new = pa.table(OLD), pa.table(NEW)
    assert [row[0] for row in changes(old, new, on="id", section="s", ignore=["v", "s"])] == [
        "move", "move", "insert", "delete",
    ]
    assert [row[0] for row in changes(old, new, on="id", only="v", order=False)] == ["update", "insert", "delete"]
    assert not [row for row in changes(old, new, on="id", only="v", tolerance={"v": 0.5}) if row[0] == "update"]
    assert [row[0] for row in changes(old, new, on="id", only="v", tolerance={"v": 0.4}, order=False)] == [
        "update", "insert", "delete",
    ]


@pytest.mark.parametrize(
    ("kind", "one", "other", "apart"),
    [
        (pa.int64(), 2**53, 2**53 + 1, 1),
        (pa.int64(), 2**63 - 1, -(2**63), 2**64 - 1),
        (pa.uint8(), 255, 0, 255),
        (pa.decimal128(20, 2), decimal.Decimal("1.10"), decimal.Decimal("1.11"), 0.01),
        (pa.float64(), 1.0, 1.5, 0.5),
    ],
)
def test_tolerance_is_exact(kind: pa.DataType, one: Any, other: Any, apart: float) -> None:
    """As far apart as is allowed is equal, and any less allowed is not; NULL, NaN and infinity are near nothing else."""
    old, new = (pa.table({"k": [1], "v": pa.array([value], kind)}) for value in (one, other))
    assert changes(old, new, on="k", tolerance={"v": apart}) == []
    assert len(changes(old, new, on="k", tolerance={"v": apart * 0.99})) == 1
    none = pa.table({"k": [1], "v": pa.array([None], kind)})
    assert len(changes(old, none, on="k", tolerance={"v": apart})) == 1
    assert changes(none, none, on="k", tolerance={"v": apart}) == []


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (pa.float64(), math.nan, 1.0),
        (pa.float64(), math.inf, -math.inf),
        (pa.int64(), 2**63 - 1, -(2**63)),
        (pa.decimal128(38, 2), decimal.Decimal("1.10"), decimal.Decimal("1.11")),
        (pa.timestamp("us"), datetime.datetime(2026, 3, 29, 2, 30), datetime.datetime(2026, 3, 29, 2, 30, 0, 1)),
        (pa.timestamp("us", tz="UTC"), datetime.datetime(2026, 1, 1), datetime.datetime(2026, 1, 2)),
        (pa.string(), "é", "e\u0301"),
        (pa.binary(), b"\0", b"\0\0"),
        (pa.bool_(), True, False),
        (pa.list_(pa.int32()), [1, None], [1]),
        (pa.struct([("a", pa.int32())]), {"a": None}, {"a": 0}),
        (pa.date32(), datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)),
    ],
)
def test_types(kind: pa.DataType, one: Any, other: Any) -> None:
    """Values of each type equal themselves, NULL equals NULL, and nothing else is equal; as content and as keys."""
    values = [one, other, None]
    for before in values:
        for after in values:
            sides = [pa.table({"k": [1], "v": pa.array([value], kind)}) for value in (before, after)]
            found = changes(*sides, on="k")
            assert bool(found) == (before is not after), (before, after, found)
    keys = pa.table({"k": pa.array(values, kind), "v": [1, 2, 3]})
    assert changes(keys, keys, on="k") == []
    turned = changes(keys, keys.take(pa.array([2, 1, 0])), on="k")
    assert [row[0] for row in turned] == ["move", "move"]


def test_names(con: duckdb.DuckDBPyConnection) -> None:
    """No name of a column or of a table is pasted unquoted."""
    names = ['k"; DROP TABLE x; --', "select", "a.b", "größe", "l'x", "t", "h", "p0", "_section_diff"]
    con.execute("CREATE TABLE x AS SELECT 1")
    old = pa.table({name: [1, 2] for name in names})
    new = pa.table({name: [2, 3] for name in names})
    found = section_diff.duckdb.diff(con, old, new, on=names[0], section=names[1], order=names[2], values=True)
    assert sorted(row[0] for row in found.fetchall()) == ["delete", "insert"]
    con.execute('CREATE SCHEMA "a b"; CREATE TABLE "a b"."c.d" AS SELECT 1 AS id')
    assert section_diff.duckdb.diff(con, '"a b"."c.d"', '"a b"."c.d"', on="id").fetchall() == []
    assert con.execute("SELECT count(*) FROM x").fetchone() == (1,)


def test_relations(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """A relation of any kind, and a database that is only read."""
    made = duckdb.connect(str(tmp_path / "read.db"))
    old, new = pa.table(OLD), pa.table(NEW)
    made.execute("CREATE TABLE o AS SELECT * FROM old; CREATE TABLE n AS SELECT * FROM new")
    made.close()
    read = duckdb.connect(str(tmp_path / "read.db"), read_only=True)
    options = {"on": "id", "section": "s", "order": "v"}
    expected = sorted(section_diff.duckdb.diff(con, old, new, **options).fetchall())
    for before, after in [("o", "n"), (read.table("o"), read.sql("SELECT * FROM n WHERE id > 0"))]:
        found = section_diff.duckdb.diff(read, before, after, values=True, **options)
        assert sorted(row[:-2] for row in found.fetchall()) == expected
        applied = section_diff.duckdb.apply(read, before, found, **options)
        assert sorted(applied.fetchall()) == sorted(zip(*NEW.values()))
    frames = [con.from_arrow(old), con.from_df(pandas.DataFrame(NEW))]
    assert len(section_diff.duckdb.diff(con, *frames, on="id").fetchall()) == 4


def test_repeats(con: duckdb.DuckDBPyConnection) -> None:
    old = pa.table({"id": [1, 1, 2], "v": ["a", "b", "c"]})
    new = pa.table({"id": [1, 2, 2], "v": ["b", "c", "d"]})
    with pytest.raises(section_diff.RepeatedKeys, match=r"old: keys occur more than once: id=1 \(2 times\)") as caught:
        section_diff.duckdb.diff(con, old, new, on="id")
    assert caught.value.side == "old" and caught.value.keys == [((1,), 2)]
    one = new.slice(0, 1)
    with pytest.raises(section_diff.RepeatedKeys):
        section_diff.duckdb.diff(con, one, old, on="id")
    # Repeated, and on no other side.
    with pytest.raises(section_diff.RepeatedKeys):
        section_diff.duckdb.diff(con, old.slice(2, 1), pa.table({"id": [7, 7], "v": ["a", "b"]}), on="id")
    # So many that a join would have 4,000,000 rows.
    many = pa.table({"id": [5] * 2_000, "v": ["x"] * 2_000})
    with pytest.raises(section_diff.RepeatedKeys):
        section_diff.duckdb.diff(con, many, many, on="id")
    allowed = changes(old, new, on="id", duplicates="allow")
    assert allowed == [("insert", 2, None, None, None, 2, None), ("delete", 1, None, None, 0, None, None)]
    assert changes(many, many, on="id", duplicates="allow") == []


def test_bad_input(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    old = pa.table(OLD)
    cases: list[tuple[Any, Any, dict[str, Any], str]] = [
        (old, old, {"on": "key"}, "old: there is no column 'key', which on= names; there are 'id', 's', 'v'"),
        (old, old.drop(["s"]), {"on": "id", "section": "s"}, "new: there is no column 's', which section= names"),
        (old, old, {"on": "id", "ignore": "w"}, "there is no column 'w' on either side, which ignore= names"),
        (old, old.drop(["v"]).append_column("v", pa.array(["x"] * 4)), {"on": "id"}, "column 'v' is DOUBLE in old and"),
        (old, "no_such", {"on": "id"}, "new: there is neither a file nor a table 'no_such'"),
        (old, str(tmp_path / "none.parquet"), {"on": "id"}, "new: IO Error: No files found"),
        (old, str(tmp_path), {"on": "id"}, "a file of this ending is not read"),
        (old, 7, {"on": "id"}, "new: DuckDB does not read this int as a table: "),
        (old, old, {}, "give the columns that identify a record"),
        (old, old, {"on": "id", "join_columns": "id"}, "which are one option"),
        (old, old, {"on": ["id", "id"]}, "on: a column is named twice"),
        (old, old, {"on": "id", "duplicates": "first"}, 'duplicates is "reject" or "allow"'),
        (old, old, {"on": "id", "tolerance": {"v": -1}}, "tolerance of v: a number from 0 up to 38 digits, not -1"),
        (old, old, {"on": "id", "tolerance": {"s": 1}}, "tolerance of 's': it is a VARCHAR, not a number"),
        (old, old, {"on": "id", "max_runs": 0}, "max_runs is a whole number from 1 to 2147483647, not 0"),
        (old.rename_columns(["changed", "s", "v"]), old.rename_columns(["changed", "s", "v"]), {"on": "changed"}, "rename it"),
    ]
    for before, after, options, problem in cases:
        with pytest.raises(section_diff.InputError, match=re.escape(problem)):
            section_diff.duckdb.diff(con, before, after, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECTION_DIFF_COMMAND", "")
        patch.setattr(section_diff._command, "_CARRIED", tmp_path / "section-diff")
        with pytest.raises(section_diff.CommandError, match="there is no section-diff: install a wheel"):
            section_diff.duckdb.diff(con, old, "no_such", on="id")
    # Nothing is left behind.
    assert con.execute("SELECT count(*) FROM duckdb_tables() WHERE temporary").fetchone() == (0,)
    assert con.execute("SELECT count(*) FROM duckdb_views() WHERE NOT internal").fetchone() == (0,)
    with pytest.raises(section_diff.InputError, match="for Spark take"):
        section_diff.compare(old, old, on="id", engine="spark")  # type: ignore[arg-type]
    with pytest.raises(section_diff.InputError, match="the command compares CSV"):
        section_diff.compare(old, old, on="id", engine="command")


def test_empty_sides(con: duckdb.DuckDBPyConnection) -> None:
    old = pa.table(OLD)
    none = old.slice(0, 0)
    assert [row[0] for row in changes(none, old, on="id", section="s")] == ["insert"] * 4
    assert [row[0] for row in changes(old, none, on="id", section="s")] == ["delete"] * 4
    assert changes(none, none, on="id") == []


def test_other_columns() -> None:
    old = pa.table({"id": [1, 2], "gone": [1, 2]})
    new = pa.table({"id": [1, 2], "come": ["x", None]})
    assert [row[-1] for row in changes(old, new, on="id")] == [["gone", "come"]] * 2


def test_files(tmp_path: Path) -> None:
    """Parquet in one file, in several, and CSV in DuckDB: order is that of the rows of the files."""
    old, new = pa.table(OLD), pa.table(NEW)
    for name, table in (("old", old), ("new", new)):
        (tmp_path / name).mkdir()
        pyarrow.parquet.write_table(table, tmp_path / f"{name}.parquet", row_group_size=2)
        for part in range(2):
            pyarrow.parquet.write_table(table.slice(2 * part, 2), tmp_path / name / f"{part}.parquet")
        table.to_pandas().to_csv(tmp_path / f"{name}.csv", index=False)
    for kind in (".parquet", "/*.parquet"):
        assert changes(str(tmp_path / f"old{kind}"), str(tmp_path / f"new{kind}"), on="id", section="s") == EXPECTED
    texts = [changes(tmp_path / "old.csv", tmp_path / "new.csv", on="id", section="s", engine=engine)
             for engine in ("command", "duckdb")]
    for part in range(2):
        for name, table in (("old", old), ("new", new)):
            table.slice(2 * part, 2).to_pandas().to_csv(tmp_path / f"{name}-{part}.csv", index=False)
    texts.append(changes(str(tmp_path / "old-*.csv"), str(tmp_path / "new-?.csv"), on="id", section="s"))
    assert texts[0] == texts[1] == texts[2] == [(row[0], str(row[1]), *row[2:]) for row in EXPECTED]


def test_larger_than_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text files that the command has no memory for are compared in DuckDB, with the same answer."""
    paths = DATA / "navaids-2022.csv", DATA / "navaids-2026.csv"
    options: dict[str, Any] = {"on": "id", "section": "iso_country"}
    small = section_diff.compare(*paths, **options)
    monkeypatch.setattr(section_diff._compare, "_memory", lambda: 1_000_000)
    large = section_diff.compare(*paths, **options)
    assert (small.engine, large.engine) == ("command", "duckdb")
    assert small.changes.to_pylist() == large.changes.to_pylist()


def test_csv_is_text(tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text('id,v,p\n1,1,9\n2,,10\n3,"",x\n4,"a\nb",-1\n')
    (tmp_path / "new.csv").write_text('id,v,p\n1,1.0,9\n2,"",10\n3,,x\n4,"a\nb",-1\n')
    for engine in ("command", "duckdb"):
        found = changes(tmp_path / "old.csv", tmp_path / "new.csv", on="id", order="p", engine=engine)
        # Numbers come before texts, by their value.
        assert found == [("update", "1", None, None, 1, 1, ["v"])]


def test_max_runs(con: duckdb.DuckDBPyConnection) -> None:
    old = pa.table({"id": list(range(10)), "s": ["é"] * 10})
    new = old.take(pa.array([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]))
    with pytest.warns(UserWarning, match="more records move than have to"):
        section_diff.duckdb.diff(con, old, new, on="id", section="s", max_runs=2)
    assert not section_diff.compare(old, new, on="id", max_runs=2).minimal
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(section_diff.duckdb.diff(con, old, new, on="id", max_runs=10).fetchall()) == 9


class Lossy(DuckDBEngine):
    """Changes what one step keeps."""

    lost = "joined"
    change = "SELECT * FROM ({}) AS t WHERE k0 IS DISTINCT FROM 3"

    def keep(self, name: str, query: str) -> str:
        return super().keep(name, self.change.format(query) if name == self.lost else query)


class Doubling(Lossy):
    change = "SELECT * FROM ({0}) AS t UNION ALL SELECT * FROM ({0}) AS t WHERE k0 = 3"


class Other(Lossy):
    change = "SELECT * REPLACE (h0 + 1 AS h0) FROM ({}) AS t"


class LossyRanks(Lossy):
    lost = "ranked"


class Turning(DuckDBEngine):
    """Reads rows in another order than when it looked."""

    def places(self, rows: str, keys: list[str], order: list[tuple[str, bool]]) -> int | None:
        found = super().places(rows, keys, order)
        return None if found is None else found + 1


@pytest.mark.parametrize("engine", [Lossy, Doubling, Other, LossyRanks, Turning])
def test_lost_rows_are_an_error(con: duckdb.DuckDBPyConnection, engine: type[DuckDBEngine]) -> None:
    poisoned = engine(con)
    # New is in its order, old is not.
    sides = [poisoned.side(label, pa.table({"id": ids})) for label, ids in (("old", [*range(1, 9), 0]), ("new", list(range(9))))]
    with pytest.raises(section_diff.VerificationError):
        Plan(poisoned, Request.make("id", order="id"), *sides).run()
    poisoned.drop()


def test_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paths = [str(DATA / "navaids-2022.csv"), str(DATA / "navaids-2026.csv")]
    options = ["--id", "id", "--section-by", "iso_country"]
    summary = "items: 13 deleted, 0 inserted, 0 moved, 194 updated; sections: 0 deleted, 0 inserted, 3 moved, 0 updated\n"
    for engine in (["--engine", "command"], ["--engine", "duckdb"], []):
        assert main([*paths, *options, *engine, "--format", "summary"]) == 1
        assert capsys.readouterr().out == summary
        assert main([*paths, *options, *engine, "--format", "json"]) == 1
        assert json.loads(capsys.readouterr().out)["counts"]["updates"] == 194
        assert main([*paths, *options, *engine]) == 1
        text = capsys.readouterr().out
        assert "CA\n  ~ 85056  associated_airport: CFT9 → CA-1043\n" in text and text.endswith(summary)
    assert main([*paths, *options, "--format", "html"]) == 1
    assert '<div class="update">~ 85056' in capsys.readouterr().out
    assert main([str(DATA / "navaids-202[2].csv"), paths[1], *options, "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["engine"] == "duckdb"
    database = str(tmp_path / "tables.db")
    with duckdb.connect(database) as con:
        for name, path in zip(("before", "after"), paths):
            con.execute(f"CREATE TABLE {name} AS SELECT * FROM read_csv('{path}', all_varchar = true)")
    assert main(["--database", database, "before", "after", *options, "--sort-by", "id", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["counts"]["updates"] == 194
    assert main(["--database", database, "before", "later", *options]) == 2
    assert capsys.readouterr().err == "section-diff: new: there is neither a file nor a table 'later'\n"
    assert main(["--database", str(tmp_path / "none.db"), "before", "after", *options]) == 2
    assert capsys.readouterr().err.startswith(f"section-diff: {tmp_path}/none.db: IO Error: Cannot open database")
    with pytest.raises(SystemExit):
        main(["--database", database, "before", "after", *options, "--engine", "spark"])
    assert "--database is one of DuckDB" in capsys.readouterr().err
    assert main([paths[0], paths[0], *options]) == 0
    assert main([paths[0], "none.csv", *options]) == 2
    assert capsys.readouterr().err.startswith("section-diff: none.csv: ")


def test_patch(tmp_path: Path) -> None:
    found = section_diff.compare(DATA / "sp500-2023-10-06.csv", DATA / "sp500-2026-08-08.csv", on="Symbol")
    assert json.loads(found.to_patch())["counts"] == found.counts
    with pytest.raises(ValueError, match="a patch is of text files"):
        section_diff.compare(pa.table(OLD), pa.table(NEW), on="id").to_patch()
