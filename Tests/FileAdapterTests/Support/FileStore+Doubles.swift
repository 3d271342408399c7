import FileAdapter
import RecordFormats
import StoreInterface

extension FileOptions {
  /// The same on other system calls, notified by another watcher.
  func on(_ files: any FileSystem, _ watcher: any FileWatcher) -> FileOptions {
    var options = self
    options.files = files
    options.watcher = watcher
    return options
  }
}

extension FileStore {
  convenience init(
    path: String, format: RecordFormat? = nil, coding: RecordCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), files: any FileSystem, watcher: any FileWatcher,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.init(
      path: path, format: format, coding: coding, options: options.on(files, watcher), clock: clock,
      haveEqualContent: haveEqualContent)
  }

  convenience init(
    folder: String, coding: FolderCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), files: any FileSystem, watcher: any FileWatcher,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.init(
      folder: folder, coding: coding, options: options.on(files, watcher), clock: clock,
      haveEqualContent: haveEqualContent)
  }
}
