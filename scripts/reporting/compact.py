"""Writes a benchmark run on one line, as committed ones are: compact.py RUN.json"""

import json
import pathlib
import sys

path = pathlib.Path(sys.argv[1])
run = json.loads(path.read_text(encoding="utf-8"))
path.write_text(json.dumps(run, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")
