#if canImport(Foundation)
  import Foundation
  import StoreInterface

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// What is tried at the moment, written down before it is tried: in a file, so that the next run can say what the last
  /// one was at when its process ended; and on standard error, where a trap leaves its own message.
  final class RunningCase: Sendable {
    private static let counter = Locked(0)

    /// Where the files are.
    let folder: URL
    private let file: URL
    private let subject: String
    private let isAnnounced: Bool
    private let handle: Locked<FileHandle?>
    /// Always as many bytes are written: a file that is shortened each time is slow on some file systems.
    private static let length = 1_024

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - subject: What is tried.
    ///   - isAnnounced: Whether each case is printed on standard error, too.
    init(
      of subject: String, isAnnounced: Bool, folder: URL = RunningCase.folder,
      process: Int32 = ProcessInfo.processInfo.processIdentifier
    ) {
      self.subject = subject
      self.isAnnounced = isAnnounced
      self.folder = folder
      let number = Self.counter.withLock { counter in
        counter += 1
        return counter
      }
      file = folder.appendingPathComponent("\(process)-\(number).txt")
      // Without the file nothing is lost but its help after a trap.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
      handle = Locked(FileHandle(forWritingAtPath: file.path))
    }

    static var folder: URL {
      FileManager.default.temporaryDirectory.appendingPathComponent("ConformanceKit", isDirectory: true)
    }

    /// Says what is tried next.
    func begin(_ name: String) {
      let text = "\(subject): \(name)"
      if isAnnounced { Self.print("trying \(text)") }
      var line = Data(text.utf8.prefix(Self.length - 1))
      line.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: Self.length - line.count))
      let bytes = line
      handle.withLock { handle in
        try? handle?.seek(toOffset: 0)
        try? handle?.write(contentsOf: bytes)
      }
    }

    /// Says that nothing is tried any more.
    func end() {
      handle.withLock { handle in
        try? handle?.close()
        handle = nil
      }
      try? FileManager.default.removeItem(at: file)
    }

    /// What runs were at whose processes are gone; each is named once.
    static func interrupted(in folder: URL = RunningCase.folder) -> [String] {
      let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
      return files.sorted { $0.path < $1.path }.compactMap { file in
        guard let number = file.lastPathComponent.split(separator: "-").first.flatMap({ Int32($0) }), isGone(number),
          let data = try? Data(contentsOf: file)
        else { return nil }
        try? FileManager.default.removeItem(at: file)
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
      }
    }

    /// Prints a line on standard error.
    static func print(_ line: String) { FileHandle.standardError.write(Data("ConformanceKit: \(line)\n".utf8)) }

    /// Whether a process has ended.
    private static func isGone(_ process: Int32) -> Bool {
      #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
        return kill(process, 0) != 0 && errno == ESRCH
      #else
        return process != ProcessInfo.processInfo.processIdentifier
      #endif
    }
  }
#else
  /// What is tried at the moment; without files it is not written down.
  final class RunningCase: Sendable {
    init(of subject: String, isAnnounced: Bool) {}
    func begin(_ name: String) {}
    func end() {}
    static func interrupted() -> [String] { [] }
    static func print(_ line: String) {}
  }
#endif
