extension StoreLaw {
  /// What usually breaks the law, and how to mend that; the page “Mending a store” lists the same.
  package var advice: (cause: String, remedy: String) {
    switch self {
    case .answerFirst:
      (
        "Observers are registered before they have an answer, so a change reaches one first.",
        "Register an observer and push its answer under one lock."
      )
    case .answerWhole:
      ("The answer is read in pages or from a cache that is behind.", "Push the answer when all of it is there.")
    case .fetchAgrees:
      ("A fetch reads another source than the answers of observers.", "Make both from the same state.")
    case .nothingMissed:
      (
        "The observer is registered when it is first iterated, with an answer that was made earlier.",
        "Register it in `events(for:)`, or make the answer when it is iterated."
      )
    case .answerCompletes:
      (
        "The sequence is not finished after the last event, or finished before the answer.",
        "Call `finish()` after the answer was pushed."
      )
    case .changesFold:
      (
        "A change is not announced, is announced with an old version, or is announced twice out of order.",
        "Announce from the one place that changes the state, under the same lock."
      )
    case .orderFolds:
      (
        "Inserts are announced at the end, though the store sorts them elsewhere.",
        "Give each insert a placement beside its neighbour in the new order."
      )
    case .placements:
      (
        "An update moves a record, or a placement beside another is read as an end.",
        "Update in place; find the neighbour after the changes before it were made."
      )
    case .sections:
      (
        "A section moves or goes without its records.",
        "Announce the section, and a delete for each record of a deleted section before it."
      )
    case .refill:
      ("Only what is new is announced.", "Send a whole answer, or a delete for each record that is gone.")
    case .oneEvent:
      (
        "Each change of a batch is pushed as an event of its own, or pages are pushed as they arrive.",
        "Collect the changes and push one event."
      )
    case .atomicity:
      (
        "Changes of a batch are applied one by one, and readers look in between.",
        "Apply the batch under one lock, or to a copy that takes the place of the state."
      )
    case .foldTable:
      (
        "The outcome lists operations, not what they come to.",
        "Return what `StoreBatch.folded(onto:)` returns; `moved` may be empty where the store has no placements."
      )
    case .strictBatch:
      (
        "The batch is checked while it is applied.",
        "Call `StoreBatch.folded(onto:)` first; it throws before anything is done."
      )
    case .determinism:
      ("Changes pass through a dictionary or a set.", "Keep the order of the batch, or sort by key.")
    case .requestBelongs:
      (
        "Changes are announced to all observers, whatever they asked for.",
        "Work out each observer's own changes, as `ObservedRecords` does."
      )
    case .requestEnters:
      (
        "An update is announced as an update, though the record comes into the answer or leaves it.",
        "Compare whether it belonged before with whether it belongs now: insert, update, delete or nothing."
      )
    case .requestOrder:
      ("An update does not say that the record has moved.", "Announce a move beside its new neighbour, too.")
    case .requestLimit:
      (
        "Changes are cut off at the limit, but what they push out or pull in is not announced.",
        "Compare the first records before and after, and announce both in the same event."
      )
    case .requestsApart:
      (
        "One list of observers, or one cached answer, serves all requests.",
        "Keep request and answer for each observer."
      )
    case .requestChanged:
      ("A new observation gets what was prepared for the one before.", "Make each answer from its own request.")
    case .requestFetch:
      ("A fetch leaves out predicate, order or limit.", "Let `fetch` and the first answer share their code.")
    case .requestDrafts:
      (
        "A layer shows every draft in every answer, or in another section than the request does.",
        "Let the requests be `MatchingRequest`s, so that `DraftStore` knows which drafts belong where; over answers in"
          + " sections, draft over the undivided request."
      )
    case .cancellationEnds:
      (
        "The iterator waits for something that does not end with its task.",
        "Return `StoreEvents`, or wait with `withTaskCancellationHandler`."
      )
    case .othersGoOn:
      ("Cancellation finishes a stream that observers share.", "Give each observer a stream of its own.")
    case .lateEvents:
      (
        "A queue is emptied before its end is looked at, as a plain `AsyncStream` does.",
        "Return `nil` from `next()` when `Task.isCancelled`, as `StoreEvents` does."
      )
    case .release:
      (
        "Observers are not removed when they are cancelled, or when their sequence is never iterated.",
        "Remove them in `onTermination`."
      )
    case .failureFirst:
      ("A failure is swallowed, or takes the place of the answer.", "Push `.failed`, and the answer when it is there.")
    case .failureIsValue:
      ("A failure ends the sequence, or clears the records.", "Push `.failed` and nothing else.")
    case .fetchThrows:
      ("A failed fetch returns an empty answer.", "Throw the error.")
    case .convergence:
      (
        "A writer reads, another one writes, and the first overwrites that.",
        "Read and write under one lock or transaction."
      )
    case .noLostChange:
      (
        "Events of two writers are pushed outside the lock, in another order than they were made.",
        "Push under the lock that orders the writes."
      )
    case .stalledObserver:
      (
        "The queue of a slow observer drops events, or writers wait for it.",
        "Join what waits, or replace it by a whole answer, as `StoreEvents` does."
      )
    case .draftSeen:
      ("Drafts are kept but not shown, or written below at once.", "Show the answer below with the drafts on top.")
    case .draftCommit:
      (
        "The commit leaves out deletes, or shows the old records for a moment.",
        "Write all drafts as one batch, and keep showing them until it is announced; a `DraftStore` does so over a "
          + "store that returns `StoreEvents`."
      )
    case .draftDiscard:
      ("A discard forgets one kind of draft.", "Show the answer below, as it is now.")
    case .draftRebase:
      ("A change below takes the place of the draft.", "Put the drafts on top of each new answer.")
    case .draftKept:
      ("The drafts are cleared before the commit has succeeded.", "Clear them after it.")
    case .commitVisible:
      ("The commit returns before its records can be read.", "Return when they can.")
    case .commitAnnounced:
      ("Only changes from outside are announced.", "Announce commits by the same path.")
    case .commitRefused:
      ("A part is applied before the error is known.", "Apply nothing until all of it is accepted.")
    }
  }
}

extension StoreCapability {
  /// How to have the laws tried that need it.
  var wayToDeclare: String {
    switch self {
    case .inserts, .updates, .deletes, .placements, .sections: "declare `\(rawValue)`, and implement `change(_:in:)`"
    case .refills: "declare `refills`, and implement `refill(_:with:)`"
    case .transactions: "declare `transactions`, and implement `transact(_:in:)`"
    case .completion, .order, .optimisticWrites: "declare `\(rawValue)` if the store is so"
    case .requests: "declare `requests`, and implement `request(_:)` and `meaning(of:)`"
    case .writes: "let the store be a `WritableDataStore`, and declare `writes`"
    case .failingAnswers: "declare `failingAnswers`, and implement `failNextAnswer(of:)`"
    case .failingObservations: "declare `failingObservations`, and implement `failObservations(of:)`"
    case .failingCommits: "declare `failingCommits`, and implement `failNextCommit(to:)`"
    case .drafts: "declare `drafts`, and implement `makeDraft(over:)`"
    case .observationCount: "declare `observationCount`, and implement `observationCount(of:)`"
    }
  }
}

extension StoreConformanceReport {
  /// What no law tries, and how to try it.
  static var untriedByAll: [(what: String, how: String)] {
    [
      ("a process that ends in the middle of a commit", "kill one that writes, and open its store again"),
      (
        "several processes that write",
        "let the harness change the store by a second connection, if it does not already"
      ),
      ("many records", "measure with as many as your users have; the laws use up to 200"),
      (
        "memory under an observer that stays behind",
        "write 100,000 changes while one is paused, and look at the memory"
      ),
      ("speed", "time commits and first answers yourself; the laws measure nothing"),
    ]
  }
}
