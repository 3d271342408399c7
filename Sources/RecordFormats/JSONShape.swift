/// What is between the plain values of a record, byte for byte: brackets, names, colons, commas, white space.
///
///     {"id":7,"tags":["a"]}     {"id":  ,"tags":[  ]}
///
/// Most records of a file have the shape of the one before. Such a record is right when its values are: its brackets
/// match and its names are unique because those of the other one do and are. This only saves time: where the shape or a
/// value is unusual, ``JSONScanner`` reads the record from its start and finds what is wrong.
struct JSONShape {
  /// Where the pieces are in the record that they were learnt from: before the first value, between two, and after
  /// the last. Empty when there is none.
  private var pieces: [Range<Int>] = []
  /// Records since the last one that had the shape.
  private var misses = 0

  /// After so many misses in a row only one record in so many is learnt: the records have no common shape.
  private static let patience = 16
  private static let pause = 64
  /// The most pieces of a shape, so that one enormous record is not kept.
  private static let limit = 4096

  /// The offset after the record at `start`, or nil where it has another shape or is not plainly right.
  mutating func end(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var offset = start
    var piece = 0
    while piece < pieces.count {
      let range = pieces[piece]
      guard ByteKernels.equal(bytes, offset..<offset + range.count, bytes, range) else { return nil }
      offset += range.count
      piece += 1
      if piece == pieces.count {
        misses = 0
        return offset
      }
      guard let end = JSONPlainValue.end(at: offset, in: bytes) else { return nil }
      offset = end
    }
    return nil
  }

  /// Takes the shape of a record that was checked.
  mutating func learn(_ record: Range<Int>, _ bytes: Span<UInt8>) {
    pieces.removeAll(keepingCapacity: true)
    misses += 1
    if misses > Self.patience, misses % Self.pause != 0 { return }
    var pieceStart = record.lowerBound
    var offset = record.lowerBound
    while offset < record.upperBound {
      switch bytes[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
        UInt8(ascii: ":"), 0x20, 0x09, 0x0D:
        offset += 1
      default:
        let end = JSONCursor.end(of: JSONCursor.value(at: offset, in: bytes))
        if !Self.isName(before: end, in: bytes) {
          pieces.append(pieceStart..<offset)
          pieceStart = end
        }
        offset = end
      }
    }
    pieces.append(pieceStart..<max(pieceStart, record.upperBound))
    if pieces.count > Self.limit { pieces = [] }
  }

  /// Whether a colon follows at `offset`, after white space.
  private static func isName(before offset: Int, in bytes: Span<UInt8>) -> Bool {
    var offset = offset
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 || bytes[offset] == 0x0D { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
  }
}
