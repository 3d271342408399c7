#if os(Linux)
  @preconcurrency @unsafe internal import Dispatch

  #if canImport(Musl)
    internal import Musl
  #else
    internal import Glibc
  #endif

  /// Listens in folders by inotify.
  ///
  /// The folder is listened in, not the file: a save that replaces the file leaves the old one, and the watch on it, behind.
  /// Each store has an inotify instance of its own, so a flood in one folder overflows no other store's queue.
  package struct InotifyWatcher: FileWatcher {
    private static let events =
      IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR

    package init() {}

    package func watch(
      _ steps: [ResolvedPath.Step], report: @escaping @Sendable (WatchSignals) -> Void
    ) throws(WatchFailure) -> StopWatching {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else {
        throw WatchFailure(
          errno == EMFILE ? "the limit of inotify instances, fs.inotify.max_user_instances, is reached" : Self.reason())
      }
      var names: [Int32: Set<String>] = [:]
      for step in steps {
        let number = unsafe inotify_add_watch(descriptor, step.folder, UInt32(Self.events))
        guard number >= 0 else {
          let reason =
            errno == ENOSPC ? "the limit of inotify watches, fs.inotify.max_user_watches, is reached" : Self.reason()
          _ = close(descriptor)
          throw WatchFailure(reason)
        }
        names[number, default: []].insert(step.name)
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
      source.setEventHandler { [names] in
        let signals = InotifyBuffer.read(descriptor, names: names)
        if !signals.isEmpty { report(signals) }
      }
      source.setCancelHandler { _ = close(descriptor) }
      source.resume()
      return { source.cancel() }
    }

    private static let queue = DispatchQueue(label: "section-diff.inotify")

    private static func reason() -> String { "inotify: \(unsafe String(cString: strerror(errno)))" }
  }

  /// Events as the kernel lays them out, one behind the other.
  package enum InotifyBuffer {
    /// Takes all events that wait, and says what they mean for those who watch for these names. An empty name
    /// represents all that are not hidden.
    static func read(_ descriptor: Int32, names: [Int32: Set<String>]) -> WatchSignals {
      var signals: WatchSignals = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe readBytes(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return signals }
        signals.formUnion(Self.signals(of: buffer.prefix(count), names: names))
      }
    }

    /// What a buffer of events means.
    package static func signals(of bytes: ArraySlice<UInt8>, names: [Int32: Set<String>]) -> WatchSignals {
      let head = MemoryLayout<inotify_event>.size
      var signals: WatchSignals = []
      var offset = bytes.startIndex
      while offset + head <= bytes.endIndex {
        let event = unsafe bytes.withUnsafeBytes {
          unsafe $0.loadUnaligned(fromByteOffset: offset - bytes.startIndex, as: inotify_event.self)
        }
        let end = min(offset + head + Int(event.len), bytes.endIndex)
        let name = bytes[(offset + head)..<end].prefix { $0 != 0 }
        signals.formUnion(self.signals(of: event, name: name, names: names))
        offset = end
      }
      return signals
    }

    private static func signals(
      of event: inotify_event, name: ArraySlice<UInt8>, names: [Int32: Set<String>]
    ) -> WatchSignals {
      let mask = Int(event.mask)
      if mask & Int(IN_Q_OVERFLOW) != 0 { return .overflowed }
      if mask & Int(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) != 0 { return .lost }
      guard let wanted = names[event.wd] else { return [] }
      return wanted.watches(String(decoding: name, as: UTF8.self)) ? .changed : []
    }
  }

  @unsafe private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
  }
#endif
