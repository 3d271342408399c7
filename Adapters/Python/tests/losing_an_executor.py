"""Compares two tables on two executors, of which one is killed while ranks are counted; prints what was found.

A process of its own: there is one session of Spark in each.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading

from pyspark.sql import DataFrame, SparkSession

from section_diff._plan import Plan
from section_diff._request import Request
from section_diff.spark import SparkEngine

ROWS = 20_000


def executors() -> list[int]:
    """The processes of executors that this one started, by way of workers."""
    found = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for line in found.splitlines()[1:]:
        pid, parent, name = line.split(None, 2)
        parents[int(pid)], names[int(pid)] = int(parent), name

    def is_mine(pid: int) -> bool:
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return [pid for pid, name in names.items() if "CoarseGrainedExecutorBackend" in name and is_mine(pid)]


class Killing(SparkEngine):
    """Kills an executor when the first tasks of the ranks are done."""

    killed = 0

    def rows(self, query: str) -> list[tuple[object, ...]]:
        if "max(p0)" not in query:
            return super().rows(query)
        tracker = self.session.sparkContext.statusTracker()

        is_done = threading.Event()

        def kill() -> None:
            while not any(
                (stage := tracker.getStageInfo(number)) is not None and stage.numCompletedTasks > 0
                for number in tracker.getActiveStageIds()
            ):
                if is_done.wait(0.01):
                    return
            running = executors()
            if len(running) == 2:
                os.kill(running[0], signal.SIGKILL)
                self.killed += 1

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            return super().rows(query)
        finally:
            is_done.set()
            thread.join()


def main() -> None:
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "16")
        # One core each may run several tasks one after the other, so that there is a middle.
        .config("spark.sql.adaptive.enabled", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    old: DataFrame = session.range(ROWS).selectExpr("id", "id % 3 AS s", "id AS pos")
    new = session.range(ROWS).where("id % 101 <> 0").selectExpr(
        "id", "IF(id % 997 = 0, 7, id % 3) AS s", f"IF(id % 10 = 0, (id * 7919) % {ROWS}, id) AS pos"
    )
    engine = Killing(session)
    sides = [engine.side(label, given) for label, given in (("old", old), ("new", new))]
    outcome = Plan(engine, Request.make("id", "s", "pos", "pos"), *sides).run()
    digest = session.sql(
        f"SELECT count(*), sum(CAST(xxhash64(*) AS DECIMAL(38, 0))) FROM {outcome.changes}"
    ).first()
    print(json.dumps({"counts": outcome.counts, "digest": [str(value) for value in digest], "killed": engine.killed}))
    sys.stdout.flush()
    session.stop()


if __name__ == "__main__":
    main()
