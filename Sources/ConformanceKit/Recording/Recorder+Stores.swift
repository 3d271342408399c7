public import StoreInterface

@available(LiveSystems, *)
extension Recorder {
  /// Waits until the events of a store come to just these records, in this order.
  ///
  ///     let recorder = Recorder(store.events(for: .all))
  ///     try await recorder.wait(toHold: [Note(id: 1), Note(id: 2)])
  ///
  /// - Returns: All that was received.
  /// - Throws: ``RecorderError``
  @discardableResult
  public func wait<Item: Equatable>(toHold items: [Item]) async throws(RecorderError) -> [Element]
  where Element == StoreEvent<Item> {
    try await wait { StoreReplica(after: $0).contents?.items == items }
  }
}
