#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  import StoreInterface

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// What is printed on standard error if the process ends by a trap; nothing otherwise.
  ///
  /// A handler of the signals of traps prints it, and puts back what handled the signal before. The signal comes again when
  /// the handler returns, and then the process ends as without it.
  final class TrapNotice: Sendable {
    /// So many notices are printed at most: one for each run at the same time.
    private static let count = 16
    /// So long a notice is at most.
    private static let size = 1_280

    /// The notices, each with its length before it.
    ///
    /// The memory is made once, before the handler, and kept until the process ends. A notice is written by its owner
    /// alone, who holds its lock. Only the handler reads them, at any moment: it may find half of one, which it prints.
    nonisolated(unsafe) private static let notices: UnsafeMutableRawPointer = {
      let bytes = count * (MemoryLayout<Int>.size + size)
      let notices = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: MemoryLayout<Int>.alignment)
      notices.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
      return notices
    }()

    /// What handled each signal before: written once, before the handler is there.
    nonisolated(unsafe) private static let before: UnsafeMutablePointer<sigaction> = {
      let before = UnsafeMutablePointer<sigaction>.allocate(capacity: signalLimit)
      before.initialize(repeating: sigaction(), count: signalLimit)
      return before
    }()

    private static let signalLimit = 32
    private static let isTaken = Locked([Bool](repeating: false, count: count))

    private static let handling: Void = {
      // Made before the handler needs them.
      _ = (notices, before)
      for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV] {
        guard sigaction(number, nil, before + Int(number)) == 0 else { continue }
        _ = signal(number) { number in
          TrapNotice.print()
          sigaction(number, TrapNotice.before + Int(number), nil)
        }
      }
    }()

    /// Where this one is among all.
    private let place: Locked<Int>

    /// Makes an empty notice; `nil` where there are as many as can be.
    init?() {
      _ = Self.handling
      let place = Self.isTaken.withLock { isTaken in
        let place = isTaken.firstIndex(of: false)
        if let place { isTaken[place] = true }
        return place
      }
      guard let place else { return nil }
      self.place = Locked(place)
    }

    deinit {
      clear()
      let place = place.withLock { $0 }
      Self.isTaken.withLock { $0[place] = false }
    }

    /// Has a line printed, and no other.
    func set(_ line: String) { set(line.utf8.prefix(Self.size - 1) + [UInt8(ascii: "\n")]) }

    /// Has nothing printed.
    func clear() { set([]) }

    private func set(_ bytes: [UInt8]) {
      place.withLock { place in
        let notice = Self.notice(place)
        notice.storeBytes(of: 0, as: Int.self)
        UnsafeMutableRawBufferPointer(start: notice + MemoryLayout<Int>.size, count: Self.size).copyBytes(from: bytes)
        notice.storeBytes(of: bytes.count, as: Int.self)
      }
    }

    private static func notice(_ place: Int) -> UnsafeMutableRawPointer {
      notices + place * (MemoryLayout<Int>.size + size)
    }

    /// Prints all notices. Called by the handler: no memory is allocated, and no lock is taken.
    private static func print() {
      var place = 0
      while place < count {
        let notice = notice(place)
        let length = notice.load(as: Int.self)
        if length > 0 { _ = write(2, notice + MemoryLayout<Int>.size, min(length, size)) }
        place += 1
      }
    }
  }
#endif
