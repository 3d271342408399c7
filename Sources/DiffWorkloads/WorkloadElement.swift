/// What a workload's rows are made into before they are diffed.
public protocol WorkloadElement: Identifiable, Equatable, Sendable where ID: Hashable & Sendable {
  /// What elements of both sides may share.
  associatedtype Pool: Sendable

  /// Makes the element of a row.
  init(row: WorkloadRow, from pool: Pool)
}

/// A record with an `Int` for an id.
public struct IntElement: WorkloadElement {
  /// The identity.
  public let id: Int
  /// The content.
  public let version: Int

  /// Makes the element of a row; nothing is shared.
  public init(row: WorkloadRow, from pool: Void) {
    id = row.id
    version = row.version
  }
}

/// A record with a string of 36 characters for an id, as a UUID has.
public struct StringElement: WorkloadElement {
  /// The identity.
  public let id: String
  /// The content.
  public let version: Int

  /// Makes the element of a row; its id is taken from the pool where that has one, else built again.
  public init(row: WorkloadRow, from pool: [Int: String]) {
    id = pool[row.id] ?? Self.text(of: row.id)
    version = row.version
  }

  /// The 36 characters that represent an id: hexadecimal digits in the places of a UUID, mixed so that neighbours
  /// differ early.
  public static func text(of id: Int) -> String {
    var generator = SplitMix64(seed: UInt64(bitPattern: Int64(id)))
    let high = generator.next()
    let low = UInt64(bitPattern: Int64(id))
    var bytes: [UInt8] = []
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { bytes.append(UInt8(ascii: "-")) }
      let digits = index < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: digits >> UInt64(60 - index % 16 * 4) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The ids of both sides, each built once, so that equal ids share their storage.
  public static func sharedPool(_ pair: WorkloadPair) -> [Int: String] {
    var pool: [Int: String] = [:]
    for side in [pair.old, pair.new] {
      for section in side.sections {
        for row in section.rows where pool[row.id] == nil { pool[row.id] = text(of: row.id) }
      }
    }
    return pool
  }
}

/// A record of five fields with a string for an id, built again for each side: what most programs have.
public struct RecordElement: WorkloadElement {
  /// The identity.
  public let id: String
  /// The content.
  public let version: Int
  /// More content, that is equal where ids are equal.
  public let title: String
  /// More content, that is equal where ids are equal.
  public let author: String
  /// More content, that is equal where ids are equal.
  public let isRead: Bool

  /// Makes the element of a row; nothing is shared.
  public init(row: WorkloadRow, from pool: Void) {
    id = StringElement.text(of: row.id)
    version = row.version
    title = "the title of record \(row.id)"
    author = "the author of record \(row.id)"
    isRead = row.id.isMultiple(of: 2)
  }
}

/// A record that is an object, as models of many apps are.
public final class ObjectElement: WorkloadElement {
  /// The identity.
  public let id: Int
  /// The content.
  public let version: Int
  /// More content, that is equal when the version is.
  public let title: String

  /// Makes the element of a row; nothing is shared.
  public init(row: WorkloadRow, from pool: Void) {
    id = row.id
    version = row.version
    title = "record \(row.id) in version \(row.version)"
  }

  /// Whether both have equal ids and content.
  public static func == (a: ObjectElement, b: ObjectElement) -> Bool {
    a === b || (a.id == b.id && a.version == b.version && a.title == b.title)
  }
}

/// A record whose id always collides: every hash table degenerates, and must still be right.
public struct CollidingElement: WorkloadElement {
  /// An id that hashes like every other.
  public struct ID: Hashable, Sendable {
    let number: Int

    /// Feeds nothing.
    public func hash(into hasher: inout Hasher) {}
  }

  /// The identity.
  public let id: ID
  /// The content.
  public let version: Int

  /// Makes the element of a row; nothing is shared.
  public init(row: WorkloadRow, from pool: Void) {
    id = ID(number: row.id)
    version = row.version
  }
}
