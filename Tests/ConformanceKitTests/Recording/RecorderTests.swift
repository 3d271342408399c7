import ConformanceKit
import StoreInterface
import Testing

@Suite("The recorder")
struct RecorderTests {
  @Test("keeps what it receives, and lets a test wait for it")
  func waits() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let recorder = Recorder(stream)
    let three = Task { try await recorder.wait(forCount: 3) }
    let even = Task { try await recorder.wait { $0.last.map { $0 % 2 == 0 } ?? false } }
    continuation.yield(1)
    continuation.yield(2)
    #expect(try await even.value == [1, 2])
    continuation.yield(3)
    #expect(try await three.value == [1, 2, 3])
    #expect(!recorder.hasEnded)
    continuation.finish()
    #expect(try await recorder.waitForEnd() == [1, 2, 3])
    #expect(recorder.hasEnded)
    await #expect(throws: RecorderError.ended(afterCount: 3)) { try await recorder.wait(forCount: 4) }
  }

  @Test("waits until the events of a store come to some records; before the first answer they come to none at all")
  func records() async throws {
    let (stream, continuation) = AsyncStream<StoreEvent<Card>>.makeStream()
    let recorder = Recorder(stream)
    let none = Task { try await recorder.wait(toHold: []) }
    let two = Task { try await recorder.wait(toHold: [Card(2), Card(3)]) }
    continuation.yield(.failed(TrialStore.failure))
    continuation.yield(.replace(.items([])))
    #expect(try await none.value.count >= 2)
    continuation.yield(.replace(.items([Card(1), Card(2)])))
    continuation.yield(.changes([.delete(1), .insert(Card(3))]))
    #expect(try await two.value.count == 4)
    continuation.finish()
    await #expect(throws: RecorderError.ended(afterCount: 4)) { try await recorder.wait(toHold: [Card(9)]) }
  }

  @Test("stalls like a slow subscriber")
  func pauses() async throws {
    // Keeps the newest two that nobody asked for.
    let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(2))
    let recorder = Recorder(stream, pausingAfter: 1)
    continuation.yield(1)
    try await recorder.wait(forCount: 1)
    for number in 2...9 { continuation.yield(number) }
    #expect(recorder.elements == [1])
    recorder.resume()
    #expect(try await recorder.wait(forCount: 3) == [1, 8, 9])
  }

  @Test("stops listening when it is let go")
  func release() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in end.finish() }
    do {
      let recorder = Recorder(stream)
      continuation.yield(1)
      try await recorder.wait(forCount: 1)
    }
    for await _ in ends {}
  }

  @Test("lets a waiting task go that is cancelled")
  func cancellation() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let recorder = Recorder(stream)
    let waiter = Task { try await recorder.wait(forCount: 1) }
    waiter.cancel()
    await #expect(throws: RecorderError.cancelled) { try await waiter.value }
    continuation.yield(1)
    try await recorder.wait(forCount: 1)
    recorder.cancel()
    try await recorder.waitForEnd()
  }
}
