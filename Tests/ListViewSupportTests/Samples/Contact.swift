/// What the samples show.
struct Contact: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var city: String
}
