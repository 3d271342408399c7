"""A file of records that changes at random, and what must be shown of it."""

import csv
import io
import os
import random

# Records that a page could take for something else than text.
HOSTILE = [
    "<script>troubles.push('script ran')</script>", "<img src=x onerror=\"troubles.push('image')\">", "&lt;b&gt; &amp;",
    "'; troubles.push('quote'); //", "${troubles.push('template')}", "</li></ul><h1>out</h1>", "שלום עולם", "🧩 é 中文",
]
GROUPS = ["alpha", "beta", "<script>", "gamma & co", "delta"]
FIELDS = ["id", "group", "rank", "name", "note"]


class Board:
    """Records by id, in the order of the file. Shown by group in the order of values, by rank, then as in the file."""

    OPTIONS = ("--id", "id", "--section-by", "group", "--section-order", "value", "--sort-by", "rank")

    def __init__(self, path, size, seed, groups=None):
        self.path = path
        self.random = random.Random(seed)
        self.groups = groups or GROUPS
        self.next = 0
        self.records = []
        # Ids that changes leave alone.
        self.kept = set()
        for _ in range(size):
            self.records.append(self.make())
        self.writes = 0
        self.write()

    def make(self):
        self.next += 1
        name = self.random.choice(HOSTILE) if self.random.random() < 0.2 else f"name {self.next}"
        number = f"r{self.next}" if self.next % 50 else f"<b>{self.next}</b>"
        return {"id": number, "group": self.random.choice(self.groups), "rank": self.random.randrange(1000),
                "name": name, "note": ""}

    def change(self, count, kinds=("insert", "delete", "move", "update", "shuffle")):
        """Changes the records and returns how many of the ids are new."""
        before = {record["id"] for record in self.records}
        for _ in range(count):
            kind = self.random.choice(kinds)
            free = [record for record in self.records if record["id"] not in self.kept] if len(self.records) < 2000 else None
            record = self.random.choice(free or self.records)
            if kind == "insert" or record["id"] in self.kept:
                self.records.insert(self.random.randrange(len(self.records) + 1), self.make())
            elif kind == "delete" and len(self.records) > 20:
                self.records.remove(record)
            elif kind == "move":
                record["rank"] = self.random.randrange(1000)
                if self.random.random() < 0.3:
                    record["group"] = self.random.choice(self.groups)
            elif kind == "shuffle":
                self.records.remove(record)
                self.records.insert(self.random.randrange(len(self.records) + 1), record)
            else:
                record["note"] = f"note {self.random.randrange(10**6)} {self.random.choice(HOSTILE)}"
        return len({record["id"] for record in self.records} - before)

    def data(self):
        """The bytes of the file."""
        text = io.StringIO()
        writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.records)
        return text.getvalue().encode()

    def write(self, replacing=True):
        """Writes the file: by a new one that takes its place, or into the one that is there."""
        data = self.data()
        self.writes += 1
        if replacing:
            self.replace(data)
        else:
            with open(self.path, "wb") as file:
                file.write(data)

    def replace(self, data):
        """Writes other bytes, by a new file that takes the place of the one that is there."""
        beside = f"{self.path}.new"
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, self.path)

    def shown(self, without=None):
        """What a page must show: for each section its title, and for each row its label and its fields, but one."""
        result = []
        for group in sorted({record["group"] for record in self.records}, key=lambda text: text.encode()):
            rows = [record for record in self.records if record["group"] == group]
            rows.sort(key=lambda record: record["rank"])
            result.append([group, [[row["id"], fields(row, without)] for row in rows]])
        return result


def fields(record, without=None):
    """The fields of a row as one text: no key, no section, nothing empty; long ones are cut."""
    pairs = [(name, str(record[name])) for name in ("rank", "name", "note") if name != without and str(record[name])]
    return " · ".join(f"{name}: {value if len(value) <= 60 else value[:59] + '…'}" for name, value in pairs)
