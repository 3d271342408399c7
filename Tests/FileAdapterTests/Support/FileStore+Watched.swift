import FileAdapter

extension FileStore {
  /// Returns when the watch that an observer has begun has looked for the first time, and observers were sent what it found.
  ///
  /// Where nothing is reported and no clock runs, it does not look again: what is written now is seen by `sync` alone, all
  /// of it at once.
  func watched() async {
    for await health in healthUpdates() where health != .idle { break }
    await sync()
  }
}
