import SectionDiff
import StoreInterface

/// What must hold of the records and of what observers are shown, for tests.
extension ObservedRecords {
  /// What does not hold, one line each; empty when all is right.
  ///
  /// - Complexity: O(*n* log *n*) for *n* records and each observer.
  package func checkInvariants() -> [String] {
    state.withLock { state in
      var broken = state.records.checkInvariants()
      if state.records.hasChanges || state.records.savepoint != 0 { broken.append("a run of changes was not ended") }
      if state.freshness == .never, case .impaired = state.health {
        broken.append("a part is said to be wrong of records that were never loaded")
      }
      for (number, observer) in state.observers {
        let name = "observer \(number)"
        if let view = observer.view {
          broken += view.checkInvariants(of: state.records).map { "\(name): \($0)" }
          if state.freshness == .never { broken.append("\(name) is shown records that were never loaded") }
        } else if observer.pending.needsAnswer || observer.pending.count > 1 {
          broken.append("\(name) has more than a failure to receive before its first answer")
        }
        if observer.pending.count > PendingEvents<Item>.maximumEvents + 1 {
          broken.append("\(name) has \(observer.pending.count) events to receive")
        }
        if observer.attention == .waiting, !observer.pending.isEmpty {
          broken.append("\(name) waits, and there is something to receive")
        }
      }
      for (number, waiter) in state.waiters where waiter.observers.isSubset(of: state.observers.keys) == false {
        broken.append("waiter \(number) waits for observers that are no more")
      }
      return broken
    }
  }
}

extension DraftStore {
  /// What does not hold of the observations, one line each; empty when all is right.
  ///
  /// - Complexity: O(*n* log *n*) for *n* records and each observation.
  package func checkInvariants() -> [String] {
    state.withLock { state in
      state.observations.flatMap { number, observation in
        observation.checkInvariants().map { "observation \(number): \($0)" }
      }
    }
  }
}

extension DraftObservation {
  fileprivate func checkInvariants() -> [String] {
    guard var records else { return observer.view == nil ? [] : ["records are shown, and there are none"] }
    var broken = records.checkInvariants()
    if records.hasChanges { broken.append("a run of changes was not ended") }
    if let view = observer.view {
      broken += view.checkInvariants(of: records)
    } else {
      broken.append("nothing is shown")
    }
    records.undo(to: 0)
    return broken + records.checkInvariants().map { "without the drafts, \($0)" }
  }
}

extension OrderedRecords {
  /// What does not hold between two runs of changes, one line each; empty when all is right.
  func checkInvariants() -> [String] {
    var broken: [String] = []
    var seen = 0
    for section in presentSections {
      let slots = places.slots(of: section).elements
      seen += slots.count
      for (slot, next) in zip(slots, slots.dropFirst()) where places.label(of: slot) >= places.label(of: next) {
        broken.append("slot \(slot) is before \(next), and its label is not")
      }
      for slot in slots {
        if item(at: slot) == nil { broken.append("slot \(slot) is listed and holds no record") }
        if self.section(of: slot) != section { broken.append("slot \(slot) is listed in another section") }
        if let item = item(at: slot), records.slot(of: item.id) != slot {
          broken.append("key \(item.id) is not found in its slot \(slot)")
        }
      }
    }
    if seen != count { broken.append("\(seen) records are listed, and \(count) have a key") }
    if touchedSlots != touched.map(\.slot) || formerSlots.count != touched.count {
      broken.append("slots \(touchedSlots) and \(formerSlots) are noted of touched ones \(touched.map(\.slot))")
    }
    if touchedSlots.enumerated().contains(where: { touchOffset(of: $1) != $0 }) {
      broken.append("a touched slot is not found among them")
    }
    return broken
  }
}

extension AnswerView {
  /// What does not hold after a run of changes was followed, one line each; empty when all is right.
  func checkInvariants(of records: OrderedRecords<Item>) -> [String] {
    let slots = index.slots
    var broken = slots.checkInvariants()
    var view = self
    if slots.sections != records.presentSections { broken.append("the sections are not those of the records") }
    for (section, slots) in zip(slots.sections, slots.slots) {
      let matching = records.places.slots(of: section).filter { view.matches($0, of: records) }
      if Set(slots.map(\.slot)) != Set(matching) { broken.append("the records listed are not those that match") }
    }
    if index.listed != Set(slots.slots.flatMap { $0.map(\.slot) }) {
      broken.append("the slots noted are not those in the index")
    }
    return broken
  }
}
