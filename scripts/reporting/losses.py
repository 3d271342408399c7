"""Compares a run with the targets, and finds where something else is better."""

import dataclasses
import json
import pathlib

import benchmark_runs
import wording

# Below this a difference is not worth a line, on the quietest machine.
SLIGHT = 1.05
# What became of a target.
MET, MISSED, TIME_MET = STATES = ("met", "missed", "time met, instructions not counted")


@dataclasses.dataclass
class Target:
    """The most that a strategy may take of an item: instructions, which no load changes, and time on a quiet machine."""
    instructions: float
    nanoseconds: float
    reason: str

    def missed(self, cell, strategy):
        """What is more, in words, of what was measured."""
        found = []
        counted = per_item(cell, strategy)
        if counted is not None and counted > self.instructions:
            found.append(f"{wording.number(counted)} instructions, not {self.instructions:g}")
        time = cell.rows[strategy].nanoseconds / max(1, cell.items)
        if time > self.nanoseconds:
            found.append(f"{wording.number(time)} ns, not {self.nanoseconds:g}")
        return found

    def __str__(self):
        return f"{self.instructions:g} instructions, {self.nanoseconds:g} ns"


def per_item(cell, name):
    """The instructions of a contender for each item; None where they were not counted."""
    count = cell.instructions.get(name)
    return None if count is None else count / max(1, cell.items)


class Targets:
    """The table of targets in targets.json."""

    def __init__(self):
        data = json.loads((pathlib.Path(__file__).parent / "targets.json").read_text(encoding="utf-8"))
        self.strategy, self.size, self.growth = data["strategy"], data["size"], data["growth"]
        self.allocations, self.bytes_per_item = data["allocations"], data["bytesPerItem"]
        self.moves, self.floors = data["movesAmongRepeats"], data["floors"]
        self._costs = {(workload, elements): Target(entry["instructions"], entry["nanoseconds"], entry["reason"])
                       for entry in data["costs"]
                       for workload in entry["workloads"] for elements in entry["elements"]}

    def of(self, cell):
        """The target for this cell; None where there is none, or where it is for another size."""
        return self._costs.get((cell.workload, cell.elements)) if cell.size == self.size else None

    def is_met(self, cell):
        """None where there is no target, and where the time is met and instructions were not counted."""
        target = self.of(cell)
        if target is None or self.strategy not in cell.rows:
            return None
        if target.missed(cell, self.strategy):
            return False
        return True if self.strategy in cell.instructions else None

    def state(self, cell):
        """One of STATES; None where there is no target."""
        if self.of(cell) is None or self.strategy not in cell.rows:
            return None
        return {True: MET, False: MISSED, None: TIME_MET}[self.is_met(cell)]


@dataclasses.dataclass
class Loss:
    """One way in which a workload comes out worse."""
    kind: str
    label: str
    sizes: list
    by: str


def losses(run, targets):
    """Every missed target, and every strategy, floor or library that is better than ours by more than 5 %."""
    found = []
    for label, cells in run.by_label().items():
        cells = [cell for cell in cells if targets.strategy in cell.rows]
        for judge in (_costs, _memory, _moves, _growth, _rivals, _answers):
            found += [Loss(kind, label, sizes, by) for kind, sizes, by in judge(cells, targets)]
    return found


def grouped(run, targets):
    """What is worse: where and by how much, in words. No size is given where it is that of the targets."""
    groups = {}
    for loss in losses(run, targets):
        sizes = "" if loss.sizes == [targets.size] else f" at {wording.one_of(loss.sizes)}"
        groups.setdefault(loss.kind, []).append(f"{loss.label}{sizes}: {loss.by}")
    # Targets first, what may be chance last.
    return dict(sorted(groups.items(), key=lambda group: ("target" not in group[0], "noise" in group[0])))


def scan_sentence(run, targets):
    """The floor scan finds no changes and beats nearly everything: one sentence, not a row each."""
    ratios = [benchmark_runs.paired(cell.rows[targets.strategy], cell.rows["scan"])
              for cell in run.cells if targets.strategy in cell.rows]
    faster = [ratio for ratio in ratios if ratio > SLIGHT]
    if not faster:
        return "*scan*, which only compares and finds no changes, is nowhere faster."
    return ("*scan*, which only compares and finds no changes, is faster in "
            f"{len(faster)} of {len(ratios)} measurements, by {wording.number(min(faster))} to "
            f"{wording.number(max(faster))} ×.")


def _costs(cells, targets):
    for cell in cells:
        target = targets.of(cell)
        for missed in target.missed(cell, targets.strategy) if target else ():
            yield "a target of an item's cost is missed", [cell.size], missed


def _memory(cells, targets):
    for cell in cells:
        row = cell.rows[targets.strategy]
        if cell.size != targets.size or row.allocations is None:
            continue
        if row.allocations > targets.allocations:
            yield f"target: at most {targets.allocations} allocations", [cell.size], f"{row.allocations:,}"
        if row.bytes > targets.bytes_per_item * cell.items:
            by = wording.number(row.bytes / cell.items)
            yield f"target: at most {targets.bytes_per_item} bytes an item", [cell.size], by


def _moves(cells, targets):
    """Among repeats: the items kept less the longest common subsequence, which the shortest script keeps, must move."""
    for cell in cells:
        ours, shortest = cell.rows[targets.strategy], cell.rows.get("myers")
        if not cell.workload.startswith("repeats") or cell.size != targets.size:
            continue
        if shortest is None or not shortest.is_shortest:
            continue
        fewest = shortest.changes["deletes"] - ours.changes["deletes"]
        if ours.changes["moves"] > targets.moves * fewest:
            yield (f"target: at most {targets.moves:g} × the fewest moves among repeats", [cell.size],
                   f"{ours.changes['moves']:,} against {fewest:,}")


def _growth(cells, targets):
    def exponent(figure, least=0.0):
        return benchmark_runs.growth([(cell.size, figure(cell)) for cell in cells], least)

    sizes = [cell.size for cell in cells]
    for kind in ("comparisons", "hashes"):
        # As few as that do not grow in any way that matters.
        k = exponent(lambda cell: cell.rows[targets.strategy].counts[kind], least=min(sizes, default=0))
        if k is not None and k > targets.growth["counts"]:
            yield f"target: {kind} grow as nᵏ, k at most {targets.growth['counts']}", sizes, f"k = {k:.3f}"
    counted = [cell for cell in cells if targets.strategy in cell.instructions]
    k = benchmark_runs.growth([(cell.size, cell.instructions[targets.strategy]) for cell in counted])
    if k is not None and k > targets.growth["instructions"]:
        yield (f"target: instructions grow as nᵏ, k at most {targets.growth['instructions']}",
               [cell.size for cell in counted], f"k = {k:.3f}")


def _rivals(cells, targets):
    names = [name for cell in cells for name in cell.rows if name not in (targets.strategy, "scan")] + ["stdlib"]
    for name in dict.fromkeys(names):
        slower = [(cell, _slower(cell, name, targets.strategy)) for cell in cells]
        slower = [(cell, ratio) for cell, ratio in slower if ratio is not None and ratio > SLIGHT]
        for words, within in (("", False), (", within the noise floor", True)):
            group = [(cell, ratio) for cell, ratio in slower if (ratio - 1 <= cell.noise_share) == within]
            if not group:
                continue
            low, high = (wording.number(bound(ratio for _, ratio in group)) for bound in (min, max))
            more = any(name in cell.rows and cell.rows[name].changes
                       and cell.rows[name].operations > cell.rows[targets.strategy].operations for cell, _ in group)
            by = f"{low} ×" if low == high else f"{low} to {high} ×"
            yield (f"{name} is faster{words}", [cell.size for cell, _ in group],
                   by + (", with more operations" if more else ""))


def _slower(cell, name, strategy):
    ours = cell.rows[strategy]
    if name in cell.rows:
        return benchmark_runs.paired(ours, cell.rows[name])
    return ours.nanoseconds / cell.stdlib if name == "stdlib" and cell.stdlib else None


def _answers(cells, targets):
    for cell in cells:
        ours = cell.rows[targets.strategy].operations
        for row in cell.strategies:
            if row.operations < ours:
                yield f"{row.name} needs fewer operations", [cell.size], f"{row.operations:,} against {ours:,}"
