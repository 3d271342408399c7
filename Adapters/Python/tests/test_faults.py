"""Ways in which a comparison once lost a difference, or ended with somebody else's error."""

from __future__ import annotations

import datetime
import decimal
import gzip
import re
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pyarrow as pa
import pyarrow.parquet
import pytest

import section_diff
import section_diff.duckdb
from section_diff.__main__ import main


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


def by_both(folder: Path, ending: str, old: str, new: str, **options: Any) -> list[tuple[Any, ...]]:
    """The changes between two files, of which the command and DuckDB say the same."""
    paths = folder / f"old{ending}", folder / f"new{ending}"
    for path, text in zip(paths, (old, new)):
        path.write_bytes(text.encode())
    found = [section_diff.compare(*paths, engine=engine, **options) for engine in ("command", "duckdb")]
    assert found[0].counts == found[1].counts
    rows = [[tuple(row.values()) for row in one.changes.to_pylist()] for one in found]
    assert rows[0] == rows[1]
    return rows[0]


@pytest.mark.parametrize(
    ("ending", "old", "new", "options", "changes"),
    [
        # A row that looks like a comment, and words that look like NULL.
        (".csv", "id,v\n1,x\n#2,y\n3,z\n", "id,v\n1,x\n3,z\n", {}, ["delete"]),
        (".csv", "id,v\n1,NULL\n2,\\N\n", "id,v\n1,\n2,\\N\n", {}, ["update"]),
        # Quotes are text in TSV.
        (".tsv", 'id\tv\n1\t"a"\n', "id\tv\n1\ta\n", {}, ["update"]),
        # Ties of the order keep the order of the rows.
        (".csv", "id,p\n2,1\n1,1\n", "id,p\n1,1\n2,1\n", {"order": "p"}, ["move"]),
        (".csv", "id,p\n10,1\n9,1\n", "id,p\n10,1\n9,1\n5,1\n", {"order": "p"}, ["insert"]),
        # Numbers are sorted by their exact values.
        (".csv", "id,p\na,9007199254740993\nb,9007199254740992\n", "id,p\nb,9007199254740992\na,9007199254740993\n",
         {"order": "p"}, []),
        (".csv", "id,p\na,1.0\nb,1\n", "id,p\na,1\nb,1.0\n", {"order": "p", "ignore": "p"}, []),
        # An empty side is one section without records, where there are no sections.
        (".csv", "id,v\n1,x\n", "id,v\n", {}, ["delete"]),
        (".csv", "id,v\n", "id,v\n1,x\n", {}, ["insert"]),
        (".csv", "id,s\n1,x\n", "id,s\n", {"section": "s"}, ["delete"]),
        # The command finds what stands between fields, and numbers columns of one name.
        (".csv", "id;v\n1;x\n", "id;v\n1;y\n", {"section": "v"}, ["move+update"]),
        (".csv", "id,v,v\n1,x,y\n", "id,v,v\n1,x,z\n", {"section": "v (2)"}, ["move+update"]),
        (".csv", "id, v,w\n1,x,y\n", "id, v,w\n1,x,z\n", {"ignore": " v"}, ["update"]),
        # Line ends, a mark of byte order, a quoted line end, blank lines at the end.
        (".csv", "\ufeffid,v\r1,x\r2,y\r", 'id,v\r\n1,x\r\n2,"y\r\nz"\r\n\r\n', {}, ["update"]),
        (".csv", "p:desc,p,id\n1,2,a\n2,1,b\n", "p:desc,p,id\n2,1,b\n1,2,a\n", {"on": "id", "order": "p:desc"}, []),
        (".csv", "id,s,s\n1,x,a\n2,y,b\n", "id,s,s\n1,x,b\n2,y,b\n", {"section": "s"}, ["update"]),
        (".tsv", 'id\ts\tv\n1\t"a"\tx\n2\ta\tx\n3\tc\tx\n', 'id\ts\tv\n1\t"a"\tx\n2\ta\ty\n3\tc\tx\n', {"section": "s"}, ["update"]),
    ],
)
def test_engines_agree(
    tmp_path: Path, ending: str, old: str, new: str, options: dict[str, Any], changes: list[str]
) -> None:
    assert [row[0] for row in by_both(tmp_path, ending, old, new, **{"on": "id", **options})] == changes


def test_sections_are_named_by_the_command(tmp_path: Path) -> None:
    """Not by another reader of the file, and not after it changed."""
    paths = tmp_path / "old.ndjson", tmp_path / "new.ndjson"
    rows = '{"id":1.10,"s":1.0,"v":0}\n{"id":1.1,"s":1.00,"v":%s}\n{"id":3,"s":7,"v":0}\n'
    for path, value in zip(paths, ("0", "1")):
        path.write_text(rows % value)
    found = section_diff.compare(*paths, on="id", section="s")
    for path in paths:
        path.unlink()
    assert [tuple(row.values()) for row in found.changes.to_pylist()] == [
        ("update", "1.1", "1.00", "1.00", 0, 0, ["v"]),
    ]
    assert found.report().startswith("1.00\n  ~ 1.1  v: 0 → 1\n")


def test_names_of_files(tmp_path: Path) -> None:
    """A file that is there is meant as it is called, and folders are no columns."""
    for name, value in (("s[1]", "right"), ("s1", "wrong"), ("new", "right")):
        for ending in (".parquet", ".csv"):
            table = pa.table({"id": ["1"], "v": [value]})
            if ending == ".csv":
                (tmp_path / f"{name}.csv").write_text(f"id,v\n1,{value}\n")
            else:
                pyarrow.parquet.write_table(table, tmp_path / f"{name}.parquet")
    for ending in (".parquet", ".csv"):
        paths = tmp_path / f"s[1]{ending}", tmp_path / f"new{ending}"
        assert section_diff.compare(*paths, on="id", engine="duckdb").matches()
    for day in ("1", "2"):
        folder = tmp_path / f"day={day}"
        folder.mkdir()
        pyarrow.parquet.write_table(pa.table({"id": [1]}), folder / "n.parquet")
        (folder / "n.csv").write_text("id\n1\n")
    for name in ("n.parquet", "n.csv"):
        assert section_diff.compare(tmp_path / "day=1" / name, tmp_path / "day=2" / name, on="id", engine="duckdb").matches()


def test_globs_of_text(tmp_path: Path) -> None:
    for name, text in (("a-0", "id,v\n1,a\n"), ("a-1", "id,v,w\n2,b,c\n"), ("b-0", "id,v\n1,a\n"), ("b-1", "id,v\n#2,b\n")):
        (tmp_path / f"{name}.csv").write_text(text)
        with gzip.open(tmp_path / f"{name}.csv.gz", "wt") as file:
            file.write(text)
    for ending in (".csv", ".csv.gz"):
        same = str(tmp_path / f"b-*{ending}")
        with pytest.raises(section_diff.InputError, match=re.escape("has other columns than the files before it: id, v, w and")):
            section_diff.compare(str(tmp_path / f"a-*{ending}"), same, on="id")
        found = section_diff.compare(same, str(tmp_path / f"b-0{ending}"), on="id", engine="duckdb")
        assert found.counts["deletes"] == 1


def test_parquet_with_names_of_duckdb(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pa.table({"id": [1], "file_row_number": [3]}), tmp_path / "old.parquet")
    with pytest.raises(section_diff.InputError, match="'file_row_number', as DuckDB calls the place of a row; rename it"):
        section_diff.compare(tmp_path / "old.parquet", tmp_path / "old.parquet", on="id")


@pytest.mark.parametrize("name", ["old", "Old", "changed", "CHANGED", "_Change", "Section_Before", "position_after"])
def test_keys_like_columns_of_the_answer(tmp_path: Path, name: str) -> None:
    (tmp_path / "old.csv").write_text(f"{name},v\n1,x\n")
    for engine in ("command", "duckdb"):
        with pytest.raises(section_diff.InputError, match=f"a column of the key is called '{name}'"):
            section_diff.compare(tmp_path / "old.csv", tmp_path / "old.csv", on=name, engine=engine)


def test_settings_of_a_connection(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("SET default_order = 'desc'; SET default_null_order = 'nulls_last'; SET enable_external_access = false")
    con.execute("CREATE TABLE o AS SELECT i AS id, i % 5 AS s, i AS pos FROM range(100) AS t(i)")
    con.execute("CREATE TABLE n AS SELECT id, s, (pos + 7) % 100 AS pos FROM o")
    options: dict[str, Any] = {"on": "id", "section": "s", "order": "pos", "ignore": "pos"}
    assert section_diff.duckdb.diff(con, "o", "o", **options).fetchall() == []
    other = duckdb.connect()
    for name in ("o", "n"):
        other.register(name, con.sql(f"SELECT * FROM {name} ORDER BY id").to_arrow_table())
    answers = [sorted(section_diff.duckdb.diff(one, "o", "n", **options).fetchall()) for one in (con, other)]
    assert answers[0] == answers[1] and len(answers[0]) == 7


def test_minimal_with_repeats(tmp_path: Path) -> None:
    """Other pairs of one key could move less: so it is not said that none could."""
    old, new = pa.table({"k": list("xABx")}), pa.table({"k": list("ABx")})
    found = section_diff.compare(old, new, on="k", duplicates="allow")
    assert found.counts["moves"] == 1 and not found.minimal
    assert section_diff.compare(old, old, on="k", duplicates="allow").minimal


def test_relations_of_another_connection(con: duckdb.DuckDBPyConnection) -> None:
    other = duckdb.connect()
    for one, value in ((con, 1), (other, 2)):
        one.execute(f"CREATE TABLE t AS SELECT 1 AS id, {value} AS v")
    with pytest.raises(section_diff.InputError, match="old: give this relation as .to_arrow_table()"):
        section_diff.duckdb.diff(con, other.table("t"), "t", on="id")
    assert section_diff.duckdb.diff(con, other.table("t").to_arrow_table(), "t", on="id").fetchall()[0][0] == "update"
    assert section_diff.duckdb.diff(con, con.sql("SELECT * FROM t"), con.table("t"), on="id").fetchall() == []


def test_frames_that_are_not_what_they_seem() -> None:
    mixed = pandas.DataFrame({"id": range(5_000), "v": pandas.Series([*["a"] * 4_999, 1], dtype=object)})
    with pytest.raises(section_diff.InputError, match="old: column 'v' holds values of several types"):
        section_diff.compare(mixed, mixed, on="id")
    table = pa.table({"id": [1, 2]})
    assert section_diff.compare(table.to_reader(), table.to_reader(), on="id").matches()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"only": []}, "only: name a column at least"),
        ({"order": []}, "order: name a column at least; False compares no order"),
        ({"order": True}, "order: the name of a column, or several, not True"),
        ({"order": [("v",)]}, "order: the name of a column, or (name, \"desc\"), not ('v',)"),
        ({"on": 1}, "on: the name of a column, or several, not 1"),
        ({"max_runs": "3"}, "max_runs is a whole number from 1 to 2147483647, not '3'"),
        ({"max_runs": 2.5}, "max_runs is a whole number"),
        ({"tolerance": 0.1}, "tolerance is a number for each column"),
        ({"tolerance": {"id": 1}}, "tolerance of id: it is a column of the key"),
        ({"tolerance": {"v": 10**39}}, "tolerance of v: a number from 0 up to 38 digits"),
        ({"tolerance": {"l": 1}}, "tolerance of 'l': it is a BIGINT[], not a number"),
    ],
)
def test_options(options: dict[str, Any], problem: str) -> None:
    table = pa.table({"id": [1], "v": [1.0], "l": [[1]]})
    with pytest.raises(section_diff.InputError, match=re.escape(problem)):
        section_diff.compare(table, table, **{"on": "id", **options})


@pytest.mark.parametrize(
    ("kind", "one", "other", "limit", "is_near"),
    [
        (pa.decimal128(38, 37), "1.5", "2.5", 100, True),
        (pa.decimal128(38, 0), "9e37", "-9e37", 10, False),
        (pa.decimal128(10, 2), "1.10", "1.20", decimal.Decimal("0.1"), True),
        (pa.decimal128(10, 2), "1.10", "1.20", 0.1, True),
        (pa.decimal128(10, 2), "1.10", "1.20", decimal.Decimal("0.09999999999999999999999999999"), False),
    ],
)
def test_tolerance_of_decimals(kind: pa.DataType, one: str, other: str, limit: Any, is_near: bool) -> None:
    sides = [pa.table({"id": [1], "v": pa.array([decimal.Decimal(value)], kind)}) for value in (one, other)]
    assert section_diff.compare(*sides, on="id", tolerance={"v": limit}).matches() == is_near


def test_errors_of_the_engine(con: duckdb.DuckDBPyConnection, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are errors of this package, and the command line ends with 2: 1 means that something differs."""
    (tmp_path / "good.csv").write_text("id,v\n" + "".join(f"{number},x\n" for number in range(40_000)))
    (tmp_path / "bad.csv").write_text("id,v\n" + "".join(f"{number},x\n" for number in range(40_000)) + "40001,x,y\n")
    for engine in ("duckdb", "command"):
        assert main([str(tmp_path / "good.csv"), str(tmp_path / "bad.csv"), "--id", "id", "--engine", engine]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(section_diff.EngineError):
        section_diff.compare(tmp_path / "good.csv", tmp_path / "bad.csv", on="id", engine="duckdb")
    con.begin()
    with pytest.raises(section_diff.EngineError, match="CSV Error on Line: 40002"):
        section_diff.duckdb.diff(con, tmp_path / "good.csv", tmp_path / "bad.csv", on="id")
    con.rollback()
    assert con.execute("SELECT count(*) FROM duckdb_tables() WHERE temporary").fetchall() == [(0,)]


def test_within_a_transaction(con: duckdb.DuckDBPyConnection) -> None:
    """Looking at what an input is does not end it."""
    con.execute('CREATE SCHEMA "S s"; CREATE TABLE "S s"."a b" AS SELECT 1 AS id; CREATE VIEW v AS SELECT 2 AS id')
    con.execute('CREATE TABLE "S s".v AS SELECT 3 AS id')
    con.begin()
    con.execute("CREATE TABLE mine AS SELECT 2 AS id")
    for new in ("mine", "v", con.sql("SELECT * FROM mine")):
        assert {row[0] for row in section_diff.duckdb.diff(con, '"S s"."a b"', new, on="id").fetchall()} == {"insert", "delete"}
        assert section_diff.duckdb.diff(con, "v", new, on="id", order="id").fetchall() == []
    con.commit()


def test_nothing_is_left(con: duckdb.DuckDBPyConnection) -> None:
    """But for the answer itself, and the frame that an applied answer reads."""
    old = pa.table({"id": [1, 2], "v": [1, 2]})
    new = pa.table({"id": [2, 3], "v": [2, 3]})
    changes = section_diff.duckdb.diff(con, old, new, on="id", values=True)
    assert con.execute("SELECT count(*) FROM duckdb_tables() WHERE temporary").fetchall() == [(1,)]
    assert con.execute("SELECT count(*) FROM duckdb_views() WHERE NOT internal").fetchall() == [(0,)]
    assert section_diff.duckdb.apply(con, old, changes, on="id").fetchall() == [(2, 2), (3, 3)]
    with pytest.raises(section_diff.InputError):
        section_diff.duckdb.apply(con, old, changes, on="key")
    assert con.execute("SELECT count(*) FROM duckdb_views() WHERE NOT internal").fetchall() == [(1,)]


def test_apply_sorts_as_the_comparison_did(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text("id,p\na,9\nb,10\nc,10\n")
    (tmp_path / "new.csv").write_text("id,p\nc,8\na,9\nb,10\n")
    paths = tmp_path / "old.csv", tmp_path / "new.csv"
    changes = section_diff.duckdb.diff(con, *paths, on="id", order="p", values=True)
    assert section_diff.duckdb.apply(con, paths[0], changes, on="id", order="p").fetchall() == [
        ("c", "8"), ("a", "9"), ("b", "10"),
    ]


def test_columns_without_a_name(tmp_path: Path) -> None:
    for name, value in (("old", "x"), ("new", "y")):
        (tmp_path / f"{name}.csv").write_text(f"id,\n1,{value}\n")
    paths = tmp_path / "old.csv", tmp_path / "new.csv"
    assert section_diff.compare(*paths, on="id").counts["updates"] == 1
    with pytest.raises(section_diff.InputError, match="a column has no name, which DuckDB needs"):
        section_diff.compare(*paths, on="id", engine="duckdb")


def test_tables_before_folders(con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "monday").mkdir()
    monkeypatch.chdir(tmp_path)
    con.execute("CREATE TABLE monday AS SELECT 1 AS id")
    assert section_diff.duckdb.diff(con, "monday", "monday", on="id").fetchall() == []


def test_names_that_differ_in_case(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(section_diff.InputError, match="column 'v' of old is called 'V' in new; rename one"):
        section_diff.compare(pa.table({"id": [1], "v": [1]}), pa.table({"id": [1], "V": [1]}), on="id")


def test_reports(tmp_path: Path) -> None:
    """Every section has its line, also NULL, and no name makes lines of its own."""
    old = pa.table({"id": [1, 2, 3], "s": ["a", None, "x\n  - 99"], "v": [1, 1, 1]})
    new = pa.table({"id": [1, 2, 3], "s": ["a", None, "x\n  - 99"], "v": [2, 2, 2]})
    lines = section_diff.compare(old, new, on="id", section="s").report().splitlines()
    assert lines[:-1] == [
        "a", "  ~ 1  v: 1 → 2", "NULL", "  ~ 2  v: 1 → 2", "x\\n  - 99", "  ~ 3  v: 1 → 2",
    ]
    kind = pa.map_(pa.date32(), pa.int64())
    days = [pa.table({"id": [1], "m": pa.array([[(datetime.date(2026, 1, day), 1)]], kind)}) for day in (1, 2)]
    assert "datetime.date(2026, 1, 1)" in section_diff.compare(*days, on="id").report()


def test_json_is_not_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB reads values by its types, which is another comparison: it is not taken for want of memory."""
    (tmp_path / "old.json").write_text('[{"id":1,"t":100000000000000000001}]')
    (tmp_path / "new.json").write_text('[{"id":1,"t":100000000000000000002}]')
    paths = tmp_path / "old.json", tmp_path / "new.json"
    assert section_diff.compare(*paths, on="id").counts["updates"] == 1
    monkeypatch.setattr(section_diff._compare, "_memory", lambda: 1)
    with pytest.raises(section_diff.InputError, match="there is no memory for these files, and DuckDB reads"):
        section_diff.compare(*paths, on="id")


def test_a_path_is_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-a.csv").write_text("id\n1\n")
    monkeypatch.chdir(tmp_path)
    assert section_diff.compare("-a.csv", "-a.csv", on="id").matches()


@pytest.mark.parametrize(
    "moves", [[], [(1, 0, 1)], [(1, 3, 1), (1, 0, 1)], [(1, 3, 2)]], ids=["none", "another", "too few", "too long"]
)
def test_moves_that_are_wrong(con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, moves: list[Any]) -> None:
    """What was planned is tried before it is believed."""
    old = pa.table({"id": [1, 2, 3, 4]})
    new = pa.table({"id": [4, 3, 2, 1]})
    assert section_diff.compare(old, new, on="id").counts["moves"] == 3
    schema = pa.schema([("g", pa.int64()), ("start", pa.int64()), ("length", pa.int64())])
    planned = pa.table(list(zip(*moves)) or [[], [], []], schema=schema)
    monkeypatch.setattr(section_diff._command, "moved_runs", lambda path: (planned, True))
    with pytest.raises(section_diff.VerificationError, match="the moves do not give the new order"):
        section_diff.duckdb.diff(con, old, new, on="id")
