internal import RecordFormats
internal import SectionDiff

/// Compares records of two files for the engine, as their format does.
///
/// One type for all formats: the engine is compiled for it once, and a comparison costs one call more.
struct RecordComparison: ItemComparison {
  let base: any RecordComparing

  func areIdentical(_ a: Row, _ b: Row) -> Bool { base.areIdentical(a, b) }
  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool { base.haveSameIdentity(a, b) }
  func haveEqualContent(_ a: Row, _ b: Row) -> Bool { base.haveEqualContent(a, b) }
  func describeIdentity(of item: Row) -> String { base.identity(of: item) }

  func identityHash(of item: Row, seed: Int) -> Int {
    Int(truncatingIfNeeded: base.hash(of: item, seed: UInt64(bitPattern: Int64(seed))))
  }

  /// Whether each file is known to hold every key once only. False where the hashes of keys do not tell.
  ///
  /// The engine would find out, too, and it says which keys occur twice. This asks less, and so takes a fraction of the
  /// time.
  var hasUniqueKeys: Bool {
    let seed = UInt64.random(in: .min ... .max)
    return [false, true].allSatisfy { DistinctHashes.areDistinct(base.hashes(isNew: $0, seed: seed)) }
  }
}
