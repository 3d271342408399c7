"""A patch of the command as rows of an answer."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from ._request import Request


class Number(str):
    """A number as a file has it: with all its digits."""


def parsed(text: str) -> dict[str, Any]:
    """What the command printed, with every number as it stands there that Python would write otherwise."""

    def whole(digits: str) -> int | Number:
        number = int(digits) if len(digits) < 1_000 else None
        return number if number is not None and str(number) == digits else Number(digits)

    answer: dict[str, Any] = json.loads(text, parse_float=Number, parse_int=whole)
    return answer


class Patch:
    """What the command printed for two files."""

    def __init__(self, answer: dict[str, Any], request: Request) -> None:
        self.answer = answer
        self.request = request
        #: The names of the sections of both files, in their order.
        self.sections = [answer["sectionNames"][side] for side in ("old", "new")]
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
            # As JSON: 1 and "1" are two names.
            names = [[_json(name) for name in side] for side in self.sections]
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
        return None if self.request.section is None else self.sections[side][place]


def _json(value: Any) -> str:
    return value if isinstance(value, Number) else json.dumps(value, ensure_ascii=False)


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else _json(value)
