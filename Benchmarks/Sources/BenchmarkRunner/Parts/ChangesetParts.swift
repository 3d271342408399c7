import BenchmarkHarness
import DiffWorkloads
import Foundation
import SectionDiff
import Subjects

/// What is done with changes: they are applied, inverted, composed, written, read, cut into stages, translated.
enum ChangesetParts {
  /// Of the catalogue those whose changes differ most.
  private static let workloads = ["mixed", "sections-moves", "shuffle"]

  static var benchmarks: [Benchmark] {
    workloads.compactMap { name in
      guard let workload = Catalogue.workload(name) else { return nil }
      return Benchmark(
        "changes-\(name)", "what is done with the changes of \(name)", elements: "row", size: PartBenchmarks.sizes[1],
        sizes: PartBenchmarks.sizes, seed: workload.defaultSeed
      ) { size, seed in
        let pair = workload.pair(size: size, seed: seed)
        let counted = try ChangesetCase<CountedRow>(pair)
        return PartBenchmarks.input(
          items: size,
          try ChangesetCase<PartRow>(pair).parts.map { part in
            Contender(part.name, verify: part.verify) {
              let same = counted.parts.first { $0.name == part.name }
              let counts = try same.map { try CountedRow.counting($0.run) } ?? [:]
              return try counts.merging(part.counts()) { $1 }
            } run: {
              try part.run()
            }
          })
      }
    }
  }
}

/// Three snapshots in a row, and the changes between them, without the snapshots in their hands.
struct ChangesetCase<Item: PartItem> {
  typealias State = Snapshot<Int, Item, NoHeader>
  typealias Changes = Changeset<Int, Item, NoHeader>

  /// Something that is done with changes.
  struct Part {
    let name: String
    let verify: () throws -> Void
    /// How large its answer is, where less is better.
    let counts: () throws -> [String: Int]
    let run: () throws -> Int
  }

  let old: State
  let new: State
  let last: State
  let changes: Changes
  let next: Changes
  let written: Data
  let sections: [SnapshotSection<Int, Item, NoHeader>]

  init(_ pair: WorkloadPair) throws {
    func state(_ side: WorkloadSide, _ version: (Int) -> Int = { $0 }) -> State {
      Snapshot(
        sections: side.sections.map { section in
          SnapshotSection(
            section.key, items: section.rows.map { Item(WorkloadRow(id: $0.id, version: version($0.version))) })
        })
    }
    old = state(pair.old)
    new = state(pair.new)
    // Back again, with other content: what follows an edit.
    last = state(pair.old) { $0 + 1 }
    changes = try Differ().changeset(from: old, to: new).detached()
    next = try Differ().changeset(from: new, to: last).detached()
    written = try Self.encoder.encode(changes)
    sections = old.sections.map { SnapshotSection($0.key, header: $0.header, items: Array($0.items)) }
  }

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  var parts: [Part] {
    let kept = (
      applied: Lazily { try old.applying(changes) }, inverse: Lazily { changes.inverted },
      encoder: Lazily { Self.encoder }, decoded: Lazily { try decoded() }, snapshot: Lazily { snapshot() }
    )
    func part(
      _ name: String, counting count: String? = nil, _ run: @escaping () throws -> Int,
      _ isRight: @escaping () throws -> Bool
    ) -> Part {
      Part(
        name: name, verify: { try PartBenchmarks.check(isRight(), name, "it is not what it must be") },
        counts: { try count.map { [$0: try run()] } ?? [:] }, run: run)
    }
    return [
      part("apply") {
        try (Plant.active == .applyKept ? kept.applied.value : applied()).itemCount
      } _: {
        try applied() == new
      },
      part("invert", counting: "changes") {
        try (Plant.active == .invertKept ? kept.inverse.value : inverted()).changeCount
      } _: {
        try new.applying(inverted()) == old
      },
      part("compose", counting: "changes") {
        try composed().changeCount
      } _: {
        try old.applying(composed()) == last
      },
      part("encode", counting: "bytes of JSON") {
        try encoded(by: Plant.active == .encoderKept ? kept.encoder.value : Self.encoder).count
      } _: {
        let read = try JSONDecoder().decode(Changes.self, from: encoded(by: Self.encoder))
        return try read == changes && old.applying(read) == new
      },
      part("decode") {
        try (Plant.active == .decodedKept ? kept.decoded.value : decoded()).changeCount
      } _: {
        let read = try decoded()
        return try read == changes && old.applying(read) == new
      },
      part("stages") {
        try staged()
      } _: {
        var shown = ListReplay.shown(old)
        var sum = 0
        for stage in try changes.stages(from: old) {
          let next = ListReplay.shown(stage.snapshot)
          guard ListReplay.shown(shown, after: shownChanges(of: stage), showing: next) == next else { return false }
          shown = next
          sum &+= self.sum(of: stage)
        }
        return try shown == ListReplay.shown(new) && staged() == sum
      },
      part("one at a time", counting: "steps") {
        try oneAtATime()
      } _: {
        let steps = try steps()
        let rows = ListReplay.rows(new)
        return try ListReplay.rows(ListReplay.rows(old), after: steps, showing: rows) == rows
          && oneAtATime() == steps.count
      },
      part("paths") {
        translated()
      } _: {
        let places = Dictionary(new.paths.map { (new[$0].id, $0) }) { first, _ in first }
        let translation = changes.pathTranslation
        for path in old.paths where translation.newPath(for: path) != places[old[path].id] { return false }
        return translated() == old.paths.reduce(0) { $0 &+ (places[old[$1].id]?.item ?? 0) }
      },
      part("snapshot") {
        try (Plant.active == .snapshotKept ? kept.snapshot.value : snapshot()).itemCount
      } _: {
        snapshot() == old
      },
    ]
  }

  // MARK: - What is measured, and what is planted into it

  private func applied() throws -> State {
    switch Plant.active {
    case .applyTwice: _ = try old.applying(changes)
    case .applyComparing:
      guard try old.applying(changes) == new else { throw VerificationFailure("apply", "it is another one") }
    case .applyWrong: return old
    case .applyInAFunction: return try appliedElsewhere(old, changes)
    default: break
    }
    return try old.applying(changes)
  }

  @inline(never)
  private func appliedElsewhere(_ state: State, _ changes: Changes) throws -> State { try state.applying(changes) }

  private func inverted() -> Changes {
    if Plant.active == .invertTwice { return changes.inverted.inverted.inverted }
    if Plant.active == .invertWrong { return changes }
    if Plant.active == .invertByAClosure {
      let inverse: (Changes) -> Changes = { $0.inverted }
      return inverse(changes)
    }
    return changes.inverted
  }

  private func composed() throws -> Changes {
    switch Plant.active {
    case .composeTwice: _ = try changes.composed(with: next)
    case .composeWrong: return changes
    case .composeInAFunction: return try composedElsewhere(changes, next)
    default: break
    }
    return try changes.composed(with: next)
  }

  @inline(never)
  private func composedElsewhere(_ first: Changes, _ second: Changes) throws -> Changes {
    try first.composed(with: second)
  }

  private func encoded(by encoder: JSONEncoder) throws -> Data {
    if Plant.active == .encodeTwice { _ = try encoder.encode(changes) }
    if Plant.active == .encodeWrong { return try encoder.encode(next) }
    return try encoder.encode(changes)
  }

  private func decoded() throws -> Changes {
    if Plant.active == .decodeTwice { _ = try JSONDecoder().decode(Changes.self, from: written) }
    if Plant.active == .decodeWrong { return next }
    return try JSONDecoder().decode(Changes.self, from: written)
  }

  private func staged() throws -> Int {
    var result = 0
    if Plant.active == .stagesTwentyfold {
      for _ in 0..<19 { for stage in try changes.stages(from: old) { result &+= stage.snapshot.itemCount } }
      result = 0
    }
    if Plant.active == .stagesByIterator {
      var stages = try changes.stages(from: old).makeIterator()
      while let stage = stages.next() { result &+= sum(of: stage) }
    } else {
      for stage in try changes.stages(from: old) { result &+= sum(of: stage) }
    }
    return result
  }

  /// Looks at every path of a stage.
  private func sum(of stage: Changeset<Int, Item, NoHeader>.Stage) -> Int {
    var result = 0
    let changes = shownChanges(of: stage)
    for path in changes.deletes { result &+= path.section &+ path.item }
    for path in changes.inserts { result &+= path.section &+ path.item }
    for move in changes.moves { result &+= move.from.item &+ move.to.item }
    for update in changes.updates { result &+= update.from.item &+ update.to.item }
    return result &+ stage.snapshot.itemCount
  }

  private func shownChanges(of stage: Changeset<Int, Item, NoHeader>.Stage) -> ChangeList {
    Plant.active == .stagesWrong ? next.identity : stage.changes
  }

  private func steps() throws -> [ChangeList.Change] {
    let steps = try changes.rowsOneAtATime(from: old, headerRows: true)
    return Plant.active == .oneAtATimeWrong ? Array(steps.dropLast()) : steps
  }

  private func oneAtATime() throws -> Int {
    let steps = try steps()
    switch Plant.active {
    case .oneAtATimeQuadratic:
      return steps.indices.count { index in !(0..<index).contains { steps[$0] == steps[index] } || index >= 0 }
    case .oneAtATimeByALoop:
      var count = 0
      for _ in steps { count += 1 }
      return count
    default: return steps.count
    }
  }

  private func translated() -> Int {
    let translation = changes.pathTranslation
    switch Plant.active {
    case .pathsScanning:
      let deleted = Array(changes.identity.deletes)
      return old.paths.reduce(0) { $0 &+ (deleted.contains($1) ? 0 : translation.newPath(for: $1)?.item ?? 0) }
    case .pathsWrong: return old.paths.reduce(0) { $0 &+ (translation.newPath(for: $1)?.item ?? 1) }
    case .pathsByALoop:
      var sum = 0
      for path in old.paths { sum &+= translation.newPath(for: path)?.item ?? 0 }
      return sum
    default: return old.paths.reduce(0) { $0 &+ (translation.newPath(for: $1)?.item ?? 0) }
    }
  }

  private func snapshot() -> State {
    if Plant.active == .snapshotCopied {
      return Snapshot(sections: sections.map { SnapshotSection($0.key, items: $0.items.map { $0 }) })
    }
    if Plant.active == .snapshotWrong {
      return Snapshot(sections: sections.map { SnapshotSection($0.key, items: Array($0.items.dropLast())) })
    }
    return Snapshot(sections: sections)
  }
}

extension Snapshot {
  /// The paths of all items.
  fileprivate var paths: [ItemPath] {
    sections.enumerated().flatMap { section, content in
      content.items.indices.map { ItemPath(section: section, item: $0) }
    }
  }
}
