public import StoreBuilding
public import StoreInterface

/// A ``RESTStore`` that can be written to.
///
/// A commit returns when the server has accepted it. To show what is written at once, and take it back when the server
/// refuses, put a layer of drafts over it:
///
///     let songs = DraftStore(store.writable(by: .json(at: url)))
///     songs.update(renamed)                  // on show
///     try await songs.commit()               // sent; a refusal throws, and keeps the draft
///     try await songs.write([.delete(7)])    // on show at once, sent; a refusal throws, and takes it back
@available(LiveSystems, *)
public struct WritableRESTStore<Item: Identifiable & Sendable>: WritableDataStore where Item.ID: Sendable {
  /// The store that polls.
  public let store: RESTStore<Item>
  /// How changes become requests.
  public let writing: RESTWriting<Item>

  /// The store's answer to a request, and what becomes of it.
  public func events(for request: RecordRequest<Item>) -> StoreEvents<Item> { store.events(for: request) }

  /// The current answer of the store.
  public func fetch(_ request: RecordRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    try await store.fetch(request)
  }

  /// Writes a batch.
  ///
  /// Where the mapping knows requests for single records only, these are sent one after another; when one fails, those
  /// before it are undone by their opposites. Writes are sent in the order in which they were requested.
  ///
  /// A poll that was in progress meanwhile does not take back what was written: the server is polled again.
  ///
  /// - Throws: `StoreError.Kind.conflict`, when the server has a newer version (status 412 or 409);
  ///   `StoreError.Kind.refused`, when it does not accept the batch, or the batch moves records, which no server is
  ///   asked to; `StoreError.Kind.unavailable`, when it cannot be reached. `StoreError.effect` says whether it is known
  ///   that nothing was written, and names what may have been.
  @discardableResult
  public func commit(_ batch: StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try await store.commit(batch, by: writing)
  }
}

@available(LiveSystems, *)
extension RESTStore {
  /// This store, with a way to write.
  public func writable(by writing: RESTWriting<Item>) -> WritableRESTStore<Item> {
    WritableRESTStore(store: self, writing: writing)
  }
}
