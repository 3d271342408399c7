import StoreInterface

/// What drafts do to what is shown.
extension DraftObservation {
  /// Shows drafts that lie on top of those shown so far.
  mutating func layOnTop(_ batch: Batch<Item>, of layers: [Batch<Item>]) {
    if isWidened(for: layers, newest: batch) { return }
    layOver([batch], isOnTop: true)
    follow()
  }

  /// Shows other drafts.
  mutating func rebase(on layers: [Batch<Item>]) {
    isHeldBack = false
    defer {
      if hasHeldBack { noteThatBaseGoesOn() }
      hasHeldBack = false
    }
    if isWidened(for: layers) { return }
    records?.undo(to: 0)
    layOver(layers)
    follow()
  }

  /// Goes on to show what the base has accepted, where it will not announce it.
  mutating func keepLanded(_ batch: Batch<Item>) {
    if hasEnded { landed.append(contentsOf: batch.changes) }
  }

  /// Asks the base for more records where drafts need that.
  ///
  /// - Returns: Whether they came at once, and are shown with the drafts.
  private mutating func isWidened(for layers: [Batch<Item>], newest: Batch<Item>? = nil) -> Bool {
    guard source != nil, reach.extend(for: layers, newest: newest) else { return false }
    widerSource?.task.cancel()
    widerSource = observe(reach.asked)
    return hearWider(under: layers) && widerSource == nil
  }

  mutating func layOver(_ layers: [Batch<Item>], isOnTop: Bool = false) {
    // Taken out while they are changed, so that they are changed in place.
    guard var records = records.take() else { return }
    if !isOnTop { records.apply(drafts: landed, matches: query.matches) }
    for layer in layers { records.apply(drafts: layer.changes, matches: query.matches) }
    self.records = records
  }

  /// Notes the net effect of a run of changes for the observer, and ends it.
  mutating func follow() {
    if isHeldBack { return }
    guard var records = records.take() else { return }
    switch view?.follow(records) {
    case .answer:
      pending.appendAnswer()
      hasFailed = false
    case .changes(let changes):
      let answerCount = view?.count ?? 0
      pending.append(changes, answerCount: answerCount)
      if !changes.isEmpty { hasFailed = false }
    case nil: break
    }
    records.settle()
    self.records = records
  }
}
