"""The live page in a browser: its rows, read through the DOM, are those of the file, whatever happens."""

import os
import pathlib
import shutil
import tempfile
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from board import Board
from browser import BEFORE, Browser
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

    def watch(self, board, *options, every="20ms", port=0):
        watch = Watch(board.path, *Board.OPTIONS, *options, "--every", every, port=port)
        self.addCleanup(watch.kill)
        return watch

    def opened(self, size, seed=SEED, **options):
        board = Board(self.folder / "records.csv", size, seed, **options)
        watch = self.watch(board)
        self.browser.open(watch.url)
        self.browser.wait_for(board.shown())
        return board, watch

    def text(self, name):
        """What an element says."""
        return self.browser.run("return document.getElementById(arguments[0]).textContent", name)

    def press(self, *keys):
        ActionChains(self.browser.driver).send_keys(*keys).perform()

    def press_back(self):
        """The Tab key with Shift."""
        ActionChains(self.browser.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()

    def focused(self):
        """The label of the row with the focus, or the id of another element."""
        return self.browser.run(
            "return document.activeElement.querySelector?.('.row > .label')?.textContent ?? document.activeElement.id")

    def mark(self):
        """Marks all rows, to see later which nodes are the same."""
        self.browser.run("for (const row of document.querySelectorAll('#sections .row')) row.marked = row.dataset.key")

    def unmarked(self):
        """The ids of the rows whose nodes are not the ones that were marked for them."""
        return set(self.browser.run(
            "return [...document.querySelectorAll('#sections .row')].filter(row => row.marked !== row.dataset.key)"
            ".map(row => row.querySelector('.label').textContent)"))

    def assertNoTrouble(self):
        """Nothing went wrong, nothing was healed: the page has asked for everything once."""
        self.assertEqual(self.browser.troubles(), [])
        self.assertEqual(self.browser.streams()[0], 1)

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

    def test_figures_health_and_log(self):
        """The counts are those of the changesets, all reported; the log lists each; the health is shown."""
        board, watch = self.opened(100)
        self.browser.wait(lambda: self.text("health-text") == "live", "the health")
        self.assertEqual(self.browser.run("return document.getElementById('health').dataset.health"), "live")
        self.assertEqual(self.text("name"), str(board.path))
        for _ in range(5):
            board.change(20)
            board.write()
            self.browser.wait_for(board.shown())
        revision = int(self.text("revision"))
        self.browser.wait(lambda: len(watch.lines) == revision, "the lines of the command")
        counts = watch.counts()[0]
        for kind in ("inserts", "deletes", "moves", "updates"):
            self.assertEqual(int(self.text(kind)), sum(count[kind] for count in counts[1:]), kind)
        self.assertEqual(int(self.text("records")), len(board.records))
        self.assertEqual(int(self.text("count-sections")), len(board.shown()))
        record = max(board.records, key=lambda record: (record["group"], record["rank"]))
        record["note"] = "short"
        board.records.remove(other := next(record for record in board.records if record["group"] == board.groups[0]))
        board.write()
        self.browser.wait_for(board.shown())
        first = self.browser.run("return [...document.getElementById('log').firstElementChild.childNodes]"
                                 ".map(node => node.textContent)")[1:]
        self.assertEqual(first[0], f"revision {revision + 1}: 1 deleted; 1 updated")
        self.assertEqual(first[1], f"− {other['id']}")
        self.assertTrue(first[2].startswith(f"~ {record['id']}  ") and first[2].endswith("→ short"), first)
        self.assertEqual(len(first), 3)
        self.assertEqual(self.browser.run("return document.getElementById('log').childElementCount"), revision + 1)
        self.assertNoTrouble()

    def test_fields_that_do_not_count(self):
        """What is left out of the comparison is not shown, so that nothing on the page is out of date."""
        board = Board(self.folder / "records.csv", 100, SEED)
        watch = self.watch(board, "--ignore", "note")
        self.browser.open(watch.url)
        for number in range(30 if IS_LONG else 8):
            self.browser.wait_for(board.shown(without="note"), f"round {number}")
            before = board.shown(without="note")
            while board.shown(without="note") == before:
                board.change(10)
            board.write()
        self.browser.wait_for(board.shown(without="note"))
        self.assertNoTrouble()

    def test_before_the_first_answer(self):
        """A page that was opened before there are records waits for them, and does not say that there are none."""
        path = self.folder / "later.csv"
        watch = Watch(path, "--id", "id", "--every", "20ms")
        self.addCleanup(watch.kill)
        self.browser.open(watch.url)
        self.browser.wait(lambda: "later.csv" in self.text("health-text"), "what is wrong")
        self.assertEqual(self.text("empty"), "Waiting for the first data of the source.")
        self.assertEqual(self.text("revision"), "–")
        path.write_bytes(b"id\n")
        self.browser.wait(lambda: self.text("empty") == "There are no records.", "the answer")
        path.write_bytes(b"id\n1\n")
        self.browser.wait(lambda: self.browser.run("return document.getElementById('empty').hidden"), "a record")
        self.assertNoTrouble()

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
            self.assertNotIn(b"event: reset", bytes(proxy.received))
            self.assertIn(b"event: changes", bytes(proxy.received))
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
        """The focus stays on a row that moves; keys go from row to row; what has the focus is announced; deletes are announced."""
        board, _ = self.opened(60, groups=["one", "two"])
        run = self.browser.run
        order = [row[0] for _, rows in board.shown() for row in rows]
        # The link to the records, then the first of them, and from the log back to it.
        self.press(Keys.TAB)
        self.assertEqual(run("return document.activeElement.className"), "skip")
        self.press(Keys.TAB)
        self.assertEqual(self.focused(), order[0])
        self.press(Keys.TAB)
        self.assertEqual(self.focused(), "log")
        self.press_back()
        self.assertEqual(self.focused(), order[0])
        for key, place in [(Keys.ARROW_DOWN, 1), (Keys.ARROW_DOWN, 2), (Keys.ARROW_UP, 1), (Keys.END, -1),
                           (Keys.HOME, 0)]:
            self.press(key)
            self.assertEqual(self.focused(), order[place])
        first = len(board.shown()[0][1])
        for _ in range(first):
            self.press(Keys.ARROW_DOWN)
        self.assertEqual(self.focused(), order[first], "the next section")
        record = next(record for record in board.records if record["id"] == order[first])
        run("document.activeElement.hadFocus = true")
        for rank, group in [(1001, "two"), (-1, "two"), (500, "one")]:
            record["rank"], record["group"] = rank, group
            board.write()
            self.browser.wait_for(board.shown())
            self.assertEqual(self.focused(), order[first])
            self.assertTrue(run("return document.activeElement.hadFocus === true"))
            self.assertIn(str(rank), self.text("detail"))
        board.records.remove(record)
        board.write()
        self.browser.wait_for(board.shown())
        self.browser.wait(lambda: "1 deleted" in self.text("summary"), "the summary for screen readers")
        for selector in ("header", "main", "aside", "[role=status][aria-live=polite]", "ul[aria-labelledby]", "html[lang]"):
            self.assertTrue(run("return !!document.querySelector(arguments[0])", selector), selector)
        self.assertNoTrouble()

    def test_the_focus_outlives_its_record(self):
        """When the record with the focus goes, the next one has it, else the one before; one has a tab stop."""
        board, watch = self.opened(40, groups=["one", "two"])
        run = self.browser.run
        stops = "return [...document.querySelectorAll('.row[tabindex=\"0\"] > .label')].map(node => node.textContent)"

        def order():
            return [row[0] for _, rows in board.shown() for row in rows]

        def remove(*ids):
            board.records = [record for record in board.records if record["id"] not in ids]
            board.write()
            self.browser.wait_for(board.shown())

        # Nobody has chosen one: it is the first that Tab goes to, whichever that is.
        self.assertEqual(run(stops), [order()[0]])
        remove(order()[0])
        self.assertEqual(run(stops), [order()[0]])
        board.records.append(board.make() | {"group": "one", "rank": -1})
        board.write()
        self.browser.wait_for(board.shown())
        self.assertEqual(run(stops), [order()[0]])
        self.press(Keys.TAB, Keys.TAB, *[Keys.ARROW_DOWN] * 3)
        rows = order()
        self.assertEqual(self.focused(), rows[3])
        remove(rows[3])
        self.assertEqual((self.focused(), run(stops)), (rows[4], [rows[4]]))
        self.assertIn(rows[4], self.text("detail"))
        # With the next ones, too; the place in the window stays.
        remove(*rows[4:7])
        self.assertEqual((self.focused(), run(stops)), (rows[7], [rows[7]]))
        self.assertEqual(run("return scrollY"), 0)
        self.press(Keys.ARROW_DOWN)
        self.assertEqual(self.focused(), rows[8])
        self.press(Keys.END)
        remove(rows[-1], rows[-2])
        self.assertEqual((self.focused(), run(stops)), (rows[-3], [rows[-3]]))
        # By a reset, too: the server comes back with less.
        watch.kill()
        board.records = [record for record in board.records if record["id"] != rows[-3]]
        board.write()
        self.watch(board, port=watch.port)
        self.browser.wait_for(board.shown())
        self.assertEqual((self.focused(), run(stops)), (rows[-4], [rows[-4]]))
        # The focus is elsewhere: it stays there, and the tab stop goes on.
        self.press(Keys.TAB)
        self.assertEqual(self.focused(), "log")
        remove(rows[-4])
        self.assertEqual((self.focused(), run(stops)), ("log", [rows[-5]]))
        self.assertEqual(self.text("detail-none"), "The record was removed.")
        # All go; then there are some again.
        self.press_back()
        self.assertEqual(self.focused(), rows[-5])
        records = board.records
        board.records = []
        board.write()
        self.browser.wait_for([])
        self.assertEqual((self.focused(), run(stops)), ("results", []))
        board.records = records
        board.write()
        self.browser.wait_for(board.shown())
        self.assertEqual(run(stops), [order()[0]])
        self.press(Keys.TAB)
        self.assertEqual(self.focused(), order()[0])
        self.assertEqual(self.browser.troubles(), [])

    def test_the_focused_row_is_in_sight(self):
        """No key leaves the row with the focus under the header or below the window, in windows wide and narrow."""
        self.opened(150)
        size = self.browser.driver.get_window_size()
        self.addCleanup(self.browser.driver.set_window_size, size["width"], size["height"])
        self.press(Keys.TAB, Keys.TAB)
        keys = [Keys.END, *[Keys.ARROW_UP] * 40, Keys.PAGE_UP, Keys.PAGE_UP, Keys.PAGE_DOWN, Keys.PAGE_UP, Keys.HOME,
                *[Keys.PAGE_DOWN] * 3, *[Keys.ARROW_UP] * 30]
        heights = []
        for width in (1100, 420):
            self.browser.driver.set_window_size(width, 600)
            for number, key in enumerate(keys):
                self.press(key)
                edge, top, bottom, height = self.browser.run(
                    "const box = document.activeElement.getBoundingClientRect();"
                    "const header = document.getElementById('top').getBoundingClientRect();"
                    "return [header.bottom, box.top, box.bottom, innerHeight]")
                self.assertGreaterEqual(top, edge, f"{width}, key {number}")
                # Less than a pixel, for the page is scrolled by whole ones.
                self.assertLess(bottom, height + 1, f"{width}, key {number}")
            heights.append(edge)
        self.assertGreater(heights[1], heights[0], "the header is higher in a narrow window")

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

    def test_a_connection_that_hangs(self):
        """A server that says nothing any more is not live; the page says so, connects anew and goes on where it was."""
        board = Board(self.folder / "records.csv", 50, SEED)
        proxy = Proxy(self.watch(board).port)
        self.addCleanup(proxy.close)
        self.browser.open(proxy.url)
        self.browser.wait_for(board.shown())
        self.browser.wait(lambda: self.text("health-text") == "live", "the health")
        self.browser.run("window.reported = []; new MutationObserver(() => reported.push(health.textContent))"
                         ".observe(health, {subtree: true, childList: true, characterData: true})")
        self.assertEqual(self.browser.streams(), (1, 0))
        proxy.stall()
        # As long as there are signs of life it is live, whatever time goes by.
        self.browser.set(silence=3)
        start = self.browser.run("return performance.now()")

        def has_lived():
            proxy.say(b"event: beat\ndata:\n\n")
            return self.browser.run("return performance.now()") > start + 6000

        self.browser.wait(has_lived, "twice the time of the silence that it bears")
        self.assertEqual((self.text("health-text"), self.browser.streams()), ("live", (1, 0)))
        board.change(5)
        board.write()
        self.browser.wait(lambda: self.text("health-text") == "connection lost; trying again", "the silence to be shown")
        self.assertEqual(self.browser.run("return health.dataset.health"), "connecting")
        self.browser.wait(lambda: self.browser.streams()[1] > 1, "one more try, which receives nothing, too")
        proxy.resume()
        self.browser.wait_for(board.shown())
        self.browser.wait(lambda: self.text("health-text") == "live", "the health")
        # Announced to screen readers once each, though it was tried several times.
        self.assertEqual(self.browser.run("return reported"), ["connection lost; trying again", "live"])
        self.assertEqual(self.browser.run("return document.querySelector('#health [role=status]').textContent"), "live")
        self.assertNoTrouble()

    def test_screen_readers_hear_of_trouble(self):
        """An error and its end, and everything anew, are shown in regions that screen readers watch, and each once."""
        board, watch = self.opened(20, groups=["one"])
        run = self.browser.run
        self.assertEqual(run("return document.getElementById('health-text').role"), "status")
        self.browser.wait(lambda: "all records; 20 records" in self.text("summary"), "the first summary")
        self.browser.wait(lambda: self.text("health-text") == "live", "the health")
        run("window.reported = []; new MutationObserver(() => reported.push(health.textContent))"
            ".observe(health, {subtree: true, childList: true, characterData: true})")
        good = board.data()
        board.replace(b"id,group,rank\n1,a,1\n1,a,1\n")
        self.browser.wait(lambda: "occurs more than once" in self.text("health-text"), "the error")
        board.replace(good)
        self.browser.wait(lambda: self.text("health-text") == "live", "its end")
        self.assertEqual(len(run("return reported")), 2)
        watch.kill()
        self.browser.wait(lambda: self.text("health-text") == "connection lost; trying again", "the loss")
        board.records = board.records[:15]
        board.write()
        self.watch(board, port=watch.port)
        self.browser.wait_for(board.shown())
        self.browser.wait(lambda: "all records; 15 records" in self.text("summary"), "the summary of the reset")
        self.assertNoTrouble()

    def test_many_rows_in_one_section(self):
        """More rows than a call can have arguments are shown all the same."""
        path = self.folder / "many.csv"
        number = 130_000
        path.write_text("id\n" + "".join(f"{row}\n" for row in range(number)), encoding="utf-8")
        watch = Watch(path, "--id", "id", "--every", "1s")
        self.addCleanup(watch.kill)
        # Of its own, for a browser takes long to leave such a page.
        browser = Browser()
        self.addCleanup(browser.close)
        browser.open(watch.url)
        shown = "return document.querySelectorAll('#sections .row').length"
        browser.wait(lambda: browser.run(shown) == number or browser.troubles(), "the rows")
        # Once from the beginning. That a browser which is busy for long is cut off, and goes on, is no fault.
        anew, _ = browser.streams()
        self.assertEqual((browser.run(shown), browser.troubles(), anew), (number, [], 1))

    def test_what_cannot_be_shown(self):
        """A page that fails asks for everything anew, slower each time, and gives up after three times."""
        board, _ = self.opened(20)
        run = self.browser.run
        run("window.asked = [];"
            "const Former = EventSource; window.EventSource = class extends Former {"
            "constructor(url) { super(url); asked.push(performance.now()) }};"
            "window.failed = performance.now();"
            "Node.prototype.insertBefore = Element.prototype.replaceChildren = () => { throw new Error('no more') }")
        board.change(5, kinds=("insert",))
        board.write()
        self.browser.wait(lambda: "cannot show" in self.text("health-text"), "giving up")
        self.assertEqual(run("return document.getElementById('health').dataset.health"), "lost")
        self.assertEqual(self.browser.streams(), (4, 0))
        times = [run("return failed"), *run("return asked")]
        pauses = [later - sooner for sooner, later in zip(times, times[1:])]
        for pause, least in zip(pauses, (1000, 2000, 4000)):
            self.assertGreaterEqual(pause, least)
        self.assertEqual(len(self.browser.troubles()), 4)

    def test_a_page_that_fails_once(self):
        """A page that fails once shows everything again."""
        board, _ = self.opened(20)
        self.browser.run("const insert = Node.prototype.insertBefore; Node.prototype.insertBefore = () => {"
                         "Node.prototype.insertBefore = insert; throw new Error('once') }")
        board.change(5, kinds=("insert",))
        board.write()
        self.browser.wait_for(board.shown())
        self.assertEqual((len(self.browser.troubles()), self.browser.streams()), (1, (2, 0)))
        board.change(5)
        board.write()
        self.browser.wait_for(board.shown())
        self.assertEqual(self.browser.streams(), (2, 0))

    def test_more_windows_than_connections(self):
        """Pages that nobody sees let their connections go, so that there is one for the page that is seen."""
        board = Board(self.folder / "records.csv", 50, SEED)
        watch = self.watch(board)
        driver = self.browser.driver
        first = driver.current_window_handle
        others = []
        try:
            self.browser.open(watch.url)
            self.browser.wait_for(board.shown())
            self.browser.set(rest=1)
            self.mark()
            for _ in range(7):
                driver.switch_to.new_window("tab")
                others.append(driver.current_window_handle)
                driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BEFORE})
                self.browser.open(watch.url)
                self.browser.wait_for(board.shown())
                self.browser.set(rest=1)
            ids = {record["id"] for record in board.records}
            board.change(10)
            board.write()
            self.browser.wait_for(board.shown())
            # Back at the first one, which goes on where it was.
            driver.switch_to.window(first)
            driver.execute_cdp_cmd("Page.bringToFront", {})
            self.browser.wait_for(board.shown())
            self.assertEqual(self.unmarked() & ids, set())
            self.assertEqual(self.browser.streams(), (1, 1))
            self.assertNoTrouble()
        finally:
            for window in others:
                driver.switch_to.window(window)
                driver.close()
            driver.switch_to.window(first)

    def test_ten_thousand_rows(self):
        """Ten thousand rows are all there, and a changeset costs what it names, in time, too."""
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
        self.assertGreater(times[0], 0, "nothing was measured")
        # Many times what it takes; work that grows with the rows takes longer.
        self.assertLess(times[len(times) // 2], 200)
        self.assertNoTrouble()


if __name__ == "__main__":
    unittest.main(verbosity=2)
