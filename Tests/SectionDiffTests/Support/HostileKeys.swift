/// A key whose hash is always the same: every table lookup is a collision.
struct CollidingKey: Hashable, Codable, Sendable {
  var name: Int

  func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

/// A row identified by a colliding key.
struct CollidingRow: Identifiable, Equatable, Codable, Sendable {
  var id: CollidingKey
  var value = 0

  init(_ name: Int, value: Int = 0) {
    id = CollidingKey(name: name)
    self.value = value
  }
}

/// A key whose hash depends on a salt that equality ignores: what a process with another hash seed would see.
struct SaltedKey: Hashable, Codable, Sendable {
  var name: Int
  var salt: Int

  static func == (a: SaltedKey, b: SaltedKey) -> Bool { a.name == b.name }

  func hash(into hasher: inout Hasher) {
    hasher.combine(salt)
    hasher.combine(name)
  }

  init(name: Int, salt: Int) {
    self.name = name
    self.salt = salt
  }

  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(Int.self)
    salt = 0
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// A row identified by a salted key.
struct SaltedRow: Identifiable, Equatable, Codable, Sendable {
  var id: SaltedKey
  var value: Int
}
