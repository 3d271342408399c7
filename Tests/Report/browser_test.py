"""Opens the report in headless Chromium and counts what is drawn, against what the run says must be."""

import base64
import html
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from PIL import Image

import report_test
import sample
import verdict_test

FOLDER = pathlib.Path(__file__).parent
ROOT = FOLDER.parents[1]
RUN = FOLDER / "sample-run.json"
TREND = FOLDER / "sample-trend.json"
TARGETS = ROOT / "scripts" / "reporting" / "targets.json"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "chromium")

# Runs in the page: marks that have a place, a size and a colour there, texts, errors, and what was fetched.
FIRST = """<script>
var troubles = [];
addEventListener("error", event => troubles.push(String(event.message || event.target.outerHTML)), true);
addEventListener("securitypolicyviolation", event => troubles.push(event.violatedDirective), true);
</script>"""
LAST = """<script>
addEventListener("load", () => {
  const plots = {};
  for (const figure of document.querySelectorAll("figure[data-plot]")) {
    const marks = {}, titles = [];
    const frame = figure.querySelector("svg")?.getBoundingClientRect();
    for (const mark of figure.querySelectorAll("[class*=role-mark] > :is(path, line, text)")) {
      const box = mark.getBoundingClientRect(), style = getComputedStyle(mark);
      const painted = style.fill !== "none" || style.stroke !== "none";
      const inside = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top
        && box.bottom <= frame.bottom;
      const kind = mark.parentElement.getAttribute("class").match(/mark-([a-z]+)/)[1];
      if (painted && inside && style.visibility === "visible" && box.width + box.height > 0)
        marks[kind] = (marks[kind] || 0) + 1;
    }
    for (const title of figure.querySelectorAll("[class*=role-axis-title] text, [class*=role-title-text] text"))
      if (title.getBoundingClientRect().width > 0) titles.push(title.textContent);
    plots[figure.dataset.plot] = {marks, titles, text: figure.textContent};
  }
  const probe = document.createElement("pre");
  probe.id = "probe";
  const names = performance.getEntriesByType("resource").map(entry => entry.name);
  const fetched = names.filter(name => !name.startsWith("data:"));
  const width = document.documentElement.scrollWidth, tables = document.querySelectorAll("table").length;
  // As letters and digits, so that nothing in it is taken for HTML.
  probe.textContent = btoa(unescape(encodeURIComponent(JSON.stringify({plots, troubles, fetched, width, tables}))));
  document.body.append(probe);
});
</script>"""


# Runs in a page that holds the report in a frame as wide as a telephone: what is cut there, and what is too small to read.
NARROW = """<script>
addEventListener("load", () => {
  const view = document.querySelector("iframe").contentDocument, width = 390, cut = [], drawn = {};
  for (const figure of view.querySelectorAll("figure")) {
    const name = figure.dataset.plot || figure.dataset.trend;
    for (const svg of figure.querySelectorAll("svg")) {
      const frame = svg.getBoundingClientRect();
      if (frame.width === 0) continue;
      drawn[name] = (drawn[name] || 0) + 1;
      if (frame.left < 0 || frame.right > width) cut.push(`${name} reaches from ${frame.left} to ${frame.right}`);
      for (let box = svg.parentElement; box; box = box.parentElement)
        if (box.scrollWidth > box.clientWidth + 1) cut.push(`${name} is cut by ${box.tagName} ${box.className}`);
      for (const text of svg.querySelectorAll("text")) {
        const box = text.getBoundingClientRect();
        if (box.width === 0) continue;
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
          || box.bottom > frame.bottom + 1) cut.push(`${name}: ${text.textContent} is cut`);
        if (box.height < 8 && box.width > 8) cut.push(`${name}: ${text.textContent} is too small`);
      }
    }
  }
  const page = view.documentElement.scrollWidth, marks = view.querySelectorAll("svg.trend circle").length;
  const probe = document.createElement("pre");
  probe.id = "probe";
  probe.textContent = btoa(unescape(encodeURIComponent(JSON.stringify({cut, drawn, page, marks}))));
  document.body.append(probe);
});
</script>"""


def report(*arguments):
    script = ROOT / "scripts" / "reporting" / "report.py"
    return subprocess.run([sys.executable, script, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def chromium(page, *options, width=1120, height=1600):
    """Opens a page in a browser of its own; returns what that printed. No name is resolved: there is no network."""
    with tempfile.TemporaryDirectory() as profile:
        command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}", "--enable-logging=stderr",
                   f"--window-size={width},{height}", *options, page.as_uri()]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


def probe(page):
    """What the browser finds in a page."""
    return probed(page.replace("<head>", "<head>" + FIRST, 1).replace("</body>", LAST + "</body>"))


def narrow_probe(page):
    """What it finds where the page is as wide as a telephone. A window cannot be that narrow, a frame can."""
    source = html.escape(page, quote=True)
    return probed(f'<!doctype html><body><iframe width="390" height="9000" srcdoc="{source}"></iframe>{NARROW}</body>')


def probed(text):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text(text, encoding="utf-8")
        done = chromium(page, "--dump-dom")
    found = re.search(r'<pre id="probe">([^<]*)</pre>', done.stdout)
    if not found:
        raise AssertionError(f"the page was not run to its end: {done.stderr[-500:]}")
    result = json.loads(base64.b64decode(found[1]))
    result["console"] = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return result


def expected(run):
    """The marks that each plot must have, counted from the run without any code of the report."""
    targets = json.loads(TARGETS.read_text(encoding="utf-8"))
    cells = run["workloads"]
    series = {"scan", "dict", "stdlib", "adaptive", "lis", "heckel", "myers"}
    panels = {cell["name"] for cell in cells if sum(other["name"] == cell["name"] for other in cells) > 1}
    points = [cell for cell in cells if cell["name"] in panels]
    slow = [cell for cell in points if cell.get("standardNanoseconds") is None]
    largest = [cell for cell in cells if cell["size"] == targets["size"]]
    aims = [cell for cell in largest for aim in targets["costs"]
            if cell["name"] in aim["workloads"] and cell["elements"] in aim["elements"]]
    counts = {cell["name"]: [row["answer"]["counts"] for row in cell["table"]["rows"] if "answer" in row]
              for cell in largest}
    kinds = ("deletes", "inserts", "moves")
    busy = {name: rows for name, rows in counts.items() if any(row[kind] for row in rows for kind in kinds)}
    return {
        # A bar and two ends of its interval, a tick for a target; the interval; three other strategies, scan and dict.
        "cost": {"rect": 3 * len(largest) + len(aims), "rule": len(largest), "symbol": 5 * len(largest),
                 "text": len(largest)},
        "time": {"line": len(panels) * len(series), "symbol": len(points) * len(series), "text": len(slow)},
        "operations": {"rect": sum(1 for rows in busy.values() for row in rows for kind in kinds if row[kind]),
                       "rule": len(busy), "text": sum(map(len, busy.values()))},
    }


TITLES = {
    "cost": ["ns an item (log scale; less is faster)"],
    "time": ["items (n)", "time of one diff"],
    "operations": ["operations"],
}


def complaints(found, run):
    """All in which what was found differs from what must be."""
    wrong = []
    for plot, marks in expected(run).items():
        drawn = found["plots"].get(plot, {"marks": {}, "titles": [], "text": ""})
        if drawn["marks"] != marks:
            wrong.append(f"{plot}: drawn are {drawn['marks']}, not {marks}")
        wrong += [f"{plot}: no axis is titled {title!r}" for title in TITLES[plot] if title not in drawn["titles"]]
        names = {cell["name"] for cell in run["workloads"]} - ({"identical"} if plot == "operations" else set())
        wrong += [f"{plot}: {name} is not named" for name in sorted(names) if name not in drawn["text"]]
    wrong += found["troubles"] + found["console"] + [f"fetched {name}" for name in found["fetched"]]
    return wrong


class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name) / "made" / "by the script"
        judged = pathlib.Path(cls.scratch.name) / "verdict.json"
        judged.write_text(json.dumps(verdict_test.value()), encoding="utf-8")
        done = report(RUN, "--verdict", judged, "--trend", TREND, "--out", cls.folder)
        if done.returncode:
            raise AssertionError(done.stderr)
        cls.page = cls.folder / "index.html"
        cls.html = cls.page.read_text(encoding="utf-8")
        cls.run_data = json.loads(RUN.read_text(encoding="utf-8"))
        # REPORT_SHOTS names a folder that the screenshots are kept in, to be looked at.
        cls.shots = pathlib.Path(os.environ.get("REPORT_SHOTS") or cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_every_plot_is_drawn(self):
        found = probe(self.html)
        self.assertEqual(complaints(found, self.run_data), [])
        self.assertLessEqual(found["width"], 1120, "the page is wider than the window")
        self.assertEqual(found["tables"], 7)

    def test_no_plot_is_cut_on_a_telephone(self):
        found = narrow_probe(self.html)
        self.assertEqual(found["cut"], [])
        self.assertLessEqual(found["page"], 390)
        changed = [series for series in json.loads(TREND.read_text(encoding="utf-8"))["series"] if series["changes"]]
        names = {f"{series['contender']} on {series['workload']}, {series['size']:,} {series['elements']}: "
                 f"{series['metric']}" for series in changed}
        self.assertEqual(found["drawn"], dict.fromkeys([*TITLES, *names], 1))
        self.assertEqual(found["marks"], sum(len(series["points"]) for series in changed))

    def test_what_becomes_of_targets_is_told_on_every_page(self):
        value, counts = report_test.judged()
        counts["environment"]["commit"] = value["environment"]["commit"]
        with sample.written(value, counts) as paths, tempfile.TemporaryDirectory() as folder:
            done = report(paths[0], "--instructions", paths[1], "--out", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            text = (pathlib.Path(folder) / "index.html").read_text(encoding="utf-8")
        drawn = probe(text)["plots"]["cost"]["text"]
        for words in ("target met", "target missed", "time met, instructions not counted", "no target"):
            # Wide and narrow, and whole.
            self.assertEqual(drawn.count(words), 2, words)
        self.assertEqual(narrow_probe(text)["cut"], [])

    def test_a_plot_that_is_cut_is_noticed(self):
        for style in (".narrow svg { min-width: 640px }", ".trend { min-width: 400px }", ".trends { width: 300px }"
                      " .trend { width: 120px }", ".trend text { transform: translateX(-40px) }"):
            with self.subTest(style):
                found = narrow_probe(self.html.replace("</style>", style + "</style>"))
                self.assertTrue(found["cut"] or found["page"] > 390)

    def test_base_against_head_comes_first_then_the_trend_and_what_got_worse_in_it(self):
        self.assertLess(self.html.index('id="verdict"'), self.html.index('id="trend"'))
        self.assertLess(self.html.index('id="trend"'), self.html.index('id="run1-cost"'))
        metrics = re.findall(r'data-trend="[^"]*: (\w+)"', self.html)
        self.assertEqual(metrics, ["time", "tokens", "moves", "fields"])

    def test_a_history_alone_is_a_page(self):
        with tempfile.TemporaryDirectory() as folder:
            done = report("--trend", TREND, "--out", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            found = probe((pathlib.Path(folder) / "index.html").read_text(encoding="utf-8"))
            self.assertEqual(found["troubles"] + found["console"] + found["fetched"], [])
        self.assertEqual(report("--out", "nowhere").returncode, 2)

    def test_a_missing_plot_is_noticed(self):
        for plot in TITLES:
            with self.subTest(plot):
                empty = re.sub(rf'(<figure data-plot="{plot}"><div class="plot">)<svg.*?</svg>', r"\1", self.html,
                               flags=re.DOTALL)
                self.assertNotEqual(empty, self.html)
                self.assertTrue(any(text.startswith(plot) for text in complaints(probe(empty), self.run_data)))

    def test_a_plot_that_is_there_but_not_to_be_seen_is_noticed(self):
        for style in (".plot { display: none }", "svg [class*=mark-line] > * { stroke: none }",
                      "svg [class*=mark-rect] > * { visibility: hidden }"):
            with self.subTest(style):
                hidden = self.html.replace("</style>", style + "</style>")
                self.assertNotEqual(complaints(probe(hidden), self.run_data), [])

    def test_a_script_error_and_a_fetched_file_are_noticed(self):
        for part in ("<script>nothing.there()</script>", '<img src="https://example.org/plot.png">'):
            with self.subTest(part):
                broken = self.html.replace("</body>", part + "</body>")
                self.assertNotEqual(complaints(probe(broken), self.run_data), [])

    def test_the_page_says_where_it_was_measured(self):
        text = re.sub(r"<[^>]*>", "", self.html)
        for value in self.run_data["environment"].values():
            if isinstance(value, str):
                self.assertIn(value, text)
        for words in ("Noise floor", "Where we lose", "&gt; 20 s"):
            self.assertIn(words, text)

    def test_it_is_to_be_seen_on_light_and_on_dark(self):
        for theme, setting, paper in (("light", 1, (255, 255, 254)), ("dark", 0, (20, 23, 28))):
            with self.subTest(theme):
                file = self.shots / f"{theme}.png"
                chromium(self.page, f"--screenshot={file}", f"--blink-settings=preferredColorScheme={setting}",
                         height=5200)
                image = Image.open(io.BytesIO(file.read_bytes())).convert("RGB")
                colors = {color: count for count, color in image.getcolors(1 << 24)}
                self.assertEqual(max(colors, key=colors.get), paper)
                self.assertLess(colors[paper] / (image.width * image.height), 0.98, "the page is blank")
                # Bars and lines, not grey text alone: pixels of a strong colour.
                strong = sum(count for color, count in colors.items() if max(color) - min(color) > 90)
                self.assertGreater(strong, 10_000)

    def test_each_plot_is_a_picture_of_its_own(self):
        for plot in TITLES:
            with self.subTest(plot):
                picture = Image.open(self.folder / f"sample-run-{plot}.png").convert("RGB")
                self.assertGreater(picture.width, 800)
                self.assertGreater(len(picture.getcolors(1 << 24)), 50)
                svg = (self.folder / f"sample-run-{plot}.svg").read_text(encoding="utf-8")
                self.assertIn(self.run_data["environment"]["commit"][:12], svg)


if __name__ == "__main__":
    unittest.main()
