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
    /// What is printed on standard error.
    enum Announcement: Sendable {
      case nothing
      /// The name of the file, once: where there are thousands of cases.
      case file
      /// Each case.
      case cases
    }

    private struct Output {
      var handle: FileHandle?
      /// How long the longest line was.
      var length = 0
    }

    /// Where the cases are written.
    let file: URL
    private let subject: String
    private let announcement: Announcement
    private let output: Locked<Output>
    /// So much of a case is written at most.
    private static let limit = 1_024

    /// Begins a run.
    init(of subject: String, announcing announcement: Announcement, folder: URL = RunningCase.folder) {
      self.subject = subject
      self.announcement = announcement
      file = folder.appendingPathComponent("\(Self.name(of: subject))-\(UUID().uuidString).txt")
      // Without the file nothing is lost but its help after a trap.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
      let handle = FileHandle(forWritingAtPath: file.path)
      // The lock goes with the process, however that ends.
      if let handle { _ = Self.lock(handle, LOCK_EX) }
      output = Locked(Output(handle: handle))
      if announcement == .file, handle != nil { Self.print("trying \(subject): the case is in \(file.path)") }
    }

    static var folder: URL {
      FileManager.default.temporaryDirectory.appendingPathComponent("ConformanceKit")
    }

    /// Says what is tried next.
    func begin(_ name: String) {
      let text = "\(subject): \(name)"
      if announcement == .cases { Self.print("trying \(text)") }
      output.withLock { output in
        guard let handle = output.handle else { return }
        var line = Array(text.utf8.prefix(Self.limit))
        // A longer line before it is covered, not cut off: a file that is shortened each time is slow on some file systems.
        output.length = max(output.length, line.count + 1)
        line.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: output.length - line.count))
        _ = line.withUnsafeBytes { pwrite(handle.fileDescriptor, $0.baseAddress, $0.count, 0) }
      }
    }

    /// Says that nothing is tried any more.
    func end() {
      output.withLock { output in
        try? output.handle?.close()
        output.handle = nil
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

    /// Prints what runs of a subject were at whose processes are gone.
    static func printInterrupted(of subject: String) {
      for name in interrupted(of: subject) { print("the process before ended while it tried \(name)") }
    }

    /// Prints a line on standard error.
    private static func print(_ line: String) { FileHandle.standardError.write(Data("ConformanceKit: \(line)\n".utf8)) }

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
    enum Announcement: Sendable { case nothing, file, cases }

    init(of subject: String, announcing announcement: Announcement) {}
    func begin(_ name: String) {}
    func end() {}
    static func printInterrupted(of subject: String) {}
  }
#endif
