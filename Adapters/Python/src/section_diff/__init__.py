"""Compares two tables record by record: what came, went, moved and changed, section by section.

:func:`compare` takes files and frames. Where the tables are in an engine, :func:`section_diff.duckdb.diff` and
:func:`section_diff.spark.diff` compare them there. All of them give the answer of the command ``section-diff``.
"""

from __future__ import annotations

from ._compare import compare
from ._comparison import Comparison
from ._errors import CommandError, EngineError, InputError, RepeatedKeys, SectionDiffError, VerificationError

__all__ = [
    "CommandError",
    "Comparison",
    "EngineError",
    "InputError",
    "RepeatedKeys",
    "SectionDiffError",
    "VerificationError",
    "compare",
]
