import LiveResults
import SectionDiff

/// A delegate that keeps the calls that it receives, as values for a checker of callbacks.
struct CallbackLog<Key: Hashable & Sendable, Item: Sendable, Header: Equatable & Sendable>: ResultsDelegate {
  private(set) var received: [DelegateCallback<Key, Item, Header>] = []

  mutating func resultsWillChange(_ update: ResultsUpdate<Key, Item, Header>) {
    received.append(.willChange(showing: update.before))
  }

  mutating func sectionDidChange(_ change: SectionChange<Key>) {
    switch change {
    case .delete(let key, let at): received.append(.deleteSection(key, at: at))
    case .insert(let key, let at): received.append(.insertSection(key, at: at))
    case .move(let key, let from, let to): received.append(.moveSection(key, from: from, to: to))
    case .update(let key, let from, let to): received.append(.updateSection(key, from: from, to: to))
    }
  }

  mutating func itemDidChange(_ change: ItemChange<Item>) {
    switch change {
    case .delete(let item, let at): received.append(.delete(item, at: at))
    case .insert(let item, let at): received.append(.insert(item, at: at))
    case .move(let item, let from, let to): received.append(.move(item, from: from, to: to))
    case .update(let item, let from, let to): received.append(.update(item, from: from, to: to))
    }
  }

  mutating func resultsDidChange(_ update: ResultsUpdate<Key, Item, Header>) {
    received.append(.didChange(showing: update.after))
  }
}
