import Testing

@testable import LiveResults

/// What leaves and what enters, told apart by places.
struct PassageExchangeTests {
  /// The items of a list after some were taken out and others put in, by what `exchange` says.
  private func run(_ exchange: PassageExchange, on before: [Int], entering: [Int: Int]) -> [Int] {
    var items = before
    for (old, new) in exchange.replaced { items[Int(old)] = entering[Int(new)] ?? -1 }
    for position in exchange.removed.reversed() { items.remove(at: Int(position)) }
    for position in exchange.added { items.insert(entering[Int(position)] ?? -1, at: Int(position)) }
    return items
  }

  @Test("Replacing, removing and adding gives the list after, for every choice of what leaves and enters a small list")
  func smallWorlds() {
    for size in 0...5 {
      for leaving in 0..<(1 << size) {
        let left = (0..<size).filter { leaving & (1 << $0) != 0 }
        let kept = (0..<size).filter { !left.contains($0) }
        for after in kept.count...(kept.count + 3) {
          for entering in 0..<(1 << after) where entering.nonzeroBitCount == after - kept.count {
            let entered = (0..<after).filter { entering & (1 << $0) != 0 }
            let passage = WindowPassage(left: left, entered: entered, before: 0..<size, after: 0..<after)
            var rest = kept[...]
            let expected = (0..<after).map { entered.contains($0) ? 100 + $0 : rest.removeFirst() }
            let entering = Dictionary(uniqueKeysWithValues: entered.map { ($0, 100 + $0) })
            let exchange = passage.exchange
            #expect(run(exchange, on: Array(0..<size), entering: entering) == expected)
            #expect(run(PassageExchange(without: passage), on: Array(0..<size), entering: entering) == expected)
            #expect(exchange.replaced.count + exchange.removed.count == left.count)
            #expect(exchange.replaced.count + exchange.added.count == entered.count)
          }
        }
      }
    }
  }

  @Test("What enters where something leaves takes its place; the rest is removed and added")
  func replacesInPlace() {
    // a b c d → a x c e f
    let passage = WindowPassage(left: [1, 3], entered: [1, 3, 4], before: 0..<4, after: 0..<5)
    let exchange = passage.exchange
    #expect(exchange.replaced.map(\.old) == [1, 3])
    #expect(exchange.replaced.map(\.new) == [1, 3])
    #expect(exchange.removed.isEmpty)
    #expect(exchange.added == [4])
  }
}
