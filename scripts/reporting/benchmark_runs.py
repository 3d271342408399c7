"""Reads benchmark runs, and says what is wrong with one that cannot be read."""

import dataclasses
import json
import math
import pathlib
import statistics

FORM = "section-diff-benchmark/1"
FLOORS = ("scan", "dict", "stdlib")
AGAIN = "measure again with the benchmark runner's --record"


class Trouble(Exception):
    """What is wrong, where, and what to do, in one line."""


@dataclasses.dataclass
class Ratio:
    """A paired ratio with the bounds of its interval."""
    median: float
    low: float
    high: float


@dataclasses.dataclass
class Row:
    """One contender on one input: a strategy or a floor."""
    name: str
    nanoseconds: float
    low: float
    high: float
    spread: float                # the median absolute deviation of its times, as a share of the median
    rounds: list                 # the mean time of each round, in nanoseconds
    ratios: dict                 # name of a floor: Ratio
    changes: dict | None         # deletes, inserts, moves, updates; None for a floor
    counts: dict                 # comparisons and hashes; empty for a floor
    is_shortest: bool            # whether no script of deletes and inserts is shorter: Myers, its budget not spent
    allocations: int | None
    bytes: int | None

    @property
    def operations(self):
        return sum(self.changes[kind] for kind in ("deletes", "inserts", "moves"))


@dataclasses.dataclass
class Cell:
    """One workload of one size and one kind of element."""
    workload: str
    elements: str
    size: int
    items: int                   # on the larger side
    rows: dict                   # name: Row, in the order of the file
    noise: Ratio | None
    stdlib: float | None         # nanoseconds; None is more than 20 s, or more memory than it may take
    instructions: dict = dataclasses.field(default_factory=dict)  # of one run, by contender; empty where not counted

    @property
    def label(self):
        return self.workload if self.elements == "int" else f"{self.workload} · {self.elements}"

    @property
    def strategies(self):
        return [row for row in self.rows.values() if row.changes is not None]

    @property
    def noise_share(self):
        """How far chance alone takes a ratio from 1."""
        return max(abs(self.noise.low - 1), abs(self.noise.high - 1)) if self.noise else float("inf")

    @property
    def fewest(self):
        return min(row.operations for row in self.strategies)


@dataclasses.dataclass
class Run:
    """All that was measured of one revision on one machine with one allocator."""
    commit: str
    toolchain: str
    host: str
    allocator: str
    seed: int                    # decides the order of the contenders in each round
    name: str                    # of the first file
    commands: list
    dates: list
    cells: list

    @property
    def identity(self):
        return (self.commit, self.toolchain, self.host, self.allocator, self.seed)

    def at(self, size):
        """One cell for each workload and kind of element: of that size, or else of its largest."""
        chosen = {}
        for cell in self.cells:
            best = chosen.get(cell.label)
            if best is None or best.size != size and (cell.size == size or cell.size > best.size):
                chosen[cell.label] = cell
        return list(chosen.values())

    def by_label(self):
        """The cells of each workload and kind of element, by size."""
        groups = {}
        for cell in sorted(self.cells, key=lambda cell: cell.size):
            groups.setdefault(cell.label, []).append(cell)
        return {cell.label: groups[cell.label] for cell in self.cells}


def paired(row, other):
    """The median over the rounds of both of the first's time by the second's; of the medians without rounds."""
    ratios = [a / b for a, b in zip(row.rounds, other.rounds) if b > 0]
    return statistics.median(ratios) if ratios else row.nanoseconds / other.nanoseconds


def growth(points, least=0.0):
    """The exponent k of n^k through sizes and figures; None with fewer than three sizes or less than 8 times."""
    points = sorted(points)
    if len(points) < 3 or points[0][0] <= 0 or points[-1][0] < 8 * points[0][0]:
        return None
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(max(figure, least, 1e-9)) for _, figure in points]
    return statistics.linear_regression(xs, ys).slope


def read_runs(paths):
    """The runs in these files; those of one revision, machine and allocator are put together."""
    runs = {}
    for path in paths:
        run = _read(path)
        known = runs.setdefault(run.identity, run)
        if known is run:
            continue
        names = {(cell.label, cell.size) for cell in known.cells}
        for cell in run.cells:
            if (cell.label, cell.size) in names:
                raise Trouble(f"{path}: {cell.label} at {cell.size} items stands in another run of the same "
                              "revision, too; give one of them")
        known.cells += run.cells
        known.commands += run.commands
        known.dates = sorted({*known.dates, *run.dates})
    return list(runs.values())


def read_json(path, again=AGAIN):
    """The JSON in a file, whose parts know their places."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror}; give a file that the benchmark runner wrote") from None
    except UnicodeDecodeError as error:
        raise Trouble(f"{path}: not UTF-8 at byte {error.start}; {again}") from None
    except json.JSONDecodeError as error:
        raise Trouble(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}; {again}") from None
    except RecursionError:
        raise Trouble(f"{path}: nested too deeply for a benchmark run; {again}") from None
    return _Value(data, str(path), "the run", again)


def _read(path):
    whole = read_json(path)
    form = whole["format"].text
    if form != FORM:
        raise Trouble(f"{path}: a benchmark run in the form {form}, not {FORM}; {AGAIN}")
    place = whole["environment"]
    date, seed = place.get("date"), place.get("seed")
    run = Run(*(place[key].text for key in ("commit", "toolchain", "host", "allocator")), seed=seed.count if seed else 0,
              name=pathlib.Path(path).stem, commands=[place["command"].text], dates=[date.text] if date else [],
              cells=[_cell(value) for value in whole["workloads"]])
    seen = set()
    for cell in run.cells:
        if (cell.label, cell.size) in seen:
            raise Trouble(f"{path}: {cell.label} at {cell.size} items stands in it twice; {AGAIN}")
        seen.add((cell.label, cell.size))
    if not run.cells:
        raise Trouble(f"{path}: a benchmark run of no workload; {AGAIN}")
    return run


def _cell(value):
    table = value["table"]
    rows = [_row(row) for row in table["rows"]]
    noise, stdlib = table.get("noise"), value.get("standardNanoseconds")
    cell = Cell(
        workload=value["name"].text, elements=value["elements"].text, size=value["size"].count,
        items=max(value["old"].count, value["new"].count), rows={row.name: row for row in rows},
        noise=_ratio(noise) if noise else None, stdlib=stdlib.positive if stdlib else None)
    for floor in ("scan", "dict"):
        if floor not in cell.rows:
            value.wrong(f"{cell.label} has no row {floor}", "measure again without --brief")
    if not cell.strategies:
        value.wrong(f"{cell.label} has no strategy")
    return cell


def _row(value):
    series, wrong = value["series"], value.get("wrong")
    if wrong:
        value.wrong(f"the answer of {series['name'].text} is wrong: {wrong.text}", "put it right first")
    interval = value["interval"]
    answer, allocations = value.get("answer"), value.get("allocations")
    counts = answer["counts"] if answer else None
    receipt = answer["receipt"] if answer else None
    ratios = value["ratios"]
    return Row(
        name=series["name"].text, nanoseconds=value["median"].positive, low=interval["low"].positive,
        high=interval["high"].positive,
        spread=value["spread"].time,
        rounds=[(turn["first"].time + turn["second"].time) / 2 for turn in series["rounds"]],
        ratios={name: _ratio(ratios[name]) for name in FLOORS if ratios.get(name)},
        # A section that goes or comes is an operation like an item.
        changes=counts and {kind: counts[kind].count + counts["section" + kind.capitalize()].count
                            for kind in ("deletes", "inserts", "moves", "updates")},
        counts={kind: receipt[kind].count for kind in ("comparisons", "hashes")} if receipt else {},
        is_shortest=bool(receipt) and series["name"].text == "myers" and not receipt["budgetExhausted"].flag,
        allocations=allocations["allocations"].count if allocations else None,
        bytes=allocations["bytes"].count if allocations else None)


def _ratio(value):
    interval = value["interval"]
    return Ratio(value["median"].positive, interval["low"].positive, interval["high"].positive)


class _Value:
    """A JSON value that knows its file and its place in it."""

    def __init__(self, data, file, place, again):
        self.data, self.file, self.place, self.again = data, file, place, again

    def wrong(self, what, advice=None):
        raise Trouble(f"{self.file}: {what} (in {self.place}); {advice or self.again}")

    def __getitem__(self, key):
        value = self.get(key)
        return value if value is not None else self.wrong(f"{key} is missing")

    def get(self, key):
        """The member of this name; None where it is missing or null."""
        if not isinstance(self.data, dict):
            self.wrong("expected an object")
        data = self.data.get(key)
        place = key if self.place == "the run" else f"{self.place}.{key}"
        return None if data is None else _Value(data, self.file, place, self.again)

    def __iter__(self):
        if not isinstance(self.data, list):
            self.wrong("expected an array")
        return iter([_Value(data, self.file, f"{self.place}[{place}]", self.again)
                     for place, data in enumerate(self.data)])

    @property
    def text(self):
        return self.data if isinstance(self.data, str) else self.wrong(f"expected a text, not {self.data!r:.40}")

    @property
    def count(self):
        if isinstance(self.data, int) and not isinstance(self.data, bool) and self.data >= 0:
            return self.data
        return self.wrong(f"expected a number from 0 up, not {self.data!r:.40}")

    @property
    def flag(self):
        return self.data if isinstance(self.data, bool) else self.wrong(f"expected true or false, not {self.data!r:.40}")

    @property
    def number(self):
        if isinstance(self.data, (int, float)) and not isinstance(self.data, bool) and math.isfinite(self.data):
            return self.data
        return self.wrong(f"expected a number, not {self.data!r:.40}")

    @property
    def time(self):
        # JSON has no infinity, but Python's reader takes it.
        if isinstance(self.data, (int, float)) and not isinstance(self.data, bool) and 0 <= self.data < math.inf:
            return self.data
        return self.wrong(f"expected a number from 0 up, not {self.data!r:.40}")

    @property
    def positive(self):
        return self.time if self.time > 0 else self.wrong(f"expected a number above 0, not {self.data!r:.40}")
