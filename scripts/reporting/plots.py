"""The plots of a run, as Vega-Lite specifications."""

import itertools

import losses
import strategies
import wording

# Name: colour on a light page, colour on a dark page. Plots are drawn in the light ones; the page exchanges them.
COLORS = {
    "paper": ("#fffffe", "#14171c"),
    "ink": ("#1d2330", "#e6e9ef"),
    "quiet": ("#667084", "#98a2b5"),
    "line": ("#e3e6ec", "#2b313c"),
    **strategies.COLORS,
    "scan": ("#98a0b0", "#7d8799"),
    "dict": ("#4d566a", "#c3cad8"),
    "stdlib": ("#d6336c", "#ff7aa5"),
    "deletes": ("#e0605a", "#f0827c"),
    "inserts": ("#3fa66a", "#58c586"),
    "moves": ("#4d82ec", "#78a6ff"),
    "missed": ("#d97c3e", "#f0a066"),
    "uncounted": ("#9db8ea", "#5b78b5"),
}
SHAPES = {**dict(zip(strategies.COLORS, itertools.cycle(["circle", "diamond", "square", "cross", "triangle-down"]))),
          "scan": "stroke", "dict": "stroke", "stdlib": "triangle-up"}
SERIES = list(SHAPES)
KINDS = ["deletes", "inserts", "moves"]
TIME_LIMIT = 20e9
SECONDS = ("datum.value >= 1e9 ? format(datum.value / 1e9, ',') + ' s' : datum.value >= 1e6 ? datum.value / 1e6 + ' ms'"
           " : datum.value >= 1e3 ? datum.value / 1e3 + ' µs' : datum.value + ' ns'")
POWERS = [10.0 ** power for power in range(-6, 12)]


def color(name):
    return COLORS[name][0]


def all_plots(run, targets, is_narrow=False):
    """Name: specification; of a narrow one the panels stand below one another, for a telephone."""
    cells = run.at(targets.size)
    plots = {"cost": cost(cells, targets), "time": time(run), "operations": operations(cells)}
    plots = {name: plot for name, plot in plots.items() if plot}
    return {name: _narrowed(plot) for name, plot in plots.items()} if is_narrow else plots


# The widest part of a narrow plot, without its labels; all of it then takes about as much as a telephone has.
NARROW = {620: 170, 248: 270, 232: 220}


def _narrowed(spec):
    """The same plot for a page that is a third as wide."""
    def narrowed(part, key=None):
        if isinstance(part, dict):
            part = {name: narrowed(value, name) for name, value in part.items()}
            if key == "legend" and part.get("orient") == "top":
                part.setdefault("columns", 3)
            return part
        if isinstance(part, list):
            return [narrowed(value) for value in part]
        if key == "width":
            return NARROW.get(part, part)
        return {"columns": 1, "labelLimit": part and 150}.get(key, part)

    spec = {**narrowed({name: value for name, value in spec.items() if name != "data"}), "data": spec["data"]}
    spec["config"]["legend"]["layout"] = {"top": {"direction": "vertical", "margin": 8}}
    spec["padding"] = {"left": 14, "right": 14, "top": 10, "bottom": 8}
    return spec


def time(run):
    """Time against n, a panel for each workload that was measured at more than one size."""
    panels = {label: cells for label, cells in run.by_label().items() if len(cells) > 1}
    points = []
    for label, cells in panels.items():
        for cell in cells:
            times = {name: row.nanoseconds for name, row in cell.rows.items() if name in SERIES}
            times.setdefault("stdlib", cell.stdlib or TIME_LIMIT)
            points += [{"panel": label, "series": name, "items": cell.size, "time": value,
                        "over": name == "stdlib" and cell.stdlib is None} for name, value in times.items()]
    if not points:
        return None
    series = [name for name in SERIES if any(point["series"] == name for point in points)]
    items, times = ([point[key] for point in points] for key in ("items", "time"))
    x = {"field": "items", "type": "quantitative", "title": "items (n)",
         "scale": {"type": "log", "domain": [min(items) / 1.3, max(items) * 1.3], "nice": False},
         "axis": {"values": POWERS, "format": ",d"}}
    y = {"field": "time", "type": "quantitative", "title": "time of one diff",
         "scale": {"type": "log", "domain": [min(times) / 2, max(times) * 5], "nice": False},
         "axis": {"values": POWERS, "labelExpr": SECONDS}}
    legend = {"orient": "top", "title": None, "symbolType": "circle", "symbolSize": 90}
    return _styled({
        "data": {"values": points},
        "facet": {"field": "panel", "type": "nominal", "sort": list(panels), "title": None,
                  "header": {"labelFontWeight": 600, "labelFontSize": 13, "labelPadding": 4}},
        "columns": 3, "spacing": {"row": 18, "column": 24}, "resolve": {"axis": {"x": "independent"}},
        "spec": {"width": 248, "height": 190, "encoding": {
            "x": x, "y": y, "color": {**_named("series", series, [color(name) for name in series]), "legend": legend}},
            "layer": [
                # The default stands out, below the thin line of the strategy that it picked.
                {"mark": {"type": "line", "strokeJoin": "round"}, "encoding": {
                    "strokeWidth": {"condition": {"test": "datum.series == 'adaptive'", "value": 5}, "value": 1.8},
                    "strokeOpacity": {"condition": {"test": "datum.series == 'adaptive'", "value": 0.45}, "value": 1},
                    "strokeDash": {"condition": {"test": "indexof(['scan', 'dict', 'stdlib'], datum.series) >= 0",
                                                 "value": [5, 4]}, "value": [1, 0]}}},
                {"transform": [{"filter": "!datum.over"}],
                 "mark": {"type": "point", "filled": True, "size": 26, "opacity": 1}},
                {"transform": [{"filter": "datum.over"}],
                 "mark": {"type": "point", "filled": True, "shape": "triangle-up", "size": 80, "opacity": 1}},
                {"transform": [{"filter": "datum.over"}],
                 "mark": {"type": "text", "align": "right", "dx": 6, "dy": -11, "fontSize": 10},
                 "encoding": {"text": {"value": "> 20 s"}}},
            ]}})


# What a bar is called, by what became of the target, and its colour.
STATES = {losses.MET: "target met", losses.MISSED: "target missed", losses.TIME_MET: losses.TIME_MET,
          None: "no target"}
SHADES = {losses.MET: "adaptive", losses.MISSED: "missed", losses.TIME_MET: "uncounted", None: "scan"}
# Lines, as of the floors elsewhere, would be lost among the bars.
DOTS = {**SHAPES, "scan": "triangle-left", "dict": "triangle-right"}


def cost(cells, targets):
    """The time of an item, a bar for each workload, with the interval, the target, the other strategies and the floors."""
    bars, dots = _cost_data(cells, targets)
    if not bars:
        return None
    ends = [value for bar in bars for value in (bar["low"], bar["high"], bar["target"] or bar["cost"])]
    ends += [dot["cost"] for dot in dots]
    least = min(ends) / 1.4
    scale = {"type": "log", "domain": [least, max(ends) * 1.4], "nice": False}
    y = {"field": "workload", "type": "nominal", "sort": [bar["workload"] for bar in bars], "title": None,
         "axis": {"labelFontSize": 12, "ticks": False, "domain": False, "labelLimit": 260, "labelPadding": 8}}
    axis = {"values": POWERS, "labelExpr": "datum.value >= 1 ? format(datum.value, ',') : datum.value"}
    title = "ns an item (log scale; less is faster)"

    def x(field):
        return {"field": field, "type": "quantitative", "title": title, "scale": scale, "axis": axis}

    def tick(field, thickness, height):
        mark = {"type": "tick", "thickness": thickness, "height": height, "color": color("ink"), "opacity": 1}
        return {"mark": mark, "encoding": {"x": x(field)}}

    states = [state for state in STATES if any(bar["state"] == STATES[state] for bar in bars)]
    series = [name for name in SERIES if any(dot["series"] == name for dot in dots)]
    legend = {"orient": "top", "title": "others"}
    layers = [
        {"mark": {"type": "bar", "height": 13, "cornerRadius": 2}, "encoding": {
            "x": x("cost"), "x2": {"datum": least},
            "color": {**_named("state", map(STATES.get, states), [color(SHADES[state]) for state in states]),
                      # Two in a row, and none cut.
                      "legend": {"orient": "top", "title": targets.strategy, "symbolType": "square", "columns": 2,
                                 "labelLimit": 0}}}},
        {"mark": {"type": "rule", "strokeWidth": 1.3, "color": color("ink")},
         "encoding": {"x": x("low"), "x2": {"field": "high"}}},
        tick("low", 1.3, 7), tick("high", 1.3, 7),
        {"data": {"values": dots},
         "mark": {"type": "point", "filled": True, "size": 46, "opacity": 1, "stroke": color("paper"),
                  "strokeWidth": 0.8},
         "encoding": {
             "x": x("cost"),
             "color": {**_named("series", series, [color(name) for name in series]), "legend": legend},
             "shape": {**_named("series", series, [DOTS[name] for name in series]), "legend": legend}}},
        {"transform": [{"filter": "isValid(datum.target)"}], **tick("target", 3, 19)},
        {"mark": {"type": "text", "align": "right", "dx": 60, "fontSize": 12, "color": color("ink")},
         "encoding": {"x": {"value": "width"}, "text": {"field": "text"}}},
    ]
    return _styled({"data": {"values": bars}, "width": 620, "height": {"step": 25}, "encoding": {"y": y},
                    "layer": [layer for layer in layers if dots or layer.get("data") != {"values": dots}],
                    "resolve": {"scale": {"color": "independent", "shape": "independent"}}})


def _cost_data(cells, targets):
    bars, dots = [], []
    for cell in cells:
        ours = cell.rows.get(targets.strategy)
        if not ours:
            continue
        label = cell.label if cell.size == targets.size else f"{cell.label} ({cell.size:,})"
        target, items = targets.of(cell), max(1, cell.items)
        bars.append({"workload": label, "cost": ours.nanoseconds / items, "low": ours.low / items,
                     "high": ours.high / items, "target": target and target.nanoseconds,
                     "text": wording.number(ours.nanoseconds / items), "state": STATES[targets.state(cell)]})
        dots += [{"workload": label, "series": row.name, "cost": row.nanoseconds / items} for row in cell.rows.values()
                 if row is not ours and row.name in SERIES and (row.changes or row.name in ("scan", "dict"))]
    return bars, dots


def _named(field, domain, values):
    return {"field": field, "type": "nominal", "scale": {"domain": list(domain), "range": values}}


def operations(cells):
    """Deletes, inserts and moves of each strategy, a panel for each workload that has any; the line is the fewest."""
    shown = [cell for cell in cells if any(row.operations for row in cell.strategies)]
    parts, totals, panels = [], [], []
    for cell in shown:
        panel = f"{cell.label} ({cell.size:,})"
        panels.append(panel)
        for row in cell.strategies:
            parts += [{"panel": panel, "strategy": row.name, "kind": kind, "count": row.changes[kind], "order": order}
                      for order, kind in enumerate(KINDS) if row.changes[kind]]
            totals.append({"panel": panel, "strategy": row.name, "total": row.operations, "fewest": cell.fewest,
                           "text": f"{row.operations:,}"})
    if not shown:
        return None
    strategies = list(dict.fromkeys(total["strategy"] for total in totals))
    x = {"type": "quantitative", "title": "operations",
         "axis": {"tickCount": 3, "format": ",d"}, "scale": {"zero": True}}
    y = {"field": "strategy", "type": "nominal", "sort": strategies, "title": None,
         "axis": {"ticks": False, "domain": False, "labelPadding": 6}}
    return _styled({
        "data": {"values": parts + totals},
        "facet": {"field": "panel", "type": "nominal", "sort": panels, "title": None,
                  "header": {"labelFontWeight": 600, "labelFontSize": 13, "labelPadding": 4}},
        "columns": 3, "spacing": {"row": 24, "column": 30}, "resolve": {"scale": {"x": "independent"}},
        "spec": {"width": 232, "height": {"step": 21}, "encoding": {"y": y}, "layer": [
            {"transform": [{"filter": "isValid(datum.kind)"}], "mark": {"type": "bar", "height": 13},
             "encoding": {"x": {**x, "field": "count", "stack": "zero"}, "order": {"field": "order"},
                          "color": {**_named("kind", KINDS, [color(kind) for kind in KINDS]),
                                    "legend": {"orient": "top", "title": None, "symbolType": "square"}}}},
            {"transform": [{"filter": "isValid(datum.total)"}],
             "mark": {"type": "text", "align": "left", "dx": 5, "fontSize": 11, "color": color("ink")},
             "encoding": {"x": {**x, "field": "total"}, "text": {"field": "text"}}},
            {"transform": [{"filter": "isValid(datum.total)"},
                           {"aggregate": [{"op": "max", "field": "fewest", "as": "fewest"}], "groupby": ["panel"]}],
             "mark": {"type": "rule", "strokeWidth": 1.6, "color": color("ink")},
             "encoding": {"x": {**x, "field": "fewest"}, "y": None}},
        ]}})


def titled(spec, title, run):
    """The plot with a title and, below it, where it was measured."""
    return {**spec, "title": {
        "text": title, "subtitle": f"{run.commit[:12]}, {run.host}, {run.toolchain}, {run.allocator}",
        "anchor": "start", "offset": 18, "fontSize": 17, "color": color("ink"), "subtitleColor": color("quiet"),
        "subtitleFontSize": 12, "subtitlePadding": 6}}


def _styled(spec):
    text = {"labelColor": color("quiet"), "titleColor": color("quiet")}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        # Room for a font that is wider than the one that the plot was laid out in.
        "padding": {"left": 34, "right": 20, "top": 12, "bottom": 10}, **spec,
        "config": {
            "background": color("paper"), "font": "Helvetica, Arial, sans-serif",
            "view": {"stroke": None},
            "axis": {**text, "gridColor": color("line"), "domainColor": color("line"), "tickColor": color("line"),
                     "labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal", "titlePadding": 8},
            "axisY": {"grid": True}, "header": {"labelColor": color("ink"), "labelAnchor": "start"},
            "legend": {**text, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": 600, "offset": 12,
                       "columnPadding": 26, "layout": {"top": {"margin": 44}}},
        },
    }
