internal import RecordFormats

/// One step of a patch as it was read: values are in the patch's source, offsets are not checked yet.
struct PatchStep {
  /// A section that is gone or has come.
  struct WholeSection {
    /// Its key.
    var id: FieldValue
    /// Its offset.
    var at: Int
    /// Its header; nil where the format has none.
    var content: FieldValue?
    /// Its records, where the view implies them.
    var rows: [FieldValue]?
  }

  /// A section that stays.
  struct KeptSection {
    /// Its key.
    var id: FieldValue
    /// Its offset before.
    var from: Int
    /// Its offset after.
    var to: Int
    /// Its header before and after, where that changed.
    var content: (old: FieldValue, new: FieldValue)?
  }

  /// The address of a record.
  struct Path: Equatable, CustomStringConvertible {
    var section: Int
    var item: Int

    var description: String { "[\(section),\(item)]" }
  }

  /// A record that is gone or has come.
  struct WholeItem {
    /// What identifies it.
    var id: FieldValue
    /// Its address.
    var at: Path
    /// All of it.
    var item: FieldValue
  }

  /// A record that stays.
  struct KeptItem {
    /// What identifies it.
    var id: FieldValue
    /// Its address before.
    var from: Path
    /// Its address after.
    var to: Path
    /// What changes in it; empty for a move.
    var edit = Edit()
  }

  /// What changes in a record.
  struct Edit {
    /// Its content before and after, for the format `sections`.
    var content: (old: FieldValue, new: FieldValue)?
    /// Fields with their values before and after.
    var changed: [(name: [UInt8], old: FieldValue, new: FieldValue)] = []
    /// Fields that come.
    var added: [(name: [UInt8], value: FieldValue)] = []
    /// Fields that go.
    var removed: [(name: [UInt8], value: FieldValue)] = []
  }

  /// Where the step is in the patch, such as `stages[1].`; empty for the only one.
  var prefix = ""
  var deletedSections: [WholeSection] = []
  var insertedSections: [WholeSection] = []
  var movedSections: [KeptSection] = []
  var updatedSections: [KeptSection] = []
  var deletedItems: [WholeItem] = []
  var insertedItems: [WholeItem] = []
  var movedItems: [KeptItem] = []
  var updatedItems: [KeptItem] = []

  /// The names of the lists, for messages; a reversed step has deletes where inserts are written.
  var names = (deleted: "deleted", inserted: "inserted")

  /// The step that leads back.
  var reversed: PatchStep {
    var step = self
    swap(&step.deletedSections, &step.insertedSections)
    swap(&step.deletedItems, &step.insertedItems)
    step.names = (names.inserted, names.deleted)
    step.movedSections = movedSections.map(\.reversed)
    step.updatedSections = updatedSections.map(\.reversed)
    step.movedItems = movedItems.map(\.reversed)
    step.updatedItems = updatedItems.map(\.reversed)
    return step
  }
}

extension PatchStep.KeptSection {
  fileprivate var reversed: Self {
    Self(id: id, from: to, to: from, content: content.map { ($0.new, $0.old) })
  }
}

extension PatchStep.KeptItem {
  fileprivate var reversed: Self { Self(id: id, from: to, to: from, edit: edit.reversed) }
}

extension PatchStep.Edit {
  fileprivate var reversed: Self {
    Self(
      content: content.map { ($0.new, $0.old) },
      changed: changed.map { ($0.name, $0.new, $0.old) },
      added: removed, removed: added)
  }
}
