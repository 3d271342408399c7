internal import SectionDiff

/// A stretch of records of one section that were neighbours and are.
struct RecordRun: Hashable {
  /// The number of its section.
  var section: Int
  /// The ranks that its records had.
  var ranks: Range<Int>
}

/// Plans which runs move, section by section, as they come in the new order.
///
/// - Time: O(*n* log *n*) for the *n* runs of a section.
/// - Space: about 50 bytes for each run of the largest section, or of ``maxRuns``.
struct RunPlanner {
  /// How many runs can be planned at once.
  static let maxRuns = 1...Int(Int32.max)

  private let mostRuns: Int
  /// Where the runs that move are printed; false where nobody reads on.
  private let write: ([UInt8]) throws(Failure) -> Bool
  private var section = -1
  private var runs: [Range<Int>] = []
  /// Runs of this section before it are printed already; what stays of them ends here.
  private var end = 0
  /// Whether all runs of this section are planned at once.
  private var isMinimal = true
  private var output: [UInt8] = []

  /// Makes a planner.
  init(maxRuns: Int?, write: @escaping ([UInt8]) throws(Failure) -> Bool) {
    mostRuns = maxRuns ?? Self.maxRuns.upperBound
    self.write = write
  }

  /// Takes the next run.
  ///
  /// - Throws: where sections do not ascend or runs overlap, and where the answer cannot be written.
  mutating func add(_ run: RecordRun) throws(Failure) {
    if run.section != section {
      guard run.section > section else {
        throw Failure("section \(run.section) comes after section \(section); sort the runs by section")
      }
      try plan()
      (section, end, isMinimal) = (run.section, 0, true)
    } else if runs.count == mostRuns {
      isMinimal = false
      try plan()
    }
    runs.append(run.ranks)
  }

  /// Plans the last section.
  mutating func finish() throws(Failure) {
    try plan()
    try flush()
  }

  /// Prints those of the runs that move.
  private mutating func plan() throws(Failure) {
    defer { runs.removeAll(keepingCapacity: true) }
    let runs = runs
    let kept = end
    // Most sections have one run, or are in order.
    if runs.first.map({ $0.lowerBound >= kept }) ?? true,
      zip(runs, runs.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound })
    {
      end = runs.last?.upperBound ?? kept
      return
    }
    // With what is compared beside each, or most of the time goes into looking it up.
    var order = runs.indices.map { (start: runs[$0].lowerBound, index: Int32(truncatingIfNeeded: $0)) }
    order.sort { $0.start < $1.start }
    var ranks = [Int32](repeating: 0, count: runs.count)
    var last = 0..<0
    for (rank, (_, index)) in order.enumerated() {
      let run = runs[Int(index)]
      guard run.lowerBound >= last.upperBound else {
        throw Failure(
          "section \(section): the run of \(run.count) from \(run.lowerBound) on overlaps that of \(last.count) from "
            + "\(last.lowerBound) on; each record is in one run")
      }
      last = run
      ranks[Int(index)] = Int32(truncatingIfNeeded: rank)
    }
    order = []
    let stays = heaviestIncreasingRun(ranks: ranks) { index in
      // What comes before those that stay already cannot stay.
      runs[index].lowerBound < kept ? 0 : runs[index].count
    }
    for (index, run) in runs.enumerated() {
      if stays[index] != 0, run.lowerBound >= kept {
        end = run.upperBound
        continue
      }
      append(section)
      append(run.lowerBound)
      append(run.count)
      output.append(contentsOf: isMinimal ? "true\n".utf8 : "false\n".utf8)
      if output.count >= 1 << 20 { try flush() }
    }
  }

  private mutating func append(_ number: Int) {
    output.append(contentsOf: String(number).utf8)
    output.append(UInt8(ascii: ","))
  }

  private mutating func flush() throws(Failure) {
    guard !output.isEmpty else { return }
    _ = try write(output)
    output.removeAll(keepingCapacity: true)
  }
}
