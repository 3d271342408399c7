public import StoreInterface

/// One observer of ``ObservedRecords``, from the call that made its sequence until that has ended.
///
/// Invariant: without a `view` nothing but the newest failure is pending.
@usableFromInline
struct Observer<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What the observer is doing, as far as it can be known.
  @usableFromInline
  enum Attention: Sendable {
    /// It has requested nothing yet.
    case absent
    /// There is something for it, or it works on what it received.
    case busy
    /// It has received all there is, and waits for more.
    case waiting
  }

  @usableFromInline let request: RecordRequest<Item>
  @usableFromInline let waker: AsyncStream<Void>.Continuation
  /// What the observer is shown; `nil` until its first answer.
  @usableFromInline var view: AnswerView<Item>?
  @usableFromInline var pending = PendingEvents<Item>()
  /// The failure that the observer was notified of, until it is notified of anything that says that it is over.
  @usableFromInline var knownFailure: StoreError?
  @usableFromInline var attention = Attention.absent

  init(_ request: RecordRequest<Item>, waker: AsyncStream<Void>.Continuation) {
    self.request = request
    self.waker = waker
  }

  /// Notes a failure, unless the observer was notified of the same one last.
  @inlinable
  mutating func note(_ failure: StoreError) {
    // The same with other advice is no other failure.
    var known = knownFailure
    known?.advice = failure.advice
    if known == failure { return }
    if view == nil { pending = PendingEvents() }
    pending.append(failure)
    knownFailure = failure
    noteNews()
  }

  /// Notes that the failure is over, although perhaps nothing has changed.
  mutating func noteRecovery() {
    guard knownFailure != nil else { return }
    knownFailure = nil
    if view == nil { return }
    pending.appendAnswer()
    noteNews()
  }

  /// Notes what a run of changes came to.
  ///
  /// - Returns: Whether there is anything to receive.
  @inlinable
  mutating func note(_ outcome: AnswerView<Item>.Outcome) -> Bool {
    switch outcome {
    case .answer: pending.appendAnswer()
    case .changes(let changes):
      if changes.isEmpty { return false }
      pending.append(changes, answerCount: view?.count ?? 0)
    }
    // Who receives a change takes all to be well; what is still wrong is said again behind it.
    knownFailure = nil
    noteNews()
    return true
  }

  @inlinable
  mutating func noteNews() { if attention == .waiting { attention = .busy } }
}

extension Observer {
  /// Notes what a run of changes comes to for what the observer is shown.
  ///
  /// - Returns: What wakes the observer, where there is anything to receive.
  @inlinable
  mutating func follow(_ records: OrderedRecords<Item>) -> AsyncStream<Void>.Continuation? {
    guard let outcome = view?.follow(records) else { return nil }
    return note(outcome) ? waker : nil
  }
}
