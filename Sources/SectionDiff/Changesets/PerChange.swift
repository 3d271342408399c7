/// A value for each change that a stage can take by itself, parallel to the lists of a change list.
struct PerChange<Value> {
  var movedSections: [Value]
  var deleted: [Value]
  var inserted: [Value]
  var moved: [Value]
  var updated: [Value]

  init(_ list: ChangeList, repeating value: Value) {
    movedSections = [Value](repeating: value, count: list.movedSections.count)
    deleted = [Value](repeating: value, count: list.deleted.count)
    inserted = [Value](repeating: value, count: list.inserted.count)
    moved = [Value](repeating: value, count: list.moved.count)
    updated = [Value](repeating: value, count: list.updated.count)
  }
}

extension PerChange: Sendable where Value: Sendable {}
