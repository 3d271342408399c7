/// Why a runner cannot do what was requested of it: wrong usage.
package struct SuiteUsageError: Error, Hashable, CustomStringConvertible {
  /// The reason, in one line.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// What is requested of a runner.
struct SuiteArguments: Equatable {
  var helps = false
  var lists = false
  var workloads: [String] = []
  var elements: [String] = []
  var sizes: [Int] = []
  var hasOwnSize = false
  var seed: UInt64?
  var contenders: [String] = []
  var rounds = 25
  var milliseconds = 500
  var isBrief = false
  var record: String?
  var onlyRun: [String] = []
  var times = 1
  /// The share of its time that every judged contender idles after each run.
  var slowDown = 0.0

  /// What separates requests that one process carries out.
  static let then = "--then"

  /// Reads arguments: `--name value` or `--name=value`.
  init(_ arguments: [String]) throws(SuiteUsageError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      func value() throws(SuiteUsageError) -> String {
        if parts.count > 1 { return parts[1] }
        guard let next = rest.popFirst() else { throw SuiteUsageError("\(name) takes a value") }
        return next
      }
      func number(from least: Int, to most: Int = .max) throws(SuiteUsageError) -> Int {
        let text = try value()
        guard let number = Int(text), number >= least, number <= most else {
          let range = most == .max ? "\(least) up" : "\(least) to \(most)"
          throw SuiteUsageError("\(name) takes a number from \(range), not \(text)")
        }
        return number
      }
      switch name {
      case "--help", "-h": helps = true
      case "--list": lists = true
      case "--workload": workloads.append(try value())
      case "--elements": elements.append(try value())
      case "--size": sizes.append(try number(from: 0))
      case "--own-size": hasOwnSize = true
      case "--seed":
        let text = try value()
        guard let number = UInt64(text) else { throw SuiteUsageError("--seed takes a number from 0 up, not \(text)") }
        seed = number
      case "--contender", "--strategy": contenders.append(try value())
      case "--rounds": rounds = try number(from: 1, to: 1_000_000)
      case "--milliseconds": milliseconds = try number(from: 1, to: 86_400_000)
      case "--brief": isBrief = true
      case "--record": record = try value()
      case "--only-run": onlyRun.append(try value())
      case "--times": times = try number(from: 0)
      case "--slow-down":
        let text = try value()
        guard let percent = Double(text), percent >= 0, percent <= 1_000 else {
          throw SuiteUsageError("--slow-down takes a percentage from 0 to 1000, not \(text)")
        }
        slowDown = percent / 100
      default: throw SuiteUsageError("there is no option \(word)")
      }
    }
  }

  /// What `--help` prints, with examples for a program of that name.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - workload: One of its workloads, and the size of that.
  static func help(_ program: String, workload: (name: String, size: Int)?) -> String {
    let one = workload.map { "--workload \(quoted($0.name)) --size \($0.size)" } ?? "--workload NAME --size 1000"
    let name = workload.map { quoted($0.name) } ?? "NAME"
    let examples = [
      program, "\(program) --list", "\(program) \(one)", "\(program) --record run.json",
      "section-diff advise --runner \(program) --workload \(name)",
      "section-diff regress base/\(program) head/\(program)", "section-diff regress history add run.json --notes",
    ]
    return options + "\n\nEXAMPLES\n" + examples.map { "  \($0)\n" }.joined() + "\n" + exitCodes
  }

  /// A name as a shell takes it.
  private static func quoted(_ name: String) -> String {
    let isPlain = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return isPlain
      ? name : "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static let options = """
    Measures workloads: each answer is checked and counted before anything is timed; then all contenders run in turn, out
    and back, in a random order each round, so that all see the same machine.

      --list                    print the workloads as JSON (section-diff-suite/1), and nothing else
      --workload NAME           a workload to run (repeatable); without it those that are run by default
      --elements KIND           a kind of element (repeatable); without it the first of each workload
      --size N                  a size (repeatable); without it the workload's own
      --own-size                besides each --size, the workload's own
      --seed S                  where random numbers start; without it the workload's own
      --contender NAME          a contender to measure (repeatable); without it all; --strategy is the same option
      --rounds R                the most rounds of a table, each out and back (25)
      --milliseconds M          about how long each contender is timed for (500)
      --brief                   no floors, no intervals: what section-diff regress repeats many times
      --record FILE             write the benchmark run to this file (JSON, section-diff-benchmark/1)
      --only-run NAME           run this contender alone, without checking or timing it (repeatable: one after the other)
      --times T                 how often --only-run runs each (1)
      --then                    the same for other arguments, in the same process: with --only-run in each
      --slow-down PERCENT       let every contender idle for this share of its time, to try a gate with; reading the clock
                                adds some 0.15 µs a run, so that 10 is about 15 % for one of 3 µs

    section-diff regress BASE HEAD compares two builds of this program, section-diff advise --runner chooses among its
    contenders. Set SWIFT_DETERMINISTIC_HASHING=1 for equal counts in every run.
    """

  private static let exitCodes = """
    EXIT CODES
      0   measured; with --record wrong answers are in the file
      1   an answer is wrong
      2   error, reported in one line
      64  wrong usage
    """
}
