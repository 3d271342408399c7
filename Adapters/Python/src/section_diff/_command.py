"""The command ``section-diff``, which the wheel carries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Sequence

from ._errors import CommandError


_CARRIED = Path(__file__).with_name("_bin") / "section-diff"


def binary() -> str:
    """Where the command is: ``SECTION_DIFF_COMMAND``, else the one in this package.

    Raises:
        CommandError: There is none.
    """
    named = os.environ.get("SECTION_DIFF_COMMAND")
    if named:
        return named
    if not _CARRIED.is_file():
        raise CommandError(
            "there is no section-diff: install a wheel that carries it, or name one with SECTION_DIFF_COMMAND"
        )
    return str(_CARRIED)


def run(
    arguments: Sequence[str],
    *,
    allowed: Sequence[int] = (0,),
    stdin: IO[bytes] | int = subprocess.DEVNULL,
    stdout: IO[bytes] | int = subprocess.PIPE,
) -> tuple[int, bytes]:
    """Runs the command to its end.

    Returns:
        Its exit code and what it printed.

    Raises:
        CommandError: It ended with another code than those; its own words follow.
    """
    path = binary()
    try:
        done = subprocess.run([path, *arguments], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, check=False)
    except OSError as error:
        raise CommandError(f"{path} cannot be started: {error.strerror}") from error
    if done.returncode not in allowed:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("section-diff: ")
        raise CommandError(said or f"section-diff {arguments[0]} ended with {done.returncode}")
    return done.returncode, done.stdout or b""


def plan_moves(runs: Path, moved: Path, max_runs: int | None) -> None:
    """Plans the runs in one file into another."""
    arguments = ["plan-moves"] if max_runs is None else ["plan-moves", "--max-runs", str(max_runs)]
    with runs.open("rb") as source, moved.open("wb") as target:
        run(arguments, stdin=source, stdout=target)


def main() -> None:
    """Becomes the command: what ``pip install`` puts on the path."""
    try:
        path = binary()
    except CommandError as error:
        sys.exit(f"section-diff: {error}")
    os.execv(path, ["section-diff", *sys.argv[1:]])
