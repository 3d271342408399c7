#if CommandLine
  internal import FlyingSocks
  internal import LiveResults
  internal import StoreInterface

  /// The events of one page, made when it is ready for them.
  ///
  /// At most one event is held for a page. The server requests the next one when the last has been written to the
  /// socket; what happened meanwhile comes as one changeset from what the page has seen.
  @available(LiveSystems, *)
  struct PageEventStream: AsyncBufferedSequence {
    typealias Element = UInt8

    let hub: PageHub
    let wakes: AsyncStream<Void>
    let reader: ResultsReader<SectionKey, WatchedRecord, SectionHeader>
    let form: WatchedForm
    let name: String
    let run: String

    func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    struct Iterator: AsyncBufferedIteratorProtocol {
      private let stream: PageEventStream
      private let wakes: AsyncStream<Void>
      private var reader: ResultsReader<SectionKey, WatchedRecord, SectionHeader>
      private var hasBegun = false
      private var status = -1
      private var beats: Int
      /// What is left for those who ask byte by byte.
      private var rest: ArraySlice<UInt8> = []

      init(stream: PageEventStream) {
        self.stream = stream
        wakes = stream.wakes
        reader = stream.reader
        beats = stream.hub.beats
      }

      mutating func next() async throws -> UInt8? {
        if rest.isEmpty { rest = try await nextBuffer(suggested: 1)?[...] ?? [] }
        return rest.popFirst()
      }

      mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
        if !rest.isEmpty {
          defer { rest = [] }
          return Array(rest)
        }
        while !Task.isCancelled {
          if let event = event() { return event }
          if await wakes.next(isolation: nil) == nil { return nil }
        }
        return nil
      }

      /// The next event, if there is one now.
      private mutating func event() -> [UInt8]? {
        if !hasBegun {
          hasBegun = true
          return PageEvent.opening
        }
        let (number, status) = stream.hub.status
        if number != self.status {
          self.status = number
          return PageEvent.status(status, name: stream.name)
        }
        if stream.hub.hasAnswer, let update = reader.next() {
          return PageEvent.update(update, form: stream.form, run: stream.run)
        }
        let beats = stream.hub.beats
        if beats != self.beats {
          self.beats = beats
          return PageEvent.beat
        }
        return nil
      }
    }
  }
#endif
