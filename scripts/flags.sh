# shellcheck shell=bash
# Options of SwiftPM that several scripts use. Source it, do not run it.

# For debug builds that nobody edits between: each module by one process, not its files by several that each read all of
# them, nor its interface by one more; nothing for a debugger, so traces of crashes have no lines; the index is of what
# tests are found by, no more.
# shellcheck disable=SC2034
at_once=(-Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 1 -Xswiftc -no-emit-module-separately-wmo -debug-info-format none
  -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules)
