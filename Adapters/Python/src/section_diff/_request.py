"""What is compared, and how: the options, checked once for all engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Union

from ._errors import InputError

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
    tolerance: Mapping[str, float] = field(default_factory=dict)
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
        tolerance: Mapping[str, float] | None = None,
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
        if duplicates not in ("reject", "allow"):
            raise InputError(f'duplicates is "reject" or "allow", not {duplicates!r}')
        if max_runs is not None and not 1 <= max_runs < 2**31:
            raise InputError(f"max_runs is 1 to {2**31 - 1}, not {max_runs}")
        if section is not None and not isinstance(section, str):
            raise InputError(f"section is the name of one column, not {section!r}")
        limits = dict(tolerance or {})
        for column, limit in limits.items():
            if not isinstance(limit, (int, float)) or not 0 <= limit < float("inf"):
                raise InputError(f"tolerance of {column}: a number of at least 0, not {limit!r}")
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
    columns: list[tuple[str, bool]] = []
    for column in given:
        name, direction = (column, "asc") if isinstance(column, str) else column
        if direction not in ("asc", "desc"):
            raise InputError(f'order: a column with "asc" or "desc", not {direction!r}')
        columns.append((name, direction == "desc"))
    _columns("order", [name for name, _ in columns])
    return tuple(columns)


def _known(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:20])
    return f"there are {shown}" + (" and others" if len(names) > 20 else "") if names else "it has none"
