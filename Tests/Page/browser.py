"""The page in headless Chromium, and what is read from its DOM."""

import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

# Runs before the page does: what goes wrong, what is animated, and which rows are new nodes.
BEFORE = """
window.troubles = [];
addEventListener("error", event => troubles.push(String(event.message || event.target.outerHTML)), true);
addEventListener("unhandledrejection", event => troubles.push(String(event.reason)));
// What the page catches, and heals by asking for everything anew.
console.error = (...things) => troubles.push("caught: " + things.map(thing => thing.stack ?? thing).join(" "));
// The addresses of all streams that were opened: one that goes on names what was seen last.
window.streams = [];
window.EventSource = class extends EventSource {
  constructor(url) {
    super(url);
    streams.push(url);
  }
};
addEventListener("securitypolicyviolation", event => troubles.push("policy: " + event.violatedDirective), true);
window.animated = {born: 0, gone: 0, moved: 0};
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.closest("#ghosts")) animated.gone += 1;
  else if ("opacity" in frames[0]) animated.born += 1;
  else animated.moved += 1;
  return animate.call(this, frames, options);
};
window.seen = new WeakSet();
window.newRows = 0;
window.touched = 0;
window.marks = {};
new MutationObserver(records => {
  for (const record of records) {
    if (record.type === "attributes") {
      const mark = record.target.dataset?.mark;
      if (mark) marks[mark] = (marks[mark] || 0) + 1;
      continue;
    }
    for (const node of record.addedNodes) {
      if (node.nodeType !== 1) continue;
      const rows = node.classList.contains("row") ? [node] : node.querySelectorAll("#sections .row");
      for (const row of rows) {
        if (row.closest("#ghosts")) continue;
        touched += 1;
        if (!seen.has(row)) { seen.add(row); newRows += 1; }
      }
    }
  }
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-mark"]});
window.worstWork = 0;
const measured = work => now => {
  const start = performance.now();
  work(now);
  document.body.getBoundingClientRect();
  worstWork = Math.max(worstWork, performance.now() - start);
};
const [frames, timers] = [requestAnimationFrame, setTimeout];
window.requestAnimationFrame = work => frames(measured(work));
window.setTimeout = (work, time) => timers(measured(work), time);
"""

SHOWN = """return [...document.querySelectorAll("#sections > .section")].map(section => [
  section.querySelector("h2").textContent,
  [...section.querySelectorAll(".rows > .row")].map(row => [
    row.querySelector(".label").textContent, row.querySelector(".fields").textContent])])"""


class Browser:
    def __init__(self, width=1100, height=700):
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         f"--window-size={width},{height}", "--force-device-scale-factor=1"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(180)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BEFORE})

    def open(self, url):
        self.driver.get(url)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def shown(self):
        return self.run(SHOWN)

    def wait(self, condition, what, seconds=180):
        """Waits until a condition holds; says what it waited for when it never does."""
        end = time.monotonic() + seconds
        while True:
            if condition():
                return
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}; troubles: {self.run('return window.troubles')}")
            time.sleep(0.02)

    def wait_for(self, expected, what="the rows of the store", seconds=180):
        """Waits until the page shows exactly this."""
        size = sum(len(rows) for _, rows in expected)
        revision = [None]

        def is_there():
            now = self.run("return [document.getElementById('revision').textContent, "
                           "document.querySelectorAll('#sections .row').length]")
            if now[1] != size or now[0] == revision[0]:
                return False
            # Reading all rows takes a while with many of them, so only when something is new.
            revision[0] = now[0]
            return self.shown() == expected

        try:
            self.wait(is_there, what, seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; {difference(self.shown(), expected)}") from None

    def media(self, **features):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def set(self, **times):
        """Changes the times of the page, in seconds: how long a silence it bears, and when it rests unseen."""
        for name, seconds in times.items():
            self.run("document.documentElement.dataset[arguments[0]] = arguments[1]", name, str(seconds))

    def streams(self):
        """How many streams the page has opened to begin anew, and how many to go on."""
        streams = self.run("return window.streams")
        anew = streams.count("/events")
        return anew, len(streams) - anew

    def troubles(self):
        return self.run("return window.troubles")

    def close(self):
        self.driver.quit()


def difference(shown, expected):
    """The first place where two lists of sections differ."""
    titles, wanted = [title for title, _ in shown], [title for title, _ in expected]
    if titles != wanted:
        return f"sections {titles}, expected {wanted}"
    for (title, rows), (_, others) in zip(shown, expected):
        if len(rows) != len(others):
            return f"{title} has {len(rows)} rows, expected {len(others)}"
        for place, (row, other) in enumerate(zip(rows, others)):
            if row != other:
                return f"{title}, row {place}: {row}, expected {other}"
    return "no difference"
