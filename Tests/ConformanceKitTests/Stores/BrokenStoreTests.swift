import ConformanceKit
import Testing

/// What the message of a violation names.
enum MessagePart: CaseIterable {
  case record, event, observer

  func isNamed(in message: String) -> Bool {
    switch self {
    case .record: message.contains(/record \d+/)
    case .event: message.contains(/event \d+|no event/)
    case .observer: message.contains(/(observer|controller) \d+/)
    }
  }
}

/// A store with a flaw, and the law that it must be found guilty of.
struct BrokenStore: Sendable, CustomTestStringConvertible {
  let flaw: Flaw
  let law: StoreLaw
  var keeping = TrialStore.Keeping.list
  /// Nothing but waiting shows it, so only this law is tried.
  var hangs = false

  /// What the message must name: the record, the event and the observer, where there are any.
  var namedParts: Set<MessagePart> {
    switch (flaw, law) {
    // An observation that was never iterated: nobody observes.
    case (.abandonedLeak, _), (.observersUncounted, _): []
    // No record is at fault, and no event: it is that of the store's own lists.
    case (_, .release): [.observer]
    // These are about sections, and about the end of a sequence.
    case (.sectionMovesUntold, _), (.cancellationIgnored, _): [.event, .observer]
    // The commits and fetches of these are no observer's.
    case (_, .fetchThrows), (.batchesInSteps, _), (.commitsHang, _), (.commitsLate, _): [.record]
    default: Set(MessagePart.allCases)
    }
  }

  var testDescription: String { "\(flaw): \(law)" }

  /// Whether the least effort is too little to show it: it needs many changes, or that a request is drawn that shows it.
  var needsMore: Bool {
    switch flaw {
    case .everySeventhLost, .batchesRepeated, .groupsStale, .draftsShort: true
    default: false
    }
  }

  static let all: [BrokenStore] = [
    BrokenStore(flaw: .changesFirst, law: .answerFirst),
    BrokenStore(flaw: .endsSilently, law: .answerFirst),
    BrokenStore(flaw: .neverAnswers, law: .answerFirst, hangs: true),
    BrokenStore(flaw: .answerLacksLast, law: .answerWhole),
    BrokenStore(flaw: .answerRepeats, law: .answerWhole),
    BrokenStore(flaw: .fetchLacksFirst, law: .fetchAgrees),
    BrokenStore(flaw: .registersLate, law: .nothingMissed),
    BrokenStore(flaw: .endsSilently, law: .answerCompletes, keeping: .constant),
    BrokenStore(flaw: .endlessAnswer, law: .answerCompletes, keeping: .constant, hangs: true),
    BrokenStore(flaw: .deletesUntold, law: .changesFold),
    BrokenStore(flaw: .updatesIgnored, law: .changesFold),
    BrokenStore(flaw: .staleFetch, law: .changesFold),
    BrokenStore(flaw: .insertsElsewhere, law: .orderFolds),
    BrokenStore(flaw: .placementsIgnored, law: .placements),
    BrokenStore(flaw: .updatesLosePlace, law: .placements),
    BrokenStore(flaw: .sectionMovesUntold, law: .sections, keeping: .sections),
    BrokenStore(flaw: .sectionKeepsRecords, law: .sections, keeping: .sections),
    BrokenStore(flaw: .refillKeepsOld, law: .refill),
    BrokenStore(flaw: .batchesSplit, law: .oneEvent),
    BrokenStore(flaw: .batchesInSteps, law: .atomicity),
    BrokenStore(flaw: .outcomeOfOperations, law: .foldTable),
    BrokenStore(flaw: .unknownUpdatesDropped, law: .foldTable),
    BrokenStore(flaw: .reinsertedLosesPlace, law: .foldTable),
    BrokenStore(flaw: .refreshesMisnamed, law: .foldTable),
    BrokenStore(flaw: .refreshesUntold, law: .foldTable),
    BrokenStore(flaw: .movesUncounted, law: .foldTable),
    BrokenStore(flaw: .transactionsLost, law: .oneEvent),
    BrokenStore(flaw: .transactionsLost, law: .atomicity),
    BrokenStore(flaw: .strictnessIgnored, law: .strictBatch),
    BrokenStore(flaw: .strictUnwritten, law: .strictBatch),
    BrokenStore(flaw: .strictnessLate, law: .strictBatch),
    BrokenStore(flaw: .batchesShuffled, law: .determinism),
    BrokenStore(flaw: .cancellationIgnored, law: .cancellationEnds, hangs: true),
    BrokenStore(flaw: .cancellationEndsAll, law: .othersGoOn),
    BrokenStore(flaw: .observersLeak, law: .release, hangs: true),
    BrokenStore(flaw: .abandonedLeak, law: .release, hangs: true),
    BrokenStore(flaw: .observersUncounted, law: .release, hangs: true),
    BrokenStore(flaw: .failureSwallowed, law: .failureFirst),
    BrokenStore(flaw: .failureInsteadOfAnswer, law: .failureFirst),
    BrokenStore(flaw: .failureEmpties, law: .failureIsValue),
    BrokenStore(flaw: .failureEnds, law: .failureIsValue),
    BrokenStore(flaw: .fetchFailureSwallowed, law: .fetchThrows),
    BrokenStore(flaw: .writersRace, law: .convergence),
    BrokenStore(flaw: .eventsSwapped, law: .noLostChange),
    BrokenStore(flaw: .queueDropsOldest, law: .stalledObserver),
    BrokenStore(flaw: .writersWaitForObservers, law: .stalledObserver, hangs: true),
    BrokenStore(flaw: .editsHidden, law: .draftSeen),
    BrokenStore(flaw: .draftCommitForgetsDeletes, law: .draftCommit),
    BrokenStore(flaw: .idleDiscardDeletes, law: .draftCommit),
    BrokenStore(flaw: .discardForgetsDeletes, law: .draftDiscard),
    BrokenStore(flaw: .baseWins, law: .draftRebase),
    BrokenStore(flaw: .failedCommitClearsDraft, law: .draftKept),
    BrokenStore(flaw: .failedCommitWritesBelow, law: .draftKept),
    BrokenStore(flaw: .commitsLate, law: .commitVisible),
    BrokenStore(flaw: .commitsUntold, law: .commitAnnounced, hangs: true),
    BrokenStore(flaw: .updatesStale, law: .commitAnnounced, hangs: true),
    BrokenStore(flaw: .deletesUntold, law: .commitAnnounced, hangs: true),
    BrokenStore(flaw: .failedCommitLeavesRest, law: .commitRefused),
    BrokenStore(flaw: .silentAfterRefusal, law: .commitRefused),
    BrokenStore(flaw: .everySeventhLost, law: .changesFold),
    BrokenStore(flaw: .batchesRepeated, law: .changesFold),
    BrokenStore(flaw: .updatesStale, law: .changesFold),
    BrokenStore(flaw: .eventsStop, law: .changesFold, hangs: true),
    BrokenStore(flaw: .pagesTorn, law: .oneEvent),
    BrokenStore(flaw: .oldValuesWrong, law: .foldTable),
    BrokenStore(flaw: .commitsHang, law: .commitVisible, hangs: true),
    BrokenStore(flaw: .deliversAfterCancellation, law: .lateEvents),
    BrokenStore(flaw: .requestIgnored, law: .requestBelongs),
    BrokenStore(flaw: .requestIgnoredAtFirst, law: .requestBelongs),
    BrokenStore(flaw: .deletesUntilNextReplace, law: .requestFetch, hangs: true),
    BrokenStore(flaw: .updatesUntilNextReplace, law: .requestBelongs, hangs: true),
    BrokenStore(flaw: .leavingUntold, law: .requestEnters),
    BrokenStore(flaw: .leavingUpdated, law: .requestEnters),
    BrokenStore(flaw: .enteringUntold, law: .requestEnters),
    BrokenStore(flaw: .rankIgnored, law: .requestOrder),
    BrokenStore(flaw: .enteringAtEnd, law: .requestOrder),
    BrokenStore(flaw: .groupsStale, law: .requestOrder, keeping: .grouped),
    BrokenStore(flaw: .limitExceeded, law: .requestLimit),
    BrokenStore(flaw: .limitNotRefilled, law: .requestLimit),
    BrokenStore(flaw: .limitOffByOne, law: .requestLimit),
    BrokenStore(flaw: .limitSplit, law: .requestLimit),
    BrokenStore(flaw: .requestsMixed, law: .requestsApart),
    BrokenStore(flaw: .requestStale, law: .requestChanged),
    BrokenStore(flaw: .fetchIgnoresRequest, law: .requestFetch),
    BrokenStore(flaw: .fetchIgnoresLimit, law: .requestFetch),
    BrokenStore(flaw: .fetchUnordered, law: .requestFetch),
    BrokenStore(flaw: .draftsOutside, law: .requestDrafts),
    BrokenStore(flaw: .draftsUnlimited, law: .requestDrafts),
    BrokenStore(flaw: .draftsUnordered, law: .requestDrafts),
    BrokenStore(flaw: .draftsShort, law: .requestDrafts, hangs: true),
  ]

  /// Tries the law, on a clock that runs only where the store hangs.
  func report(effort: StoreTrialEffort = .standard, seed: UInt64 = 1) async -> StoreConformanceReport {
    let hang = Hang()
    defer { hang.end() }
    let make: @Sendable () -> TrialHarness = { [keeping, flaw] in TrialHarness(keeping, flaw: flaw, hang: hang) }
    guard hangs else {
      return await StoreConformance.check([law], effort: effort, seed: seed, announcing: false, harness: make)
    }
    return await StoreConformance.check(
      [law], patience: .seconds(1), clock: hang.clock, effort: effort, seed: seed, announcing: false, harness: make)
  }
}
