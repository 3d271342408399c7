import StoreInterface

/// What the base says, and what that does to what is shown.
extension DraftObservation {
  /// Hears all that the base has said so far.
  mutating func catchUp(under layers: [Batch<Item>]) {
    while hearNext(under: layers) {}
  }

  /// Hears all that the base has said so far, and keeps it for the next ``rebase(on:)``, so that the observer is
  /// notified of both at once.
  mutating func holdAndCatchUp(under layers: [Batch<Item>]) {
    isHeldBack = true
    catchUp(under: layers)
  }

  mutating func hearNext(under layers: [Batch<Item>]) -> Bool {
    if hearWider(under: layers) { return true }
    guard !hasEnded, let source else { return false }
    switch source.pull() {
    case .event(let event): hear(event, under: layers)
    case .nothing: return false
    case .end: hasEnded = true
    }
    return true
  }

  /// Hears what the base says to the wider request, whose answer takes the place of the one so far.
  mutating func hearWider(under layers: [Batch<Item>]) -> Bool {
    guard let wider = widerSource else { return false }
    switch wider.pull() {
    case .event(.replace(let contents)):
      source?.task.cancel()
      (source, widerSource, hasEnded) = (wider, nil, false)
      landed.removeAll()
      exchange(for: contents, under: layers, isWider: true)
    case .event(.failed(let error)): fail(error)
    case .event(.changes): fail(.changesBeforeAnswer)
    case .nothing: return false
    case .end:
      widerSource = nil
      return false
    }
    return true
  }

  private mutating func hear(_ event: StoreEvent<Item>, under layers: [Batch<Item>]) {
    switch event {
    case .failed(let error): fail(error)
    case .replace(let contents): exchange(for: contents, under: layers)
    case .changes(let batch):
      guard records != nil else { return fail(.changesBeforeAnswer) }
      records?.undo(to: 0)
      records?.forGood { records in
        for change in batch.changes { _ = records.apply(change) }
      }
      layOver(layers)
      follow()
      noteThatBaseGoesOn()
    }
  }

  private mutating func fail(_ error: StoreError) {
    pending.append(error)
    hasFailed = true
  }

  /// Lets the observer know that a failure is over, also where nothing has changed for it.
  mutating func noteThatBaseGoesOn() {
    if isHeldBack {
      hasHeldBack = true
      return
    }
    if hasFailed { pending.appendAnswer() }
    hasFailed = false
  }

  /// Shows an answer in the place of the one so far.
  ///
  /// Under drafts the records are changed into those of the answer one by one: a drafted update of a record that is not
  /// there any more stays on show where the record was.
  private mutating func exchange(
    for contents: StoreContents<Item>, under layers: [Batch<Item>], isWider: Bool = false
  ) {
    if isWider || layers.contains(where: { !$0.isEmpty }) {
      records?.undo(to: 0)
      if records?.forGood({ $0.replaceAll(with: contents) }) == true {
        layOver(layers)
        follow()
        return noteThatBaseGoesOn()
      }
    }
    records = OrderedRecords(contents)
    layOver(layers)
    records?.settle()
    view = records.map { AnswerView(of: $0, rule: query.rule, haveEqualContent: query.haveEqualContent) }
    pending.appendAnswer()
    hasFailed = false
  }
}
