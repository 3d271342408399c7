import SectionDiff
public import StoreInterface

/// Which sections there are.
extension Catalog {
  /// Whether the store keeps the manually ordered sections.
  @inlinable
  var isSectionedByStore: Bool { arrangement.sections.isByStore }

  /// Declares the sections that the arrangement shows even when they are empty.
  @inlinable
  mutating func declareSections() {
    var numbers: [Int32] = []
    var isListed = Set<Int32>()
    for key in arrangement.sections.declared {
      let number = number(of: key)
      if isListed.insert(number).inserted { numbers.append(number) }
    }
    table.declare(numbers)
  }

  /// Sections by another rule. Those that the store keeps by hand are awaited where others are shown: only its next answer
  /// reports them.
  @inlinable
  mutating func setSections(_ sections: Sectioning<Item, Key, Header>) {
    awaited = nil
    let (wasByStore, isByStore) = (isSectionedByStore, sections.isByStore)
    if isByStore, !wasByStore, records.count > 0 {
      awaited = sections
      return
    }
    arrangement.sections = sections
    if wasByStore && isByStore { return }
    table = SectionTable()
    declareSections()
    judgeAll()
  }

  /// The number of a section that the arrangement makes.
  @inlinable
  mutating func number(of key: Key) -> Int32 {
    guard case .ofKey(let make) = arrangement.sections.headers else { return -1 }
    return table.number(of: key, header: make(key))
  }

  /// The key of a section that the store keeps by hand.
  @inlinable
  func storeKey(_ id: SectionID) throws(StoreError) -> Key {
    guard case .store(let keyOf) = arrangement.sections.source, let key = keyOf(id) else {
      throw StoreError(
        .unexpectedSection, "the store has a section whose key is not a \(Key.self)", at: "section \(id)",
        advice: "name the type of the store's section keys in the arrangement")
    }
    return key
  }

  /// The key and the header of a section that the store keeps by hand, and that comes or gets a header.
  @inlinable
  func storeSection(_ id: SectionID, header: SectionHeader?) throws(StoreError) -> (key: Key, header: Header) {
    let key = try storeKey(id)
    guard case .ofStore(let make) = arrangement.sections.headers, let made = make(key, header) else {
      throw StoreError(
        .unexpectedSection, "the store has a section whose header is not what is shown", at: "section \(id)",
        advice: "name the type of the store's section headers in the arrangement")
    }
    return (key, made)
  }

  /// The section that a record is in by the arrangement, as its number; for manually ordered sections of the store,
  /// the one it was placed in.
  @inlinable
  mutating func sectionNumber(of slot: Int32) -> Int32 {
    switch arrangement.sections.source {
    case .single(let key): return number(of: key)
    case .key(let keyOf):
      guard let item = records[slot] else { return -1 }
      let key = keyOf(item)
      let number = records.places[Int(slot)].section
      // Most often it is where it was, and its key need not be hashed.
      return table.isKey(key, ofNumber: number) ? number : self.number(of: key)
    case .store: return records.places[Int(slot)].section
    }
  }
}
