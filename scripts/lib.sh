# shellcheck shell=bash
# What the scripts share: steps that are timed and summed up, and tools that are installed when they are missing.
# Source it, do not run it.

set -euo pipefail

step_names=()
step_times=()
step_now=
step_start=0
all_start=$SECONDS

# step NAME COMMAND… – runs the command under a heading and remembers how long it took; the first failure ends the run.
step() {
  step_now=$1
  shift
  step_start=$SECONDS
  printf '\n=== %s\n' "$step_now"
  "$@"
  step_names+=("$step_now")
  step_times+=("$((SECONDS - step_start))")
  printf -- '--- %s: %s\n' "$step_now" "$(minutes "${step_times[-1]}")"
  step_now=
}

# minutes SECONDS – 75 is "1 min 15 s".
minutes() {
  if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %d s' "$(($1 / 60))" "$(($1 % 60))"; fi
}

# summary – for `trap summary EXIT`: what ran, how long, and whether all of it passed.
summary() {
  local status=$? i
  printf '\n=== Summary\n'
  for i in "${!step_names[@]}"; do
    printf '  %-50s %s\n' "${step_names[i]}" "$(minutes "${step_times[i]}")"
  done
  if [[ -n $step_now ]]; then
    printf '  %-50s FAILED after %s\n' "$step_now" "$(minutes "$((SECONDS - step_start))")"
  fi
  printf '  %-50s %s\n' "in all" "$(minutes "$((SECONDS - all_start))")"
  if ((status == 0)); then
    printf 'PASSED\n'
  else
    printf 'FAILED: %s (exit code %d)\n' "${step_now:-before the first step}" "$status"
  fi
}

# bounded COMMAND… – ends the command after two hours: a test that waits for an event that never comes fails.
bounded() {
  local status=0
  timeout --kill-after=60 2h "$@" || status=$?
  if ((status == 124 || status == 137)); then fail "not done within two hours: $*"; fi
  return "$status"
}

# fail MESSAGE – says why and stops.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# need COMMAND PACKAGE – installs the Debian package when the command is missing; as root only.
need() {
  command -v "$1" >/dev/null || need_package "$2" "$1"
}

# need_package PACKAGE [WHAT] – installs the Debian package, because WHAT is missing; as root only.
need_package() {
  local what=${2:-$1}
  command -v apt-get >/dev/null || fail "$what is missing; install it"
  if ((EUID != 0)); then fail "$what is missing; install the package $1"; fi
  if [[ -z ${apt_updated:-} ]]; then
    apt-get update -qq
    apt_updated=yes
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"
}
