#if CommandLine
  internal import FlyingSocks

  /// The body of the last answer on a connection: its bytes, then a failure, at which the server closes the connection
  /// whatever else has come on it.
  @available(LiveSystems, *)
  struct LastBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    /// Nothing more is said.
    struct ConnectionIsOver: Error {}

    let bytes: [UInt8]

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...]) }

    struct Iterator: AsyncBufferedIteratorProtocol {
      fileprivate var rest: ArraySlice<UInt8>

      mutating func next() async throws -> UInt8? {
        guard let byte = rest.popFirst() else { throw ConnectionIsOver() }
        return byte
      }

      mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
        if rest.isEmpty { throw ConnectionIsOver() }
        defer { rest = [] }
        return rest
      }
    }
  }
#endif
