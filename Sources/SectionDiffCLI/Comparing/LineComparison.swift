internal import RecordFormats
internal import SectionDiff

/// Lines: the bytes are the identity, and content never differs.
struct LineComparison: ItemComparison {
  let old: LinesDocument
  let new: LinesDocument

  func areIdentical(_ a: Row, _ b: Row) -> Bool {
    switch (a.isNew, b.isNew) {
    case (false, false): old.rawEqual(a.number, b.number, of: old)
    case (false, true): old.rawEqual(a.number, b.number, of: new)
    case (true, false): new.rawEqual(a.number, b.number, of: old)
    case (true, true): new.rawEqual(a.number, b.number, of: new)
    }
  }

  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool { areIdentical(a, b) }

  func haveEqualContent(_ a: Row, _ b: Row) -> Bool { true }

  func identityHash(of item: Row, seed: Int) -> Int {
    let seed = UInt64(bitPattern: Int64(seed))
    let hash =
      item.isNew
      ? new.source.hash(of: new.value(item.number), seed: seed)
      : old.source.hash(of: old.value(item.number), seed: seed)
    return Int(truncatingIfNeeded: hash)
  }

  func describeIdentity(of item: Row) -> String {
    let document = item.isNew ? new : old
    return document.source.json(of: document.value(item.number))
  }
}
