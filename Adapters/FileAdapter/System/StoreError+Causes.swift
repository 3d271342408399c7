internal import RecordFormats
internal import StoreBuilding
internal import StoreInterface

extension StoreError {
  /// What any error means for a store.
  ///
  /// - Parameters:
  ///   - error: The error; one of a store stays as it is.
  ///   - kind: The kind of an error that is none of a store, of the system or of a format.
  ///   - problem: What is said before such an error's own words.
  ///   - location: Where such an error is.
  init(
    _ error: any Error, as kind: Kind = .unavailable, _ problem: String = "",
    at location: @autoclosure () -> String? = nil
  ) {
    switch error {
    case let error as StoreError: self = error
    case let error as SystemError: self.init(error)
    case let error as FormatError: self.init(error)
    case let error as DecodingError: self.init(kind, problem + error.sentence, at: location())
    default: self.init(kind, problem + "\(error)", at: location())
    }
  }

  /// What an unreadable file means for a store.
  init(_ error: FormatError) {
    let location = error.source + (error.position.map { ":\($0)" } ?? "")
    self.init(
      error.kind == .unreadable ? .unavailable : .malformed, error.problem, at: location,
      advice: error.advice.isEmpty ? nil : error.advice)
  }
}
