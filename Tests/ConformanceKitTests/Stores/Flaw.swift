/// Ways to break a law of stores.
enum Flaw: String, Sendable, CaseIterable {
  case changesFirst, endsSilently, neverAnswers
  case answerLacksLast, answerRepeats
  case fetchLacksFirst
  case registersLate
  case endlessAnswer
  case deletesUntold, updatesIgnored, staleFetch
  case insertsElsewhere
  case placementsIgnored, updatesLosePlace
  case sectionMovesUntold, sectionKeepsRecords
  case refillKeepsOld
  case batchesSplit
  case batchesInSteps
  case outcomeOfOperations, unknownUpdatesDropped, reinsertedLosesPlace
  case refreshesMisnamed, refreshesUntold, movesUncounted
  case strictnessIgnored, strictnessLate, strictUnwritten
  case transactionsLost
  case batchesShuffled
  case cancellationIgnored
  case cancellationEndsAll
  case observersLeak, abandonedLeak, observersUncounted
  case failureSwallowed, failureInsteadOfAnswer
  case failureEmpties, failureEnds
  case fetchFailureSwallowed
  case writersRace
  case eventsSwapped
  case queueDropsOldest, writersWaitForObservers
  case editsHidden
  case draftCommitForgetsDeletes
  case discardForgetsDeletes, idleDiscardDeletes
  case baseWins
  case failedCommitClearsDraft, failedCommitWritesBelow
  case commitsLate
  case commitsUntold
  case failedCommitLeavesRest, silentAfterRefusal
  case everySeventhLost, batchesRepeated, updatesStale, eventsStop
  case pagesTorn
  case oldValuesWrong
  case commitsHang
  case deliversAfterCancellation
  case requestIgnored, requestIgnoredAtFirst
  case leavingUntold, leavingUpdated, enteringUntold
  case rankIgnored, enteringAtEnd, groupsStale
  case limitExceeded, limitNotRefilled, limitOffByOne, limitSplit
  case requestsMixed
  case requestStale
  case fetchIgnoresRequest, fetchIgnoresLimit, fetchUnordered
  case draftsOutside, draftsUnlimited, draftsUnordered, draftsShort
  /// Says nothing of one kind of change, and the whole answer again for any other: the next one makes good what was lost.
  case deletesUntilNextReplace, updatesUntilNextReplace
}

/// What a store may do and still keep the laws.
enum Oddity: String, Sendable, CaseIterable {
  /// Fails before the first answer, unasked.
  case failsFirst
  /// Fails before every change, unasked.
  case failsBetween
  /// Says the whole answer again for each change.
  case replacesOnly
  /// Says it twice.
  case replacesTwice
  /// Says updates as inserts, and inserts at the end as updates.
  case upserts
  /// Says changes that change nothing: none at all, equal content, a second look, keys that are not there.
  case idleChanges
  /// Joins whatever happened since the observer listened last.
  case bursts
  /// Answers late.
  case answersLate
  /// Says each event later than anybody waits between two changes.
  case deliversLate
  /// Of records that the order does not distinguish, a fetch has others within the limit than an observer.
  case tiesDiffer
  /// Has its first records in two sections, where it has sections.
  case twoSections
  /// A draft that deletes a record which only drafts hold leaves nothing drafted of it.
  case draftsCancel
}
