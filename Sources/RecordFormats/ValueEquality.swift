/// Equality and hashing of values over their bytes.
///
/// Recursion follows the nesting of values, which reading has limited to ``JSONText/depthLimit``.
enum ValueEquality {
  static func equal(_ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>) -> Bool {
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
    switch a.kind {
    case .array: return equalArrays(a, aBytes, b, bBytes)
    case .object: return equalObjects(a, aBytes, b, bBytes)
    default: return false
    }
  }

  private static func equalArrays(
    _ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>
  ) -> Bool {
    var aCursor = JSONCursor(inside: a)
    var bCursor = JSONCursor(inside: b)
    while true {
      switch (aCursor.nextElement(aBytes), bCursor.nextElement(bBytes)) {
      case (nil, nil): return true
      case (let x?, let y?): if !equal(x, aBytes, y, bBytes) { return false }
      default: return false
      }
    }
  }

  private static func equalObjects(
    _ a: FieldValue, _ aBytes: Span<UInt8>, _ b: FieldValue, _ bBytes: Span<UInt8>
  ) -> Bool {
    // Members usually come in the same order: walk both until the names part.
    var aCursor = JSONCursor(inside: a)
    var bCursor = JSONCursor(inside: b)
    var aRest: [JSONMember] = []
    var bRest: [JSONMember] = []
    while true {
      let x = aCursor.nextMember(aBytes)
      let y = bCursor.nextMember(bBytes)
      guard let x, let y else {
        if x == nil, y == nil { return true }
        return false
      }
      if !equal(x.name, aBytes, y.name, bBytes) {
        aRest.append(x)
        bRest.append(y)
        break
      }
      if !equal(x.value, aBytes, y.value, bBytes) { return false }
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
      guard let other = byName[name], equal(member.value, aBytes, other, bBytes) else { return false }
    }
    return true
  }

  static func hash(_ value: FieldValue, _ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
    switch value.kind {
    case .text, .string:
      return ByteHash.hash(bytes, value.range, seed: seed)
    case .textWithDoubledQuotes, .stringWithEscapes:
      return ValueDecoding.withDecoded(value, bytes) { ByteHash.hash($0, $1, seed: seed) }
    case .number, .boolean, .null:
      return ByteHash.hash(bytes, value.range, seed: seed &+ 0x6A09_E667_F3BC_C909)
    case .array:
      var state = seed &+ 0xBB67_AE85_84CA_A73B
      var cursor = JSONCursor(inside: value)
      while let element = cursor.nextElement(bytes) {
        state = ByteHash.fold(state ^ hash(element, bytes, seed: seed), 0x3C6E_F372_FE94_F82B)
      }
      return state
    case .object:
      // A sum does not depend on the order of members.
      var sum: UInt64 = 0
      var cursor = JSONCursor(inside: value)
      while let member = cursor.nextMember(bytes) {
        let name = hash(member.name, bytes, seed: seed)
        let content = hash(member.value, bytes, seed: seed)
        sum &+= ByteHash.fold(name ^ 0xA54F_F53A_5F1D_36F1, content ^ 0x510E_527F_ADE6_82D1)
      }
      return sum &+ seed &+ 0x9B05_688C_2B3E_6C1F
    }
  }
}
