"""DuckDB says what the command says, of random worlds and of real data."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import section_diff
import section_diff.duckdb
from worlds import World, said, told_apart, world

DATA = Path(__file__).parents[3] / "Tests" / "Data"


def table(world: World, rows: list[dict[str, str | None]]) -> pa.Table:
    return pa.table({name: pa.array([row[name] for row in rows], pa.string()) for name in world.columns})


def answered(rows: list[tuple], keys: int) -> set[tuple]:
    found = set()
    for change, *rest in rows:
        before, after, *places, changed = rest[keys : keys + 5]
        found.add((change, tuple(rest[:keys]), before, after, *places, tuple(sorted(changed or ()))))
    return found


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


@pytest.mark.parametrize("seed", range(300))
def test_worlds(seed: int, tmp_path: Path, con: duckdb.DuckDBPyConnection) -> None:
    made = world(seed)
    counts, rows = said(made, tmp_path)
    old, new = table(made, made.old), table(made, made.new)
    changes = section_diff.duckdb.diff(con, old, new, on=made.on, section=made.section, values=True)
    assert answered(changes.fetchall(), len(made.on)) == rows
    assert section_diff.compare(old, new, on=made.on, section=made.section).counts == counts
    if made.new:
        applied = section_diff.duckdb.apply(con, old, changes, on=made.on, section=made.section).fetchall()
        expected = [tuple(row[name] for name in made.columns) for row in made.new]
        if made.section is not None:
            at = made.columns.index(made.section)
            expected.sort(key=lambda row: (row[at] is not None, (row[at] or "").encode()))
        assert applied == expected


@pytest.mark.parametrize(
    ("old", "new", "on", "section", "counts"),
    [
        ("sp500-2023-10-06.csv", "sp500-2026-08-08.csv", "Symbol", "GICS Sector", (57, 57, None, 110)),
        ("sp500-2024-07-17.csv", "sp500-2026-08-08.csv", "Symbol", "GICS Sector", (41, 41, None, 63)),
        ("navaids-2022.csv", "navaids-2026.csv", "id", "iso_country", (13, 0, 0, 194)),
        ("navaids-2026-07.csv", "navaids-2026.csv", "id", "iso_country", (1, 0, 0, 1)),
    ],
)
def test_real_data(old: str, new: str, on: str, section: str, counts: tuple[int | None, ...]) -> None:
    by = {engine: section_diff.compare(DATA / old, DATA / new, on=on, section=section, engine=engine)
          for engine in ("command", "duckdb")}
    found = by["duckdb"].counts
    for name, count in zip(("deletes", "inserts", "moves", "updates"), counts):
        assert count is None or found[name] == count
    assert by["command"].counts == found
    assert by["command"].changes.to_pylist() == by["duckdb"].changes.to_pylist()
    assert by["command"].summary() == by["duckdb"].summary()


@pytest.mark.parametrize("seed", range(0, 300, 3))
def test_worlds_with_repeats(seed: int, tmp_path: Path, con: duckdb.DuckDBPyConnection) -> None:
    """Copies are paired by the rule; the command may pair others where that changes less."""
    made = world(seed, repeats=True)
    changes = section_diff.duckdb.diff(
        con, table(made, made.old), table(made, made.new), on=made.on, section=made.section, duplicates="allow"
    )
    found = sorted(answered(changes.fetchall(), len(made.on)), key=repr)
    apart = said(told_apart(made), tmp_path)[1]
    assert found == sorted(((change, key[:-1], *rest) for change, key, *rest in apart), key=repr)
    rows = said(made, tmp_path, "--duplicates", "allow")[1]
    for change in ("delete", "insert"):
        assert sorted(row[1] for row in found if row[0] == change) == sorted(row[1] for row in rows if row[0] == change)
    assert sum(row[0].count("+") + 1 for row in rows) <= sum(row[0].count("+") + 1 for row in found)
