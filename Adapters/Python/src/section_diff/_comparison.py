"""What a comparison found."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import pyarrow as pa



@dataclass(frozen=True)
class Comparison:
    """What differs between two tables.

    Attributes:
        counts: How many records and sections came, went, moved and changed, by the names that the command uses:
            ``sectionDeletes``, ``sectionInserts``, ``sectionMoves``, ``sectionUpdates``, ``deletes``, ``inserts``,
            ``moves`` and ``updates``.
        minimal: Whether no fewer moves turn old into new. Where keys occur more than once, other pairs might move less:
            then it is false if anything moves.
        engine: ``"command"``, ``"duckdb"`` or ``"spark"``.
        on: The columns of the key.
        section: The column of the section, if there is one.
    """

    counts: dict[str, int]
    minimal: bool
    engine: str
    on: tuple[str, ...]
    section: str | None
    _changes: Callable[[], pa.Table] = field(repr=False)
    _records: Callable[[], Iterator[dict[str, Any]]] = field(repr=False)
    _patch: Callable[[], str] | None = field(repr=False, default=None)

    def matches(self) -> bool:
        """Whether nothing differs."""
        return not any(self.counts.values())

    def summary(self) -> str:
        """All counts in one line, in the words of the command."""
        words = ("deleted", "inserted", "moved", "updated")
        items = [f"{self.counts[name]} {word}" for name, word in zip(("deletes", "inserts", "moves", "updates"), words)]
        names = ("sectionDeletes", "sectionInserts", "sectionMoves", "sectionUpdates")
        sections = [f"{self.counts[name]} {word}" for name, word in zip(names, words)]
        return f"items: {', '.join(items)}; sections: {', '.join(sections)}"

    @property
    def changes(self) -> pa.Table:
        """One row for each record that came, went, moved or changed, with these columns.

        ``_change``: ``insert``, ``delete``, ``update``, ``move`` or ``move+update``; the columns of the key;
        ``section_before`` and ``section_after``; ``position_before`` and ``position_after``, from 0 in the section;
        ``changed``: the names of the changed columns.
        """
        return self._changes()

    def report(self, format: Literal["text", "html"] = "text", limit: int | None = 1_000) -> str:
        """What differs, for people.

        Args:
            format: ``"text"``, or ``"html"`` for a page of its own.
            limit: How many records are listed; ``None`` for all.
        """
        lines: list[tuple[str, str]] = []
        rest = 0
        section: object = _NoSection
        for number, record in enumerate(self._records()):
            if limit is not None and number >= limit:
                rest += 1
                continue
            here = record["section_before"] if record["_change"] == "delete" else record["section_after"]
            if here != section:
                section = here
                if self.section is not None:
                    lines.append(("section", _shown(here)))
            lines.append(_line(record, self.on))
        if rest:
            lines.append(("more", f"and {rest} more"))
        if format == "text":
            listed = [text if kind == "section" else f"  {text}" for kind, text in lines]
            return "\n".join([*listed, self.summary()]) + "\n"
        if format != "html":
            raise ValueError(f'format is "text" or "html", not {format!r}')
        rows = "\n".join(f'<div class="{kind}">{html.escape(text)}</div>' for kind, text in lines)
        return _PAGE.format(summary=html.escape(self.summary()), rows=rows)

    def to_patch(self) -> str:
        """The changes as a patch, which ``section-diff apply`` takes.

        Raises:
            ValueError: The records do not come from a text file, so there is nothing that it could be applied to.
        """
        if self._patch is None:
            raise ValueError("a patch is of text files; of tables take .changes, and apply() of the engine")
        return self._patch()


class _NoSection:
    """Before the first section."""


_MARKS = {"insert": "+", "delete": "-", "move": ">", "update": "~", "move+update": ">"}


def _line(record: dict[str, Any], on: tuple[str, ...]) -> tuple[str, str]:
    change = record["_change"]
    parts = [f"{_MARKS[change]} {', '.join(_shown(record[key]) for key in on)}"]
    if change.startswith("move"):
        before, after = record["section_before"], record["section_after"]
        if before != after:
            parts.append(f"from {_shown(before)}")
        elif record["position_before"] is not None:
            parts.append(f"{record['position_before']} → {record['position_after']}")
    old, new = record["old"] or {}, record["new"] or {}
    if change in ("insert", "delete"):
        whole = new if change == "insert" else old
        values = [f"{name}: {_shown(value)}" for name, value in whole.items() if name not in on and value not in (None, "")]
        parts.append(", ".join(values))
    elif record["changed"]:
        parts.append(", ".join(f"{name}: {_shown(old.get(name))} → {_shown(new.get(name))}" for name in record["changed"]))
    return change.replace("+", " "), "  ".join(part for part in parts if part)


def _shown(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, str):
        text: str = value
    else:
        try:
            text = json.dumps(value, default=str, ensure_ascii=False)
        except TypeError:
            # A map whose keys are no texts.
            text = str(value)
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>section-diff</title>
<style>
body {{ font: 14px/1.5 ui-monospace, monospace; margin: 2em; }}
.section {{ font-weight: bold; margin-top: 1em; }}
.insert {{ color: #116329; }} .delete {{ color: #a40e26; }} .move {{ color: #0550ae; }} .update {{ color: #7d4e00; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: #111; color: #ddd; }}
  .insert {{ color: #7ee787; }} .delete {{ color: #ffa198; }} .move {{ color: #79c0ff; }} .update {{ color: #f2cc60; }}
}}
</style>
<p>{summary}</p>
{rows}
</html>
"""
