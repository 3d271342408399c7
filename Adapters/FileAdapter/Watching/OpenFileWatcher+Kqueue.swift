#if canImport(Darwin)
  internal import Darwin
  @preconcurrency @unsafe internal import Dispatch

  @available(LiveSystems, *)
  extension OpenFileWatcher {
    /// Follows files by kqueue, on macOS and its relatives.
    ///
    /// > Important: Not yet run. It is type-checked by `scripts/apple-check`; what it stands on, all but these calls, is
    /// > tested on Linux.
    package static var kqueue: OpenFileWatcher {
      let queue = DispatchQueue(label: "section-diff.kqueue")
      // Half of what a process may have open unless somebody raises that: 256.
      return OpenFileWatcher(files: SystemFiles(), limit: 128) { (path, report) throws(WatchFailure) in
        let descriptor = unsafe open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
          let code = errno
          if code == ENOENT || code == ENOTDIR { return nil }
          throw WatchFailure("kqueue: \(unsafe String(cString: strerror(code)))")
        }
        let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor, eventMask: [.write, .extend, .attrib, .link, .delete, .rename, .revoke],
          queue: queue)
        source.setEventHandler {
          report(source.data.isDisjoint(with: [.delete, .rename, .revoke]) ? .changed : .gone)
        }
        // What changed before it was registered is not reported.
        source.setRegistrationHandler { report(.changed) }
        source.setCancelHandler { _ = close(descriptor) }
        source.resume()
        return { source.cancel() }
      }
    }
  }
#endif
