#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
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
    init(of subject: String, isAnnounced: Bool, folder: URL = RunningCase.folder) {
      self.subject = subject
      self.isAnnounced = isAnnounced
      self.folder = folder
      file = folder.appendingPathComponent("\(Self.name(of: subject))-\(UUID().uuidString).txt")
      // Without the file nothing is lost but its help after a trap.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
      let handle = FileHandle(forWritingAtPath: file.path)
      // The lock goes with the process, however that ends.
      if let handle { _ = Self.lock(handle, LOCK_EX) }
      self.handle = Locked(handle)
    }

    static var folder: URL {
      FileManager.default.temporaryDirectory.appendingPathComponent("ConformanceKit")
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

    /// What runs of a subject were at whose processes are gone; each is named once.
    static func interrupted(of subject: String, in folder: URL = RunningCase.folder) -> [String] {
      let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
      return files.sorted { $0.path < $1.path }.compactMap { file in
        guard file.lastPathComponent.hasPrefix("\(name(of: subject))-"),
          let handle = FileHandle(forReadingAtPath: file.path), lock(handle, LOCK_EX | LOCK_NB),
          let data = try? handle.readToEnd(), !data.isEmpty
        else { return nil }
        try? FileManager.default.removeItem(at: file)
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
      }
    }

    /// Prints a line on standard error.
    static func print(_ line: String) { FileHandle.standardError.write(Data("ConformanceKit: \(line)\n".utf8)) }

    /// The beginning of the names of a subject's files.
    private static func name(of subject: String) -> String {
      String(subject.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
    }

    /// Locks a file, unless another run has.
    private static func lock(_ handle: FileHandle, _ operation: Int32) -> Bool {
      flock(handle.fileDescriptor, operation) == 0
    }
  }
#else
  /// What is tried at the moment; without files it is not written down.
  final class RunningCase: Sendable {
    init(of subject: String, isAnnounced: Bool) {}
    func begin(_ name: String) {}
    func end() {}
    static func interrupted(of subject: String) -> [String] { [] }
    static func print(_ line: String) {}
  }
#endif
