"""What the header of a CSV or TSV file says, as the command reads it."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

#: How much of a file is looked at, and how many rows of it.
HEAD = 1 << 16
_ROWS = 20


@dataclass(frozen=True)
class Header:
    """The columns of a file.

    Attributes:
        delimiter: What stands between two fields.
        quote: What opens and closes a field that holds it; empty where nothing does, as in TSV.
        names: The columns; the second of one name gets `` (2)`` behind it, and so on.
    """

    delimiter: str
    quote: str
    names: tuple[str, ...]


def header(head: bytes, is_tsv: bool, is_whole: bool) -> Header | None:
    """Reads the first bytes of a file; ``None`` of an empty one.

    Raises:
        ValueError: They are no text in UTF-8, or no header.
    """
    text = head.decode("utf-8-sig", "strict" if is_whole else "ignore")
    if not text:
        return None
    if is_tsv:
        return Header("\t", "", _names(text.splitlines()[0].split("\t")))
    # The delimiter is a comma if the first rows have as many fields each, two at least; else that of the others by which
    # they have, and the most; else a comma.
    best, rows = ",", _rows(text, ",", is_whole)
    if _common(rows) < 2:
        for delimiter in ";\t|":
            other = _rows(text, delimiter, is_whole)
            if _common(other) > max(_common(rows), 1):
                best, rows = delimiter, other
    return Header(best, '"', _names(rows[0]))


def _rows(text: str, delimiter: str, is_whole: bool) -> list[list[str]]:
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            rows.append(row)
            if len(rows) > _ROWS:
                return rows[:_ROWS]
    except csv.Error as error:
        if not rows:
            raise ValueError(str(error)) from error
    # The last one may be cut off.
    while len(rows) > 1 and (not rows[-1] or not is_whole):
        rows.pop()
        is_whole = True
    return rows


def _common(rows: list[list[str]]) -> int:
    """How many fields each of the rows has; 0 where they have not as many."""
    counts = {len(row) for row in rows}
    return counts.pop() if len(counts) == 1 else 0


def _names(titles: list[str]) -> tuple[str, ...]:
    titles = titles or [""]
    taken = set(titles)
    counts: dict[str, int] = {}
    names: list[str] = []
    for title in titles:
        number = counts[title] = counts.get(title, 0) + 1
        name = title
        while number > 1 and (name := f"{title} ({number})" if title else f"({number})") in taken:
            number += 1
        taken.add(name)
        names.append(name)
    return tuple(names)
