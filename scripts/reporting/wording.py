"""How figures are written, the same in the page and in README.md."""


def number(value, digits=3):
    """Three significant digits, thousands set apart: 0.0184, 1.25, 31.3, 1,479."""
    if value == 0:
        return "0"
    text = f"{float(f'{value:.{digits}g}'):,.12f}".rstrip("0").rstrip(".")
    whole, _, decimals = text.partition(".")
    # 1.2 and 1.20 are different claims.
    significant = len((whole + decimals).replace(",", "").lstrip("0"))
    if abs(value) < 10 ** (digits - 1) and significant < digits:
        text = whole + "." + decimals + "0" * (digits - significant)
    return text


def time(nanoseconds):
    """For example 548 µs."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        # 999.6 µs would be 1,000 µs.
        if nanoseconds >= 0.9995 * size:
            return f"{number(nanoseconds / size)} {unit}"
    return f"{number(nanoseconds)} ns"


def share(value):
    return f"{number(value * 100, 2)} %"


def one_of(values):
    """For example "1,000, 10,000 and 100,000"."""
    values = [f"{value:,}" if isinstance(value, int) else str(value) for value in values]
    return values[0] if len(values) == 1 else ", ".join(values[:-1]) + " and " + values[-1]


def noise(run):
    """What a ratio is worth in this run."""
    cells = [cell for cell in run.cells if cell.noise]
    if not cells:
        return "not measured"
    off = sorted(abs(cell.noise.median - 1) for cell in cells)
    worst = max(cells, key=lambda cell: abs(cell.noise.median - 1))
    return (f"the first strategy against itself is off by {share(off[len(off) // 2])} in the median table and by "
            f"{share(off[-1])} in the worst ({worst.label}, {worst.size:,} items)")


def ratio(cell, row, floor):
    """The ratio of a row to a floor; where the standard library takes too long, that it does."""
    if row is None:
        return "–"
    if floor in row.ratios:
        return number(row.ratios[floor].median)
    if floor == "stdlib":
        return number(row.nanoseconds / cell.stdlib) if cell.stdlib else "> 20 s"
    return "–"
