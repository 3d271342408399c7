# shellcheck shell=bash
# The steps of scripts/check, .ci/run and scripts/nightly: one list for all. Source it after lib.sh, in the package's
# folder.
#
# A step is a function step_KEY and a line `define`. It works by itself: it builds what it needs, in the build tree that it
# names. Trees are in .build-check, apart from .build, which an editor may be using; so the lanes do not wait for each
# other's locks, and build side by side.

trees=$PWD/.build-check
# Scripts that need the command take the one of the release tree.
export SECTION_DIFF_TREE=$trees/release
# swift_whole OPTION… – builds in the tree of all tests, as scripts/test builds them.
# shellcheck disable=SC2154 # flags.sh sets it
swift_whole() { in_tests swift build --traits CommandLine --scratch-path "$trees/tests" "${for_tests[@]}" "$@"; }
# The package of what only the checks run, in release; its tests and runners see what is internal.
trials=(-c release --package-path Tests/Trials -Xswiftc -enable-testing "${lean[@]}" --scratch-path "$trees/trials")

# For packages that share a tree: none takes another's plan of the build for its own.
stranger=(--scratch-path "$trees/stranger" --disable-build-manifest-caching "${at_once[@]}")

keys=()
# shellcheck disable=SC2034 # scripts/check reads them
declare -A title tree_of after_of

# define KEY TREE AFTER TITLE – TREE: the build tree that no other step may use meanwhile, or `-`. AFTER: keys of steps that
# go before it where they run too, with commas between them, or `-`.
# shellcheck disable=SC2034
define() {
  keys+=("$1")
  tree_of[$1]=$2 after_of[$1]=$3 title[$1]=$4
}

# ---- Text and tables

define tools - - "Tools"
step_tools() {
  need git git
  need python3 python3
  need openssl openssl
  need patch patch
  need timeout coreutils
  need shellcheck shellcheck
  swift --version
}

define lint - tools "Format and shell lint"
step_lint() {
  local scripts=()
  git ls-files -z '*.swift' | xargs -0 swift format lint --strict --parallel
  mapfile -t scripts < <(git ls-files -co --exclude-standard .ci scripts Examples | while IFS= read -r file; do
    if [[ $file == *.sh ]] || head -n 1 "$file" | grep -q '^#!.*bash'; then printf '%s\n' "$file"; fi
  done)
  shellcheck --external-sources "${scripts[@]}"
  python3 -m py_compile scripts/interface scripts/manual-page scripts/scaled-tests \
    scripts/reporting/*.py scripts/documenting/*.py Tests/Report/*.py Tests/Page/*.py Tests/Servers/*.py
}

define paths - tools "No paths of this machine"
# Tracked files must mean the same on every machine.
step_paths() {
  local found
  found=$(git grep -nIF -e "$PWD/" -e "$HOME/" || true)
  # Benchmark runs name the commands that made them.
  found+=$(git grep -nIF -e /tmp/ -- Benchmarks/Records || true)
  if [[ -n $found ]]; then fail "tracked files contain paths of this machine:"$'\n'"$found"; fi
}

define sample - tools "The sample is what its script makes"
step_sample() {
  local folder
  folder=$(mktemp -d)
  scripts/sample/make "$folder"
  diff -r --exclude=make scripts/sample "$folder"
  rm -r "$folder"
}

define tables - tools "Tables of benchmarks are those of the benchmark runs"
step_tables() {
  scripts/readme-benchmarks --check
  scripts/live-table --check
  scripts/list-table --check
}

define records - tools "README's benchmark runs are as new as what they measure"
# At night: after a change of what is measured they are recorded on a quiet machine, and not with every commit.
step_records() { scripts/readme-benchmarks --check --current; }

define apple - tools "Apple's systems, by type-check"
step_apple() { scripts/apple-check; }

define portability - tools "Other systems, by type-check"
step_portability() { scripts/portability-check; }

# ---- The tree of all tests

define build tests - "Build, warnings as errors"
step_build() { swift_whole --build-tests; }

# built – whether the step `build` has passed in this run. A step that is asked for by itself builds what it needs.
built() { [[ ${state[build]:-} == passed ]]; }

# tested COMMAND… – runs a test command, and fails if it is not done in time.
tested() { bounded "$@" 2>&1; }

define tests tests build "README's test command"
# As README.md gives it, in the tree of `build`.
step_tests() {
  local command
  command=$(grep -m 1 -E '^scripts/test' README.md) || fail "README.md gives no test command"
  [[ $command == scripts/test ]] || fail "README.md's test command leaves tests out: $command"
  SWIFTPM_BUILD_DIR=$trees/tests tested bash -c "$command"
}

define long tests tests "Tests that take longer, in full"
# Those of which README's command leaves cases out.
step_long() {
  local pattern
  pattern=$(scripts/scaled-tests)
  SWIFTPM_BUILD_DIR=$trees/tests tested scripts/test --full --skip-build --filter "$pattern"
}

# test_program – prints the program that runs the tests.
test_program() {
  printf '%s/swift-section-diffPackageTests.xctest\n' "$(swift_whole --show-bin-path)"
}

define allocations - build "Allocations, on jemalloc"
# What can only be tested on jemalloc: the meter counts, and advise fills its columns with it.
step_allocations() {
  local output
  built || step_build
  # Alone: requests for memory are counted over all threads.
  output=$(scripts/with-jemalloc "$(test_program)" --testing-library swift-testing --filter AllocationMeter 2>&1) || {
    printf '%s\n' "$output"
    return 1
  }
  printf '%s\n' "$output"
  if grep -q 'skipped' <<<"$output"; then fail "the process does not run on jemalloc"; fi
  grep -q '[1-9][0-9]* tests\? .*passed' <<<"$output" || fail "no test of the allocation meter has run"
  with_command
  output=$(scripts/with-jemalloc section-diff advise --size 1000 --format json)
  python3 -c 'import json, sys
for row in json.load(sys.stdin)["strategies"]:
  print(row["name"], row["allocations"], row["bytes"])
  assert row["allocations"] > 0 and row["bytes"] > row["allocations"], row' <<<"$output"
}

# with_command – lets the scripts that follow take the command of the tree of all tests.
with_command() {
  SECTION_DIFF_BINARY=$(swift_whole --show-bin-path)/section-diff
  export SECTION_DIFF_BINARY
  built || swift_whole --product section-diff
}

define docs tests tests "Documentation, warnings as errors"
step_docs() { in_tests scripts/documentation --traits CommandLine --scratch-path "$trees/tests" -- "${for_tests[@]}"; }

define interface tests build "The public interface is that of the listing"
step_interface() {
  built || step_build
  scripts/interface --modules "$(swift_whole --show-bin-path)/Modules"
}

# ---- The command, as README shows it

# What README.md shows below a remark.
shown() {
  sed -n "/^<!-- $1 -->$/,/^\`\`\`$/p" README.md | grep -vE '^(<!--|```|$)'
}

# What a line of the table of advise says of the answer: strategy, deletes, inserts, moves, updates, minimal.
# Floors have no answer.
answers() {
  awk 'NF >= 8 && /^[a-z][a-z0-9-]* .* (yes|no)$/ { print $1, $(NF-4), $(NF-3), $(NF-2), $(NF-1), $NF }
    /^[a-z][a-z0-9-]* .* –$/ { print $1 }'
}

# as_reader COMMAND – runs a command of README.md as it stands there, in a copy: its traits are not those of the other steps.
as_reader() {
  local package
  package=$(copy readme)
  (cd "$package" && bash -c "$1")
}

# first_command – prints the command that README.md gives first.
first_command() {
  local command
  command=$(grep -m 1 -E '^swift run -c release ' README.md) || fail "README.md gives no first command"
  [[ $command =~ ^swift\ run\ -c\ release\ --traits\ [A-Za-z]+\ section-diff\ advise$ ]] ||
    fail "README.md's first command is: $command"
  printf '%s\n' "$command"
}

# second_command – prints the command that README.md gives next, on two lines there.
second_command() {
  local command
  command=$(awk '/\\$/ { sub(/ *\\$/, ""); begun = begun $0; next }
    { sub(/^ +/, begun ? " " : ""); line = begun $0; begun = "" }
    !found && line ~ /^swift run -c release .*section-diff diff / { print line; found = 1 }' README.md)
  [[ -n $command ]] || fail "README.md gives no second command"
  printf '%s\n' "$command"
}

# as_first COMMAND… – runs the first command, which exits with 0, and whose table has the rows and the answers that
# README.md shows; times differ from run to run.
as_first() {
  local output start
  output=$("$@")
  printf '%s\n' "$output"
  diff <(shown "first output" | answers) <(answers <<<"$output")
  [[ -n $(answers <<<"$output") ]] || fail "the output has no table of strategies and floors"
  for start in 'Noise floor: adaptive against itself ' 'Recommended: ' '  Why: ' '  What would change it: '; do
    grep -qF -e "$start" <<<"$output" || fail "no line starts with: $start"
  done
}

# as_second COMMAND… – runs the second command: the files differ, so it exits with 1, and it prints what README.md shows.
as_second() {
  local output line status=0
  output=$("$@") || status=$?
  printf '%s\n' "$output"
  if ((status != 1)); then fail "expected exit code 1 (the files differ), got $status"; fi
  while IFS= read -r line; do
    grep -qxF -e "$line" <<<"$output" || fail "README.md shows a line that the command does not print: $line"
  done < <(shown "second output")
}

define first readme tools "README's first command"
# As it stands there. What it prints is judged for a change of the other modules, too, by `shown`.
step_first() {
  local command
  command=$(first_command)
  printf '%s\n' "$command"
  as_first as_reader "$command"
}

define second readme first "README's second command"
step_second() {
  local command
  command=$(second_command)
  printf '%s\n' "$command"
  as_second as_reader "$command"
}

# ---- What runs long

# trial PROGRAM ARGUMENT… – builds a program of Tests/Trials in release, and runs it.
trial() { TRIALS_TREE=$trees/trials scripts/trial "$@"; }

define laws trials tools "Laws: sequences, worlds, 1,000,000 random cases"
# All pairs of sequences up to length 3, every 23rd up to length 5 and every 97th of small worlds (at night all), a million
# random cases: each with the default strategy, and with another one in turn (at night with all); the slow laws have a third
# of them each (at night all).
step_laws() {
  trial LawRunner --cases 1000000 --in-turn 2 --slow-stride 3 --seed 1 --sequences --sequence-stride 23 \
    --worlds --world-stride 97
  # Of the copies of one identity equal contents are paired first; at night lists of up to six.
  trial TextRunner --copies 5
}

define results trials tools "Live results: sequences and stress"
# Random sequences of every operation on live results, each against a model that rebuilds everything: on the engine alone,
# and on a controller with drafts and subscribers; and the stress. At night more of all.
step_results() { trial ResultsRunner --sequences 50000 --controllers 30000 --stress 250000 --seed 1; }

define gate trials tools "Self-test of the regression gate"
# How often the regression gate is wrong, on noise that was simulated and recorded; at night four times as often. How good
# the diffs are that it counts, other steps judge.
step_gate() {
  trial GateSelfTest --rounds 2500 --series 250
  # Alarms that must be raised, of gates that were damaged.
  swift build "${trials[@]}" --product trialsPackageTests
  tested swift test "${trials[@]}" --skip-build
}

define hostile - build "Servers that misbehave"
step_hostile() {
  with_command
  scripts/hostile-servers --quick
}

define install - build "Installing, and a release, by trial"
step_install() {
  with_command
  scripts/release --check
  scripts/test-install
  scripts/test-release
}

define report - tools "Browser test of the report"
step_report() { scripts/test-report; }

define page - build "Browser test of the live page"
step_page() {
  with_command
  scripts/browser-test
}

define fuzz fuzz build "Fuzzing, half a minute"
step_fuzz() {
  with_command
  scripts/fuzz 33
}

# ---- Benchmarks, a package of its own

define counts benchmarks tools "Committed counts"
step_counts() { scripts/benchmarks check; }

define protocol benchmarks build,counts "The benchmark runner's protocol"
# The runner keeps the protocol that section-diff regress speaks, and its counts and instructions repeat exactly.
step_protocol() {
  local runner tool build
  need valgrind valgrind
  with_command
  command_line_tool
  benchmark_build BenchmarkRunner
  "${build[@]}"
  runner=$("${build[@]}" --show-bin-path)/BenchmarkRunner
  "$tool" regress "$runner" "$runner" --workload mixed --gate counts --gate growth
  "$tool" regress "$runner" "$runner" --workload mixed --size 1000 --gate counts --gate instructions
}

define judged benchmarks protocol "Judged by the last landed commit"
# Everything that the benchmark runner measures, by counts, growth, regret and instructions; times are a report. A job of its
# own in CI, beside the other steps, and a step of the night; not in `full`, where it could take two minutes of processor
# time. Each commit has another base, so a second runner is built from it, in release, which takes as long as that of
# `protocol`, two to four minutes; then base and head are judged for up to ten minutes on two cores. What `full` can do:
# `counts` and `allocations` compare what is committed, and `protocol` the runner with itself.
#
# The base is JUDGE_SINCE, where a push began, as CI says it. A night judges all commits since the one of which this step
# passed at night before, which it keeps in .build-check/judged (CI keeps it where the whole night passed); where none is kept, those of the last 24 hours.
step_judged() {
  local since=${JUDGE_SINCE:-} kept=$trees/judged
  if [[ ${mode:-} == nightly ]]; then
    since=$(cat "$kept" 2>/dev/null || git rev-list -1 --first-parent --before="24 hours ago" HEAD)
  fi
  if [[ -n $since ]]; then scripts/judge --since "$since"; else scripts/judge; fi || return
  if [[ ${mode:-} == nightly && -z $(git status --porcelain) ]]; then git rev-parse HEAD >"$kept"; fi
}

define regrets benchmarks protocol "The guide's regrets are those of the benchmark run"
step_regrets() { scripts/regret-table --check; }

# ---- From outside

define strangers stranger tools "Strangers' packages"
# Packages outside of this one that use its libraries alone, by the plain line: they build, they fetch nothing, and they
# run. The second has a store of its own, which the store suite tries. Both share one build tree, with the examples.
step_strangers() {
  local folder dependencies options
  # What the examples have fetched into the tree.
  rm -rf "$trees/stranger/checkouts" "$trees/stranger/workspace-state.json"
  for folder in Tests/Fixtures/Stranger Tests/Fixtures/StrangerStore; do
    options=(--package-path "$folder" "${stranger[@]}")
    dependencies=$(swift package "${options[@]}" show-dependencies --format json)
    python3 -c 'import json, sys
used = json.load(sys.stdin)["dependencies"]
assert len(used) == 1 and used[0]["dependencies"] == [], json.dumps(used, indent=2)' <<<"$dependencies" ||
      fail "$folder resolves more than this package"
    swift run "${options[@]}" "$(basename "$folder")"
    if [[ -n $(ls -A "$trees/stranger/checkouts" 2>/dev/null) ]]; then fail "$folder has fetched something"; fi
  done
}

define suites - build,strangers "Suites of others, in Swift and in Python"
# A package with its own elements, suite and gate, and runners in Python: what `regress` and `advise` say of them.
step_suites() {
  with_command
  scripts/other-suites "${stranger[@]}"
}

define python - build "The Python package, in DuckDB"
# From its source, with the command as it is tested; `wheel` tries what is installed.
step_python() {
  with_command
  SECTION_DIFF_COMMAND=$SECTION_DIFF_BINARY scripts/python-package test
}

define spark - python "The Python package, in Spark, where it changed in the last day"
# Spark is 430 MB to install, and takes seconds for each query.
step_spark() {
  local -a paths=(Adapters/Python Sources/SectionDiffCLI/PlanMoves Sources/SectionDiff/Integers scripts/python-package)
  if [[ -z $(git log --since="1 day ago" --format=%h -- "${paths[@]}") ]]; then
    echo "nothing of it changed"
    return
  fi
  with_command
  SECTION_DIFF_COMMAND=$SECTION_DIFF_BINARY scripts/python-package test --spark
}

define samples stranger strangers "README's samples, as a package outside"
step_samples() { scripts/readme-samples "${stranger[@]}"; }

define sqlite stranger strangers "A store over SQLite"
# The documentation's store over SQLite: the laws, other connections, files that are locked, lost or damaged.
step_sqlite() { scripts/sqlite-store "${stranger[@]}"; }


define postgres stranger strangers "A store over PostgreSQL"
# The documentation's store over PostgreSQL, on a server of its own: the laws, other programs, connections that end.
step_postgres() { scripts/postgres-store "${stranger[@]}"; }

define grdb stranger strangers "A store over GRDB"
# The adapter, a package of its own: the laws, other connections and processes, databases that are locked or changed.
step_grdb() { scripts/grdb-store "${stranger[@]}"; }

define examples stranger strangers "Examples"
# In the tree of the strangers: it has the libraries.
step_examples() { Examples/check all "${stranger[@]}"; }

# ---- Other traits, in a copy: what they resolve must not become what the other steps resolve

# copy NAME – makes a copy of the package, as it is in this folder, and prints where it is. Its build tree is kept.
copy() {
  local folder=$trees/$1
  mkdir -p "$folder"
  find "$folder" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
  git ls-files -z --cached --others --exclude-standard |
    tar --create --null --files-from - --ignore-failed-read --warning=no-failed-read --file - |
    tar --extract --directory "$folder" --file -
  printf '%s\n' "$folder"
}

define async async tools "REST stores and the command by async-http-client"
# The REST store and the command by async-http-client, which only the trait builds; without it the tests of that transport
# are not there. Its part is what the trait compiles or changes, and the one module of ours that this imports.
step_async() {
  local output package tool on=(--traits "CommandLine,AsyncHTTPClient" "${at_once[@]}")
  [[ -e /usr/include/zlib.h ]] || need_package zlib1g-dev
  package=$(copy async)
  cd "$package" || return
  export SECTION_DIFF_TESTS=RESTAdapterTests
  swift build "${on[@]}" --product swift-section-diffPackageTests
  swift build "${on[@]}" --product section-diff
  output=$(mktemp)
  # The random trials and histories have a server without a network: no transport, and so no trait, plays a part there.
  tested swift test "${on[@]}" --skip-build --skip "RESTStore(Trial|Histories|NothingLost)Tests" | tee "$output"
  grep -q 'asyncHTTPClient' "$output" || fail "no test has used async-http-client"
  tool=$(swift build "${on[@]}" --show-bin-path)/section-diff
  # Signals must end the command well although the client has threads of its own.
  python3 Tests/Servers/stop-watch.py "$tool"
  # Only a debug build, which this is, has the argument parser check how commands are declared.
  "$tool" --experimental-dump-help >"$output"
  grep -q '"commandName"' "$output" || fail "the declarations of the commands are not printed"
  rm "$output"
}

define plain plain tools "No traits"
# The command without its trait says so.
step_plain() {
  local output package status=0
  package=$(copy plain)
  cd "$package" || return
  swift build "${at_once[@]}" --product section-diff
  output=$("$(swift build --show-bin-path)/section-diff" 2>&1) || status=$?
  printf '%s (exit code %s)\n' "$output" "$status"
  [[ $status == 2 && $output == *"package trait CommandLine"* ]] || fail "expected exit code 2 and the trait's name"
}

# ---- Sanitisers

# sanitized KIND "TEST TARGET…" OPTION… – builds the test targets with a sanitiser, and what they need; runs them. Its reports
# have numbers of lines: as a frontend option, since Package.swift's `-gnone` is one, and the last one counts.
sanitized() {
  local build=(--traits CommandLine --sanitize "$1" --scratch-path "$trees/$1" "${at_once[@]}"
    -Xswiftc -Xfrontend -Xswiftc -gline-tables-only)
  export SECTION_DIFF_TESTS=$2
  swift build "${build[@]}" --product swift-section-diffPackageTests
  tested swift test "${build[@]}" --skip-build "${@:3}"
}

define asan address tools "Address sanitiser"
# What works on raw memory: the core, and the readers with their mapped files. Left to the plain run, and to the night, are
# tests that repeat one thing many thousand times to judge its answers; so are the proofs of the guide's own algorithms, and
# tests that only read the sources.
step_asan() {
  # Leaks are not looked for: the runtime keeps some memory for good.
  ASAN_OPTIONS=detect_leaks=0 sanitized address "SectionDiffTests RecordFormatsTests" \
    --skip "Exhaustive|everyLawHoldsOfRandomEdits|everyLawHoldsOverSmallWorlds|isShortestForAllSmallWords\
|withRepeatsThatNothingPairedBefore|OwnAlgorithmSamples|AnswerSizeTests/(small|short|never)|TextAnswerTests|GitTests\
|FolderOrderTests|MessageTests|aThirdDiffTakesNoMoreScratchMemory|aWorkspaceKeepsItsMemoryWhenADiffIsCancelled\
|noHashSeedChangesAByte|countsAreThoseOfTheOuterDiff|withUniqueIdentitiesWhatIsCalledMinimalIs|withRepeatsItStillLeadsThere"
}

define tsan thread tools "Thread sanitiser"
# All that tasks share: stores, drafts, controllers. Left to the plain run are the exhaustive worlds, the random runs of the
# removal guard, and what one task does alone: the costs, the order of the engine, what happens between two calls of a write.
# So are the stores of the articles, whose lock the sanitiser does not see. At night the rest, too: also the core, where tasks share nothing.
step_tsan() {
  sanitized thread "LiveResultsTests StoreInterfaceTests StoreBuildingTests MemoryAdapterTests FileAdapterTests" \
    --skip "Exhaustive|StoreSamples|RemovalGuardTests/trial|CostTests|SortPrefixTests|ResultsEngineOrderTests\
|InterferenceTests|HistoriesTests"
}

# ---- At night

# Another seed every night, so that the cases differ; NIGHTLY_SEED repeats a night.
seed=${NIGHTLY_SEED:-$(date +%Y%m%d)}

# Not specialised across modules by the checks' flags: as SwiftPM builds it for those who use it. scripts/trial does so, too.
as_installed=(-c release --traits CommandLine --scratch-path "$trees/as-installed")

define night-laws trials-plain - "Laws: sequences, worlds, 10,000,000 random cases"
step_night-laws() {
  printf 'seed %s\n' "$seed"
  scripts/trial LawRunner --cases 10000000 --seed "$seed" --sequences --worlds
}

define night-results trials-plain - "Live results: twice 200,000 sequences, 1,000,000 rounds"
# What happens to the records and their arrangement is tried on the engine alone; the same and all else on a controller:
# requests, failures, suspensions, delivery, slow and late subscribers, drafts and writes, accepted and refused.
step_night-results() {
  printf 'seed %s\n' "$seed"
  scripts/trial ResultsRunner --sequences 200000 --controllers 200000 --stress 1000000 --seed "$seed"
}

define night-asan address - "Address sanitiser: the tests that judge answers, too"
step_night-asan() {
  SECTION_DIFF_FULL_TESTS=1 ASAN_OPTIONS=detect_leaks=0 sanitized address "SectionDiffTests RecordFormatsTests" --skip Exhaustive
}

define night-tsan thread - "Thread sanitiser: the core, the formats and the kit, too"
step_night-tsan() {
  SECTION_DIFF_FULL_TESTS=1 sanitized thread "SectionDiffTests RecordFormatsTests ConformanceKitTests LiveResultsTests StoreInterfaceTests \
StoreBuildingTests MemoryAdapterTests FileAdapterTests" --skip Exhaustive --skip StoreSamples --skip RemovalGuardTests/trial
}

define optima trials - "Small sequences: answers as small as promised"
# All 1,194,649 pairs of sequences up to length 6 of three letters, each beside the fewest changes that there can be; and of
# lists up to length 6 of two identities with two contents each.
step_optima() {
  trial TextRunner --optima
  trial TextRunner --copies 6
}

define night-noise trials - "Self-test of the regression gate, whole"
step_night-noise() { trial GateSelfTest; }

define wheel - - "The wheel, installed in a clean environment"
step_wheel() { scripts/python-package test; }

define night-spark - build "The Python package, in Spark, whole"
step_night-spark() {
  with_command
  SECTION_DIFF_COMMAND=$SECTION_DIFF_BINARY scripts/python-package test --spark --night
}

define guards tests - "The guard against removals, 3,000 random runs"
# Fifteen times as many as among the tests.
step_guards() { SECTION_DIFF_RANDOM_RUNS=3000 SWIFTPM_BUILD_DIR=$trees/tests tested scripts/test --filter RemovalGuardTests; }

define night-histories tests - "Histories of two writers and a reader: 100,000 over each store; 100,000 of benchmarks"
# A thousand times as many as among the tests.
step_night-histories() {
  SECTION_DIFF_RANDOM_RUNS=20000 SWIFTPM_BUILD_DIR=$trees/tests tested scripts/test --filter HistoriesTests
}

define night-patches tests - "Patches of random files: 1,000 of each format"
# Twenty-five times as many as among the tests.
step_night-patches() { SECTION_DIFF_ROUNDS=1000 SWIFTPM_BUILD_DIR=$trees/tests tested scripts/test --filter PatchRoundTripTests; }

define added-algorithm - - "An algorithm added by one file and one line"
step_added-algorithm() { scripts/added-algorithm "$trees/added-algorithm"; }

define plain-tests plain - "All tests without traits"
step_plain-tests() {
  local package
  package=$(copy plain)
  cd "$package" || return
  tested swift test "${at_once[@]}"
}

define core-tests plain - "All tests with CommandLineCore; its build with AsyncHTTPClient"
step_core-tests() {
  local package
  [[ -e /usr/include/zlib.h ]] || need_package zlib1g-dev
  package=$(copy plain)
  cd "$package" || return
  tested swift test --traits CommandLineCore "${at_once[@]}"
  swift build --build-tests --traits CommandLineCore,AsyncHTTPClient "${at_once[@]}"
}

define async-alone async - "By async-http-client, without the command"
step_async-alone() {
  local package
  package=$(copy async)
  cd "$package" || return
  tested swift test --traits AsyncHTTPClient "${at_once[@]}" --filter RESTAdapterTests
}

define static - - "Installing what scripts/install builds"
step_static() { scripts/test-install --static; }

# installed – lets the scripts that follow take the command as it is installed, in release.
installed() {
  swift build "${as_installed[@]}" --product section-diff
  SECTION_DIFF_BINARY=$(swift build "${as_installed[@]}" --show-bin-path)/section-diff
  export SECTION_DIFF_BINARY
}

define night-hostile as-installed - "Servers that misbehave, the slow ones too"
step_night-hostile() {
  installed
  scripts/hostile-servers
}

define crashes trials - "Stores of files: 1,000 kills, 1,000 saves, a million records"
step_crashes() { SCRATCH_PATH=$trees/trials scripts/file-crashes 1000 1000000; }

define night-fuzz fuzz - "Fuzzing, ten minutes"
step_night-fuzz() { scripts/fuzz 600; }

define others - - "Files of a million rows, beside polars, DuckDB and datacompy"
# Of the command as it is installed: not that of the release tree.
step_others() { SECTION_DIFF_TREE='' scripts/compare-with-others; }

define catalogue benchmarks - "Benchmarks, all workloads and sizes"
step_catalogue() {
  swift run -c release --package-path Benchmarks BenchmarkRunner --set catalogue \
    --size 1000 --size 10000 --size 100000 --size 1000000 --rounds 5 --milliseconds 100
}

define colliding benchmarks - "Ids that collide"
step_colliding() {
  swift run -c release --package-path Benchmarks BenchmarkRunner --flooding --size 10000 --size 100000 --size 1000000
}

define night-page as-installed - "The live page, longer"
step_night-page() {
  installed
  scripts/browser-test --long
}

define soak as-installed - "The live page, busy for ten minutes"
step_soak() {
  installed
  scripts/watch-soak 10
}

define night-plants benchmarks - "All planted faults and other changes"
step_night-plants() { scripts/plants; }

define night-gate benchmarks - "Regression gate, live: 200 equal, 100 slower"
step_night-gate() { scripts/gate-selftest-live 200 100; }

# ---- Which steps are run together, the most urgent first: what others wait for, and what takes long

# shellcheck disable=SC2034
quick=(tools lint paths sample tables apple build tests)
full=(
  build tools lint paths sample tables tests long laws tsan asan async counts first second apple strangers
  examples suites samples sqlite postgres grdb protocol fuzz allocations gate results regrets plain page
  hostile docs install report interface python spark
)
# Those that mostly wait for browsers and servers: beside the lanes of `quick` and `full`, one of them at a time.
# shellcheck disable=SC2034
waiting=(page hostile)
# One after another: they measure times, or fill disks.
# shellcheck disable=SC2034
nightly=(
  "${full[@]}"
  night-laws night-results optima night-asan night-tsan night-noise guards night-histories night-patches plain-tests core-tests
  async-alone portability static wheel night-spark night-hostile crashes night-fuzz others catalogue colliding judged night-plants night-page
  soak night-gate records
)
