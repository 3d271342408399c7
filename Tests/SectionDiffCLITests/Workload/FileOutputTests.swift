#if CommandLine
  import Foundation
  import Testing

  @testable import SectionDiffCLI

  @Suite("Files that a command makes")
  struct FileOutputTests {
    @Test("the bytes are on the disk before the name, and the folder after it")
    func order() throws {
      let folder = try Scratch()
      let path = folder.url.path
      var log: [String] = []
      var calls = FileOutput.Calls()
      calls.synchronize = { _, name in
        log.append("synchronise \(name.dropFirst(path.count))")
        return 0
      }
      calls.replace = { draft, name in
        log.append("rename to \(name.dropFirst(path.count))")
        return rename(draft, name)
      }
      try FileOutput.write(
        [(path: path + "/a", bytes: [1]), (path: path + "/b", bytes: [2])], overwrites: false, calls: calls)
      let part = ".\(getpid()).part"
      #expect(
        log == ["synchronise /a\(part)", "synchronise /b\(part)", "rename to /a", "rename to /b", "synchronise "])
      #expect(try Array(folder.read("b")) == [2])
    }

    @Test("a disk that fails leaves what was there; a folder that does, says that it is written")
    func failures() throws {
      let folder = try Scratch()
      let path = folder.url.path
      try FileOutput.write([(path: path + "/a", bytes: [1])], overwrites: false)
      for failing in 0..<2 {
        var calls = FileOutput.Calls()
        var count = 0
        calls.synchronize = { _, _ in
          count += 1
          errno = EIO
          return count == failing + 1 ? -1 : 0
        }
        let error = #expect(throws: Failure.self) {
          try FileOutput.write([(path: path + "/a", bytes: [2])], overwrites: true, calls: calls)
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("power failure") == (failing == 1))
        #expect(try Array(folder.read("a")) == [failing == 0 ? 1 : 2])
      }
    }
  }
#endif
