internal import RecordFormats

extension RecordPair {
  /// Whether each file is known to hold every key once only. False where there is no key, and where the hashes of keys
  /// do not tell.
  ///
  /// The engine would find out, too, and it says which keys occur twice. This asks less, and so takes a fraction of the
  /// time.
  var hasUniqueKeys: Bool {
    guard !old.key.isEmpty else { return false }
    let seed = Int.random(in: .min ... .max)
    switch (old.document, new.document) {
    case (.delimited(let before), .delimited(let after)):
      let comparison = DelimitedComparison(old: before, new: after, pair: self)
      return [false, true].allSatisfy {
        DistinctHashes.areDistinct(comparison.identityHashes(isNew: $0, seed: seed))
      }
    case (.json(let before), .json(let after)):
      let comparison = JSONComparison(old: before, new: after, pair: self)
      return [false, true].allSatisfy {
        DistinctHashes.areDistinct(comparison.identityHashes(isNew: $0, seed: seed))
      }
    default: return false
    }
  }
}
