/// The record of the stores that the kit is tried on.
struct Card: Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: Int
  var version = 0

  init(_ id: Int, _ version: Int = 0) {
    self.id = id
    self.version = version
  }

  var description: String { version == 0 ? "\(id)" : "\(id)v\(version)" }
}
