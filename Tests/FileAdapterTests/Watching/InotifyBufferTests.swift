#if os(Linux)
  import FileAdapter
  import Glibc
  import Testing

  @Suite("What inotify's events mean")
  struct InotifyBufferTests {
    private let names: [Int32: Set<String>] = [1: ["a.json"], 2: [""]]

    private func event(_ watch: Int32, _ mask: Int, _ name: String = "") -> [UInt8] {
      var padded = Array(name.utf8)
      if !padded.isEmpty { repeat { padded.append(0) } while padded.count % 16 != 0 }
      var event = inotify_event()
      event.wd = watch
      event.mask = UInt32(mask)
      event.len = UInt32(padded.count)
      return withUnsafeBytes(of: event) { Array($0.prefix(16)) } + padded
    }

    private func signals(_ bytes: [UInt8]) -> WatchSignals { InotifyBuffer.signals(of: bytes[...], names: names) }

    @Test("names that matter are received, others are not")
    func matching() {
      #expect(signals(event(1, Int(IN_CLOSE_WRITE), "a.json")) == .changed)
      #expect(signals(event(1, Int(IN_MOVED_TO), "b.json")) == [])
      #expect(signals(event(2, Int(IN_CREATE), "b.json")) == .changed)
      #expect(signals(event(3, Int(IN_CREATE), "a.json")) == [])
      #expect(signals(event(1, Int(IN_CREATE), "b") + event(1, Int(IN_MODIFY), "a.json")) == .changed)
    }

    @Test("where all names matter, hidden ones do not, but those that are requested")
    func hidden() {
      let names: [Int32: Set<String>] = [1: ["", ".journal"]]
      func received(_ name: String) -> WatchSignals {
        InotifyBuffer.signals(of: event(1, Int(IN_CREATE), name)[...], names: names)
      }
      #expect(received(".section-diff.lock") == [])
      #expect(received(".journal") == .changed)
      #expect(received("a.json") == .changed)
      #expect(received("") == .changed)
    }

    @Test("an overflow and the end of a folder are received whatever they name")
    func overflowAndLoss() {
      #expect(signals(event(-1, Int(IN_Q_OVERFLOW))) == .overflowed)
      for mask in [Int(IN_DELETE_SELF), Int(IN_MOVE_SELF), Int(IN_UNMOUNT), Int(IN_IGNORED)] {
        #expect(signals(event(1, mask)) == .lost)
      }
      #expect(signals(event(1, Int(IN_MODIFY), "a.json") + event(-1, Int(IN_Q_OVERFLOW))) == [.changed, .overflowed])
    }

    @Test("a buffer that is cut anywhere is read up to there")
    func cut() {
      let bytes = event(1, Int(IN_MODIFY), "a.json") + event(1, Int(IN_DELETE_SELF))
      for count in 0...bytes.count {
        let signals = signals(Array(bytes.prefix(count)))
        #expect(signals.contains(.lost) == (count == bytes.count))
      }
    }
  }
#endif
