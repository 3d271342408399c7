// The page of `section-diff watch --web`: holds the sections, applies each changeset to them and to the DOM, and shows
// what changed. Text from the source reaches the document by textContent alone.
"use strict";

(() => {
  const byID = (id) => document.getElementById(id);
  const main = byID("sections");
  const ghosts = byID("ghosts");
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");

  // How long a mark stays beside a row, and a row takes to its new place, in milliseconds.
  const markTime = 2500;
  const moveTime = 350;
  // Changesets that the log keeps, and lines that it tells of one.
  const logLimit = 50;
  const logLines = 5;
  // Screen readers are notified at most this often.
  const summaryTime = 3000;
  // A connection that says nothing for so long is lost: the server says something every 15 seconds. A page that nobody
  // has seen for so long lets it go, for a browser has few of them. Both in milliseconds; tests have no time to wait.
  const times = document.documentElement.dataset;
  const silenceTime = () => 1000 * Number(times.silence);
  const restTime = () => 1000 * Number(times.rest);
  // How often all is asked for anew when something cannot be shown, and the time before that, which doubles.
  const resyncLimit = 3;
  const resyncTime = 1000;
  // More deleted rows than this fade at once in nobody's sight.
  const ghostLimit = 60;

  // What is shown. A section is {key, title, header, node, heading, note, list, rows}, a row {key, label, fields, node}.
  let sections = [];
  let rowCount = 0;
  const totals = { inserts: 0, deletes: 0, moves: 0, updates: 0 };

  // MARK: Elements

  function element(name, className, text) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }

  /** Lets a node have these children, however many they are. */
  function fillWith(node, children) {
    const all = document.createDocumentFragment();
    for (const child of children) all.append(child);
    node.replaceChildren(all);
  }

  function say(node, text) {
    // Screen readers tell what is written, even if it is the same.
    if (node.textContent !== text) node.textContent = text;
  }

  const rowOf = new WeakMap();

  function makeRow([key, label, fields]) {
    const node = element("li", "row");
    node.tabIndex = -1;
    node.append(element("span", "label"), element("span", "fields"));
    const row = { key, node };
    node.dataset.key = key;
    rowOf.set(node, row);
    fill(row, label, fields);
    return row;
  }

  function fill(row, label, fields) {
    row.label = label;
    row.fields = fields;
    row.node.firstChild.textContent = label;
    row.node.lastChild.textContent = fields.map(([name, value]) => `${name}: ${value}`).join(" · ");
    if (row.node === current) showDetail(row);
  }

  let lastSection = 0;

  function makeSection({ key, title, header }) {
    const node = element("section", "section");
    const head = element("div", "head");
    const heading = element("h2");
    heading.id = `section-${++lastSection}`;
    const note = element("p");
    const list = element("ul", "rows");
    list.setAttribute("role", "list");
    list.setAttribute("aria-labelledby", heading.id);
    node.setAttribute("aria-labelledby", heading.id);
    node.dataset.key = key;
    head.append(heading, note);
    node.append(head, list);
    const section = { key, node, head, heading, note, list, rows: [] };
    name(section, title, header);
    return section;
  }

  function name(section, title, header) {
    section.title = title;
    section.header = header;
    section.heading.textContent = title;
  }

  function count(section) {
    const number = section.rows.length;
    const items = `${number} record${number === 1 ? "" : "s"}`;
    section.note.textContent = section.header === null ? items : `${section.header} · ${items}`;
  }

  // MARK: Applying

  class Mismatch extends Error {}

  function check(condition, what) {
    if (!condition) throw new Mismatch(what);
  }

  /** All there is. Rows that were shown before keep their nodes. */
  function reset(data) {
    const oldSections = new Map(sections.map((section) => [section.key, section]));
    const oldRows = new Map();
    for (const section of sections) for (const row of section.rows) oldRows.set(row.key, row);
    sections = data.sections.map((sent) => {
      let section = oldSections.get(sent.key);
      if (section) name(section, sent.title, sent.header);
      else section = makeSection(sent);
      section.rows = sent.rows.map((values) => {
        const row = oldRows.get(values[0]);
        if (!row) return makeRow(values);
        // Should two rows have one key, each has a node of its own all the same.
        oldRows.delete(values[0]);
        fill(row, values[1], values[2]);
        return row;
      });
      section.head.hidden = data.isFlat;
      return section;
    });
    for (const section of sections) {
      fillWith(section.list, section.rows.map((row) => row.node));
      count(section);
    }
    fillWith(main, sections.map((section) => section.node));
  }

  /**
   * One changeset. Deletes are places in the old sections, inserts in the new ones, moves and updates in both. Nodes of
   * rows that stay where they are among their neighbours are not touched.
   *
   * @returns what happened, for showing it: rows that are new, moved, updated, gone.
   */
  function apply(data) {
    const old = sections;
    const items = data.items;
    const rowAt = (section, item) => {
      const row = old[section]?.rows[item];
      check(row, `no row at ${section}, ${item}`);
      return row;
    };
    const leaving = new Map();
    const leave = (section, item) => {
      if (!leaving.has(section)) leaving.set(section, new Set());
      leaving.get(section).add(item);
    };
    const arriving = new Map();
    const arrive = (section, item, row) => {
      if (!arriving.has(section)) arriving.set(section, []);
      arriving.get(section).push([item, row]);
    };

    const gone = items.deleted.map(([section, item]) => {
      leave(section, item);
      return rowAt(section, item);
    });
    const updated = items.updated.map(([section, item, , , values]) => [rowAt(section, item), values]);
    const moved = items.moved.map(([section, item, newSection, newItem]) => {
      leave(section, item);
      const row = rowAt(section, item);
      arrive(newSection, newItem, row);
      return row;
    });
    const born = items.inserted.map(([section, item, values]) => {
      const row = makeRow(values);
      arrive(section, item, row);
      return row;
    });

    // Sections: what came and what moved has its place; the others follow one another in between.
    const { deleted, inserted, moved: movedSections, updated: renamed } = data.sections;
    const placed = new Array(old.length - deleted.length + inserted.length);
    const elsewhere = new Set(deleted);
    const comingSections = [];
    for (const sent of inserted) {
      const section = makeSection(sent);
      section.head.hidden = data.isFlat;
      placed[sent.at] = section;
      comingSections.push(sent.at);
    }
    for (const [from, to] of movedSections) {
      placed[to] = old[from];
      elsewhere.add(from);
      comingSections.push(to);
    }
    let next = 0;
    old.forEach((section, offset) => {
      if (elsewhere.has(offset)) return;
      while (placed[next]) next += 1;
      placed[next] = section;
    });

    // Rows, the same way.
    const places = new Map(old.map((section, offset) => [section, offset]));
    const rows = placed.map((section, offset) => {
      const from = places.get(section);
      const left = from === undefined ? undefined : leaving.get(from);
      const come = arriving.get(offset);
      if (!left && !come) return section.rows;
      let kept = section.rows;
      if (left) kept = kept.filter((_, item) => !left.has(item));
      if (!come) return kept;
      come.sort((a, b) => a[0] - b[0]);
      const merged = [];
      let k = 0;
      for (const [item, row] of come) {
        while (merged.length < item && k < kept.length) merged.push(kept[k++]);
        check(merged.length === item, `a gap before ${offset}, ${item}`);
        merged.push(row);
      }
      while (k < kept.length) merged.push(kept[k++]);
      return merged;
    });
    check(
      rows.length === data.sizes.length && rows.every((list, offset) => list.length === data.sizes[offset]),
      "sections of other sizes");

    // The DOM: take out what leaves its place, then put in from the end, each before what follows it.
    for (const row of gone) row.node.remove();
    for (const row of moved) row.node.remove();
    for (const offset of deleted) old[offset].node.remove();
    for (const [from] of movedSections) old[from].node.remove();
    for (const at of comingSections.sort((a, b) => b - a)) {
      main.insertBefore(placed[at].node, placed[at + 1]?.node ?? null);
    }
    placed.forEach((section, offset) => {
      const isTouched = section.rows !== rows[offset] || section.note.textContent === "";
      section.rows = rows[offset];
      for (const [item, row] of (arriving.get(offset) ?? []).reverse()) {
        section.list.insertBefore(row.node, section.rows[item + 1]?.node ?? null);
      }
      if (isTouched) count(section);
    });
    for (const sent of renamed) {
      name(placed[sent.at], sent.title, sent.header);
      count(placed[sent.at]);
    }
    for (const [row, values] of updated) fill(row, values[1], values[2]);
    sections = placed;
    return { born, moved, gone, updated: updated.map(([row]) => row) };
  }

  // MARK: Showing what changed

  let rowHeight = 32;

  /** The rows and headings in sight, each with the place of its upper edge in the window. */
  function sight() {
    const top = byID("top").getBoundingClientRect().bottom;
    const bottom = innerHeight;
    const places = new Map();
    for (const section of sections) {
      const box = section.list.getBoundingClientRect();
      if (box.bottom < top || box.top - 48 > bottom) continue;
      if (!section.head.hidden) places.set(section.head, section.head.getBoundingClientRect().top);
      const start = box.top + 1;
      const first = Math.max(0, Math.floor((top - start) / rowHeight));
      const end = Math.min(section.rows.length, Math.ceil((bottom - start) / rowHeight));
      for (let item = first; item < end; item += 1) places.set(section.rows[item], start + item * rowHeight);
    }
    return { places, top, bottom };
  }

  const marked = new Map();

  function mark(rows, sign, until) {
    for (const row of rows) {
      const former = row.node.dataset.mark;
      row.node.dataset.mark = sign === "~" && former?.startsWith("↕") && marked.get(row) === until ? "↕~" : sign;
      marked.delete(row);
      marked.set(row, until);
    }
  }

  setInterval(() => {
    const now = performance.now();
    for (const [row, until] of marked) {
      if (until > now) break;
      delete row.node.dataset.mark;
      marked.delete(row);
    }
  }, 250);

  function animate(before, after, happened) {
    if (stillness.matches || document.hidden) return;
    const options = { duration: moveTime, easing: "cubic-bezier(0.2, 0, 0, 1)" };
    const half = (after.bottom - after.top) / 2;
    for (const [subject, top] of after.places) {
      const node = subject.node ?? subject;
      if (happened.born.has(subject)) {
        node.animate([{ opacity: 0, transform: "scaleY(0.2)" }, { opacity: 1, transform: "none" }], options);
        continue;
      }
      let old = before.places.get(subject);
      // Those that come from out of sight come from its edge.
      if (old === undefined) old = happened.moved.has(subject) ? top + (happened.isUp.has(subject) ? half : -half) : top;
      if (Math.abs(old - top) < 1) continue;
      node.animate([{ transform: `translateY(${old - top}px)` }, { transform: "none" }], options);
    }
  }

  function showGone(rows, before, boxes) {
    if (stillness.matches || document.hidden) return;
    let shown = 0;
    for (const row of rows) {
      const top = before.places.get(row);
      if (top === undefined || ++shown > ghostLimit) continue;
      const node = row.node;
      const [left, width] = boxes;
      delete node.dataset.mark;
      node.removeAttribute("tabindex");
      node.style.cssText = `top: ${top}px; left: ${left}px; width: ${width}px`;
      ghosts.append(node);
      node.animate(
        [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateX(-2rem)" }],
        { duration: moveTime, easing: "ease-in", fill: "forwards" }
      ).onfinish = () => node.remove();
    }
  }

  // MARK: Figures, log, summary

  const kinds = [["inserts", "inserted"], ["deletes", "deleted"], ["moves", "moved"], ["updates", "updated"]];

  function words(counts) {
    const rows = kinds.filter(([kind]) => counts[kind]).map(([kind, word]) => `${counts[kind]} ${word}`);
    const own = [
      ["sectionInserts", "inserted"], ["sectionDeletes", "deleted"], ["sectionMoves", "moved"],
      ["sectionUpdates", "updated"],
    ].filter(([kind]) => counts[kind]).map(([kind, word]) => `${counts[kind]} ${word}`);
    if (own.length) rows.push(`sections: ${own.join(", ")}`);
    return rows.join("; ") || "nothing changed";
  }

  function showFigures(revision) {
    rowCount = sections.reduce((sum, section) => sum + section.rows.length, 0);
    byID("records").textContent = rowCount;
    byID("count-sections").textContent = sections.length;
    byID("revision").textContent = revision;
    for (const [kind] of kinds) byID(kind).textContent = totals[kind];
    const empty = byID("empty");
    empty.hidden = rowCount > 0;
    if (!rowCount) empty.textContent = "There are no records.";
  }

  function log(entries) {
    const list = byID("log");
    const now = new Date().toLocaleTimeString();
    for (const { revision, counts, lines } of entries.slice(-logLimit)) {
      const item = element("li");
      const time = element("time", "", now);
      item.append(time, `revision ${revision}: ${words(counts)}`);
      for (const line of lines) item.append(element("p", "", line));
      list.prepend(item);
    }
    while (list.childElementCount > logLimit) list.lastElementChild.remove();
  }

  function lines(data, happened) {
    const name = (row) => row.label || row.node.lastChild.textContent;
    const texts = [];
    const tell = (sign, row, rest = "") => {
      if (texts.length < logLines) texts.push(`${sign} ${name(row)}${rest}`);
    };
    for (const row of happened.gone) tell("−", row);
    for (const row of happened.born) tell("+", row);
    for (const row of happened.moved) tell("↕", row);
    data.items.updated.forEach((change, place) => tell("~", happened.updated[place], `  ${change[5].join(", ")}`));
    const more = happened.gone.length + happened.born.length + happened.moved.length + happened.updated.length;
    if (more > texts.length) texts.push(`… and ${more - texts.length} more`);
    return texts;
  }

  let untold = null;
  let summaryTimer = 0;

  /** Tells screen readers of changes, or of all records where there are no counts. */
  function summarise(counts, revision) {
    if (!counts || !untold) untold = { counts: {}, isAnew: !counts };
    untold.revision = revision;
    for (const kind in counts) untold.counts[kind] = (untold.counts[kind] ?? 0) + counts[kind];
    if (summaryTimer) return;
    const tell = () => {
      if (!untold) {
        summaryTimer = 0;
        return;
      }
      const what = untold.isAnew ? ["all records"] : [];
      if (!what.length || Object.values(untold.counts).some(Boolean)) what.push(words(untold.counts));
      byID("summary").textContent = `Revision ${untold.revision}: ${what.join("; ")}; ${rowCount} records.`;
      untold = null;
      summaryTimer = setTimeout(tell, summaryTime);
    };
    summaryTimer = setTimeout(tell, 200);
  }

  // MARK: One frame

  let pending = [];
  let isPlanned = false;

  function plan() {
    if (isPlanned) return;
    isPlanned = true;
    // Frames are not drawn while nobody looks; what comes is applied all the same.
    if (document.hidden) setTimeout(frame);
    else {
      let isDone = false;
      const once = () => {
        if (isDone) return;
        isDone = true;
        frame();
      };
      requestAnimationFrame(once);
      setTimeout(once, 250);
    }
  }

  function frame() {
    isPlanned = false;
    const events = pending;
    pending = [];
    if (!events.length) return;
    try {
      show(events);
      failures = 0;
    } catch (error) {
      console.error(error);
      resync();
    }
  }

  function show(events) {
    const focused = document.activeElement;
    const former = sections.map((section) => section.rows);
    const before = sight();
    const sample = sections.find((section) => section.rows.length)?.list.getBoundingClientRect();
    const boxes = sample ? [sample.left, sample.width] : [0, 0];
    const born = new Set();
    const moved = new Set();
    const isUp = new Set();
    const gone = new Set();
    const entries = [];
    let revision = null;
    for (const { kind, data } of events) {
      revision = data.revision;
      if (kind === "reset") {
        const left = new Set(sections.flatMap((section) => section.rows));
        reset(data);
        for (const list of [born, moved, gone]) list.clear();
        if (left.size) {
          for (const section of sections) for (const row of section.rows) left.delete(row);
          for (const row of left) gone.add(row);
        }
        entries.push({ revision, counts: data.counts, lines: ["all records"] });
        summarise(null, revision);
        continue;
      }
      const happened = apply(data);
      data.items.moved.forEach(([section, item, newSection, newItem], place) => {
        const row = happened.moved[place];
        if (newSection < section || newSection === section && newItem < item) isUp.add(row);
        else isUp.delete(row);
      });
      for (const row of happened.born) born.add(row);
      for (const row of happened.moved) if (!born.has(row)) moved.add(row);
      for (const row of happened.gone) {
        moved.delete(row);
        if (!born.delete(row)) gone.add(row);
        marked.delete(row);
      }
      const until = performance.now() + markTime;
      mark(happened.moved, "↕", until);
      mark(happened.updated, "~", until);
      mark(happened.born, "+", until);
      for (const [kind] of kinds) totals[kind] += data.counts[kind];
      entries.push({ revision, counts: data.counts, lines: lines(data, happened) });
      summarise(data.counts, revision);
    }

    // Before anything is measured: it may make the header higher.
    showFigures(revision);
    // What is read stays where it is: the first row in sight that kept its place keeps it in the window, too.
    const height = sections.find((section) => section.rows.length)?.rows[0].node.offsetHeight;
    if (height) rowHeight = height;
    if (scrollY > 0) {
      for (const [subject, top] of before.places) {
        if (!subject.node?.isConnected || moved.has(subject) || top < before.top) continue;
        // Not the row's own box, which may be on its way to its place.
        const section = sections.find((section) => section.list === subject.node.parentNode);
        const now = section.list.getBoundingClientRect().top + 1 + section.rows.indexOf(subject) * rowHeight;
        scrollBy({ top: now - top, behavior: "instant" });
        break;
      }
    }
    // Nodes that were taken out and put in elsewhere lose the focus.
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
      focused.focus({ preventScroll: true });
    }
    keepCurrent(former, focused);
    animate(before, sight(), { born, moved, isUp });
    showGone(gone, before, boxes);
    log(entries);
  }

  // MARK: Keyboard

  // The row that Tab goes to: the first, until another one has had the focus.
  let current = null;
  let isChosen = false;

  function setCurrent(node) {
    if (current) current.tabIndex = -1;
    current = node;
    if (current) current.tabIndex = 0;
  }

  /** The row that Tab goes to may be gone; then it is the next one of those that were there, or the one before. */
  function keepCurrent(former, focused) {
    if (isChosen && current.isConnected) return;
    const first = sections.find((section) => section.rows.length)?.rows[0].node ?? null;
    if (!isChosen) {
      setCurrent(first);
      return;
    }
    const gone = current;
    const rows = former.flat();
    const place = rows.indexOf(rowOf.get(gone));
    const isThere = (row) => row.node.isConnected;
    const near = rows.slice(place + 1).find(isThere) ?? rows.slice(0, Math.max(0, place)).findLast(isThere);
    const node = near?.node ?? first;
    isChosen = node !== null;
    setCurrent(node);
    byID("detail").replaceChildren();
    byID("detail-none").hidden = false;
    byID("detail-none").textContent = "The record was removed.";
    if (focused !== gone) return;
    if (node) node.focus({ preventScroll: true });
    else byID("results").focus({ preventScroll: true });
  }

  function showDetail(row) {
    const list = byID("detail");
    byID("detail-none").hidden = true;
    const pairs = row.label ? [["", row.label], ...row.fields] : row.fields;
    list.replaceChildren(...pairs.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]));
  }

  main.addEventListener("focusin", (event) => {
    const row = rowOf.get(event.target);
    if (!row) return;
    isChosen = true;
    setCurrent(row.node);
    showDetail(row);
  });
  main.addEventListener("click", (event) => event.target.closest?.(".row")?.focus());

  /** The row a number of rows away from one, or the nearest there is. */
  function neighbour(node, distance) {
    let section = sections.findIndex((section) => section.list === node.parentNode);
    let item = sections[section].rows.findIndex((row) => row.node === node) + distance;
    while (item < 0 && section > 0) item += sections[--section].rows.length;
    while (item >= sections[section].rows.length && section < sections.length - 1) {
      item -= sections[section++].rows.length;
    }
    return sections[section].rows.at(Math.max(0, Math.min(item, sections[section].rows.length - 1)));
  }

  byID("results").addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = sections.filter((section) => section.rows.length);
    if (!all.length) return;
    const node = rowOf.has(document.activeElement) ? document.activeElement : null;
    const page = Math.max(1, Math.floor((innerHeight - byID("top").offsetHeight) / rowHeight) - 1);
    const distances = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    let row;
    if (event.key === "Home") row = all[0].rows[0];
    else if (event.key === "End") row = all.at(-1).rows.at(-1);
    else if (event.key in distances) row = node ? neighbour(node, distances[event.key]) : all[0].rows[0];
    if (!row) return;
    event.preventDefault();
    row.node.focus({ preventScroll: true });
    row.node.scrollIntoView({ block: "nearest" });
  });

  // Rows are scrolled to below the header, which lies over them.
  new ResizeObserver(([{ target }]) => {
    document.documentElement.style.scrollPaddingTop = `${Math.ceil(target.getBoundingClientRect().height)}px`;
  }).observe(byID("top"));

  // MARK: Connection

  let stream = null;
  let lastID = "";
  let retry = 0;
  let failures = 0;
  let lastHeard = 0;

  function connect() {
    clearTimeout(retry);
    stream?.close();
    lastHeard = performance.now();
    stream = new EventSource(lastID ? `/events?since=${encodeURIComponent(lastID)}` : "/events");
    const own = stream;
    const receive = (kind) => (event) => {
      if (own !== stream) return;
      lastHeard = performance.now();
      lastID = event.lastEventId;
      pending.push({ kind, data: JSON.parse(event.data) });
      plan();
    };
    own.addEventListener("reset", receive("reset"));
    own.addEventListener("changes", receive("changes"));
    own.addEventListener("status", (event) => {
      if (own !== stream) return;
      lastHeard = performance.now();
      showStatus(JSON.parse(event.data));
    });
    own.addEventListener("beat", () => {
      if (own === stream) lastHeard = performance.now();
    });
    own.onerror = () => {
      if (own !== stream) return;
      showHealth("connecting", "connection lost; trying again");
      // The browser tries again by itself, unless it was refused.
      if (own.readyState === EventSource.CLOSED) retry = setTimeout(connect, 1000);
    };
  }

  function disconnect() {
    clearTimeout(retry);
    stream?.close();
    stream = null;
  }

  /** What the page holds is not what it should be: ask for everything, after a while, and not for ever. */
  function resync() {
    disconnect();
    pending = [];
    lastID = "";
    failures += 1;
    if (failures > resyncLimit) {
      showHealth("lost", "This page cannot show the records. Reload it to try again.");
      return;
    }
    showHealth("connecting", "A changeset could not be shown; loading all records again.");
    retry = setTimeout(connect, resyncTime * 2 ** (failures - 1));
  }

  // A connection may be lost without a word, as when the server hangs.
  setInterval(() => {
    if (!stream || performance.now() - lastHeard < silenceTime()) return;
    showHealth("connecting", "connection lost; trying again");
    connect();
  }, 250);

  let resting = 0;
  let isResting = false;

  function watchVisibility() {
    clearTimeout(resting);
    if (document.hidden) {
      resting = setTimeout(() => {
        if (failures > resyncLimit) return;
        isResting = true;
        disconnect();
      }, restTime());
    } else if (isResting) {
      isResting = false;
      connect();
    }
  }

  document.addEventListener("visibilitychange", watchVisibility);
  watchVisibility();

  function showHealth(health, text) {
    byID("health").dataset.health = health;
    say(byID("health-text"), text);
  }

  function showStatus({ name, health, text, error }) {
    document.title = `${name} – section-diff watch`;
    byID("name").textContent = name;
    showHealth(error ? "lost" : health ?? "connecting", error ?? text ?? "connected");
  }

  connect();
})();
