"""What a page shows, kept by the events that it receives: the same steps as the page's own script, without a browser."""


class Rows:
    def __init__(self):
        # Title and rows of each section; a row is its key, its label and its fields.
        self.sections = []
        self.revision = None

    def receive(self, kind, data):
        """Takes an event `reset` or `changes`."""
        if kind == "reset":
            self.sections = [[section["title"], section["rows"]] for section in data["sections"]]
        else:
            assert data["revision"] > self.revision, f"revision {data['revision']} after {self.revision}"
            self._apply(data)
        self.revision = data["revision"]

    def _apply(self, data):
        old, sections, items = self.sections, data["sections"], data["items"]
        updated = {(new_section, new_item): row for _, _, new_section, new_item, row, _ in items["updated"]}
        leaving = {tuple(path) for path in items["deleted"]}
        arriving = {(section, item): row for section, item, row in items["inserted"]}
        for section, item, new_section, new_item in items["moved"]:
            leaving.add((section, item))
            arriving[new_section, new_item] = old[section][1][item]
        moved = dict(reversed(pair) for pair in sections["moved"])
        inserted = {section["at"]: section["title"] for section in sections["inserted"]}
        stays = iter([place for place in range(len(old))
                      if place not in sections["deleted"] and place not in moved.values()])
        result = []
        for place, size in enumerate(data["sizes"]):
            if place in inserted:
                title, kept = inserted[place], []
            else:
                former = moved[place] if place in moved else next(stays)
                title = old[former][0]
                kept = [row for item, row in enumerate(old[former][1]) if (former, item) not in leaving]
            kept = iter(kept)
            rows = [arriving[place, item] if (place, item) in arriving else next(kept) for item in range(size)]
            assert next(kept, None) is None, f"too many rows in section {place}"
            result.append([title, [updated.get((place, item), row) for item, row in enumerate(rows)]])
        assert next(stays, None) is None, "too many sections"
        for section in sections["updated"]:
            result[section["at"]][0] = section["title"]
        self.sections = result

    def shown(self):
        """The same as a browser shows: for each section its title, and for each row its label and its fields."""
        return [[title, [[label, " · ".join(": ".join(field) for field in fields)] for _, label, fields in rows]]
                for title, rows in self.sections]
