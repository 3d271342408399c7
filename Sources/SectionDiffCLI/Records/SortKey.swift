internal import RecordFormats

/// A value's place in the one order that `--sort-by` and `--section-order value` use.
///
/// What is missing or null comes first, then `false` and `true`, then numbers by their exact value, then text by
/// its bytes, then arrays and objects by their JSON. A field of CSV or TSV that is written like a JSON number is a
/// number. The order is total, so sorting does not depend on where it starts.
enum SortKey: Comparable {
  case missing
  case boolean(Bool)
  case number(DecimalNumber)
  case text([UInt8])
  case container([UInt8])

  /// The key of a value, or of a missing one.
  init(_ value: SourcedValue?) {
    guard let value else {
      self = .missing
      return
    }
    let bytes = value.source.decodedBytes(of: value.value)
    switch value.value.kind {
    case .null: self = .missing
    case .boolean: self = .boolean(bytes.first == UInt8(ascii: "t"))
    case .number: self = DecimalNumber(json: bytes).map(SortKey.number) ?? .text(bytes)
    case .text, .textWithDoubledQuotes: self = DecimalNumber(json: bytes).map(SortKey.number) ?? .text(bytes)
    case .string, .stringWithEscapes: self = .text(bytes)
    case .array, .object: self = .container(Array(value.json.utf8))
    }
  }

  static func < (a: SortKey, b: SortKey) -> Bool {
    switch (a, b) {
    case (.boolean(let a), .boolean(let b)): !a && b
    case (.number(let a), .number(let b)): a < b
    case (.text(let a), .text(let b)), (.container(let a), .container(let b)): a.lexicographicallyPrecedes(b)
    default: a.rank < b.rank
    }
  }

  private var rank: Int {
    switch self {
    case .missing: 0
    case .boolean: 1
    case .number: 2
    case .text: 3
    case .container: 4
    }
  }
}
