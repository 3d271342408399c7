import MemoryAdapter
import StoreInterface
import Support

/// Invented people who push cards over a board; the same in each run with the same seed.
struct Office {
  private var random: SeededRandom
  private var lastNumber = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Cards that are not on the board yet.
  mutating func cards(_ count: Int) -> [Card] { (0..<count).map { _ in newCard() } }

  private mutating func newCard() -> Card {
    lastNumber += 1
    let verb = ["Fix", "Write", "Test", "Review", "Measure", "Remove"].randomElement(using: &random) ?? "Fix"
    let objects = ["login", "search", "export", "the guide", "icons", "the cache", "billing"]
    let object = objects.randomElement(using: &random) ?? "login"
    return Card(
      id: lastNumber, title: "\(verb) \(object)", column: .todo, points: Int.random(in: 1...8, using: &random))
  }

  /// Moves a card on, and now and then adds, estimates or archives one. Observers see it as one change.
  mutating func work(in store: MemoryStore<Card>) throws(StoreError) {
    try store.edit { (edits) throws(StoreError) in
      guard var card = edits.contents.items.randomElement(using: &random) else {
        return try edits.append(newCard())
      }
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: try edits.append(newCard())
      case 2:
        card.points = Int.random(in: 1...8, using: &random)
        try edits.update(card)
      default:
        switch card.column {
        case .todo: card.column = .doing
        case .doing: card.column = .review
        case .review: card.column = Bool.random(using: &random) ? .done : .doing
        case .done:
          edits.remove(card.id)
          return
        }
        try edits.update(card)
      }
    }
  }
}
