/// A number for each change of a list, all in one array.
struct PerChange<Value> {
  /// The lists of a change list that a stage can take a part of.
  enum Kind {
    case movedSections, deleted, inserted, moved, updated
  }

  private var values: [Value]
  /// Where the numbers of each kind begin.
  private let starts: (Int, Int, Int, Int, Int)

  init(_ list: ChangeList, repeating value: Value) {
    let deleted = list.movedSections.count
    let inserted = deleted + list.deleted.count
    let moved = inserted + list.inserted.count
    let updated = moved + list.moved.count
    starts = (0, deleted, inserted, moved, updated)
    values = [Value](repeating: value, count: updated + list.updated.count)
  }

  /// The number of the change at an index of one of the lists.
  subscript(kind: Kind, index: Int) -> Value {
    get { values[start(kind) + index] }
    set { values[start(kind) + index] = newValue }
  }

  private func start(_ kind: Kind) -> Int {
    switch kind {
    case .movedSections: starts.0
    case .deleted: starts.1
    case .inserted: starts.2
    case .moved: starts.3
    case .updated: starts.4
    }
  }
}

extension PerChange: Sendable where Value: Sendable {}
