internal import RecordFormats
internal import SectionDiff

/// Items of the `sections` format: an id and a content, both text.
struct SectionItemComparison: ItemComparison {
  let old: SectionsDocument
  let new: SectionsDocument

  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool {
    let (aFile, bFile) = (file(of: a), file(of: b))
    return aFile.source.value(
      aFile.item(a.number).id, equals: bFile.item(b.number).id, in: bFile.source)
  }

  func haveEqualContent(_ a: Row, _ b: Row) -> Bool {
    let (aFile, bFile) = (file(of: a), file(of: b))
    return aFile.source.value(
      aFile.item(a.number).content, equals: bFile.item(b.number).content, in: bFile.source)
  }

  func identityHash(of item: Row, seed: Int) -> Int {
    let file = file(of: item)
    return Int(
      truncatingIfNeeded: file.source.hash(
        of: file.item(item.number).id, seed: UInt64(bitPattern: Int64(seed))))
  }

  func describeIdentity(of item: Row) -> String {
    let file = file(of: item)
    return file.source.json(of: file.item(item.number).id)
  }

  private func file(of row: Row) -> SectionsDocument { row.isNew ? new : old }
}
