import StoreInterface

/// Counts the lives of items: how many there are now, were at most, and have been.
final class Population: Sendable {
  private struct Count {
    var alive = 0
    var highest = 0
    var born = 0
  }

  private let count = Locked(Count())

  /// How many are alive.
  var alive: Int { count.withLock { $0.alive } }
  /// How many have been alive at once.
  var highest: Int { count.withLock { $0.highest } }
  /// How many there have been.
  var born: Int { count.withLock { $0.born } }

  /// A life, for an item to hold: all copies of the item are one.
  func life() -> Life { Life(of: self) }

  /// Ends when nobody holds the item any more.
  final class Life: Sendable {
    private let population: Population

    fileprivate init(of population: Population) {
      self.population = population
      population.count.withLock { count in
        count.born += 1
        count.alive += 1
        count.highest = max(count.highest, count.alive)
      }
    }

    deinit { population.count.withLock { $0.alive -= 1 } }
  }
}
