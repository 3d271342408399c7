import StoreInterface

extension StoreError {
  /// An error of any kind as an error of a store.
  init(wrapping error: any Error, as kind: Kind) {
    switch error {
    case let error as StoreError: self = error
    case is CancellationError: self.init(.cancelled, "the work was cancelled")
    case let error as DecodingError: self.init(kind, error.sentence)
    default: self.init(kind, "\(error)")
    }
  }
}

extension DecodingError {
  /// What does not fit, and where, on one line: as in `expected Int at .rows[3].due, found null`.
  package var sentence: String {
    func place(_ context: Context) -> String {
      if context.codingPath.isEmpty { return "" }
      return " at " + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
    return switch self {
    case .typeMismatch(let type, let context): "expected \(type)\(place(context))"
    case .valueNotFound(let type, let context): "expected \(type)\(place(context)), found null"
    case .keyNotFound(let key, let context): "“\(key.stringValue)” is missing\(place(context))"
    case .dataCorrupted(let context): context.debugDescription + place(context)
    @unknown default: "\(self)"
    }
  }
}
