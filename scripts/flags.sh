# shellcheck shell=bash
# Options of SwiftPM that several scripts use. Source it, do not run it.

# For debug builds that nobody edits between: each module by one process, not its files by several that each read all of
# them, nor its interface by one more; nothing for a debugger, so traces of crashes have no lines; the index is of what
# tests are found by, no more.
# shellcheck disable=SC2034
at_once=(-Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 1 -Xswiftc -no-emit-module-separately-wmo -debug-info-format none
  -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules)

# For the tests: a release build that optimises four modules only (see in_tests), with what tests import. In a debug build
# the argument parser checks the declarations of a command at each start of it, which takes two thirds of that start; tests
# start it 1,500 times.
# shellcheck disable=SC2034
for_tests=(-c release -Xswiftc -Onone -Xswiftc -enable-testing "${at_once[@]}")

# in_tests COMMAND… – runs a command that builds with `for_tests`: Package.swift has the laws, the engine and the statistics
# optimised, where the tests spend their time; unspecialised, they take three times as long.
in_tests() { SECTION_DIFF_OPTIMIZED="SectionDiff ConformanceKit BenchmarkHarness RegressionGate" "$@"; }
