/// How many instructions one run of a diff takes.
package struct InstructionFinding: Hashable, Sendable, Codable {
  /// Of which diff.
  package var key: DiffKey
  /// How many it took.
  package var base: Int
  /// How many it takes.
  package var head: Int
  /// Why more of them are accepted.
  package var accepted: String?

  /// Makes a finding.
  package init(key: DiffKey, base: Int, head: Int) {
    self.key = key
    self.base = base
    self.head = head
  }

  /// Head by base.
  package var ratio: Double { base > 0 ? Double(head) / Double(base) : head > 0 ? .infinity : 1 }

  /// Whether it takes more by so much that it counts, and that was not accepted.
  package var isWorse: Bool {
    ratio > 1 + InstructionGate.tolerance && head - base > InstructionGate.slack && accepted == nil
  }

  /// Whether it takes less by so much that it counts.
  package var isBetter: Bool { ratio < 1 - InstructionGate.tolerance && base - head > InstructionGate.slack }
}

/// The second gate: instructions, as valgrind counts them with deterministic hashing.
package struct InstructionGate: Hashable, Sendable, Codable {
  /// The difference of two runs repeats to two parts in ten thousand; another order of two functions moves it by some
  /// tenths of a per cent, through the paths of allocator and runtime. A whole per cent is the code's own doing.
  package static let tolerance = 0.01
  /// Of a run of some ten thousand instructions a per cent is little: tasks and the allocator take a thousand more or fewer,
  /// by chance and by what ran before.
  package static let slack = 3_000

  /// All that was counted, in order.
  package var findings: [InstructionFinding]

  /// Makes a gate.
  package init(_ findings: [InstructionFinding]) { self.findings = findings }

  /// Regressed when any diff takes more.
  package var verdict: Verdict {
    findings.contains(where: \.isWorse) ? .regressed : findings.isEmpty ? .cannotTell : .pass
  }
}
