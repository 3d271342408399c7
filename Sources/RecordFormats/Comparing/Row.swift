/// A record as the diff sees it: its number in one of the two documents. Four bytes, whatever the record holds.
package struct Row: Hashable, Sendable {
  /// Numbers of the old document as they are, those of the new one complemented.
  private let raw: Int32

  /// The record `number` of the old document.
  package init(old number: Int) { raw = Int32(truncatingIfNeeded: number) }

  /// The record `number` of the new document.
  package init(new number: Int) { raw = ~Int32(truncatingIfNeeded: number) }

  /// The record `number` of one side.
  package init(_ number: Int, isNew: Bool) {
    self = isNew ? Row(new: number) : Row(old: number)
  }

  /// Whether it is a record of the new document.
  package var isNew: Bool { raw < 0 }

  /// Its number there, from 0.
  package var number: Int { Int(raw < 0 ? ~raw : raw) }

  /// The most records that a document may have.
  package static let limit = Int(Int32.max) - 1
}
