import DiffWorkloads

@testable import ConformanceKit
@testable import SectionDiff

/// What the runner was asked for.
struct RunnerOptions: Sendable {
  var cases = 100_000
  var seed: UInt64 = 1
  var strategy = "all"
  /// How many strategies try each random case; all of them where that is nil.
  var inTurn: Int?
  /// Of how many random cases each slow law has one.
  var slowStride = 1
  var runsWorlds = false
  var worldStride = 1
  var runsSequences = false
  var sequenceStride = 1
  var jobs = 2

  static let usage = """
    Runs every law of a changeset over random cases, for every strategy.

    USAGE: LawRunner [--cases N] [--seed S] [--strategy NAME] [--in-turn T] [--slow-stride K] [--worlds]
           [--world-stride K] [--sequences] [--sequence-stride K] [--jobs J]

      --cases N        random cases; each is tried with every strategy (default 100000)
      --seed S         what the cases depend on (default 1)
      --strategy NAME  \(DiffStrategy.all.map(\.name).joined(separator: ", ")) or all (default all)
      --in-turn T      each random case is tried with T strategies: the default one, and the others in turn
      --slow-stride K  of K random cases one is encoded, decoded and composed with the changes to a third snapshot, the next
                       is made one change at a time, and one more is refreshed (default 1: each is all of that)
      --worlds         all 328,832 pairs of small worlds too, with contents changed for none, one and all kept items
      --world-stride K only every K-th of those pairs (default 1); choose an odd K that is no multiple of 367, or the
                       same new worlds are left out every time
      --sequences      all 132,496 pairs of sequences up to length 5 on 3 letters too
      --sequence-stride K
                       only every K-th of those pairs, and all up to length 3 (default 1)
      --jobs J         how many tasks run at once (default 2)
    """

  struct Wrong: Error {
    let message: String
  }

  /// The slow laws whose turn a random case is.
  func slowShare(of number: Int) -> SlowLaws {
    let laws = [SlowLaws.coding, .steps, .refreshing].enumerated()
    return SlowLaws(laws.filter { number % slowStride == $0.offset % slowStride }.map(\.element))
  }

  init(arguments: [String]) throws(Wrong) {
    var rest = arguments[...]
    func value(of name: String) throws(Wrong) -> String {
      guard let value = rest.popFirst() else { throw Wrong(message: "\(name) needs a value") }
      return value
    }
    func number<Number: FixedWidthInteger>(of name: String) throws(Wrong) -> Number {
      let text = try value(of: name)
      guard let number = Number(text), number >= 0 else {
        throw Wrong(message: "\(name) needs a number that is not negative, not \(text)")
      }
      return number
    }
    while let name = rest.popFirst() {
      switch name {
      case "--cases": cases = try number(of: name)
      case "--seed": seed = try number(of: name)
      case "--strategy": strategy = try value(of: name)
      case "--in-turn": inTurn = max(1, try number(of: name))
      case "--slow-stride": slowStride = max(1, try number(of: name))
      case "--worlds": runsWorlds = true
      case "--world-stride": worldStride = max(1, try number(of: name))
      case "--sequences": runsSequences = true
      case "--sequence-stride": sequenceStride = max(1, try number(of: name))
      case "--jobs": jobs = max(1, try number(of: name))
      default: throw Wrong(message: "unknown option \(name)")
      }
    }
  }
}
