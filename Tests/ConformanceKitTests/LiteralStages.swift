import ConformanceKit
import SectionDiff

/// Stages by the letter: builds the states in between for one partition of a batch view's operations, and asks the
/// list-view model about each step. Nothing is concluded, everything is tried.
struct LiteralStages {
  /// A section or row, named by where it stands in the old world, or in the new one when it has come.
  private enum Label<Place: Hashable>: Hashable {
    case old(Place)
    case new(Place)
  }

  private struct Row {
    var label: Label<ItemPath>
    var row: World.Row
  }

  private struct Section {
    var label: Label<Int>
    var key: Int
    var rows: [Row]
  }

  private let old: World
  private let new: World
  private let batch: PlainChanges
  private let mapping: RowMapping

  init(batch: PlainChanges, from old: World, to new: World) {
    self.batch = batch
    self.old = old
    self.new = new
    mapping = RowMapping(reading: batch, from: old, to: new, view: .batch)
  }

  /// Operations that a partition gives a stage; header updates are none.
  var operationCount: Int { batch.counts.total - batch.counts.sectionUpdates }

  /// Whether any partition into `count` stages is legal, by trying all of them.
  func hasPartition(into count: Int) -> Bool {
    var stages = Array(repeating: 0, count: operationCount)
    while true {
      if isLegal(Partition(batch, stages: stages), count: count) { return true }
      guard let digit = stages.indices.first(where: { stages[$0] + 1 < count }) else { return false }
      stages[digit] += 1
      for lower in 0..<digit { stages[lower] = 0 }
    }
  }

  /// The stage of each operation, by its place.
  private struct Partition {
    var sectionDeletes: [Int: Int] = [:]
    var sectionInserts: [Int: Int] = [:]
    /// By old offset.
    var sectionMoves: [Int: Int] = [:]
    var deletes: [ItemPath: Int] = [:]
    var inserts: [ItemPath: Int] = [:]
    /// By old path.
    var moves: [ItemPath: Int] = [:]
    /// By old path.
    var updates: [ItemPath: Int] = [:]

    init(_ batch: PlainChanges, stages: [Int]) {
      var rest = stages[...]
      func next() -> Int { rest.popFirst() ?? 0 }
      for offset in batch.sectionDeletes { sectionDeletes[offset] = next() }
      for offset in batch.sectionInserts { sectionInserts[offset] = next() }
      for move in batch.sectionMoves { sectionMoves[move.from] = next() }
      for path in batch.deletes { deletes[path] = next() }
      for path in batch.inserts { inserts[path] = next() }
      for move in batch.moves { moves[move.from] = next() }
      for update in batch.updates { updates[update.from] = next() }
    }
  }

  private func isLegal(_ partition: Partition, count: Int) -> Bool {
    var before = state(partition, after: -1)
    for stage in 0..<count {
      let after = state(partition, after: stage)
      let step = step(partition, stage: stage, from: before, to: after)
      let violations = ListViewModel.violations(of: step, from: list(before), to: list(after))
      if !violations.isEmpty { return false }
      before = after
    }
    return list(before) == new.listSections
  }

  private func list(_ state: [Section]) -> [World.Section] {
    state.map { World.Section(key: $0.key, rows: $0.rows.map(\.row)) }
  }

  // MARK: States

  /// The state after a stage: what keeps its place in the batch view stands in its order; before each of them first
  /// what stands before it in the old order and has yet to go, then what stands before it in the new and has come.
  private func state(_ partition: Partition, after stage: Int) -> [Section] {
    func isDone(_ operation: Int?) -> Bool { (operation ?? stage) <= stage }
    let moved = partition.sectionMoves
    let keepers = old.sections.indices.filter { mapping.newSections[$0] != nil && moved[$0] == nil }
    let order: [Label<Int>] = merged(
      old: old.sections.indices.map { offset in
        let stays =
          moved[offset].map { $0 > stage } ?? partition.sectionDeletes[offset].map { $0 > stage } ?? true
        return (label: .old(offset), isAnchor: keepers.contains(offset), isShown: stays)
      },
      new: new.sections.indices.map { offset in
        guard let origin = mapping.oldSections[offset] else {
          return (label: .new(offset), isAnchor: false, isShown: isDone(partition.sectionInserts[offset]))
        }
        return (
          label: .old(origin), isAnchor: keepers.contains(origin),
          isShown: moved[origin].map { $0 <= stage } ?? true
        )
      })
    return order.map { label in
      switch label {
      case .new(let offset):
        Section(
          label: label, key: new.sections[offset].key,
          rows: new.sections[offset].rows.indices.map { newRow(ItemPath(section: offset, item: $0)) })
      case .old(let offset):
        Section(
          label: label, key: old.sections[offset].key, rows: rows(partition, section: offset, after: stage))
      }
    }
  }

  private func rows(_ partition: Partition, section: Int, after stage: Int) -> [Row] {
    let oldPaths = old.sections[section].rows.indices.map { ItemPath(section: section, item: $0) }
    guard let target = mapping.newSections[section] else {
      return oldPaths.map { oldRow($0, partition, after: stage) }
    }
    func isAnchor(_ path: ItemPath) -> Bool {
      mapping.newPath(for: path) != nil && partition.moves[path] == nil
    }
    let order: [Label<ItemPath>] = merged(
      old: oldPaths.map { path in
        let stays = (partition.moves[path] ?? partition.deletes[path]).map { $0 > stage } ?? true
        return (label: .old(path), isAnchor: isAnchor(path), isShown: stays)
      },
      new: new.sections[target].rows.indices.map { item in
        let path = ItemPath(section: target, item: item)
        guard let origin = mapping.oldPath(for: path) else {
          return (
            label: .new(path), isAnchor: false, isShown: (partition.inserts[path] ?? stage) <= stage
          )
        }
        return (
          label: .old(origin), isAnchor: isAnchor(origin),
          isShown: partition.moves[origin].map { $0 <= stage } ?? true
        )
      })
    return order.map { label in
      switch label {
      case .old(let path): oldRow(path, partition, after: stage)
      case .new(let path): newRow(path)
      }
    }
  }

  private func oldRow(_ path: ItemPath, _ partition: Partition, after stage: Int) -> Row {
    let row = old.sections[path.section].rows[path.item]
    var content = row.content
    if let update = partition.updates[path], update <= stage, let target = mapping.newPath(for: path) {
      content = new.sections[target.section].rows[target.item].content
    }
    return Row(label: .old(path), row: World.Row(id: row.id, content: content))
  }

  private func newRow(_ path: ItemPath) -> Row {
    let row = new.sections[path.section].rows[path.item]
    return Row(label: .new(path), row: World.Row(id: row.id, content: row.content))
  }

  private func merged<Place: Hashable>(
    old: [(label: Label<Place>, isAnchor: Bool, isShown: Bool)],
    new: [(label: Label<Place>, isAnchor: Bool, isShown: Bool)]
  ) -> [Label<Place>] {
    var result: [Label<Place>] = []
    var oldRest = old[...]
    var newRest = new[...]
    while !oldRest.isEmpty || !newRest.isEmpty {
      while let next = oldRest.first, !next.isAnchor {
        if next.isShown { result.append(next.label) }
        oldRest.removeFirst()
      }
      while let next = newRest.first, !next.isAnchor {
        if next.isShown { result.append(next.label) }
        newRest.removeFirst()
      }
      if let anchor = oldRest.popFirst() { result.append(anchor.label) }
      _ = newRest.popFirst()
    }
    return result
  }

  // MARK: Steps

  private func step(
    _ partition: Partition, stage: Int, from before: [Section], to after: [Section]
  ) -> PlainChanges {
    var step = PlainChanges()
    for (offset, section) in before.enumerated() {
      if case .old(let place) = section.label {
        if partition.sectionDeletes[place] == stage { step.sectionDeletes.append(offset) }
        if partition.sectionMoves[place] == stage,
          let target = after.firstIndex(where: { $0.label == section.label })
        {
          step.sectionMoves.append(.init(from: offset, to: target))
        }
      }
      for (item, row) in section.rows.enumerated() {
        guard case .old(let place) = row.label else { continue }
        let path = ItemPath(section: offset, item: item)
        if partition.deletes[place] == stage { step.deletes.append(path) }
        if partition.updates[place] == stage { step.updates.append(.init(from: path, to: path)) }
        if partition.moves[place] == stage, let target = find(row.label, in: after) {
          step.moves.append(.init(from: path, to: target))
        }
      }
    }
    for (offset, section) in after.enumerated() {
      if case .new(let place) = section.label, partition.sectionInserts[place] == stage {
        step.sectionInserts.append(offset)
      }
      for (item, row) in section.rows.enumerated() {
        guard case .new(let place) = row.label, partition.inserts[place] == stage else { continue }
        step.inserts.append(ItemPath(section: offset, item: item))
      }
    }
    return step
  }

  private func find(_ label: Label<ItemPath>, in state: [Section]) -> ItemPath? {
    for (offset, section) in state.enumerated() {
      if let item = section.rows.firstIndex(where: { $0.label == label }) {
        return ItemPath(section: offset, item: item)
      }
    }
    return nil
  }
}
