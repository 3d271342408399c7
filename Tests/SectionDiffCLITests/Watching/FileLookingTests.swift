import Testing

@testable import SectionDiffCLI

@Suite("When a file is read again")
struct FileLookingTests {
  private let stamp = FileStamp(device: 1, inode: 2, size: 3, modified: .seconds(100))

  @Test("a stamp that was old when the file was read is trusted")
  func trusted() {
    var looking = FileLooking()
    #expect(looking.shouldRead(stamp))
    looking.read(stamp, at: .seconds(103))
    #expect(!looking.shouldRead(stamp))
    for other in [
      FileStamp(device: 2, inode: 2, size: 3, modified: .seconds(100)),
      FileStamp(device: 1, inode: 3, size: 3, modified: .seconds(100)),
      FileStamp(device: 1, inode: 2, size: 4, modified: .seconds(100)),
      FileStamp(device: 1, inode: 2, size: 3, modified: .seconds(100) + .nanoseconds(1)),
    ] { #expect(looking.shouldRead(other)) }
    looking.missed()
    #expect(looking.shouldRead(stamp))
  }

  @Test("a fresh one is not: the same tick may hide another write", arguments: [100, 101, 102])
  func fresh(second: Int) {
    var looking = FileLooking()
    looking.read(stamp, at: .seconds(second))
    #expect(looking.shouldRead(stamp))
  }

  @Test("something unfinished is waited for, until it has stayed like that for a look")
  func patience() {
    var looking = FileLooking()
    #expect(looking.patience(with: stamp) == .wait)
    let more = FileStamp(device: 1, inode: 2, size: 4, modified: .seconds(101))
    #expect(looking.patience(with: more) == .wait)
    #expect(looking.patience(with: more) == .takeIt)
    #expect(looking.patience(with: more) == .wait)
    looking.read(more, at: .seconds(200))
    #expect(looking.patience(with: more) == .wait)
  }
}
