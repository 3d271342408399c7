import DiffWorkloads

@testable import ConformanceKit
@testable import SectionDiff

let options: RunnerOptions
do {
  options = try RunnerOptions(arguments: Array(CommandLine.arguments.dropFirst()))
} catch {
  tell("\(error.message)\n\n\(RunnerOptions.usage)")
  leave(2)
}

// Those that promise most come first: equal changesets are judged once, by the strictest.
let chosen = DiffStrategy.all.filter { options.strategy == "all" || options.strategy == $0.name }
if chosen.isEmpty {
  tell("no strategy is called \(options.strategy)\n\n\(RunnerOptions.usage)")
  leave(2)
}

let trial = Trial(strategies: chosen.map(\.algorithm), jobs: options.jobs)
// For the standard limits and the small ones, each scope and each policy: the strategies under them.
let differs = Trial.Limits.allCases.map { limits in
  IdentityScope.allCases.flatMap { scope in
    DuplicatePolicy.allCases.map { trial.differs(duplicates: $0, scope: scope, limits: limits) }
  }
}
let policies = DuplicatePolicy.allCases.count
// The same with the standard limits, and those that walk with the small ones too.
let bothLimits = zip(differs[0], differs[1]).map { standard, small in
  standard + small.filter { $0.algorithm.allowsWalk }
}
/// The strategies that try a random case, by their indices: all, or the first and others that follow each other.
let turns: [[Int]] = {
  let others = chosen.count - 1
  guard let count = options.inTurn, count - 1 < others else { return [Array(chosen.indices)] }
  // Where those before it go on, the last of the round take from the start; in order, as the first of equals judges.
  return (0..<others).map { turn in [0] + (0..<count - 1).map { 1 + (turn + $0) % others }.sorted() }
}()
var whole = ConformanceReport(algorithm: options.strategy)

if options.cases > 0 {
  let cases = RandomCases(seed: options.seed)
  // Half of the cases under the engine's default policy; the others under all policies in turn; both scopes; sixteen
  // cases with the standard limits, the next sixteen with the small ones; seven cases with the same strategies, so that
  // each meets all of these.
  whole.add(
    await trial.run(name: "random cases", count: options.cases) {
      number, report, workspace in
      let scope = number % 4 == 3 ? 1 : 0
      let policy = number % 2 == 0 ? 0 : number / 4 % policies
      let all = differs[number / 16 % 2][scope * policies + policy]
      var lawCase = cases[number]
      // Each of the slow laws has its turn: a case of the first is composed, too.
      let share = options.slowShare(of: number)
      if !share.contains(.coding) { lawCase.next = nil }
      let turn = turns[number / 7 % turns.count]
      report.check(lawCase, differs: turn.map { all[$0] }, reusing: workspace, slowLaws: share)
    })
}
if options.runsSequences {
  // Where only a share is tried, all of the shortest are.
  for (length, stride) in options.sequenceStride > 1 ? [(3, 1), (5, options.sequenceStride)] : [(5, 1)] {
    let sequences = SmallSequences.all(letters: 3, length: length).map(World.init(flat:))
    whole.add(
      await trial.run(name: "sequences up to \(length)", count: sequences.count * sequences.count / stride) {
        turn, report, workspace in
        let number = turn * stride
        let lawCase = LawCase(
          from: sequences[number / sequences.count], to: sequences[number % sequences.count])
        report.check(lawCase, differs: bothLimits[0], reusing: workspace)
      })
  }
}
if options.runsWorlds {
  let old = SmallWorlds.oldWorlds
  let stride = options.worldStride
  let new = SmallWorlds.newWorlds
  for change in SmallWorlds.ContentChange.allCases {
    whole.add(
      await trial.run(name: "small worlds, contents changed: \(change)", count: old.count * new.count / stride) {
        turn, report, workspace in
        let number = turn * stride
        let before = old[number / new.count]
        let plain = new[number % new.count]
        let after = SmallWorlds.changing(change, in: plain, from: before)
        // Composed with the way back, or with a change of content alone.
        let next = change == .none ? before : plain
        report.check(
          LawCase(from: before, to: after, then: next), differs: bothLimits[0] + bothLimits[policies],
          reusing: workspace)
      })
  }
}

print(whole)
if whole.failed > 0 {
  let flags =
    (options.inTurn.map { " --in-turn \($0)" } ?? "")
    + (options.slowStride > 1 ? " --slow-stride \(options.slowStride)" : "")
    + (options.runsWorlds ? " --worlds --world-stride \(options.worldStride)" : "")
    + (options.runsSequences ? " --sequences --sequence-stride \(options.sequenceStride)" : "")
  print(
    "repeat with: LawRunner --cases \(options.cases) --seed \(options.seed) --strategy \(options.strategy)\(flags)")
  leave(1)
}
