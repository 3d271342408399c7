/// How stores make one segment of a path of a key: the name of a file, or a part of a URL.
package enum PathSegment {
  /// A key with every byte escaped, as in URLs (RFC 3986, section 2.1), but ASCII letters, digits, `-`, `_` and `.`: no byte
  /// of it leads elsewhere, and two keys have one segment only where their bytes are the same. What is empty, `.` or `..`
  /// stays so, and is for the caller.
  package static func escaped(_ key: String) -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
