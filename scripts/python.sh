# shellcheck shell=bash
# Source after lib.sh: a Python of our own, with the packages of scripts/reporting/requirements.txt.

# private_python – sets `python` to the interpreter of a folder that git ignores; made once, and again when the list of
# packages changes. Nothing is printed on standard output.
private_python() {
  local root venv list
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  venv=$root/.build-python
  list=$root/scripts/reporting/requirements.txt
  python=$venv/bin/python
  # Two steps that run side by side make it once.
  exec 8>"$root/.build-python.lock"
  flock 8
  if cmp -s "$list" "$venv/installed.txt"; then
    exec 8>&-
    return
  fi
  {
    need python3 python3
    # python3 is there without it on Debian, and then makes no environment.
    python3 -c 'import ensurepip' 2>/dev/null || need_package python3-venv
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$python" -m pip install --quiet --disable-pip-version-check --requirement "$list"
    cp "$list" "$venv/installed.txt"
  } >&2 </dev/null
  exec 8>&-
}
