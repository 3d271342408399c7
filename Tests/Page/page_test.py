"""The live page in a browser: its rows, read through the DOM, are those of the file, whatever happens."""

import os
import pathlib
import shutil
import tempfile
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from board import Board
from browser import Browser
from command import Watch
from proxy import Proxy

IS_LONG = os.environ.get("PAGE_TEST_LONG") == "1"
SEED = int(os.environ.get("PAGE_TEST_SEED", "1"))


def say(text):
    print(text, flush=True)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.browser.media(prefers_color_scheme="light", prefers_reduced_motion="no-preference")

    def watch(self, board, every="20ms", port=0):
        watch = Watch(board.path, *Board.OPTIONS, "--every", every, port=port)
        self.addCleanup(watch.kill)
        return watch

    def opened(self, size, seed=SEED, **options):
        board = Board(self.folder / "records.csv", size, seed, **options)
        watch = self.watch(board)
        self.browser.open(watch.url)
        self.browser.wait_for(board.shown())
        return board, watch

    def mark(self):
        """Marks all rows, to see later which nodes are the same."""
        self.browser.run("for (const row of document.querySelectorAll('#sections .row')) row.marked = row.dataset.key")

    def unmarked(self):
        """The ids of the rows whose nodes are not the ones that were marked for them."""
        return set(self.browser.run(
            "return [...document.querySelectorAll('#sections .row')].filter(row => row.marked !== row.dataset.key)"
            ".map(row => row.querySelector('.label').textContent)"))

    def assertNoTrouble(self):
        self.assertEqual(self.browser.troubles(), [])

    def test_random_changes(self):
        """Thousands of changes, written in both ways, one by one and in bursts; nodes of rows that stay are kept."""
        board, watch = self.opened(300)
        rounds = 300 if IS_LONG else 60
        changes = 0
        for number in range(rounds):
            ids = {record["id"] for record in board.records}
            self.mark()
            always = set(ids)
            for _ in range(board.random.choice([1, 1, 1, 4])):
                count = board.random.choice([1, 3, 10, 30])
                board.change(count)
                changes += count
                board.write(replacing=board.random.random() < 0.7)
                always &= {record["id"] for record in board.records}
            if number == rounds // 2:
                # The server goes, and comes back with something else to show.
                port = watch.port
                watch.kill()
                board.change(20)
                changes += 20
                board.write()
                always &= {record["id"] for record in board.records}
                watch = self.watch(board, port=port)
            self.browser.wait_for(board.shown(), f"round {number}")
            self.assertEqual(self.unmarked() & always, set(), f"round {number}: other nodes for rows that stayed")
        self.assertNoTrouble()
        marks = self.browser.run("return window.marks")
        for sign in "+~↕":
            self.assertGreater(marks.get(sign, 0), 0, marks)
        say(f"  {changes} random changes in {board.writes} writes; marks seen: {marks}")

    def test_only_new_rows_are_new_nodes(self):
        """As many rows are created as were inserted, and no more are touched than the changeset names."""
        board, watch = self.opened(300)
        for _ in range(40 if IS_LONG else 15):
            self.browser.run("window.newRows = 0; window.touched = 0")
            known = len(watch.counts()[0])
            inserted = board.change(board.random.choice([1, 5, 20]))
            board.write()
            self.browser.wait_for(board.shown())
            new, touched = self.browser.run("return [window.newRows, window.touched]")
            self.assertEqual(new, inserted)
            counts = watch.counts()[0][known:]
            self.assertLessEqual(touched, sum(count["inserts"] + count["moves"] for count in counts))

    def test_lost_connection(self):
        """A connection that is cut goes on where it was: by a changeset, not by all rows anew."""
        board = Board(self.folder / "records.csv", 300, SEED)
        watch = self.watch(board)
        proxy = Proxy(watch.port)
        self.addCleanup(proxy.close)
        self.browser.open(proxy.url)
        self.browser.wait_for(board.shown())
        for number in range(10 if IS_LONG else 4):
            self.mark()
            ids = {record["id"] for record in board.records}
            printed = len(watch.lines)
            proxy.cut()
            board.change(5)
            board.write()
            # Cut again before and after the command has seen it.
            if number % 2:
                self.browser.wait(lambda: len(watch.lines) > printed, "the changeset")
                proxy.cut()
            self.browser.wait_for(board.shown(), f"cut {number}")
            self.assertEqual(self.unmarked() & ids, set())
            self.assertNotIn(b"event: reset", bytes(proxy.heard))
            self.assertIn(b"event: changes", bytes(proxy.heard))
        self.assertNoTrouble()

    def test_what_is_read_stays_in_place(self):
        """Rows come and go above; the row that is read stays where it is in the window. At the top, the top stays."""
        board, _ = self.opened(400)
        self.browser.run("scrollTo({top: document.documentElement.scrollHeight / 2, behavior: 'instant'})")
        # Rows may come between those in sight, so the first one whole is the one to hold on to.
        place = ("const edge = document.getElementById('top').getBoundingClientRect().bottom;"
                 "const row = [...document.querySelectorAll('.row')].find(row => row.getBoundingClientRect().top >= edge);"
                 "row.isRead = true; return [row.querySelector('.label').textContent, row.getBoundingClientRect().top]")
        name, top = self.browser.run(place)
        # The rows in sight stay.
        board.kept = set(self.browser.run(
            "return [...document.querySelectorAll('.row')].filter(row => {const box = row.getBoundingClientRect(); "
            "return box.bottom > 0 && box.top < innerHeight}).map(row => row.querySelector('.label').textContent)"))
        self.assertIn(name, board.kept)
        for number in range(20 if IS_LONG else 8):
            board.change(20, kinds=("insert", "delete", "update"))
            board.write()
            self.browser.wait_for(board.shown())
            now = self.browser.run(
                "const row = [...document.querySelectorAll('.row')].find(row => row.isRead);"
                "return row.getBoundingClientRect().top")
            self.assertAlmostEqual(now, top, delta=1.5, msg=f"round {number}: {name}")
        self.browser.run("scrollTo({top: 0, behavior: 'instant'})")
        board.kept = set()
        for _ in range(4):
            board.change(20)
            board.write()
            self.browser.wait_for(board.shown())
            self.assertEqual(self.browser.run("return scrollY"), 0)

    def test_focus_and_keys(self):
        """The focus stays on a row that moves; keys go from row to row; what has the focus is told; deletes are told."""
        board, _ = self.opened(60, groups=["one", "two"])
        run = self.browser.run
        keys = lambda *pressed: ActionChains(self.browser.driver).send_keys(*pressed).perform()
        label = "return document.activeElement.querySelector?.('.label')?.textContent ?? document.activeElement.id"
        run("document.getElementById('results').focus()")
        order = [row[0] for _, rows in board.shown() for row in rows]
        keys(Keys.ARROW_DOWN)
        self.assertEqual(run(label), order[0])
        for key, place in [(Keys.ARROW_DOWN, 1), (Keys.ARROW_DOWN, 2), (Keys.ARROW_UP, 1), (Keys.END, -1), (Keys.HOME, 0)]:
            keys(key)
            self.assertEqual(run(label), order[place])
        first = len(board.shown()[0][1])
        for _ in range(first):
            keys(Keys.ARROW_DOWN)
        self.assertEqual(run(label), order[first], "the next section")
        record = next(record for record in board.records if record["id"] == order[first])
        run("document.activeElement.hadFocus = true")
        for rank, group in [(1001, "two"), (-1, "two"), (500, "one")]:
            record["rank"], record["group"] = rank, group
            board.write()
            self.browser.wait_for(board.shown())
            self.assertEqual(run(label), order[first])
            self.assertTrue(run("return document.activeElement.hadFocus === true"))
            detail = run("return document.getElementById('detail').textContent")
            self.assertIn(str(rank), detail)
        board.records.remove(record)
        board.write()
        self.browser.wait_for(board.shown())
        self.assertIn("gone", run("return document.getElementById('detail-none').textContent"))
        self.browser.wait(lambda: "1 deleted" in run("return document.getElementById('summary').textContent"),
                          "the summary for screen readers")
        for selector in ("header", "main", "aside", "[role=status][aria-live=polite]", "ul[aria-labelledby]", "html[lang]"):
            self.assertTrue(run("return !!document.querySelector(arguments[0])", selector), selector)
        self.assertNoTrouble()

    def test_hostile_text_stays_text(self):
        """Records and sections named like markup make no element, run nothing, and load nothing from elsewhere."""
        board, watch = self.opened(200)
        self.assertIn("<script>", [title for title, _ in board.shown()])
        run = self.browser.run
        self.assertEqual(run("return document.querySelectorAll('main script, main img, main b, main h1').length"), 0)
        self.assertEqual(run("return document.scripts.length"), 1)
        names = run("return performance.getEntriesByType('resource').map(entry => entry.name)")
        self.assertTrue(names)
        for name in names:
            self.assertTrue(name.startswith(watch.url), name)
        board.change(100)
        board.write()
        self.browser.wait_for(board.shown())
        # The log and the details show the same texts.
        run("document.querySelector('.row').focus()")
        self.assertEqual(run("return document.querySelectorAll('aside script, aside img, aside b').length"), 0)
        self.assertNoTrouble()

    def test_each_change_is_visible(self):
        """Inserts, deletes and moves are animated and updates marked; nothing moves for those who want no motion."""
        board, _ = self.opened(12, groups=["one"])
        run = self.browser.run
        def changed():
            run("window.animated = {born: 0, gone: 0, moved: 0}; window.marks = {}")
            board.records.insert(0, board.make() | {"rank": -1})
            board.records.remove(sorted(board.records, key=lambda record: record["rank"])[3])
            max(board.records, key=lambda record: record["rank"])["rank"] = -2
            board.records[5]["note"] = f"note {board.next}"
            board.write()
            self.browser.wait_for(board.shown())
            return run("return [window.animated, window.marks]")

        animated, marks = changed()
        self.assertEqual(animated["born"], 1)
        self.assertEqual(animated["gone"], 1)
        self.assertGreater(animated["moved"], 1, "rows make room")
        self.assertEqual(set(marks), {"+", "~", "↕~"}, "a moved row has another rank, too")
        self.browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
        animated, marks = changed()
        self.assertEqual(animated, {"born": 0, "gone": 0, "moved": 0})
        self.assertEqual(set(marks), {"+", "~", "↕~"}, "a moved row has another rank, too")

    def test_light_and_dark(self):
        """Text can be read in both: a contrast of 4.5 at least, on the ground, on panels and on marked rows."""
        board, _ = self.opened(40)
        board.change(20)
        board.write()
        self.browser.wait_for(board.shown())
        grounds = []
        for scheme in ("light", "dark"):
            self.browser.media(prefers_color_scheme=scheme)
            found = self.browser.run("""
              const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
              const numbers = color => {
                canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
              };
              const light = color => {
                const [r, g, b] = numbers(color).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
              const ground = getComputedStyle(document.body).backgroundColor;
              const result = {};
              const see = (name, node, back) => result[name] = contrast(getComputedStyle(node).color, back);
              see("text", document.body, ground);
              see("heading", document.querySelector("h1"), ground);
              see("health", document.querySelector("#health"), ground);
              for (const figure of document.querySelectorAll("#figures dd")) see(figure.id, figure, ground);
              const row = document.querySelector(".row");
              for (const mark of ["", "+", "~", "↕", "↕~"]) {
                if (mark) row.dataset.mark = mark; else delete row.dataset.mark;
                const back = getComputedStyle(row).backgroundColor;
                see(`label ${mark}`, row.firstChild, back);
                see(`fields ${mark}`, row.lastChild, back);
                result[`mark ${mark}`] = contrast(getComputedStyle(row, "::before").color, back);
              }
              return [ground, result];""")
            grounds.append(found[0])
            for name, contrast in found[1].items():
                self.assertGreaterEqual(contrast, 4.5, f"{scheme}: {name}")
        self.assertNotEqual(grounds[0], grounds[1])

    def test_ten_thousand_rows(self):
        """Ten thousand rows are all there, and a changeset costs what it names. Times are told, not judged."""
        groups = [f"group {number}" for number in range(20)]
        board = Board(self.folder / "records.csv", 10_000, SEED, groups=groups)
        watch = self.watch(board, every="50ms")
        self.browser.open(watch.url)
        self.browser.wait_for(board.shown(), seconds=180)
        loaded = self.browser.run("return performance.now()")
        self.browser.run("scrollTo({top: document.documentElement.scrollHeight / 3, behavior: 'instant'})")
        times = []
        for _ in range(20 if IS_LONG else 6):
            self.browser.run("window.newRows = 0; window.touched = 0; window.worstWork = 0")
            known = len(watch.counts()[0])
            inserted = board.change(100)
            board.write()
            self.browser.wait_for(board.shown(), seconds=180)
            new, touched, worst = self.browser.run("return [window.newRows, window.touched, window.worstWork]")
            self.assertEqual(new, inserted)
            counts = watch.counts()[0][known:]
            self.assertLessEqual(touched, sum(count["inserts"] + count["moves"] for count in counts))
            times.append(worst)
        times.sort()
        say(f"  10,000 rows: shown after {loaded:.0f} ms; the page takes for 100 changes, layout included: "
            f"median {times[len(times) // 2]:.0f} ms, at most {times[-1]:.0f} ms")
        self.assertNoTrouble()


if __name__ == "__main__":
    unittest.main(verbosity=2)
