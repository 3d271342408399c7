import StoreBuilding
import StoreInterface
import Testing

@Suite struct ObservedValueTests {
  @Test func changesAreSentAndTheSameIsNot() async {
    let value = ObservedValue(1)
    var updates = value.updates().makeAsyncIterator()
    value.set(1)
    value.set(2)
    value.set(2)
    value.update { 3 }
    #expect(await updates.next() == 1)
    #expect(await updates.next() == 2)
    #expect(await updates.next() == 3)
    #expect(value.current == 3)
  }

  @Test func aSlowReaderReceivesTheNewest() async {
    let value = ObservedValue(0)
    var updates = value.updates(buffering: 1).makeAsyncIterator()
    for number in 1...100 { value.set(number) }
    #expect(await updates.next() == 100)
  }

  @Test func updatesEndWithTheValue() async {
    var value: ObservedValue? = ObservedValue(1)
    var updates = value?.updates().makeAsyncIterator()
    value = nil
    #expect(await updates?.next() == 1)
    #expect(await updates?.next() == nil)
  }

  @Test func whatIsSentLastIsWhatIsSo() async {
    let (value, count) = (ObservedValue(0), Locked(0))
    let updates = value.updates(buffering: 1)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<1_000 {
            count.withLock { $0 += 1 }
            value.update { count.withLock { $0 } }
          }
        }
      }
    }
    var iterator = updates.makeAsyncIterator()
    #expect(await iterator.next() == 4_000 && value.current == 4_000)
  }

  /// A reader's task is being cancelled while a value is sent to it: neither waits for the other.
  @Test(.timeLimit(.minutes(10))) func readersAreCancelledWhileValuesAreSent() async {
    let value = ObservedValue(0)
    for round in 0..<2_000 {
      let readers = (0..<4).map { _ in
        let updates = value.updates(buffering: 1)
        return Task { for await _ in updates {} }
      }
      await withTaskGroup { group in
        group.addTask { for number in 1...8 { value.set(round * 8 + number) } }
        group.addTask { for reader in readers { reader.cancel() } }
      }
      for reader in readers { await reader.value }
    }
    #expect(value.current == 16_000)
  }
}
