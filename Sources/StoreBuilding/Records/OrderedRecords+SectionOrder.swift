import StoreInterface

/// Which section is where, by slot. Where there are no sections, all records are in one, whose slot is 0.
extension OrderedRecords {
  /// The sections in order; the one list where there are none.
  var presentSections: [Int32] {
    var present: [Int32] = []
    var section = firstPresentSection
    while section >= 0 {
      present.append(section)
      section = presentSection(after: section)
    }
    return present
  }

  func isPresent(_ section: Int32) -> Bool { !keepsSections || sections.isPresent(section) }

  /// The first present section, or -1.
  var firstPresentSection: Int32 {
    guard keepsSections else { return 0 }
    let first = sectionOrder.first
    return first < 0 || isPresent(first) ? first : presentSection(after: first)
  }

  /// The last present section, or -1.
  var lastPresentSection: Int32 {
    guard keepsSections else { return 0 }
    let last = sectionOrder.last
    return last < 0 || isPresent(last) ? last : presentSection(before: last)
  }

  /// The next present section, or -1.
  func presentSection(after section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var next = sectionOrder.slot(after: section)
    while next >= 0, !isPresent(next) { next = sectionOrder.slot(after: next) }
    return next
  }

  /// The present section before this one, or -1.
  func presentSection(before section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var previous = sectionOrder.slot(before: section)
    while previous >= 0, !isPresent(previous) { previous = sectionOrder.slot(before: previous) }
    return previous
  }

  /// A number that is greater the later a section is.
  func rank(ofSection section: Int32) -> Int { keepsSections ? sectionOrder.label(of: section) : 0 }
}
