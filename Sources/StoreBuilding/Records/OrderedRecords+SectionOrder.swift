import StoreInterface

/// Which section is where, by slot. Where there are no sections, all records are in one, whose slot is 0.
extension OrderedRecords {
  /// The sections in order; the one list where there are none.
  var livingSections: [Int32] {
    var living: [Int32] = []
    var section = firstLivingSection
    while section >= 0 {
      living.append(section)
      section = livingSection(after: section)
    }
    return living
  }

  func isLiving(_ section: Int32) -> Bool { !keepsSections || sections.isLiving(section) }

  /// The first living section, or -1.
  var firstLivingSection: Int32 {
    guard keepsSections else { return 0 }
    let first = sectionOrder.first
    return first < 0 || isLiving(first) ? first : livingSection(after: first)
  }

  /// The last living section, or -1.
  var lastLivingSection: Int32 {
    guard keepsSections else { return 0 }
    let last = sectionOrder.last
    return last < 0 || isLiving(last) ? last : livingSection(before: last)
  }

  /// The next living section, or -1.
  func livingSection(after section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var next = sectionOrder.slot(after: section)
    while next >= 0, !isLiving(next) { next = sectionOrder.slot(after: next) }
    return next
  }

  /// The living section before this one, or -1.
  func livingSection(before section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var previous = sectionOrder.slot(before: section)
    while previous >= 0, !isLiving(previous) { previous = sectionOrder.slot(before: previous) }
    return previous
  }

  /// A number that is greater the later a section is.
  func rank(ofSection section: Int32) -> Int { keepsSections ? sectionOrder.label(of: section) : 0 }
}
