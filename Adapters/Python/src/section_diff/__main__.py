"""``python -m section_diff``: compares two files or tables without code."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from ._compare import compare, compared_in_database
from ._comparison import Comparison
from ._errors import SectionDiffError, first_line


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares, prints, and says by the exit code whether anything differs: 0 nothing, 1 something, 2 trouble."""
    parser = argparse.ArgumentParser(
        prog="python -m section_diff",
        description="Shows what changed between two tables: CSV, TSV, JSON, NDJSON, Parquet (also globs), and tables by "
        "their names, with --database or --engine spark.",
        epilog="examples: python -m section_diff old.parquet new.parquet --id id --section-by country; "
        "python -m section_diff --database shop.db monday tuesday --id sku",
    )
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--id", action="append", required=True, metavar="COLUMN", help="identity of a record; repeatable")
    parser.add_argument("--section-by", metavar="COLUMN", help="the section of a record")
    parser.add_argument(
        "--sort-by",
        action="append",
        metavar="COLUMN[:desc]",
        help="order in a section; repeatable; by default that of the rows, in Spark none",
    )
    parser.add_argument("--ignore", action="append", default=[], metavar="COLUMN", help="a column not compared; repeatable")
    parser.add_argument("--only", action="append", metavar="COLUMN", help="the only columns compared; repeatable")
    parser.add_argument("--duplicates", choices=("reject", "allow"), default="reject", help="keys that occur twice")
    parser.add_argument("--max-runs", type=int, metavar="N", help="runs that are planned at once; by default all")
    parser.add_argument(
        "--engine",
        choices=("command", "duckdb", "spark"),
        help="by default the smallest that serves: the command for text files, else DuckDB",
    )
    parser.add_argument("--database", metavar="FILE", help="a database of DuckDB that holds tables; it is only read")
    parser.add_argument("--format", choices=("text", "json", "summary", "html"), default="text")
    given = parser.parse_args(arguments)
    if given.database is not None and given.engine not in (None, "duckdb"):
        parser.error("--database is one of DuckDB; leave --engine out")
    order = [tuple(name.rsplit(":", 1)) if name.endswith((":desc", ":asc")) else name for name in given.sort_by or []]
    options = {
        "on": given.id,
        "section": given.section_by,
        "order": order or None,
        "ignore": given.ignore,
        "only": given.only,
        "duplicates": given.duplicates,
        "max_runs": given.max_runs,
    }
    try:
        if given.engine == "spark":
            from .spark import compared_in_session

            found: Comparison = compared_in_session(given.old, given.new, **options)
        elif given.database is not None:
            found = compared_in_database(given.database, given.old, given.new, **options)
        else:
            found = compare(given.old, given.new, engine=given.engine, **options)
        if given.format == "json":
            print(json.dumps({"counts": found.counts, "minimal": found.minimal, "engine": found.engine}))
        elif given.format == "summary":
            print(found.summary())
        else:
            sys.stdout.write(found.report(given.format))
    except SectionDiffError as error:
        print(f"section-diff: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"section-diff: {error}; for Spark: pip install 'section-diff[spark]'", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has what it wanted.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001
        # 1 would say that something differs.
        print(f"section-diff: {type(error).__name__}: {first_line(error)}; please report this", file=sys.stderr)
        return 2
    return 0 if found.matches() else 1


if __name__ == "__main__":
    sys.exit(main())
