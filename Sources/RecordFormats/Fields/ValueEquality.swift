/// Equality and hashing of values over their bytes, without recursion: a stack of its own holds what is open.
enum ValueEquality {
  static func equal(_ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>) -> Bool {
    if let answer = quickly(a, aBytes, b, bBytes) { return answer }
    // Containers still to be compared. The values are equal when every pair is.
    var pairs = [(a, b)]
    while let (a, b) = pairs.popLast() {
      let isEqual =
        a.kind == .array
        ? arrays(a, aBytes, b, bBytes, &pairs)
        : objects(a, aBytes, b, bBytes, &pairs)
      guard isEqual else { return false }
    }
    return true
  }

  /// Whether two values are equal, or nil where two arrays or two objects have to be looked into.
  private static func quickly(
    _ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>
  ) -> Bool? {
    if a.isText || b.isText {
      guard a.isText, b.isText else { return false }
      if a.isPlainText, b.isPlainText { return ByteKernels.equal(aBytes, a.range, bBytes, b.range) }
      if a.kind == b.kind, ByteKernels.equal(aBytes, a.range, bBytes, b.range) { return true }
      return ValueDecoding.withDecoded(a, aBytes) { a, aRange in
        ValueDecoding.withDecoded(b, bBytes) { b, bRange in ByteKernels.equal(a, aRange, b, bRange) }
      }
    }
    guard a.kind == b.kind else { return false }
    // The same bytes are the same value, whatever it is.
    if ByteKernels.equal(aBytes, a.range, bBytes, b.range) { return true }
    return a.kind == .array || a.kind == .object ? nil : false
  }

  /// Compares what can be compared at once of two values, and adds the rest to `pairs`.
  private static func compare(
    _ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>,
    _ pairs: inout [(FieldValue, FieldValue)]
  ) -> Bool {
    guard let answer = quickly(a, aBytes, b, bBytes) else {
      pairs.append((a, b))
      return true
    }
    return answer
  }

  private static func arrays(
    _ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>,
    _ pairs: inout [(FieldValue, FieldValue)]
  ) -> Bool {
    var aCursor = JSONCursor(inside: a)
    var bCursor = JSONCursor(inside: b)
    while true {
      switch (aCursor.nextElement(aBytes), bCursor.nextElement(bBytes)) {
      case (nil, nil): return true
      case (let x?, let y?): if !compare(x, aBytes, y, bBytes, &pairs) { return false }
      default: return false
      }
    }
  }

  private static func objects(
    _ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>,
    _ pairs: inout [(FieldValue, FieldValue)]
  ) -> Bool {
    // Members usually come in the same order: walk both until the names part.
    var aCursor = JSONCursor(inside: a)
    var bCursor = JSONCursor(inside: b)
    var aRest: [JSONMember] = []
    var bRest: [JSONMember] = []
    while true {
      let x = aCursor.nextMember(aBytes)
      let y = bCursor.nextMember(bBytes)
      guard let x, let y else { return x == nil && y == nil }
      if !equal(x.name, aBytes, y.name, bBytes) {
        aRest.append(x)
        bRest.append(y)
        break
      }
      if !compare(x.value, aBytes, y.value, bBytes, &pairs) { return false }
    }
    while let member = aCursor.nextMember(aBytes) { aRest.append(member) }
    while let member = bCursor.nextMember(bBytes) { bRest.append(member) }
    guard aRest.count == bRest.count else { return false }
    // The rest by name. Names are unique on each side, so the same number of matches is a bijection.
    var byName: [[UInt8]: FieldValue] = [:]
    byName.reserveCapacity(bRest.count)
    for member in bRest {
      var name: [UInt8] = []
      ValueDecoding.append(member.name, bBytes, to: &name)
      byName[name] = member.value
    }
    for member in aRest {
      var name: [UInt8] = []
      ValueDecoding.append(member.name, aBytes, to: &name)
      guard let other = byName[name], compare(member.value, aBytes, other, bBytes, &pairs) else {
        return false
      }
    }
    return true
  }

  /// A container that is being hashed.
  private struct Open {
    var cursor: JSONCursor
    var isObject: Bool
    var state: UInt64
    /// Of a member's value: the hash of its name.
    var name: UInt64

    init(_ container: FieldValue, seed: UInt64, name: UInt64) {
      cursor = JSONCursor(inside: container)
      isObject = container.kind == .object
      state = seed &+ (isObject ? 0x9B05_688C_2B3E_6C1F : 0xBB67_AE85_84CA_A73B)
      self.name = name
    }

    /// Takes in a value; in an object the sum does not depend on the order of members.
    mutating func add(_ hash: UInt64, name: UInt64) {
      if isObject {
        state &+= ByteHash.fold(name ^ 0xA54F_F53A_5F1D_36F1, hash ^ 0x510E_527F_ADE6_82D1)
      } else {
        state = ByteHash.fold(state ^ hash, 0x3C6E_F372_FE94_F82B)
      }
    }
  }

  static func hash(_ value: FieldValue, _ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
    if let hash = scalarHash(value, bytes, seed: seed) { return hash }
    var outer: [Open] = []
    var open = Open(value, seed: seed, name: 0)
    while true {
      var name: UInt64 = 0
      let inner: FieldValue?
      if open.isObject {
        let member = open.cursor.nextMember(bytes)
        if let member { name = scalarHash(member.name, bytes, seed: seed) ?? 0 }
        inner = member?.value
      } else {
        inner = open.cursor.nextElement(bytes)
      }
      if let inner {
        if let hash = scalarHash(inner, bytes, seed: seed) {
          open.add(hash, name: name)
        } else {
          outer.append(open)
          open = Open(inner, seed: seed, name: name)
        }
      } else {
        guard var parent = outer.popLast() else { return open.state }
        parent.add(open.state, name: open.name)
        open = parent
      }
    }
  }

  /// The hash of a value that holds no others, or nil for arrays and objects.
  private static func scalarHash(_ value: FieldValue, _ bytes: Span<UInt8>, seed: UInt64) -> UInt64? {
    switch value.kind {
    case .text, .string:
      ByteHash.hash(bytes, value.range, seed: seed)
    case .textWithDoubledQuotes, .stringWithEscapes:
      ValueDecoding.withDecoded(value, bytes) { ByteHash.hash($0, $1, seed: seed) }
    case .number, .boolean, .null:
      ByteHash.hash(bytes, value.range, seed: seed &+ 0x6A09_E667_F3BC_C909)
    case .array, .object:
      nil
    }
  }
}
