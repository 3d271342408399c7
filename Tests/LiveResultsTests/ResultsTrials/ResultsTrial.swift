@testable import ConformanceKit
@testable import LiveResults
@testable import SectionDiff
@testable import StoreInterface

/// Runs operations on live results and on the naive ones, side by side, and compares them after each.
package enum ResultsTrial {
  /// A sequence that does not come out as it ought to, in its smallest form.
  package struct Failure: Error, CustomStringConvertible {
    /// The smallest sequence that still fails.
    package let smallest: ResultsCase
    /// What is wrong after its last operation.
    package let problem: String

    /// The sequence and what is wrong.
    package var description: String { "\(smallest)\n→ \(problem)" }
  }

  /// Tries a sequence.
  ///
  /// - Throws: ``Failure``, shrunk.
  package static func check(_ resultsCase: ResultsCase) throws(Failure) {
    guard let problem = problem(in: resultsCase) else { return }
    let (smallest, last) = CaseShrinker.smallest(
      resultsCase, showing: problem, steps: \.smaller, problem: self.problem(in:))
    throw Failure(smallest: smallest, problem: last)
  }

  /// What is wrong with how a sequence comes out, if anything.
  static func problem(in resultsCase: ResultsCase) -> String? {
    var engine = ResultsEngine(arrangement: resultsCase.setting.arrangement)
    var naive = NaiveResults(setting: resultsCase.setting)
    var setting = resultsCase.setting
    // Each update has the next number.
    var revision = 0
    for operation in resultsCase.operations {
      let before = engine.snapshot
      let expectedBefore = naive.snapshot
      let step: ResultsEngine<SmallRecord, Int, SmallRow, String>.Update?
      var refreshed: [Int] = []
      do {
        switch operation {
        case .replace(let contents):
          naive.replace(with: contents)
          step = try engine.replace(with: contents)
        case .batch(let batch):
          if !naive.allows(batch) {
            do {
              _ = try engine.apply(batch)
              return "a batch was not refused: \(operation)"
            } catch {}
            if let problem = difference(engine, naive) { return "after a batch that was refused, \(problem)" }
            continue
          }
          refreshed = naive.apply(batch)
          step = try engine.apply(batch)
        case .arrange(let other):
          naive.setting = other
          let former = setting
          setting = other
          step = try arrange(&engine, from: former, to: other)
        case .refresh(let keys):
          refreshed = keys
          step = try engine.refresh(keys)
        }
      } catch {
        return "\(operation) failed: \(error)"
      }
      if let problem = difference(engine, naive) { return problem }
      let problem = misstep(step, engine, before, expectedBefore, naive.snapshot, refreshed, revision: revision)
      if let problem { return problem }
      if let step { revision = step.revision }
    }
    return nil
  }

  private static func arrange(
    _ engine: inout ResultsEngine<SmallRecord, Int, SmallRow, String>, from former: ResultsSetting,
    to other: ResultsSetting
  ) throws(StoreError) -> ResultsEngine<SmallRecord, Int, SmallRow, String>.Update? {
    if former.sections != other.sections { return try engine.setSections(other.sectioning) }
    if former.sort != other.sort { return try engine.setSort(other.sortOrders) }
    if former.window != other.window { return try engine.setWindow(other.window) }
    return try engine.setFilters(other.filters)
  }

  private static func difference(
    _ engine: ResultsEngine<SmallRecord, Int, SmallRow, String>, _ naive: NaiveResults
  ) -> String? {
    if let broken = engine.checkInvariants().first { return broken }
    let expected = naive.snapshot
    if engine.snapshot != expected { return "shown are\n\(engine.snapshot)instead of\n\(expected)" }
    let full = naive.full
    if engine.full() != full { return "the full data is\n\(engine.full())instead of\n\(full)" }
    for record in naive.records {
      if engine.path(of: record.id) != expected.path(of: record.id) {
        return "the path of \(record.id) is \(String(describing: engine.path(of: record.id)))"
      }
      let path = engine.fullPath(of: record.id)
      if path != full.path(of: record.id) || path.flatMap(engine.fullItem) != record {
        return "the full path of \(record.id) is \(String(describing: path))"
      }
    }
    if engine.path(of: -1) != nil || engine.fullPath(of: -1) != nil { return "a record that is not there has a path" }
    return nil
  }

  private static func misstep(
    _ step: ResultsEngine<SmallRecord, Int, SmallRow, String>.Update?,
    _ engine: ResultsEngine<SmallRecord, Int, SmallRow, String>, _ before: Snapshot<Int, SmallRow, String>,
    _ expectedBefore: Snapshot<Int, SmallRow, String>, _ expected: Snapshot<Int, SmallRow, String>,
    _ refreshed: [Int], revision: Int
  ) -> String? {
    do {
      let diff = try Differ(algorithm: LISDiff()).diff(from: expectedBefore, to: expected)
      let paths = Set(refreshed).sorted().compactMap { expected.path(of: $0) }
      let wanted = try diff.changeset.refreshing(paths, in: expected)
      guard let step else {
        return wanted.isEmpty ? nil : "nothing was announced instead of \(wanted.counts)"
      }
      if step.before != before { return "the step does not begin where the results were" }
      if step.kind != .change { return "the step is of the kind \(step.kind)" }
      if step.revision != revision + 1 { return "revision \(step.revision) follows \(revision)" }
      if step.after != engine.snapshot { return "the step does not end where the results are" }
      if step.changeset.counts != wanted.counts {
        return "announced was \(step.changeset.counts) instead of \(wanted.counts)"
      }
      if try step.before.applying(step.changeset) != step.after { return "the changeset does not lead to the results" }
      if try step.after.applying(step.changeset.inverted) != step.before { return "the inverse does not lead back" }
    } catch {
      return "the step does not fit: \(error)"
    }
    return nil
  }
}

extension NaiveResults {
  /// Whether a batch may be run: a strict one only if it does nothing odd, and none that needs a section where there is
  /// none.
  func allows(_ batch: StoreBatch<SmallRecord>) -> Bool {
    var trial = self
    for change in batch.changes {
      if !trial.hasSection(for: change) { return false }
      _ = trial.run(change)
    }
    if !batch.isStrict { return true }
    let known = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
    return (try? batch.folded(onto: { known[$0] })) != nil
  }

  /// Whether there is a section for the record that a change inserts, or the change inserts one.
  private func hasSection(for change: StoreChange<SmallRecord>) -> Bool {
    guard setting.isSectionedByStore, handSections.isEmpty else { return true }
    switch change {
    case .insert(_, let placement): return makesSections && placement.section != nil
    case .update: return false
    default: return true
    }
  }
}
