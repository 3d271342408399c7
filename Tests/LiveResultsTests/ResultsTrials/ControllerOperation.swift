@testable import LiveResults
@testable package import StoreInterface

/// One thing that happens to a results controller, or that its subscribers do, in a trial.
package enum ControllerOperation: Sendable, CustomStringConvertible {
  /// What happens to the results themselves.
  case results(ResultsOperation)
  /// The store fails.
  case fail
  /// The results are loaded again; while the answer is awaited, the former observation sends an event, and the new one
  /// may fail first.
  case reload(StoreContents<SmallRecord>, failsFirst: Bool)
  /// Something else is asked of the store; as with ``reload(_:failsFirst:)``.
  case request(TrialRequest, failsFirst: Bool)
  /// Updates are suspended, once more.
  case suspend
  /// One suspension ends.
  case resume
  /// What waits is announced.
  case flush
  /// Changes are announced at once, or only when they are flushed.
  case deliver(atOnce: Bool)
  /// A new subscriber, which may resume from a revision: that many before the present one.
  case subscribe(back: Int?)
  /// A subscriber takes its next update, if there is one; others stay asleep.
  case pull(Int)

  // Where there is a layer of drafts; nothing happens where there is none.

  /// Records are drafted, as one.
  case draft([StoreChange<SmallRecord>])
  /// The drafts are taken back.
  case discard
  /// The drafts are being written, until the store answers. Nothing happens while others are.
  case commit
  /// A batch is shown and being written, until the store answers.
  case write(StoreBatch<SmallRecord>)
  /// The store accepts what is being written, or refuses it: the one of so many, in the order in which they began.
  case answer(Int, isRefused: Bool)

  /// The operation as text.
  package var description: String {
    switch self {
    case .results(let operation): operation.description
    case .fail: "fail"
    case .reload(let contents, let failsFirst): "reload\(failsFirst ? " after a failure" : "") \(contents)"
    case .request(let request, let failsFirst): "request\(failsFirst ? " after a failure" : "") \(request)"
    case .suspend: "suspend"
    case .resume: "resume"
    case .flush: "flush"
    case .deliver(let atOnce): "deliver \(atOnce ? "at once" : "when flushed")"
    case .subscribe(let back): "subscribe" + (back.map { " \($0) back" } ?? "")
    case .pull(let number): "pull \(number)"
    case .draft(let changes): "draft \(changes)"
    case .discard: "discard"
    case .commit: "commit"
    case .write(let batch): "write \(batch.isStrict ? "strict " : "")\(batch.changes)"
    case .answer(let number, let isRefused): "\(isRefused ? "refuse" : "accept") \(number)"
    }
  }
}

extension ControllerOperation: ShrinkableOperation {
  var smaller: [ControllerOperation] {
    switch self {
    case .results(let operation): operation.smaller.map { .results($0) }
    case .reload(let contents, let failsFirst):
      (failsFirst ? [.reload(contents, failsFirst: false)] : [])
        + ResultsOperation.replace(contents).smaller.compactMap { smaller in
          if case .replace(let fewer) = smaller { .reload(fewer, failsFirst: failsFirst) } else { nil }
        }
    case .request(let request, let failsFirst):
      (failsFirst ? [.request(request, failsFirst: false)] : [])
        + request.smaller.map { .request($0, failsFirst: failsFirst) }
    case .draft(let changes): changes.indices.map { .draft(changes.without($0)) }
    case .write(let batch):
      (batch.isStrict ? [.write(StoreBatch(batch.changes))] : [])
        + batch.changes.indices.map { .write(StoreBatch(batch.changes.without($0), isStrict: batch.isStrict)) }
    default: []
    }
  }
}

extension TrialRequest {
  /// The same asking for more, or in no order. What is limited keeps its order: with ties, what a layer of drafts shows at
  /// the limit would depend on records that it has not requested.
  fileprivate var smaller: [TrialRequest] {
    var smaller: [TrialRequest] = []
    if marks != nil { smaller.append(TrialRequest(isSorted: isSorted, limit: limit)) }
    if limit != nil {
      smaller.append(unlimited)
    } else if isSorted {
      smaller.append(TrialRequest(marks: marks))
    }
    return smaller
  }
}
