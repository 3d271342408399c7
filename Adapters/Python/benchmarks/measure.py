"""Measures the package beside what else compares two tables: each in a process of its own, in one run.

    python benchmarks/measure.py [--rows N] [--spark-rows N] [--memory 1GB] [--only duckdb|spark]

Prints a table: seconds, peak memory, and the ratio to a plain full outer join of the same tables in the same engine.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

WORKLOADS = ("in order", "shuffled", "half changed")
COLUMNS = "id, s, pos, a, b, c, d, e, f"


def tables(rows: int, folder: Path) -> None:
    """Writes the tables as Parquet: 9 columns, sections of 1,000 rows."""
    import duckdb

    con = duckdb.connect()
    con.execute(
        f"CREATE TABLE o AS SELECT i AS id, i // 1000 AS s, i AS pos, 'name ' || i AS a, i * 7 % 1000 AS b, "
        f"i / 3.0 AS c, 'x' || (i % 97) AS d, i % 13 AS e, i % 2 = 0 AS f FROM range({rows}) AS t(i)"
    )
    queries = {
        "in order": "SELECT id, s, pos, a, CASE WHEN id % 100 = 0 THEN b + 1 ELSE b END AS b, c, d, e, f FROM o "
        "WHERE id % 101 <> 0",
        "shuffled": "SELECT id, s, CAST(hash(id) % 1000000007 AS BIGINT) AS pos, a, b, c, d, e, f FROM o",
        "half changed": "SELECT id, s, pos, a, CASE WHEN id % 2 = 0 THEN b + 1 ELSE b END AS b, c, d, e, f FROM o",
    }
    con.execute(f"COPY o TO '{folder}/old.parquet'")
    for name, query in queries.items():
        con.execute(f"COPY ({query}) TO '{folder}/{name}.parquet'")


# What is measured: each takes the folder, the workload and the memory, and gives a number of changes, or nothing.


def of_duckdb(order: bool) -> Callable[[Path, str, str], int]:
    def measured(folder: Path, workload: str, memory: str) -> int:
        from section_diff.duckdb import diff

        con = connection(folder, memory)
        found = diff(con, "o", "n", on="id", section="s", order="pos" if order else False, ignore="pos")
        return found.aggregate("count(*)").fetchall()[0][0]

    return measured


def of_join(folder: Path, workload: str, memory: str) -> int:
    con = connection(folder, memory)
    con.execute("CREATE TEMP TABLE j AS SELECT * FROM o FULL OUTER JOIN n ON o.id = n.id")
    return 0


def connection(folder: Path, memory: str):
    import duckdb

    # The tables are in a database, as those of a user are.
    con = duckdb.connect(str(folder / "tables.db"), read_only=True)
    con.execute(f"SET memory_limit = '{memory}'; SET temp_directory = '{folder}/spill'")
    return con


def of_datacompy(folder: Path, workload: str, memory: str) -> int:
    import datacompy
    import polars

    sides = [polars.read_parquet(folder / f"{name}.parquet") for name in ("old", workload)]
    found = datacompy.PolarsCompare(*[side.drop("pos") for side in sides], join_columns="id")
    return found.intersect_rows.height - found.count_matching_rows() + found.df1_unq_rows.height + found.df2_unq_rows.height


def of_command(folder: Path, workload: str, memory: str) -> int:
    from section_diff import _command

    options = ["--id", "id", "--section-by", "s", "--sort-by", "pos", "--ignore", "pos", "--format", "summary"]
    files = [str(folder / "old.csv"), str(folder / f"{workload}.csv")]
    summary = _command.run(["diff", *files, *options], allowed=(0, 1))[1].decode()
    return sum(int(number) for number in re.findall(r"(\d+) (?:deleted|inserted|moved|updated)", summary.split(";")[0]))


CONTENDERS: dict[str, Callable[[Path, str, str], int]] = {
    "full outer join": of_join,
    "section_diff.duckdb, no order": of_duckdb(False),
    "section_diff.duckdb": of_duckdb(True),
    "datacompy (polars)": of_datacompy,
    "the command": of_command,
}


def child(folder: Path, contender: str, workload: str, memory: str) -> None:
    start = time.perf_counter()
    changes = CONTENDERS[contender](folder, workload, memory)
    seconds = time.perf_counter() - start
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps({"seconds": seconds, "peak": peak * 1024, "changes": changes}))


def duckdb_table(rows: int, memory: str, names: list[str]) -> None:
    import duckdb

    with tempfile.TemporaryDirectory(prefix="section-diff-") as name:
        folder = Path(name)
        tables(rows, folder)
        print(f"| {rows:,} rows, {memory} | contender | seconds | by join | peak memory | changes |")
        print("| --- | --- | ---: | ---: | ---: | ---: |")
        for workload in WORKLOADS:
            (folder / "tables.db").unlink(missing_ok=True)
            con = duckdb.connect(str(folder / "tables.db"))
            for table, file in (("o", "old"), ("n", workload)):
                con.execute(f"CREATE TABLE {table} AS SELECT {COLUMNS} FROM '{folder}/{file}.parquet'")
                if "the command" in names:
                    con.execute(f"COPY {table} TO '{folder}/{file}.csv'")
            con.close()
            join = None
            for contender in names:
                arguments = [sys.executable, __file__, "--child", str(folder), contender, workload, memory]
                done = subprocess.run(arguments, capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    problem = (done.stderr.strip().splitlines() or ["killed"])[-1][:60]
                    print(f"| {workload} | {contender} | {problem} | | | |", flush=True)
                    continue
                found = json.loads(done.stdout)
                join = join or found["seconds"]
                print(
                    f"| {workload} | {contender} | {found['seconds']:.1f} | {found['seconds'] / join:.2f} "
                    f"| {found['peak'] / 1e6:,.0f} MB | {found['changes']:,} |",
                    flush=True,
                )


def spark_table(rows: int) -> None:
    from pyspark.sql import SparkSession

    import section_diff.spark

    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    with tempfile.TemporaryDirectory(prefix="section-diff-") as name:
        folder = Path(name)
        tables(rows, folder)
        values = COLUMNS.split(", ")[3:]
        differs = " OR ".join(f"NOT (l.{column} <=> r.{column})" for column in ["s", *values])
        sides = ", ".join(f"l.{column} AS left_{column}, r.{column} AS right_{column}" for column in ["s", *values])
        print(f"| {rows:,} rows in Spark | contender | seconds | by join |")
        print("| --- | --- | ---: | ---: |")
        for round_, workload in enumerate(("in order", *WORKLOADS)):
            for table, file in (("o", "old"), ("n", workload)):
                spark.read.parquet(f"{folder}/{file}.parquet").createOrReplaceTempView(table)
            # As spark-extension compares two frames, all changes counted.
            join = (
                f"SELECT CASE WHEN l.here IS NULL THEN 'I' WHEN r.here IS NULL THEN 'D' WHEN {differs} THEN 'C' ELSE 'N' END "
                f"AS diff, coalesce(l.id, r.id) AS id, {sides} FROM (SELECT *, 1 AS here FROM o) AS l "
                "FULL OUTER JOIN (SELECT *, 1 AS here FROM n) AS r ON l.id <=> r.id"
            )
            times = {}
            start = time.perf_counter()
            spark.sql(f"SELECT * FROM ({join}) WHERE diff <> 'N'").write.format("noop").mode("overwrite").save()
            times["spark-extension's plan"] = time.perf_counter() - start
            for label, order in (("section_diff.spark, no order", False), ("section_diff.spark", "pos")):
                start = time.perf_counter()
                found = section_diff.spark.diff(spark, "o", "n", on="id", section="s", order=order, ignore="pos")
                found.write.format("noop").mode("overwrite").save()
                times[label] = time.perf_counter() - start
                found.unpersist()
            # The first one warms the machine.
            if round_ == 0:
                continue
            first = times["spark-extension's plan"]
            for label, seconds in times.items():
                print(f"| {workload} | {label} | {seconds:.1f} | {seconds / first:.2f} |", flush=True)
    spark.stop()


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        folder, contender, workload, memory = sys.argv[2:]
        child(Path(folder), contender, workload, memory)
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--spark-rows", type=int, default=1_000_000)
    parser.add_argument("--memory", default="1GB")
    parser.add_argument("--only", choices=("duckdb", "spark"))
    parser.add_argument("--contender", action="append", choices=list(CONTENDERS))
    given = parser.parse_args()
    if given.only != "spark":
        duckdb_table(given.rows, given.memory, given.contender or list(CONTENDERS))
    if given.only != "duckdb":
        spark_table(given.spark_rows)


if __name__ == "__main__":
    main()
