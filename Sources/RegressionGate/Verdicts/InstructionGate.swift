package import BenchmarkHarness

/// How many instructions one run of a diff takes.
package struct InstructionFinding: Finding {
  /// Of which diff.
  package var key: DiffKey
  /// How many it took.
  package var base: Int
  /// How many it takes.
  package var head: Int
  /// Why more of them are accepted.
  package var accepted: String?

  /// Whether other threads take part, so that it is another number in every run.
  package var isShared: Bool

  /// Makes a finding.
  package init(key: DiffKey, base: Int, head: Int, isShared: Bool = false) {
    self.key = key
    self.base = base
    self.head = head
    self.isShared = isShared
  }

  /// Head by base.
  package var ratio: Double { base > 0 ? Double(head) / Double(base) : head > 0 ? .infinity : 1 }

  /// Whether it takes more, or less, by so much that it counts.
  package var isChangeForTheWorse: Bool { head - base > InstructionGate.allowance(of: base, isShared: isShared) }
  package var isBetter: Bool { base - head > InstructionGate.allowance(of: base, isShared: isShared) }

  package var metric: String? { CountKind.instructions.rawValue }
  package var figures: (base: Double, head: Double) { (Double(base), Double(head)) }
  /// Measured again, it is another number by as much as the gate lets pass.
  package var slack: Double { Double(InstructionGate.allowance(of: head, isShared: isShared)) }
}

/// The second gate: instructions, as valgrind counts them with deterministic hashing.
package struct InstructionGate: FindingGate {
  /// How many instructions more or fewer say nothing: two in a hundred of a short run; of a long one a hundredth, and a
  /// thousand.
  ///
  /// Measured with 55 contenders of this package's runner in five runs of one build against itself, or against one with the
  /// contenders in another order: live updates of 20,000 instructions differed by 52 at most, runs of 67,000 to 82,000 by
  /// 1,197, one of 212,000, which goes from task to task, by 2,837, and no longer one by more than 0.9 %.
  static func allowance(of base: Int, isShared: Bool = false) -> Int {
    if isShared { return max(fewest, base / sharePerThreads) }
    let hundredth = base / 100
    return max(fewest, hundredth + min(hundredth, 1_000))
  }

  /// So few are the allocator's, in the shortest runs: four times what was measured.
  private static let fewest = 200

  /// A twentieth of them, where other threads take part: they made 3.6 % on a loaded machine. To read a file once more that
  /// was written is 6.4 %.
  static let sharePerThreads = 20

  /// All that was counted, in order.
  package var findings: [InstructionFinding]

  /// Makes a gate.
  package init(_ findings: [InstructionFinding]) { self.findings = findings }

  /// Regressed when any diff takes more.
  package var verdict: Verdict {
    findings.contains(where: \.isWorse) ? .regressed : findings.isEmpty ? .cannotTell : .pass
  }
}
