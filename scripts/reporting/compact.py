"""Writes a record on one line, as committed records are: compact.py RECORD.json"""

import json
import pathlib
import sys

path = pathlib.Path(sys.argv[1])
record = json.loads(path.read_text(encoding="utf-8"))
path.write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")
