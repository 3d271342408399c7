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
        // All of it is there when it is synchronised.
        let bytes = name == path ? 0 : (try? Data(contentsOf: URL(fileURLWithPath: name)))?.count ?? -1
        log.append("synchronise \(name.dropFirst(path.count).prefix(2)), \(bytes)")
        return 0
      }
      calls.replace = { draft, name in
        log.append("rename to \(name.dropFirst(path.count))")
        return rename(draft, name)
      }
      calls.add = { draft, name in
        log.append("link to \(name.dropFirst(path.count))")
        return link(draft, name)
      }
      for overwrites in [false, true] {
        log = []
        try FileOutput.write(
          [(path: path + "/a", bytes: [1]), (path: path + "/b", bytes: [2, 3])], overwrites: overwrites, calls: calls)
        let way = overwrites ? "rename to" : "link to"
        #expect(log == ["synchronise /a, 1", "synchronise /b, 2", "\(way) /a", "\(way) /b", "synchronise , 0"])
        #expect(try Array(folder.read("b")) == [2, 3] && Array(folder.read("a")) == [1])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["a", "b"])
      }
    }

    @Test("a file that comes meanwhile is not written over, and a link at a draft's name leads nowhere")
    func others() throws {
      let folder = try Scratch()
      let path = folder.url.path
      for knowsLinks in [true, false] {
        var calls = FileOutput.Calls()
        calls.synchronize = { _, name in
          if name.hasPrefix(path + "/a.") { try? folder.write("a", "theirs") }
          return 0
        }
        if !knowsLinks {
          calls.add = { _, _ in
            errno = EPERM
            return -1
          }
        }
        let error = #expect(throws: Failure.self) {
          try FileOutput.write([(path: path + "/a", bytes: [1])], overwrites: false, calls: calls)
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("/a: there is a file already"))
        #expect(try String(decoding: folder.read("a"), as: UTF8.self) == "theirs")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a"])
        try FileManager.default.removeItem(atPath: path + "/a")
      }
    }

    @Test("where the second of two files cannot be written, the first is named")
    func half() throws {
      let folder = try Scratch()
      let path = folder.url.path
      try FileManager.default.createDirectory(atPath: path + "/b", withIntermediateDirectories: true)
      let error = #expect(throws: Failure.self) {
        try FileOutput.write([(path: path + "/a", bytes: [1]), (path: path + "/b", bytes: [2])], overwrites: true)
      }
      #expect(
        "\(error.map { "\($0)" } ?? "")"
          == "\(path)/b: cannot be written: Is a directory; written before it: \(path)/a")
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["a", "b"])
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
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a"])
      }
    }
  }
#endif
