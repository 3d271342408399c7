@testable import ConformanceKit
@testable package import LiveResults
@testable package import SectionDiff

/// What the callbacks of a delegate keep.
package enum CallbackLaw: String, Hashable, Sendable, CaseIterable {
  /// Will-change and did-change come in turn, never nested, and all else between them.
  case balance
  /// Sections before items; of each, deletes, inserts, moves, updates.
  case order
  /// There are callbacks only where there are changes.
  case silence
  /// At will-change the old results can be read, at did-change the new ones.
  case state
  /// The callbacks between them are what turns the one into the other, each with the item and section it is about.
  case changes
}

/// A law that callbacks broke, and how.
package struct CallbackViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law.
  package let law: CallbackLaw
  /// The number of the callback that showed it, from 0.
  package let callback: Int
  /// What is wrong, in a sentence.
  package let message: String

  /// The callback, the law, and the sentence.
  package var description: String { "callback \(callback), \(law.rawValue): \(message)" }
}

/// Checks delegate-style callbacks between their source and a test's assertions.
///
///     var checker = CallbackChecker<String, Note, NoHeader>()
///     for callback in delegate.received { checker.check(callback) }
///     checker.finish()
///     #expect(checker.violations.isEmpty)
package struct CallbackChecker<Key: Hashable, Item: Identifiable & Equatable, Header: Equatable> {
  /// A callback that is checked.
  package typealias Callback = DelegateCallback<Key, Item, Header>
  /// The results at one moment.
  package typealias State = Snapshot<Key, Item, Header>

  /// What was wrong so far.
  package private(set) var violations: [CallbackViolation] = []
  /// How many rounds of callbacks were completed.
  package private(set) var rounds = 0

  /// A round between will-change and did-change.
  fileprivate struct Round {
    let before: State
    var callbacks: [Callback] = []
    var step = Callback.Step.willChange
  }

  private let view: RowMapping.View
  private let permitsRefreshes: Bool
  private var count = 0
  private var shown: State?
  private var round: Round?

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - shown: The results before the first callback, where they are known.
  ///   - view: Whether rows of deleted and inserted sections are reported one by one, or implied.
  ///   - permitsRefreshes: Whether items may be reported as updated although they are equal.
  package init(showing shown: State? = nil, view: ChangeView = .identity, permitsRefreshes: Bool = false) {
    self.shown = shown
    self.view =
      switch view {
      case .identity: .identity
      case .batch: .batch
      }
    self.permitsRefreshes = permitsRefreshes
  }

  /// Checks the next callback.
  ///
  /// - Returns: What is wrong with it, or with the round that it ends; nothing where all laws hold.
  @discardableResult
  package mutating func check(_ callback: Callback) -> [CallbackViolation] {
    let known = violations.count
    switch callback {
    case .willChange(let state): begin(with: state)
    case .didChange(let state): end(with: state)
    default: take(callback)
    }
    count += 1
    return Array(violations[known...])
  }

  /// Says that no callback follows: a round that is still open is a violation.
  package mutating func finish() {
    if round != nil { report(.balance, "did-change is missing") }
    round = nil
  }

  private mutating func report(_ law: CallbackLaw, _ message: String) {
    violations.append(CallbackViolation(law: law, callback: count, message: message))
  }

  private mutating func begin(with state: State) {
    if round != nil { report(.balance, "will-change within a round that has not ended") }
    if let shown, shown != state { report(.state, "at will-change the results are not those that were shown last") }
    round = Round(before: state)
  }

  private mutating func take(_ callback: Callback) {
    guard var current = round else { return report(.balance, "a change is reported outside of a round") }
    if callback.step < current.step { report(.order, "\(callback.step) are reported after \(current.step)") }
    current.step = max(current.step, callback.step)
    current.callbacks.append(callback)
    round = current
  }

  private mutating func end(with state: State) {
    guard let ended = round else { return report(.balance, "did-change without will-change") }
    round = nil
    rounds += 1
    shown = state
    if ended.callbacks.isEmpty { report(.silence, "a round without any change") }
    let naming = WorldNaming<Key, Item, Header, IdentifiableComparison<Item>>(IdentifiableComparison())
    let (before, after) = (naming.world(of: ended.before), naming.world(of: state))
    var changes = PlainChanges()
    for callback in ended.callbacks { changes.take(callback) }
    if permitsRefreshes {
      changes.updates.removeAll { pair in
        before.row(at: pair.from).map { $0 == after.row(at: pair.to) } ?? false
      }
    }
    for problem in RowMapping(reading: changes, from: before, to: after, view: view).problems {
      report(.changes, problem)
    }
    for callback in ended.callbacks {
      if let problem = problem(of: callback, from: ended.before, to: state) { report(.changes, problem) }
    }
  }

  /// What is wrong with the section or item that a callback hands over.
  private func problem(of callback: Callback, from before: State, to after: State) -> String? {
    func key(_ section: Int, of state: State) -> Key? {
      section >= 0 && section < state.sectionCount ? state.sections[section].key : nil
    }
    return switch callback {
    case .willChange, .didChange: nil
    case .deleteSection(let name, let old):
      key(old, of: before) == name ? nil : "the deleted section \(name) is not the one at \(old)"
    case .insertSection(let name, let new):
      key(new, of: after) == name ? nil : "the inserted section \(name) is not the one at \(new)"
    case .moveSection(let name, let old, let new), .updateSection(let name, let old, let new):
      key(old, of: before) == name && key(new, of: after) == name
        ? nil : "the kept section \(name) is not the one at \(old) and \(new)"
    case .delete(let item, let old):
      before.item(at: old) == item ? nil : "the deleted item is not the one at \(old)"
    case .insert(let item, let new):
      after.item(at: new) == item ? nil : "the inserted item is not the one at \(new)"
    case .move(let item, let old, let new):
      // An item that is moved and updated may be handed over in either version.
      after.item(at: new)?.id == item.id && before.item(at: old)?.id == item.id
        ? nil : "the moved item is not the one at \(old) and \(new)"
    case .update(let item, let old, let new):
      after.item(at: new) == item && before.item(at: old)?.id == item.id
        ? nil : "the updated item is not the one at \(old) and \(new)"
    }
  }
}

extension PlainChanges {
  fileprivate mutating func take<Key, Item, Header>(_ callback: DelegateCallback<Key, Item, Header>) {
    switch callback {
    case .willChange, .didChange: break
    case .deleteSection(_, let old): sectionDeletes.append(old)
    case .insertSection(_, let new): sectionInserts.append(new)
    case .moveSection(_, let old, let new): sectionMoves.append(Pair(from: old, to: new))
    case .updateSection(_, let old, let new): sectionUpdates.append(Pair(from: old, to: new))
    case .delete(_, let old): deletes.append(old)
    case .insert(_, let new): inserts.append(new)
    case .move(_, let old, let new): moves.append(Pair(from: old, to: new))
    case .update(_, let old, let new): updates.append(Pair(from: old, to: new))
    }
  }
}

extension CallbackChecker: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension CallbackChecker.Round: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
