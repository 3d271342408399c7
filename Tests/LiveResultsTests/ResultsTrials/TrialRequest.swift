@testable import StoreInterface

/// What a trial asks of its store.
package struct TrialRequest: Hashable, Sendable {
  /// The marks, modulo four, that are requested; `nil` for all.
  package var marks: Set<Int>?
  /// Whether the order is by rank, descending, then by identity, so that there are no ties; otherwise it is that of arrival.
  package var isSorted: Bool
  /// The largest number of records.
  package var limit: Int?

  /// Makes a request; for everything, where nothing else is said.
  package init(marks: Set<Int>? = nil, isSorted: Bool = false, limit: Int? = nil) {
    self.marks = marks
    self.isSorted = isSorted
    self.limit = limit
  }
}

extension TrialRequest: MatchingRequest {
  /// Whether the mark of a record is requested.
  package func matches(_ item: SmallRecord) -> Bool { marks?.contains(item.mark % 4) ?? true }

  /// Whether a record is to come before another.
  package func isOrdered(_ item: SmallRecord, before other: SmallRecord) -> Bool? {
    guard isSorted, item.id != other.id else { return nil }
    return (other.rank, item.id) < (item.rank, other.id)
  }
}

extension TrialRequest {
  /// The same without a limit.
  var unlimited: TrialRequest { TrialRequest(marks: marks, isSorted: isSorted) }

  /// The answer of a store that holds this.
  func answer(of contents: StoreContents<SmallRecord>) -> StoreContents<SmallRecord> {
    guard let sections = contents.sections else { return .items(answer(of: contents.items, room: limit ?? .max)) }
    var room = limit ?? .max
    return .sections(
      sections.map { section in
        let items = answer(of: section.items, room: room)
        room -= items.count
        return StoreSection(section.id, header: section.header, items: items)
      })
  }

  private func answer(of items: [SmallRecord], room: Int) -> [SmallRecord] {
    var items = items.filter(matches)
    if isSorted { items.sort { isOrdered($0, before: $1) ?? false } }
    return Array(items.prefix(room))
  }
}

extension TrialRequest: CustomStringConvertible {
  /// For example `marks [0, 3] sorted limit 2`.
  package var description: String {
    let parts = [
      marks.map { "marks \($0.sorted())" }, isSorted ? "sorted" : nil, limit.map { "limit \($0)" },
    ].compactMap { $0 }
    return parts.isEmpty ? "everything" : parts.joined(separator: " ")
  }
}
