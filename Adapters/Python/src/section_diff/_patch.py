"""A patch of the command as rows of an answer."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from ._request import Request


class Patch:
    """What the command printed for two files.

    A patch names sections by their places: their names are read from the files when they are asked for.
    """

    def __init__(self, answer: dict[str, Any], request: Request, old: str, new: str) -> None:
        self.answer = answer
        self.request = request
        self.paths = old, new
        self._sections: list[list[str]] | None = None
        self._kept: dict[int, int] | None = None

    def records(self) -> Iterator[dict[str, Any]]:
        """One record for each that came, went, moved or changed, with the values that the patch has."""
        found: dict[tuple[Any, Any], dict[str, Any]] = {}
        items = self.answer["items"]

        def entry(change: str, record: dict[str, Any], before: list[int] | None, after: list[int] | None) -> dict[str, Any]:
            place = (tuple(before or ()), tuple(after or ()))
            if place in found:
                found[place]["_change"] = "move+update"
                return found[place]
            keys = record["id"] if len(self.request.on) > 1 else [record["id"]]
            made = {"_change": change, **dict(zip(self.request.on, keys))}
            for when, at, side in (("before", before, 0), ("after", after, 1)):
                made[f"section_{when}"] = self.section(side, at[0]) if at else None
                made[f"position_{when}"] = at[1] if at else None
            made.update(changed=None, old=None, new=None)
            found[place] = made
            return made

        for record in items["moved"]:
            entry("move", record, record["from"], record["to"])
        for record in items["updated"]:
            made = entry("update", record, record["from"], record["to"])
            fields, added, removed = record["fields"], record["added"], record["removed"]
            made["changed"] = [*fields, *added, *removed]
            made["old"] = {**{name: values[0] for name, values in fields.items()}, **removed}
            made["new"] = {**{name: values[1] for name, values in fields.items()}, **added}
        for record in items["inserted"]:
            entry("insert", record, None, record["at"])["new"] = record["item"]
        for record in items["deleted"]:
            entry("delete", record, record["at"], None)["old"] = record["item"]
        places = sorted(found, key=self._place)
        return (found[place] for place in places)

    def _place(self, place: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[float, ...]:
        """Where a record is listed: in its section of new, those that are gone last; sections that are gone last."""
        before, after = place
        if after:
            return after
        after_of = self._after_of()
        section = after_of.get(before[0], math.inf)
        return (section, math.inf, *before)

    def _after_of(self) -> dict[int, int]:
        """The place after of each section that is kept, by its place before."""
        if self.request.section is None:
            return {0: 0}
        if self._kept is None:
            names = [self._names(side) for side in (0, 1)]
            places = {name: place for place, name in enumerate(names[1])}
            self._kept = {place: places[name] for place, name in enumerate(names[0]) if name in places}
        return self._kept

    def changes(self) -> pa.Table:
        """The same without values, as a table whose keys and sections are texts."""
        names = [
            *((key, pa.string()) for key in self.request.on),
            ("section_before", pa.string()),
            ("section_after", pa.string()),
            ("position_before", pa.int64()),
            ("position_after", pa.int64()),
            ("changed", pa.list_(pa.string())),
        ]
        schema = pa.schema([("_change", pa.string()), *names])
        rows = list(self.records())
        columns = []
        for name, kind in zip(schema.names, schema.types):
            values = [row[name] for row in rows]
            columns.append(pa.array([_text(value) for value in values] if kind == pa.string() else values, kind))
        return pa.table(columns, schema=schema)

    def section(self, side: int, place: int) -> Any:
        """The name of a section by its place."""
        if self.request.section is None:
            return None
        return json.loads(self._names(side)[place])

    def _names(self, side: int) -> list[str]:
        if self._sections is None:
            self._sections = [list(dict.fromkeys(self._values(path))) for path in self.paths]
        return self._sections[side]

    def _values(self, path: str) -> Iterable[str]:
        """The section of each record, as JSON."""
        name = self.request.section or ""
        if path.lower().endswith((".csv", ".tsv")):
            with Path(path).open(newline="", encoding="utf-8-sig") as file:
                for row in csv.DictReader(file, delimiter="\t" if path.lower().endswith(".tsv") else ","):
                    yield json.dumps(row[name])
            return
        text = Path(path).read_text(encoding="utf-8-sig")
        if path.lower().endswith(".json"):
            records = json.loads(text)
        else:
            records = (json.loads(line) for line in text.split("\n") if line.strip())
        for record in records:
            yield json.dumps(_member(record, name))


def _member(record: Any, path: str) -> Any:
    """What a dotted path names, as the command reads it; ``None`` where there is nothing."""
    if not isinstance(record, dict):
        return None
    if path in record:
        return record[path]
    first, _, rest = path.partition(".")
    return _member(record.get(first), rest) if rest else None


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
