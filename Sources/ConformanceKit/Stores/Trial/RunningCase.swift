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
  /// one was at when its process ended; and where a handler of traps finds it.
  final class RunningCase: Sendable {
    private struct Output {
      var handle: FileHandle?
      /// How long the longest line was.
      var length = 0
    }

    /// Where the cases are written.
    let file: URL
    private let subject: String
    private let trapNotice: TrapNotice?
    private let output: Locked<Output>
    /// So much of a case is written at most.
    private static let limit = 1_024

    /// Begins a run.
    ///
    /// - Parameter isAnnounced: Whether a trap prints the case on standard error.
    init(of subject: String, isAnnounced: Bool, folder: URL = RunningCase.folder) {
      self.subject = subject
      trapNotice = isAnnounced ? TrapNotice() : nil
      file = folder.appendingPathComponent("\(Self.name(of: subject))-\(UUID().uuidString).txt")
      // Without the file nothing is lost but its help after a trap.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let handle = Self.create(file)
      output = Locked(Output(handle: handle))
      if isAnnounced, handle == nil {
        Self.print(
          "cases of \(subject) cannot be written down in \(folder.path), so the next run cannot say which one this "
            + "process ended in")
      }
    }

    /// A folder of the user's own: in one of another user nothing can be written.
    static var folder: URL {
      FileManager.default.temporaryDirectory.appendingPathComponent("ConformanceKit-\(getuid())")
    }

    /// Makes a file and locks it; the lock goes with the process, however that ends.
    private static func create(_ file: URL) -> FileHandle? {
      // Before it is locked, it is an empty file of no process, which others remove.
      for _ in 0..<10 {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        if lock(handle, LOCK_EX), size(of: handle) != nil { return handle }
      }
      return nil
    }

    /// Says what is tried next.
    func begin(_ name: String) {
      let text = "\(subject): \(name)"
      trapNotice?.set("ConformanceKit: the process ends while it tries \(text)")
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
      trapNotice?.clear()
      output.withLock { output in
        // Not after the lock is gone: another process would take it for a run that was interrupted.
        if output.handle != nil { try? FileManager.default.removeItem(at: file) }
        try? output.handle?.close()
        output.handle = nil
      }
    }

    /// What runs of a subject were at whose processes are gone; each is named once. Files of any subject are removed whose
    /// processes ended before they tried anything.
    static func interrupted(of subject: String, in folder: URL = RunningCase.folder) -> [String] {
      let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
      return files.sorted { $0.path < $1.path }.compactMap { file in
        guard file.pathExtension == "txt", let handle = FileHandle(forReadingAtPath: file.path) else { return nil }
        return interrupted(of: subject, in: file, opened: handle)
      }
    }

    /// What the run was at whose file this is, if its process is gone and no other has named it.
    static func interrupted(of subject: String, in file: URL, opened handle: FileHandle) -> String? {
      // Not before the file is removed: another process that opened it and locks it after this finds that it has no name.
      defer { try? handle.close() }
      guard lock(handle, LOCK_EX | LOCK_NB), let size = size(of: handle) else { return nil }
      if size == 0 {
        try? FileManager.default.removeItem(at: file)
        return nil
      }
      guard file.lastPathComponent.hasPrefix("\(name(of: subject))-"), let data = try? handle.readToEnd() else {
        return nil
      }
      try? FileManager.default.removeItem(at: file)
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// How the line begins that names an interrupted case.
    private static let ended = "the process before ended while it tried"

    /// Prints what runs of a subject were at whose processes are gone.
    static func printInterrupted(of subject: String) {
      for name in interrupted(of: subject) { print("\(ended) \(name)") }
    }

    /// Prints a line on standard error.
    private static func print(_ line: String) { FileHandle.standardError.write(Data("ConformanceKit: \(line)\n".utf8)) }

    /// The beginning of the names of a subject's files.
    private static func name(of subject: String) -> String {
      String(subject.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
    }

    /// The size of an open file; nil if it was removed.
    private static func size(of handle: FileHandle) -> Int? {
      var status = stat()
      guard fstat(handle.fileDescriptor, &status) == 0, status.st_nlink > 0 else { return nil }
      return Int(status.st_size)
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
    static func printInterrupted(of subject: String) {}
  }
#endif
