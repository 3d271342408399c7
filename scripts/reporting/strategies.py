"""The strategies and their colours, read from the one list of the package: the lines of DiffStrategy.swift."""

import pathlib
import re

LIST = pathlib.Path(__file__).parents[2] / "Sources/DiffWorkloads/DiffStrategy.swift"
ENTRY = re.compile(r'DiffStrategy\("([\w-]+)", .*light: "(#[0-9a-f]{6})", dark: "(#[0-9a-f]{6})"\)')


def listed(text):
    """Name: colour on a light page, colour on a dark page."""
    found = {name: (light, dark) for name, light, dark in ENTRY.findall(text)}
    if not found:
        raise SystemExit(f"error: no strategy is listed in {LIST}; one line is one entry, with light: and dark:")
    return found


COLORS = listed(LIST.read_text(encoding="utf-8"))
NAMES = list(COLORS)
