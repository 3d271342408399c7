"""Spark says what the command says, however its rows are split, also where it loses a machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark")

from pyspark.sql import DataFrame, SparkSession  # noqa: E402

import section_diff  # noqa: E402
import section_diff.spark  # noqa: E402
from section_diff.__main__ import main  # noqa: E402
from section_diff._plan import Plan  # noqa: E402
from section_diff._request import Request  # noqa: E402
from section_diff.spark import SparkEngine  # noqa: E402
from worlds import World, said, told_apart, world  # noqa: E402

#: How many worlds stand in one table, each with keys and sections of its own: a query of Spark takes seconds.
WORLDS = 300

DATA = Path(__file__).parents[3] / "Tests" / "Data"


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4")
        # Compiling each query takes longer than these tables.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .getOrCreate()
    )
    yield session
    session.stop()


COLUMNS = ["world", "a.b", "of `x`", 'so "called"', "pos"]


def joined(repeats: bool) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Many worlds as one: the number of a world is part of each key and section."""
    worlds = {seed: world(seed, repeats=repeats) for seed in range(WORLDS)}
    sides: tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]] = ([], [])
    for seed, made in worlds.items():
        for side, rows in zip(sides, (made.old, made.new)):
            for place, row in enumerate(rows):
                section = json.dumps(row[made.section]) if made.section is not None else "all"
                # One world has a section without a name.
                named = None if seed == 1 and section == "null" else f"{seed} {section}"
                side.append((seed, json.dumps([row[name] for name in made.on]), named, row[made.columns[3]], place))
    return sides


def of_command(old: list[tuple[Any, ...]], new: list[tuple[Any, ...]], folder: Path) -> set[tuple[Any, ...]]:
    """What the command says of one file with all worlds, where pairs of one key are told apart."""
    one = World(COLUMNS, COLUMNS[:2], COLUMNS[2])
    one.old = [dict(zip(COLUMNS, row)) for row in old]
    one.new = [dict(zip(COLUMNS, row)) for row in new]
    rows = said(told_apart(one, by_name=True, ignore="pos"), folder, "--ignore=pos", "--sort-by=pos")[1]
    return {(change, key[:-1], *rest) for change, key, *rest in rows}


def answered(rows: list[Any]) -> set[tuple[Any, ...]]:
    found = set()
    for change, seed, key, before, after, *places, changed in (tuple(row)[:8] for row in rows):
        found.add((change, (seed, key), before, after, *places, tuple(sorted(changed or ()))))
    return found


def frame(session: SparkSession, rows: list[tuple[Any, ...]]) -> DataFrame:
    names = ", ".join(f"`{name.replace('`', '``')}` {kind}" for name, kind in zip(COLUMNS, ["int", *["string"] * 3, "int"]))
    return session.createDataFrame(rows, names)


@pytest.mark.parametrize(
    ("partitions", "ansi", "adaptive"),
    [
        (8, "true", "true"),
        pytest.param(8, "false", "false", marks=pytest.mark.night),
        pytest.param(1, "true", "false", marks=pytest.mark.night),
        pytest.param(1, "false", "true", marks=pytest.mark.night),
        pytest.param(64, "true", "true", marks=pytest.mark.night),
        pytest.param(64, "false", "false", marks=pytest.mark.night),
    ],
)
def test_worlds(spark: SparkSession, tmp_path: Path, partitions: int, ansi: str, adaptive: str) -> None:
    spark.conf.set("spark.sql.shuffle.partitions", partitions)
    spark.conf.set("spark.sql.ansi.enabled", ansi)
    spark.conf.set("spark.sql.adaptive.enabled", adaptive)
    old, new = joined(repeats=False)
    frames = [frame(spark, rows).repartition(partitions) for rows in (old, new)]
    changes = section_diff.spark.diff(
        spark, *frames, on=COLUMNS[:2], section=COLUMNS[2], order="pos", ignore="pos", values=True
    )
    try:
        assert answered(changes.collect()) == of_command(old, new, tmp_path)
        applied = section_diff.spark.apply(spark, frames[0], changes, on=COLUMNS[:2]).collect()
        assert {tuple(row)[:4] for row in applied} == {row[:4] for row in new}
        assert len(applied) == len(new)
    finally:
        changes.unpersist()


def test_what_is_kept(spark: SparkSession) -> None:
    """The caller's frames stay as they were, and the answer; nothing else is left in the session."""
    old = spark.range(10).selectExpr("id", "id AS v").persist()
    new = spark.range(1, 11).selectExpr("id", "id AS v")
    assert old.count() == 10
    changes = section_diff.spark.diff(spark, old, new, on="id", values=True)
    assert old.storageLevel.useMemory and changes.storageLevel.useMemory and not new.storageLevel.useMemory
    applied = section_diff.spark.apply(spark, old, changes, on="id")
    assert {row["id"] for row in applied.collect()} == set(range(1, 11))
    assert old.storageLevel.useMemory and changes.storageLevel.useMemory
    assert not [table.name for table in spark.catalog.listTables() if table.isTemporary]
    old.unpersist()
    changes.unpersist()
    assert spark._jsparkSession.sharedState().cacheManager().isEmpty()


@pytest.mark.night
def test_worlds_with_repeats(spark: SparkSession, tmp_path: Path) -> None:
    """Copies are paired by the rule, with sections by their names."""
    spark.conf.set("spark.sql.shuffle.partitions", 8)
    old, new = joined(repeats=True)
    frames = [frame(spark, rows).repartition(8) for rows in (old, new)]
    options = {"on": COLUMNS[:2], "section": COLUMNS[2], "order": "pos", "ignore": "pos"}
    with pytest.raises(section_diff.RepeatedKeys):
        section_diff.spark.diff(spark, *frames, **options)
    changes = section_diff.spark.diff(spark, *frames, **options, duplicates="allow")
    rows = changes.collect()
    assert answered(rows) == of_command(old, new, tmp_path)
    assert len(rows) == len(answered(rows))
    changes.unpersist()


def test_no_window_over_a_section(spark: SparkSession) -> None:
    """One section with all rows is ranked by ranges: no task sorts it whole."""
    spark.conf.set("spark.sql.shuffle.partitions", 8)
    old = spark.range(20_000).selectExpr("id", "1 AS s", "id AS pos")
    new = spark.range(20_000).selectExpr("id", "1 AS s", "(id + 7) % 20000 AS pos")
    engine = SparkEngine(spark)
    plan = Plan(engine, Request.make("id", "s", "pos", "pos"), engine.side("old", old), engine.side("new", new))
    outcome = plan.run()
    assert outcome.counts["moves"] == 7
    view = f"{engine.prefix}_ranked"
    text = engine.kept[view]._jdf.queryExecution().executedPlan().toString()
    windows = re.findall(r"Window \[.*?row_number|Window \[.*", text)
    over_rows = [window for window in windows if "count(" in window]
    assert len(over_rows) >= 2 and all("range" in window for window in over_rows)
    assert spark.sql(f"SELECT count(p0), count(p1) FROM {view}").first() == (20_000, 20_000)
    engine.drop()


class Lossy(SparkEngine):
    """Loses a row of one table, as a partition that is counted but not there would."""

    lost = "joined"

    def keep(self, name: str, query: str) -> str:
        if name == self.lost:
            query = f"SELECT * FROM ({query}) AS t WHERE k0 IS DISTINCT FROM 11"
        return super().keep(name, query)


class Doubling(SparkEngine):
    def keep(self, name: str, query: str) -> str:
        if name == "joined":
            query = f"SELECT * FROM ({query}) AS t UNION ALL SELECT * FROM ({query}) AS t WHERE k0 = 11"
        return super().keep(name, query)


class LossyRanks(Lossy):
    lost = "ranked"


@pytest.mark.parametrize("engine", [Lossy, Doubling, LossyRanks])
def test_lost_rows_are_an_error(spark: SparkSession, engine: type[SparkEngine]) -> None:
    old = spark.range(100).selectExpr("id", "id AS pos")
    new = spark.range(100).selectExpr("id", "(id * 7) % 100 AS pos")
    poisoned = engine(spark)
    sides = [poisoned.side(label, given) for label, given in (("old", old), ("new", new))]
    with pytest.raises(section_diff.VerificationError):
        Plan(poisoned, Request.make("id", order="pos"), *sides).run()
    poisoned.drop()


class LosingOnce(SparkEngine):
    """Loses a row of one side, or counts one too many, where it keeps what differs: the whole join then tells."""

    doubled = False

    def keep_some(self, name: str, query: str, condition: str) -> tuple[str, int] | None:
        if not self.doubled:
            query = f"SELECT * FROM ({query}) AS t WHERE in0 OR k0 <> 200"
        kept = super().keep_some(name, query, condition)
        return (kept[0], kept[1] + self.doubled) if kept is not None else None


class CountingTwice(LosingOnce):
    doubled = True


class Losing(Lossy):
    def keep_some(self, name: str, query: str, condition: str) -> tuple[str, int] | None:
        return super().keep_some(name, f"SELECT * FROM ({query}) AS t WHERE in0 OR k0 <> 200", condition)


def test_rows_without_an_order(spark: SparkSession) -> None:
    """Only what differs is kept, and tried: what is lost or counted wrongly there is found."""
    old = spark.range(200).selectExpr("id", "id % 3 AS s", "id AS v")
    new = spark.range(10, 210).selectExpr("id", "id % 3 + IF(id = 20, 3, 0) AS s", "IF(id = 30, 0, id) AS v")
    counts = dict(
        sectionDeletes=0, sectionInserts=1, sectionMoves=0, sectionUpdates=0, deletes=10, inserts=10, moves=1, updates=2
    )
    request = Request.make("id", "s")
    for engine in (SparkEngine(spark), LosingOnce(spark), CountingTwice(spark)):
        outcome = Plan(engine, request, engine.side("old", old), engine.side("new", new)).run()
        assert outcome.counts == counts
        assert ("joined" in "".join(engine.kept)) == (type(engine) is not SparkEngine)
        engine.drop()
    losing = Losing(spark)
    with pytest.raises(section_diff.VerificationError):
        Plan(losing, request, losing.side("old", old), losing.side("new", new)).run()
    losing.drop()
    # Copies that are the same on both sides leave nothing that differs.
    twice = old.unionAll(old.where("id = 7"))
    for before, after in ((twice, twice), (twice, old), (old, twice)):
        with pytest.raises(section_diff.RepeatedKeys, match="id=7 \\(2 times\\)"):
            section_diff.spark.diff(spark, before, after, on="id", section="s")


def test_command_line(spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.csv").write_text("id,s,v\n1,a,x\n2,a,y\n3,b,z\n")
    (tmp_path / "new.csv").write_text("id,s,v\n1,a,X\n3,a,z\n4,b,w\n")
    files = [str(tmp_path / f"{name}.csv") for name in ("old", "new")]
    options = ["--id", "id", "--section-by", "s", "--sort-by", "id", "--format", "json"]
    counts = []
    for engine in ("spark", "command"):
        assert main([*files, *options, "--engine", engine]) == 1
        counts.append(json.loads(capsys.readouterr().out)["counts"])
    assert counts[0] == counts[1] and counts[0]["moves"] == 1
    assert main([*files, "--id", "nope", "--engine", "spark"]) == 2
    assert "there is no column 'nope'" in capsys.readouterr().err


def test_bad_input(spark: SparkSession) -> None:
    old = spark.range(3).selectExpr("id", "id AS pos", "CAST(id AS STRING) AS v", "map(1, id) AS m")
    fine = old.drop("m")
    cases: list[tuple[Any, Any, dict[str, Any], str]] = [
        (fine, fine, {"on": "key"}, "old: there is no column 'key', which on= names; there are 'id', 'pos', 'v'"),
        (fine, fine.drop("pos"), {"on": "id", "order": "pos"}, "new: there is no column 'pos', which order= names"),
        (fine, fine.selectExpr("id", "pos", "id AS v"), {"on": "id"}, "column 'v' is string in old and bigint in new"),
        (old, old, {"on": "id"}, "column 'm' is a map<int,bigint>, which Spark does not compare"),
        (fine, "no_such_table", {"on": "id"}, "new: there is neither a file nor a table 'no_such_table'"),
        (fine, 7, {"on": "id"}, "new: a int is no table of Spark"),
        (fine, fine, {}, "give the columns that identify a record"),
    ]
    for before, after, options, problem in cases:
        with pytest.raises(section_diff.InputError, match=re.escape(problem)):
            section_diff.spark.diff(spark, before, after, **options)
    with pytest.raises(section_diff.RepeatedKeys, match="new: keys occur more than once: id=1 \\(2 times\\)"):
        section_diff.spark.diff(spark, fine, fine.unionAll(fine.where("id = 1")), on="id")


@pytest.mark.night
def test_an_executor_is_killed(spark: SparkSession) -> None:
    """On a cluster that loses one of its two executors in the middle the answer is the same."""
    from losing_an_executor import ROWS

    program = Path(__file__).with_name("losing_an_executor.py")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["killed"] == 1
    old = spark.range(ROWS).selectExpr("id", "id % 3 AS s", "id AS pos")
    new = spark.range(ROWS).where("id % 101 <> 0").selectExpr(
        "id", "IF(id % 997 = 0, 7, id % 3) AS s", f"IF(id % 10 = 0, (id * 7919) % {ROWS}, id) AS pos"
    )
    engine = SparkEngine(spark)
    sides = [engine.side(label, given) for label, given in (("old", old), ("new", new))]
    outcome = Plan(engine, Request.make("id", "s", "pos", "pos"), *sides).run()
    digest = spark.sql(f"SELECT count(*), sum(CAST(xxhash64(*) AS DECIMAL(38, 0))) FROM {outcome.changes}").first()
    assert found["counts"] == outcome.counts
    assert found["digest"] == [str(value) for value in digest]
    engine.drop()


@pytest.mark.night
def test_real_data(spark: SparkSession) -> None:
    """Files are read as the command reads them; their order is that of a column."""
    old, new = DATA / "sp500-2023-10-06.csv", DATA / "sp500-2026-08-08.csv"
    options = {"on": "Symbol", "section": "GICS Sector", "order": ["Security", "Symbol"]}
    by_command = section_diff.compare(old, new, **options)
    changes = section_diff.spark.diff(spark, old, new, **options)
    columns = by_command.changes.column_names
    expected = {tuple(str(value) for value in row.values()) for row in by_command.changes.to_pylist()}
    assert {tuple(str(value) for value in row) for row in changes.select(*columns).collect()} == expected
    changes.unpersist()
