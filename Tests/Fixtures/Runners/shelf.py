#!/usr/bin/env python3
"""A suite in Python that has faults by its name: shelf.py is right, and the link shelf-slow to it is slow.

section-diff regress shelf.py shelf-slow --gate time"""
import argparse, json, pathlib, random, sys, time

FAULT = pathlib.Path(sys.argv[0]).name.partition("-")[2]
WORKLOADS = {"lookup": ["number", "text"], "merge": ["number"]}
SIZES = [100, 500, 2500]
if FAULT == "size":
    SIZES = SIZES[:2]
if FAULT == "kind":
    WORKLOADS["lookup"] = ["number"]

parser = argparse.ArgumentParser(allow_abbrev=False)
parser.add_argument("--list", action="store_true")
parser.add_argument("--workload", default="lookup")
parser.add_argument("--elements")
parser.add_argument("--size", type=int, action="append")
parser.add_argument("--seed", type=int)
parser.add_argument("--strategy", action="append")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--milliseconds", type=int)
parser.add_argument("--brief", action="store_true")
parser.add_argument("--record")
options = parser.parse_args()


def bisect(keys, key, count):
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        count["comparisons"] += 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def scan(keys, key, count):
    place = next((place for place, other in enumerate(keys) if not other < key), len(keys))
    count["comparisons"] += place + 1
    return place


def lookup(find, keys, queries):
    """Where each query is; those that were asked before are remembered."""
    count, seen, places = {"comparisons": 0, "hits": 0}, {}, []
    for query in queries:
        if query in seen and FAULT != "hits":
            count["hits"] += 1
        else:
            seen[query] = find(keys, query, count)
        places.append(seen[query])
    return places, count


def merge(keys, queries):
    """Both in one order."""
    count, result, place = {"comparisons": 0}, [], 0
    for query in sorted(queries):
        while place < len(keys) and keys[place] < query:
            count["comparisons"] += 1
            result.append(keys[place])
            place += 1
        result.append(query)
    return result + keys[place:], count


def measured(size):
    seed = 1 + (FAULT == "input") if options.seed is None else options.seed
    numbers = random.Random(seed)
    keys = sorted(numbers.sample(range(10 * size), size))
    queries = numbers.choices(keys, k=size // 10)
    elements = options.elements or WORKLOADS[options.workload][0]
    if elements == "text":
        keys, queries = [[f"{key:09}" for key in side] for side in (keys, queries)]
    runs = {
        "lookup": {
            "bisect": lambda: lookup(scan if FAULT == "growth" else bisect, keys, queries),
            "scan": lambda: lookup(scan, keys, queries[:10]),
        },
        "merge": {"merge": lambda: merge(keys, queries)},
    }[options.workload]
    rows = []
    for name, run in runs.items():
        if options.strategy and name not in options.strategy:
            continue

        def timed():
            start = time.perf_counter_ns()
            for _ in range(3 if FAULT == "slow" else 1):
                run()
            return time.perf_counter_ns() - start

        answer, count = run()
        expected = sorted(keys + queries) if name == "merge" else [keys.index(query) for query in queries[: len(answer)]]
        rounds = [{"first": timed(), "second": timed()} for _ in range(options.rounds)]
        if FAULT == "more" and size == 500:
            count["comparisons"] += 1
        if FAULT == "renamed" and name == "bisect":
            name = "binary search"
        if FAULT == "count":
            count.pop("hits", None)
        row = {"series": {"name": name, "rounds": rounds}, "metrics": count, "better": {"hits": "more"} if "hits" in count else {}}
        if answer != expected or FAULT == "wrong" and elements == "text":
            row = {"series": {"name": name, "rounds": []}, "wrong": "a key is at another place"}
        rows.append(row)
    return {"name": options.workload, "size": size, "seed": seed, "elements": elements, "old": size, "table": {"rows": rows}}


if options.list:
    workloads = [
        {"name": name, "elements": kind, "sizes": SIZES, "largestSize": SIZES[-1]} for name, kinds in WORKLOADS.items() for kind in kinds
    ]
    print(json.dumps({"format": "section-diff-suite/1", "workloads": workloads}))
else:
    if FAULT == "crash" and options.workload == "merge":
        sys.exit("no memory")
    while FAULT == "endless" and options.workload == "merge":
        time.sleep(1)
    run = {"format": "section-diff-benchmark/1", "environment": {}, "workloads": [measured(size) for size in options.size or [500]]}
    pathlib.Path(options.record).write_text(json.dumps(run))
