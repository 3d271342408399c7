/// What differs between two versions of a record.
package struct FieldChanges {
  /// A field that both versions have, with different values.
  package struct Change {
    /// The name of the field.
    package let name: [UInt8]
    /// Its old value.
    package let old: SourcedValue
    /// Its new value.
    package let new: SourcedValue
  }

  /// In the order of the old version.
  package private(set) var changed: [Change] = []
  /// Fields of the new version alone, in its order.
  package private(set) var added: [RecordField] = []
  /// Fields of the old version alone, in its order.
  package private(set) var removed: [RecordField] = []

  /// Compares two lists of fields by name, names by their bytes.
  package init(from old: [RecordField], to new: [RecordField]) {
    if old.count == new.count, zip(old, new).allSatisfy({ $0.name == $1.name }) {
      for (before, after) in zip(old, new) where !before.value.equals(after.value) {
        changed.append(Change(name: before.name, old: before.value, new: after.value))
      }
      return
    }
    var offsets: [[UInt8]: Int] = [:]
    offsets.reserveCapacity(new.count)
    for (offset, field) in new.enumerated() { offsets[field.name] = offset }
    var isPaired = [Bool](repeating: false, count: new.count)
    for before in old {
      guard let offset = offsets[before.name] else {
        removed.append(before)
        continue
      }
      isPaired[offset] = true
      if !before.value.equals(new[offset].value) {
        changed.append(Change(name: before.name, old: before.value, new: new[offset].value))
      }
    }
    added = new.indices.filter { !isPaired[$0] }.map { new[$0] }
  }

  /// Whether nothing differs.
  package var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }
}
