@testable import ConformanceKit
@testable import SectionDiff

/// A run of laws over numbered cases, cut into chunks that run side by side.
struct Trial: Sendable {
  let strategies: [any DiffAlgorithm]
  let jobs: Int

  /// Runs `count` cases, `chunk` at a time, and tells progress.
  func run(
    name: String, count: Int, chunk: Int = 2_000,
    check: @escaping @Sendable (Int, inout ConformanceReport, DiffWorkspace) -> Void
  ) async -> ConformanceReport {
    await withTaskGroup(of: ConformanceReport.self) { group in
      var next = 0
      func addChunk() {
        guard next < count else { return }
        let numbers = next..<min(count, next + chunk)
        next = numbers.upperBound
        group.addTask {
          var report = ConformanceReport(algorithm: name)
          let workspace = DiffWorkspace()
          for number in numbers { check(number, &report, workspace) }
          return report
        }
      }
      for _ in 0..<jobs { addChunk() }
      var whole = ConformanceReport(algorithm: name)
      var shown = 0
      while let report = await group.next() {
        whole.add(report)
        let done = whole.passed + whole.failed
        if done * 20 / max(1, count) > shown {
          shown = done * 20 / count
          tell("\(name): \(done) of \(count), \(whole.failed) failed")
        }
        addChunk()
      }
      return whole
    }
  }

  /// How far the strategies that walk go before they give up.
  enum Limits: CaseIterable {
    /// As in every diff.
    case standard
    /// So short that small cases reach them.
    case small
  }

  /// The strategies under one policy and scope.
  func differs(
    duplicates: DuplicatePolicy, scope: IdentityScope, limits: Limits
  ) -> [Differ] {
    strategies.map { algorithm in
      var differ = Differ(algorithm: algorithm, duplicates: duplicates, scope: scope)
      if limits == .small { differ.frontLimits = .small }
      return differ
    }
  }
}
