# shellcheck shell=bash
# What the scripts share. Source it, do not run it.

set -euo pipefail

# shellcheck source=scripts/flags.sh
source "$(dirname "${BASH_SOURCE[0]}")/flags.sh"

# Warnings are errors in what the scripts build: Package.swift reads it.
export SECTION_DIFF_WARNINGS=errors

# minutes SECONDS – 75 is "1 min 15 s".
minutes() {
  if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %d s' "$(($1 / 60))" "$(($1 % 60))"; fi
}

# bounded COMMAND… – ends the command after 40 minutes: a test that waits for an event that never comes fails.
bounded() {
  local status=0
  timeout --foreground --kill-after=60 40m "$@" || status=$?
  if ((status == 124 || status == 137)); then fail "not done within 40 minutes: $*"; fi
  return "$status"
}

# fail MESSAGE – says why and stops, with the exit code 1; in a script that gives a verdict with 2.
failure=1
fail() {
  printf 'error: %s\n' "$*" >&2
  exit "$failure"
}

# gives_verdict – for a script whose exit code is a verdict, 1 for what is worse, or that passes such a code on: what it
# cannot do, and every command that fails in it, is 2.
gives_verdict() {
  failure=2
  set -E
  trap 'exit 2' ERR
}

# help – prints the comment at the top of the script that runs.
help() { sed -n '2,/^[^#]/ s/^# \{0,1\}//p' "$0"; }

# For release builds of the checks: nothing for a debugger, and generic code of one module specialised in the next, which
# takes a quarter of the time from the laws. What is measured, and what is installed, is not built so.
lean=(-debug-info-format none -Xswiftc -cross-module-optimization)

# command_line_tool – sets `tool` to SECTION_DIFF_BINARY, or to the release build of the command, which is built first, in
# the build tree SECTION_DIFF_TREE if that is given, and there as the checks build it: without watch.
command_line_tool() {
  local package build
  tool=${SECTION_DIFF_BINARY:-}
  if [[ -n $tool ]]; then return; fi
  package=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  build=(swift build -c release --package-path "$package" --product section-diff)
  if [[ -n ${SECTION_DIFF_TREE:-} ]]; then
    build+=(--traits CommandLineGate "${lean[@]}" --scratch-path "$SECTION_DIFF_TREE")
  else
    build+=(--traits CommandLine)
  fi
  "${build[@]}" >&2 </dev/null || fail "section-diff does not build"
  # shellcheck disable=SC2034 # for the script that called
  tool=$("${build[@]}" --show-bin-path)/section-diff
}

# benchmark_build PRODUCT – sets `build` to the command that builds a program of Benchmarks in release; where
# SECTION_DIFF_TREE is given, in a tree beside that one, and without what a debugger needs.
benchmark_build() {
  build=(swift build -c release --package-path Benchmarks --product "$1")
  if [[ -n ${SECTION_DIFF_TREE:-} ]]; then
    build+=(-debug-info-format none --scratch-path "${SECTION_DIFF_TREE%/*}/benchmarks")
  fi
}

# need COMMAND PACKAGE – installs the Debian package when the command is missing; as root only.
need() {
  command -v "$1" >/dev/null || need_package "$2" "$1"
}

# need_package PACKAGE [WHAT] – installs the Debian package, because WHAT is missing; as root only.
need_package() {
  local what=${2:-$1} lists=${TMPDIR:-/tmp}/section-diff-packages.updated
  command -v apt-get >/dev/null || fail "$what is missing; install it"
  if ((EUID != 0)); then fail "$what is missing; install the package $1"; fi
  # Steps run side by side, and apt-get refuses to.
  (
    flock 9
    if [[ -z $(find "$lists" -mmin -60 2>/dev/null) ]]; then
      apt-get update -qq
      touch "$lists"
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"
  ) 9>"$lists.lock" </dev/null >&2
}
