#if CommandLine
  /// What distinguishes a row or a section from others on a page: the bytes of its identity where they are few, else a
  /// hash of them.
  ///
  /// Without a key the identity is the whole record, and nothing of the source is sent that is longer than what is shown.
  struct PageKey: Hashable {
    /// The key as text: JSON, or the hash, which does not look like JSON.
    let text: String

    /// Identities of more bytes than this are hashed. Numbers, names and UUIDs are shorter.
    static let limit = 64

    /// Makes the key of an identity in canonical form.
    init(_ identity: [UInt8]) {
      text =
        identity.count <= Self.limit
        ? String(decoding: identity, as: UTF8.self)
        : "#" + [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142].map { Self.hash(identity, from: $0) }.joined()
    }

    /// FNV-1a of 64 bits from a basis: that of 64 bits and the first half of that of 128 bits make one of 128. It is no
    /// protection against anyone; of two rows with one key, which no one meets by chance, the page makes two all the
    /// same.
    private static func hash(_ bytes: [UInt8], from basis: UInt64) -> String {
      let digits = String(bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
#endif
