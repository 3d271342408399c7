internal import RecordFormats
internal import StoreBuilding
internal import StoreInterface

extension StoreError {
  /// What any error means for a store. One of a store stays as it is; one that is none of a store, of the system or of a
  /// format is of this kind and location, with `problem` before its own words.
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

  /// Returns what `body` returns; throws what its errors mean for a store.
  static func raising<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch { throw StoreError(error) }
  }

  /// What an unreadable file means for a store.
  init(_ error: FormatError) {
    let location = error.source + (error.position.map { ":\($0)" } ?? "")
    self.init(
      error.kind == .unreadable ? .unavailable : .malformed, error.problem, at: location,
      advice: error.advice.isEmpty ? nil : error.advice)
  }
}
