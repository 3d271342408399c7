/// Which fields of the request a response depends on: RFC 9111, section 4.1, and RFC 9110, section 12.5.5.
///
/// What is kept of the request are fingerprints, so that no credential is written to a disk.
package struct Vary: Hashable, Sendable, Codable {
  private var fingerprints: [String: UInt64] = [:]
  private var salt: UInt64

  /// Notes what a response depends on. The salt is drawn at random, so that fingerprints of different caches cannot be
  /// compared.
  package init(_ response: HTTPFields, request: HTTPFields, salt: UInt64) {
    self.salt = salt
    for name in response.members("Vary") where !name.isEmpty && name != "*" {
      let name = ASCII.lowercased(name)
      fingerprints[name] = Self.fingerprint(request[name], salt: salt)
    }
  }

  /// Whether the response depends on things that no field names.
  package static func isEverything(_ response: HTTPFields) -> Bool { response.members("Vary").contains("*") }

  /// Whether it depends on no field.
  var isEmpty: Bool { fingerprints.isEmpty }

  /// Whether a request would choose the same response as the one noted.
  package func matches(_ request: HTTPFields) -> Bool {
    fingerprints.allSatisfy { Self.fingerprint(request[$0.key], salt: salt) == $0.value }
  }

  private static func fingerprint(_ value: String?, salt: UInt64) -> UInt64 {
    value.map { Fingerprint(of: $0.utf8, seed: salt).value | 1 } ?? 0
  }
}

/// FNV-1a of 64 bits: reports damage and difference, and is no protection against anyone.
struct Fingerprint {
  private(set) var value: UInt64

  init(of bytes: some Sequence<UInt8>, seed: UInt64 = 0) {
    value = 0xCBF2_9CE4_8422_2325 ^ seed
    add(bytes)
  }

  /// In hexadecimal digits.
  var text: String { String(value, radix: 16) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
