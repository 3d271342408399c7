"""Random worlds, and what the command says of them."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from section_diff import _command

#: Names of columns that break what is pasted unquoted.
NAMES = ["id", 'a "b"', "c.d", "select", "e f", "größe", "k'", "x`y", "-", "a\\b", "日本"]


@dataclass
class World:
    """Two tables of texts; ``None`` is NULL."""

    columns: list[str]
    on: list[str]
    section: str | None
    old: list[dict[str, str | None]] = field(default_factory=list)
    new: list[dict[str, str | None]] = field(default_factory=list)

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Writes both as NDJSON."""
        paths = folder / "old.ndjson", folder / "new.ndjson"
        for path, rows in zip(paths, (self.old, self.new)):
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return paths


def world(seed: int, repeats: bool = False, nulls: bool = True) -> World:
    """A small world: what comes, goes, moves in blocks, changes and crosses sections."""
    chance = random.Random(seed)
    names = ["id", *chance.sample(NAMES[1:], 3)] if chance.random() < 0.7 else chance.sample(NAMES, 4)
    on = names[: chance.choice([1, 1, 1, 2])]
    section = names[2] if chance.random() < 0.7 else None
    labels = ["x", "y", "é", "e\u0301", "", "10", "9"] + ([None] if nulls else [])

    def value() -> str | None:
        return chance.choice(labels)

    def row(number: int) -> dict[str, str | None]:
        made = {name: value() for name in names}
        made[on[-1]] = str(number % 4 if repeats and chance.random() < 0.4 else number)
        if len(on) > 1:
            made[on[0]] = chance.choice(labels[:3])
        return made

    old = [row(number) for number in range(chance.choice([0, 1, 5, 20, 40]))]
    new = [dict(record) for record in old]
    for _ in range(chance.randrange(6)):
        if not new:
            break
        kind = chance.randrange(5)
        start = chance.randrange(len(new))
        end = min(len(new), start + 1 + chance.randrange(6))
        if kind == 0:
            del new[start:end]
        elif kind == 1:
            block = new[start:end]
            del new[start:end]
            place = chance.randrange(len(new) + 1)
            new[place:place] = block
        elif kind == 2:
            for record in new[start:end]:
                record[names[3]] = value()
        elif kind == 3 and section is not None and section not in on:
            for record in new[start:end]:
                record[section] = value()
        elif chance.random() < 0.3:
            chance.shuffle(new)
    for number in range(chance.choice([0, 1, 4, 10])):
        new.insert(chance.randrange(len(new) + 1), row(1_000 + number))
    if chance.random() < 0.05:
        new = []
    if not repeats:
        old, new = (_first(rows, on) for rows in (old, new))
    return World(names, on, section, old, new)


def told_apart(world: World, by_name: bool = False, ignore: str | None = None) -> World:
    """The same with a key that occurs once: those of one key that are a pair have one number in a column of their own.

    The rule of the page, said once more: of one section and equal, of one section, equal, any; each as they come, sections
    as they appear or by name.
    """
    number = "copy"
    made = World([*world.columns, number], [*world.on, number], world.section)
    sides = []
    for rows in (world.old, world.new):
        named = order(rows, world.section)
        if by_name:
            named.sort(key=lambda name: (name is not None, (name or "").encode()))
        places = {name: place for place, name in enumerate(named)}
        section = [0 if world.section is None else places[row[world.section]] for row in rows]
        sides.append(sorted(range(len(rows)), key=lambda index: (section[index], index)))
    names: list[dict[int, str]] = [{}, {}]
    shared = (
        [world.section] if world.section is not None else [],
        [name for name in world.columns if name not in [*world.on, ignore]],
    )
    for stage, columns in enumerate(([*shared[0], *shared[1]], shared[0], shared[1], [])):
        groups: list[dict[tuple[str | None, ...], list[int]]] = [{}, {}]
        for side, rows in enumerate((world.old, world.new)):
            for index in sides[side]:
                if index not in names[side]:
                    groups[side].setdefault(tuple(rows[index][name] for name in [*world.on, *columns]), []).append(index)
        for group, indices in groups[0].items():
            for one, other in zip(indices, groups[1].get(group, ())):
                names[0][one] = names[1][other] = f"{stage} {one}"
    for side, (rows, target) in enumerate(((world.old, made.old), (world.new, made.new))):
        target += [{**row, number: names[side].get(index, f"{side} alone {index}")} for index, row in enumerate(rows)]
    return made


def _first(rows: list[dict[str, str | None]], on: list[str]) -> list[dict[str, str | None]]:
    seen: set[tuple[str | None, ...]] = set()
    kept = []
    for row in rows:
        key = tuple(row[name] for name in on)
        if key not in seen:
            seen.add(key)
            kept.append(row)
    return kept


def said(world: World, folder: Path, *options: str) -> tuple[dict[str, int], set[tuple[Any, ...]]]:
    """The counts of the command, and its changes as rows of an answer."""
    old, new = world.write(folder)
    arguments = ["diff", str(old), str(new), "--format", "json", *options]
    for name in world.on:
        arguments.append(f"--id={name}")
    if world.section is not None:
        arguments.append(f"--section-by={world.section}")
    answer = json.loads(_command.run(arguments, allowed=(0, 1))[1])
    sections = [order(rows, world.section) for rows in (world.old, world.new)]
    found: dict[tuple[Any, Any], dict[str, Any]] = {}

    def note(change: str, record: dict[str, Any], before: list[int] | None, after: list[int] | None) -> None:
        key = record["id"] if isinstance(record["id"], list) else [record["id"]]
        entry = found.setdefault(
            (tuple(before or ()), tuple(after or ())), {"key": tuple(key), "changes": set(), "changed": ()}
        )
        entry["changes"].add(change)
        if change == "update":
            names = [*record["fields"], *record["added"], *record["removed"]]
            entry["changed"] = tuple(sorted(names))

    items = answer["items"]
    for record in items["deleted"]:
        note("delete", record, record["at"], None)
    for record in items["inserted"]:
        note("insert", record, None, record["at"])
    for record in items["moved"]:
        note("move", record, record["from"], record["to"])
    for record in items["updated"]:
        note("update", record, record["from"], record["to"])
    rows = set()
    for (before, after), entry in found.items():
        change = "+".join(name for name in ("move", "update", "delete", "insert") if name in entry["changes"])
        rows.add(
            (
                change,
                entry["key"],
                sections[0][before[0]] if before else None,
                sections[1][after[0]] if after else None,
                before[1] if before else None,
                after[1] if after else None,
                entry["changed"],
            )
        )
    return answer["counts"], rows


def order(rows: list[dict[str, Any]], section: str | None) -> list[str | None]:
    """The sections in the order in which they appear."""
    return [None] if section is None else list(dict.fromkeys(row[section] for row in rows))

