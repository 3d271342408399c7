#!/usr/bin/env python3
"""A suite in Python: section-diff regress words.py words.py --gate counts"""
import argparse, collections, json, os, pathlib, platform, time

parser = argparse.ArgumentParser()
parser.add_argument("--list", action="store_true")
parser.add_argument("--size", type=int, action="append")
parser.add_argument("--rounds", type=int, default=25)
parser.add_argument("--record")
options, _ = parser.parse_known_args()

def measured(size):
    text = " ".join(f"word{number * number % 97}" for number in range(size))
    def timed():
        start = time.perf_counter_ns()
        collections.Counter(text.split())
        return time.perf_counter_ns() - start
    counted = collections.Counter(text.split())
    row = {"series": {"name": "counter", "rounds": [{"first": timed(), "second": timed()} for _ in range(options.rounds)]}}
    if sum(counted.values()) == size:
        row["metrics"] = {"distinct words": len(counted)}
    else:
        row = {"series": {"name": "counter", "rounds": []}, "wrong": f"it counts {sum(counted.values())} words, not {size}"}
    return {"name": "words", "size": size, "elements": "text", "old": size, "table": {"rows": [row]}}

if options.list:
    workloads = [{"name": "words", "reason": "counting words", "elements": "text", "sizes": [100, 1000, 10000]}]
    print(json.dumps({"format": "section-diff-suite/1", "workloads": workloads}))
else:
    host = f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores"
    environment = {"toolchain": f"Python {platform.python_version()}", "host": host, "allocator": "Python's"}
    run = {"format": "section-diff-benchmark/1", "environment": environment, "workloads": [measured(size) for size in options.size or [1000]]}
    pathlib.Path(options.record).write_text(json.dumps(run))
