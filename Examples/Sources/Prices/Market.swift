import MemoryAdapter
import StoreInterface
import Support

/// Invented shares whose prices change at random; the same in each run with the same seed.
struct Market {
  private var random: SeededRandom
  private var lastNumber = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Shares that are not listed yet.
  mutating func quotes(_ count: Int) -> [Quote] { (0..<count).map { _ in newQuote() } }

  private mutating func newQuote() -> Quote {
    lastNumber += 1
    let market = ["Lagos", "London", "Mumbai", "New York", "Tokyo"].randomElement(using: &random) ?? "London"
    return Quote(id: "S\(lastNumber)", market: market, cents: Int.random(in: 500...20_000, using: &random))
  }

  /// Changes a few prices; now and then a share is listed or delisted. Observers see all of it as one change.
  mutating func trade(in store: MemoryStore<Quote>) throws(StoreError) {
    try store.edit { (edits) throws(StoreError) in
      let quotes = edits.contents.items
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard var quote = quotes.randomElement(using: &random) else { break }
        quote.cents = max(1, quote.cents + Int.random(in: -300...300, using: &random))
        try edits.update(quote)
      }
      switch Int.random(in: 0..<20, using: &random) {
      case 0: try edits.append(newQuote())
      case 1: if let quote = quotes.randomElement(using: &random) { edits.remove(quote.id) }
      default: break
      }
    }
  }
}
