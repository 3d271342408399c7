"""What is compared, and how: the options, checked once for all engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, Union

from ._errors import InputError

#: The columns of an answer besides those of the key.
ANSWER = (
    "_change",
    "section_before",
    "section_after",
    "position_before",
    "position_after",
    "changed",
    "old",
    "new",
)

Columns = Union[str, Iterable[str]]
Order = Union[str, tuple[str, Literal["asc", "desc"]]]


@dataclass(frozen=True)
class Request:
    """The options of a comparison.

    Attributes:
        on: The columns that identify a record, at least one.
        section: The column that names a record's section; ``None`` for one section.
        order: The columns that give the order in a section, each with whether it falls; ``None`` where the order is
            that of the rows, as far as the input has one; empty where order is not compared.
        ignore: Columns that are left out of the comparison of content.
        only: The columns that are compared; ``None`` for all.
        tolerance: How far two numbers of a column may be apart and be equal, by column.
        duplicates: ``"reject"`` or ``"allow"``.
        max_runs: How many runs are planned at once; ``None`` for all.
    """

    on: tuple[str, ...]
    section: str | None = None
    order: tuple[tuple[str, bool], ...] | None = None
    ignore: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    tolerance: Mapping[str, float | Decimal] = field(default_factory=dict)
    duplicates: str = "reject"
    max_runs: int | None = None

    @classmethod
    def make(
        cls,
        on: Columns | None = None,
        section: str | None = None,
        order: Order | Iterable[Order] | Literal[False] | None = None,
        ignore: Columns = (),
        only: Columns | None = None,
        tolerance: Mapping[str, float | Decimal] | None = None,
        duplicates: str = "reject",
        max_runs: int | None = None,
        join_columns: Columns | None = None,
    ) -> Request:
        """Checks options as they are given.

        Raises:
            InputError: One of them cannot be used.
        """
        if on is not None and join_columns is not None:
            raise InputError("give on= or join_columns=, which are one option, not both")
        keys = _columns("on", join_columns if on is None else on)
        if not keys:
            raise InputError("give the columns that identify a record: on=")
        for key in keys:
            if key.casefold() in ANSWER:
                raise InputError(f"a column of the key is called {key!r}, as a column of the answer is; rename it")
        if duplicates not in ("reject", "allow"):
            raise InputError(f'duplicates is "reject" or "allow", not {duplicates!r}')
        if max_runs is not None and (not isinstance(max_runs, int) or not 1 <= max_runs < 2**31):
            raise InputError(f"max_runs is a whole number from 1 to {2**31 - 1}, not {max_runs!r}")
        if section is not None and not isinstance(section, str):
            raise InputError(f"section is the name of one column, not {section!r}")
        if not isinstance(tolerance or {}, Mapping):
            raise InputError(f"tolerance is a number for each column, as {{'price': 0.005}}, not {tolerance!r}")
        limits = dict(tolerance or {})
        for column, limit in limits.items():
            is_number = isinstance(limit, (int, float, Decimal)) and not isinstance(limit, bool)
            if not is_number or not 0 <= limit < 10**38:
                raise InputError(f"tolerance of {column}: a number from 0 up to 38 digits, not {limit!r}")
            if column in keys:
                raise InputError(f"tolerance of {column}: it is a column of the key, which is compared exactly")
        if only is not None and not _columns("only", only):
            raise InputError("only: name a column at least, or leave it out")
        return cls(
            on=keys,
            section=section,
            order=_order(order),
            ignore=_columns("ignore", ignore),
            only=None if only is None else _columns("only", only),
            tolerance=limits,
            duplicates=duplicates,
            max_runs=max_runs,
        )

    def compared(self, old: list[str], new: list[str]) -> list[str]:
        """The columns whose values are compared: those of old, then those that only new has.

        Raises:
            InputError: A column that an option names is not there.
        """
        everything = old + [name for name in new if name not in old]
        for side, names in (("old", old), ("new", new)):
            needed = [("on", name) for name in self.on]
            needed += [("section", self.section)] if self.section is not None else []
            needed += [("order", name) for name, _ in self.order or ()]
            for option, name in needed:
                if name not in names:
                    raise InputError(f"{side}: there is no column {name!r}, which {option}= names; {_known(names)}")
        folded = {name.casefold(): name for name in old}
        for name in new:
            other = folded.get(name.casefold(), name)
            if name not in old and other != name:
                raise InputError(f"column {other!r} of old is called {name!r} in new; rename one of them")
        for option, given in (("ignore", self.ignore), ("only", self.only or ()), ("tolerance", self.tolerance)):
            for name in given:
                if name not in everything:
                    raise InputError(
                        f"there is no column {name!r} on either side, which {option}= names; {_known(everything)}"
                    )
        return [
            name
            for name in everything
            if name not in self.on and name not in self.ignore and (self.only is None or name in self.only)
        ]


def _columns(option: str, given: Columns | None) -> tuple[str, ...]:
    if given is not None and not isinstance(given, Iterable):
        raise InputError(f"{option}: the name of a column, or several, not {given!r}")
    names = (given,) if isinstance(given, str) else tuple(given or ())
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"{option}: the name of a column is a str, not {name!r}")
    if len(set(names)) != len(names):
        raise InputError(f"{option}: a column is named twice: {', '.join(names)}")
    return names


def _order(given: Order | Iterable[Order] | Literal[False] | None) -> tuple[tuple[str, bool], ...] | None:
    if given is None:
        return None
    if given is False:
        return ()
    if isinstance(given, str) or (isinstance(given, tuple) and len(given) == 2 and given[1] in ("asc", "desc")):
        given = [given]  # type: ignore[list-item]
    if not isinstance(given, Iterable):
        raise InputError(f"order: the name of a column, or several, not {given!r}")
    columns: list[tuple[str, bool]] = []
    for column in given:
        if isinstance(column, str):
            columns.append((column, False))
        elif isinstance(column, tuple) and len(column) == 2 and column[1] in ("asc", "desc"):
            columns.append((column[0], column[1] == "desc"))
        else:
            raise InputError(f'order: the name of a column, or (name, "desc"), not {column!r}')
    if not columns:
        raise InputError("order: name a column at least; False compares no order")
    _columns("order", [name for name, _ in columns])
    return tuple(columns)


def _known(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:20])
    return f"there are {shown}" + (" and others" if len(names) > 20 else "") if names else "it has none"
