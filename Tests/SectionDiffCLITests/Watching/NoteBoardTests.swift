import Testing

@testable import SectionDiffCLI

@Suite("Notes of a source")
struct NoteBoardTests {
  @Test("a late reader begins with the present health; what is no news is not told")
  func late() async {
    let board = NoteBoard()
    board.post(.health(.live))
    board.post(.nextLook(in: .seconds(1), because: "missed"))
    var notes = board.notes().makeAsyncIterator()
    board.post(.health(.live))
    board.post(.health(.lost(reason: "gone")))
    board.post(.nextLook(in: .seconds(1), because: "heard"))
    #expect(await notes.next() == .health(.live))
    #expect(await notes.next() == .health(.lost(reason: "gone")))
    #expect(await notes.next() == .nextLook(in: .seconds(1), because: "heard"))
  }

  @Test("a slow reader holds no more than the newest notes, and goes when it is gone")
  func slow() async {
    let board = NoteBoard()
    do {
      let stream = board.notes()
      for number in 1...100 { board.post(.health(.lost(reason: "\(number)"))) }
      var notes = stream.makeAsyncIterator()
      #expect(await notes.next() == .health(.lost(reason: "85")))
      #expect(board.readerCount == 1)
    }
    #expect(board.readerCount == 0)
  }

  @Test("notes in one line")
  func lines() {
    #expect("\(WatchNote.health(.polling(reason: "every 5s")))" == "health: polling: every 5s")
    #expect("\(WatchNote.nextLook(in: .milliseconds(1500), because: "x"))" == "next look in 1500ms: x")
    #expect("\(WatchNote.nextLook(in: .seconds(120), because: "x"))" == "next look in 2m: x")
    #expect([WatchHealth.live, .polling(reason: ""), .lost(reason: "")].map(\.word) == ["live", "polling", "lost"])
  }
}
