#!/usr/bin/env python3
"""Python's difflib as a rival: section-diff advise --runner rival.py --workload sparse-edits --size 1000"""
import argparse, difflib, json, time

parser = argparse.ArgumentParser()
parser.add_argument("--list", action="store_true")
for name in ("--old", "--new", "--record"):
    parser.add_argument(name)
options = parser.parse_args()

def rows(path):
    sections = json.load(open(path, encoding="utf-8"))
    return [([s, i], *item) for s, section in enumerate(sections) for i, item in enumerate(section["items"])]

def diff(old, new):
    script = {"deletes": [], "inserts": [], "updates": []}
    ids = difflib.SequenceMatcher(None, [row[1] for row in old], [row[1] for row in new], autojunk=False)
    for kind, a, b, c, d in ids.get_opcodes():
        if kind == "equal":
            script["updates"] += [[o[0], n[0]] for o, n in zip(old[a:b], new[c:d]) if o[2] != n[2]]
        else:
            script["deletes"] += [row[0] for row in old[a:b]]
            script["inserts"] += [row[0] for row in new[c:d]]
    return script

def timed(old, new):
    start = time.perf_counter_ns()
    diff(old, new)
    return time.perf_counter_ns() - start

if options.list:
    print(json.dumps({"format": "section-diff-suite/1", "workloads": [], "takesFiles": True}))
else:
    old, new = rows(options.old), rows(options.new)
    rounds = [{"first": timed(old, new), "second": timed(old, new)} for _ in range(5)]
    row = {"series": {"name": "difflib", "rounds": rounds}, "script": diff(old, new)}
    workload = {"name": "files", "size": len(old), "elements": "text", "old": len(old), "new": len(new), "table": {"rows": [row]}}
    with open(options.record, "w") as file:
        json.dump({"format": "section-diff-benchmark/1", "environment": {}, "workloads": [workload]}, file)
