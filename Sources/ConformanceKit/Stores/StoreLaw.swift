/// A law that every store keeps.
public enum StoreLaw: String, Hashable, Sendable, CaseIterable {
  // First event
  /// An observation begins with failures, if any, and then one whole answer; with nothing before it.
  case answerFirst
  /// The first answer holds what the store holds, each record once; also when that is nothing.
  case answerWhole
  /// A fetch gives what an observation begins with.
  case fetchAgrees
  /// A change that was made after `events(for:)` was called is not missed, although no one iterated yet.
  case nothingMissed
  /// An answer that ends by itself ends after it was given.
  case answerCompletes

  // Ordering
  /// The changes, applied in order to the answer, give what a fetch gives, and that is what was done to the store.
  case changesFold
  /// They also give it in the same order.
  case orderFolds
  /// Records are where their placements put them, and stay where they are when they are updated.
  case placements
  /// Sections kept by hand come, go, move and change as they are reported, with their records.
  case sections
  /// Other records in the place of all leave nothing behind.
  case refill

  // Batching
  /// Changes made as one are received as one.
  case oneEvent
  /// No one ever sees half of what was made as one: neither who observes nor who fetches.
  case atomicity
  /// A batch comes to what the table of net effects says, and says so itself; what it says to be refreshed is announced.
  case foldTable
  /// A strict batch that names what does not exist is refused before anything of it is applied.
  case strictBatch
  /// The same batch on the same records gives the same outcome, the same order and the same events.
  case determinism

  // Requests
  /// An observer of a request never holds a record that does not belong to it, nor lacks one that does.
  case requestBelongs
  /// A record that changes comes into the answers that it belongs to from then on, and leaves the others.
  case requestEnters
  /// A record that changes is where the order of the request puts it, and in the section where it belongs.
  case requestOrder
  /// A limited answer holds the first records: what comes pushes the last one out, what goes pulls the next one in.
  case requestLimit
  /// Each observer gets what its own request asks for, whatever others observe at the same time.
  case requestsApart
  /// An observer that asks for something else gets the answer to that, however many changes are under way.
  case requestChanged
  /// A fetch of a request gives the answer to it, as an observer has it.
  case requestFetch
  /// Drafts come into the answers that they belong to, at their place, and leave the others.
  case requestDrafts

  // Cancellation
  /// When the observing task is cancelled, the sequence ends, and nothing more is received.
  case cancellationEnds
  /// An observer that stops does not disturb the others.
  case othersGoOn
  /// When the observing task is cancelled, at most one more event comes: the one that was being handed over. Events that
  /// wait in a queue are not delivered any more.
  case lateEvents
  /// A store keeps nothing for those who stopped.
  case release

  // Failure
  /// A failure before the answer is an event; the answer may still come.
  case failureFirst
  /// A failure is an event among others: the sequence continues, and what was there stays.
  case failureIsValue
  /// A fetch that fails throws, and the next one works.
  case fetchThrows

  // Concurrency
  /// However many write, all who observe come to hold what a fetch gives.
  case convergence
  /// What one writer writes is received in the order in which it was written, up to the last.
  case noLostChange
  /// Who does not listen holds up no one, and misses nothing.
  case stalledObserver

  // Drafts
  /// An edit is seen at once through the layer, and not below it.
  case draftSeen
  /// A commit of the layer writes what the layer showed.
  case draftCommit
  /// A discard leaves exactly what is below.
  case draftDiscard
  /// What changes below is seen through the layer, under the edits.
  case draftRebase
  /// A commit that fails keeps the layer.
  case draftKept

  // Write-through
  /// When a commit returns, fetches and new observations see it.
  case commitVisible
  /// A commit announces itself: observers are notified of it without anything else being done.
  case commitAnnounced
  /// A commit that fails leaves nothing behind.
  case commitRefused

  /// What a law is about; each family has a file of its own.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    /// How an observation begins.
    case firstEvent
    /// What changes come to, and where records are.
    case ordering
    /// What is made as one.
    case batching
    /// What a request shows.
    case requests
    /// Who stops listening.
    case cancellation
    /// What goes wrong.
    case failure
    /// Many at once.
    case concurrency
    /// Layers of unwritten changes.
    case drafts
    /// What is written is there.
    case writeThrough
  }

  /// The family of the law.
  public var family: Family {
    switch self {
    case .answerFirst, .answerWhole, .fetchAgrees, .nothingMissed, .answerCompletes: .firstEvent
    case .changesFold, .orderFolds, .placements, .sections, .refill: .ordering
    case .oneEvent, .atomicity, .foldTable, .strictBatch, .determinism: .batching
    case .requestBelongs, .requestEnters, .requestOrder, .requestLimit, .requestsApart, .requestChanged, .requestFetch,
      .requestDrafts:
      .requests
    case .cancellationEnds, .othersGoOn, .lateEvents, .release: .cancellation
    case .failureFirst, .failureIsValue, .fetchThrows: .failure
    case .convergence, .noLostChange, .stalledObserver: .concurrency
    case .draftSeen, .draftCommit, .draftDiscard, .draftRebase, .draftKept: .drafts
    case .commitVisible, .commitAnnounced, .commitRefused: .writeThrough
    }
  }

  /// The place among all laws.
  var ordinal: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The laws of some families, in their order.
  public static func laws(of families: Set<Family>) -> [StoreLaw] { allCases.filter { families.contains($0.family) } }

  /// What a store must be able to do for the law to mean anything.
  public var needs: Set<StoreCapability> {
    switch self {
    case .answerFirst, .answerWhole, .fetchAgrees, .cancellationEnds: []
    case .nothingMissed, .changesFold, .othersGoOn, .lateEvents, .convergence: [.inserts]
    case .requestBelongs, .requestsApart, .requestChanged, .requestFetch: [.requests, .inserts]
    case .requestLimit, .requestEnters: [.requests, .inserts, .updates]
    case .requestOrder: [.requests, .inserts, .updates, .order]
    case .requestDrafts: [.requests, .inserts, .updates, .deletes, .drafts]
    case .answerCompletes: [.completion]
    case .orderFolds: [.inserts, .order]
    case .placements: [.inserts, .order, .placements]
    case .sections: [.inserts, .sections]
    case .refill: [.inserts, .refills]
    case .oneEvent: [.inserts, .transactions]
    case .atomicity: [.inserts, .updates, .transactions]
    case .foldTable: [.inserts, .updates, .deletes, .writes]
    case .strictBatch, .determinism, .commitVisible, .commitAnnounced: [.inserts, .writes]
    case .release: [.observationCount]
    case .failureFirst, .fetchThrows: [.failingAnswers]
    case .failureIsValue: [.inserts, .failingObservations]
    case .noLostChange, .stalledObserver: [.inserts, .updates]
    case .draftSeen, .draftCommit, .draftDiscard, .draftRebase: [.inserts, .updates, .deletes, .drafts]
    case .draftKept: [.inserts, .updates, .deletes, .drafts, .failingCommits]
    case .commitRefused: [.inserts, .writes, .failingCommits]
    }
  }
}
