"""What can go wrong, each with one line that says what, where and what to do."""

from __future__ import annotations


class SectionDiffError(Exception):
    """Trouble that ends a comparison; its text is one line."""


class InputError(SectionDiffError, ValueError):
    """An input or an option that cannot be used: no such column, different types, no such table.

    Raised before any row is compared.
    """


class RepeatedKeys(InputError):
    """A key occurs on more than one row of a side, and ``duplicates`` is ``"reject"``.

    Attributes:
        side: ``"old"`` or ``"new"``.
        keys: Some of the keys, at most ten, each with how often it occurs.
    """

    def __init__(self, side: str, keys: list[tuple[tuple[object, ...], int]], columns: tuple[str, ...]) -> None:
        self.side = side
        self.keys = keys
        shown = ", ".join(f"{_shown(key, columns)} ({count} times)" for key, count in keys[:3])
        more = ", and others" if len(keys) > 3 else ""
        super().__init__(
            f"{side}: keys occur more than once: {shown}{more}; "
            'name more columns with on=, or give duplicates="allow"'
        )


class EngineError(SectionDiffError):
    """DuckDB or Spark ended with an error while it compared: a damaged file, say, or no memory; its own words follow."""


class VerificationError(SectionDiffError):
    """The engine lost or doubled rows: the changes do not turn old into new. Nothing is returned."""


class CommandError(SectionDiffError):
    """The command ``section-diff`` ended with an error; its own words follow."""


def _shown(key: tuple[object, ...], columns: tuple[str, ...]) -> str:
    return ", ".join(f"{column}={value!r}" for column, value in zip(columns, key))


def first_line(error: Exception) -> str:
    """What an error of something else says, in one line."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
