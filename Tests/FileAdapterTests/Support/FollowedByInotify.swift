#if os(Linux)
  @preconcurrency import Dispatch
  import FileAdapter

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  extension OpenFileWatcher {
    /// Follows files as kqueue does, over inotify: it notices that a file or folder has changed, and not which name in it.
    static func inotify(limit: Int = 128) -> OpenFileWatcher {
      let queue = DispatchQueue(label: "followed-by-inotify")
      return OpenFileWatcher(files: SystemFiles(), limit: limit) { (path, report) throws(WatchFailure) in
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw WatchFailure("no inotify") }
        let changes =
          IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
        guard inotify_add_watch(descriptor, path, UInt32(changes)) >= 0 else {
          _ = close(descriptor)
          return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
          var buffer = [UInt8](repeating: 0, count: 4096)
          let count = read(descriptor, &buffer, buffer.count)
          guard count > 0 else { return }
          report(Self.hasGone(buffer.prefix(count)) ? .gone : .changed)
        }
        source.setCancelHandler { _ = close(descriptor) }
        source.resume()
        // The watch has begun above.
        return { source.cancel() }
      }
    }

    private static func hasGone(_ bytes: ArraySlice<UInt8>) -> Bool {
      let head = MemoryLayout<inotify_event>.size
      var rest = bytes
      while rest.count >= head {
        let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        if Int(event.mask) & Int(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 { return true }
        rest = rest.dropFirst(head + Int(event.len))
      }
      return false
    }
  }
#endif
