#if CommandLineGate
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import BenchmarkHarness
  internal import RegressionGate
  internal import RecordFormats

  /// Where the entries of a history are kept: a folder with a file for each commit, or git notes.
  ///
  /// An entry is written whole or not at all, and what one program changes while another does is not lost: a lock is held
  /// from reading to writing.
  struct HistoryStore {
    /// The repository whose commits they are of.
    let repository: GitRepository
    /// The folder, with a file `HASH.json` for each commit; nil for a note on each, below ``notesName``.
    let folder: String?

    /// The reference of the notes.
    static let notesName = "refs/notes/section-diff"

    /// How messages name it.
    var name: String { folder ?? Self.notesName }

    /// How messages name an entry: the path of a file, where it is one.
    private func name(of commit: String) -> String { folder.map { "\($0)/\(commit).json" } ?? "note on \(commit)" }

    /// The commits that have an entry, and where that is: a file, or an object of git.
    ///
    /// - Parameter isNeeded: Whether it is a failure that there is no history yet.
    /// - Throws: that failure; ``ChildProcess/Ending``.
    func places(isNeeded: Bool = true) throws -> [String: String] {
      guard let folder else { return try notes(isNeeded: isNeeded) }
      guard let stream = opendir(folder) else {
        if errno == ENOENT, !isNeeded { return [:] }
        throw Failure(
          "\(folder): the history cannot be read: \(String(cString: strerror(errno))); record a commit, or name the folder "
            + "with --folder, or say --notes")
      }
      closedir(stream)
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder)
      } catch {
        throw Failure("\(folder): the history cannot be read whole: \(error); try again, or restore the folder")
      }
      // Other files are no business of a history.
      let hashes = names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      return Dictionary(hashes.filter(GitRepository.isHash).map { ($0, name(of: $0)) }) { $1 }
    }

    /// The entries of commits, and why some are left out, which is said on standard error, too: one without content, as a loss of
    /// power leaves one; one of another commit, as a rebase copies notes; and one that a later version wrote, which is empty.
    ///
    /// - Parameter places: where entries are.
    /// - Throws: a failure that names what is damaged, and what to do; ``ChildProcess/Ending``.
    func entries(of commits: [GitRepository.Commit], in places: [String: String]) throws -> (
      entries: [String: HistoryEntry], leftOut: [(commit: String, problem: String)]
    ) {
      var entries: [String: HistoryEntry] = [:]
      var leftOut: [(commit: String, problem: String)] = []
      for (hash, text) in try texts(of: commits.map(\.hash), in: places) {
        var problem: String?
        if text.allSatisfy({ $0 == 0 }) {
          problem = "is empty, and is left out; record the commit again"
        } else {
          let entry = try entry(text, of: hash)
          problem = Self.problem(entry).map { "\($0), and is left alone" }
          if entry.commit != hash, !entry.isLater {
            problem = "is of commit \(entry.commit), and is left out; record the commit again"
          } else {
            entries[hash] = entry
          }
        }
        guard let problem else { continue }
        leftOut.append((hash, problem))
        Terminal.printError(VisibleText.escaped("\(name(of: hash)): the entry \(problem)"))
      }
      return (entries, leftOut)
    }

    /// What a later version wrote is not changed.
    private static func problem(_ entry: HistoryEntry) -> String? {
      entry.isLater ? "has the form \(entry.format), which a later version of section-diff wrote" : nil
    }

    /// Those of the commits that are recorded; none where there is no history yet.
    func recorded(_ commits: [GitRepository.Commit]) throws -> Set<String> {
      let entries = try entries(of: commits, in: try places(isNeeded: false)).entries
      return Set(entries.filter { $0.value.record != nil || $0.value.isLater }.keys)
    }

    /// Changes the entry of a commit; it is empty where there was none, or that of another commit, or a damaged one that is to be
    /// replaced.
    ///
    /// - Throws: what `change` throws, and why the entry cannot be read or written; nothing is lost then.
    func update(_ commit: String, replaces: Bool = false, _ change: (inout HistoryEntry) throws -> Void) throws {
      func changed(_ text: [UInt8]?) throws -> [UInt8] {
        var entry = HistoryEntry(commit: commit)
        do {
          if let text, !text.allSatisfy({ $0 == 0 }) { entry = try self.entry(text, of: commit) }
        } catch {
          guard replaces else { throw error }
          Terminal.printError("\(error.description); it is replaced, with all that was accepted there")
        }
        if let problem = Self.problem(entry) {
          throw Failure("\(name(of: commit)): the entry \(problem); change it with that one")
        }
        if entry.commit != commit { entry = HistoryEntry(commit: commit) }
        try change(&entry)
        let changed = try entry.json()
        // What cannot be read again is not written.
        _ = try self.entry(changed, of: commit, advice: "nothing is recorded; correct the benchmark run")
        return changed
      }
      func write() throws {
        var status = stat()
        let file = name(of: commit)
        let ofFile = lstat(file, &status) == 0 ? [commit: file] : [:]
        let places = folder == nil ? try notes(isNeeded: false) : ofFile
        let bytes = try changed(try texts(of: [commit], in: places).first?.text)
        if folder != nil { return try FileOutput.write([(path: file, bytes: bytes)], overwrites: true) }
        let blob = try repository.git(["hash-object", "-w", "--stdin"], input: bytes, isNeeded: true).text
        // As it is: git would take away empty lines otherwise.
        _ = try repository.git(
          ["notes", "--ref=\(Self.notesName)", "add", "-f", "-C", String(blob.prefix { $0 != "\n" }), commit],
          environment: try identity(), isNeeded: true)
      }
      let check = repository.processes.checkSignals
      try FileLock.hold(repository.historyLock, checking: check) {
        guard let folder else { return try write() }
        try FileOutput.makeFolder(folder)
        // The folder may be that of several repositories.
        try FileLock.hold(folder, checking: check, write)
      }
    }

    // MARK: Entries

    /// What the entries of commits hold, of those that have one.
    private func texts(of commits: [String], in places: [String: String]) throws -> [(commit: String, text: [UInt8])] {
      let found = commits.compactMap { commit in places[commit].map { (commit: commit, place: $0) } }
      if folder == nil { return try contents(of: found) }
      return try found.map { commit, path in
        try repository.processes.checkSignals()
        let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
        return (commit, source.bytes(in: 0..<source.count))
      }
    }

    /// Reads an entry; that of another commit, too.
    private func entry(_ text: [UInt8], of commit: String, advice: String? = nil) throws(Failure) -> HistoryEntry {
      let source = SourceText(text, name: name(of: commit))
      let known =
        folder == nil
        ? "remove it with git notes --ref=section-diff remove \(commit), and record the commit again"
        : "restore the file, or delete it and record the commit again"
      let advice = advice ?? "\(known); add --replace replaces it"
      let entry: HistoryEntry
      do {
        // Says line and column of what is no JSON; the decoder does not.
        _ = try JSONDocument(source)
        entry = try HistoryEntry(json: text)
      } catch {
        let problem = (error as? DecodingError).map(BenchmarkRunReader.description) ?? "\(error)"
        throw Failure("\(source.name): no entry of a history: \(problem); \(advice)")
      }
      let names = (entry.record?.measured ?? []).flatMap { contender in
        [contender.key.workload, contender.key.elements, contender.key.contender] + contender.counts.keys
          + contender.ratios.keys + (contender.unsteady ?? [])
      }
      if let name = names.first(where: { VisibleText.escaped($0) != $0 }) {
        throw Failure("\(source.name): the name \(name) has a character that cannot be shown; \(advice)")
      }
      return entry
    }

    private func notes(isNeeded: Bool) throws -> [String: String] {
      guard try repository.git(["rev-parse", "--verify", "--quiet", Self.notesName]).isSuccess else {
        if !isNeeded { return [:] }
        throw Failure(
          "\(repository.path): there are no notes \(Self.notesName); record a commit, or get them with git fetch origin "
            + "\(Self.notesName):\(Self.notesName)")
      }
      let list = try repository.git(["notes", "--ref=\(Self.notesName)", "list"], isNeeded: true).text
      let words = list.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      return Dictionary(words.filter { $0.count == 2 && GitRepository.isHash($0[1]) }.map { ($0[1], $0[0]) }) { $1 }
    }

    /// Reads all notes by one call.
    private func contents(of notes: [(commit: String, place: String)]) throws -> [(commit: String, text: [UInt8])] {
      guard !notes.isEmpty else { return [] }
      let input = notes.map { $0.place + "\n" }.joined()
      var rest = try repository.git(["cat-file", "--batch"], input: Array(input.utf8), isNeeded: true).output[...]
      return try notes.map { note in
        // `HASH blob SIZE`, a line feed, so many bytes, a line feed.
        guard let end = rest.firstIndex(of: 0x0A),
          case let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " "), words.count == 3,
          let size = Int(words[2]), size >= 0, rest.endIndex - end - 1 > size
        else {
          throw Failure(
            "\(repository.path): the note on \(note.commit) cannot be read; git fsck says what is wrong with the repository"
          )
        }
        let text = Array(rest[(end + 1)...].prefix(size))
        rest = rest[(end + size + 2)...]
        return (note.commit, text)
      }
    }

    /// Who writes notes where git does not know: a machine that tests.
    private func identity() throws -> [(name: String, value: String)] {
      if try repository.git(["var", "GIT_COMMITTER_IDENT"]).isSuccess { return [] }
      return ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map { ($0, "section-diff") }
        + ["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map { ($0, "section-diff@localhost") }
    }
  }

  /// A lock that the system gives back when its holder ends, however that ends.
  enum FileLock {
    /// Runs `body` while no other process holds the lock: of a file, which holds the number of the process that has it then,
    /// or of a folder.
    ///
    /// - Parameter check: called while another process has it; what it throws ends the wait.
    /// - Throws: why it cannot be had; what `check` and `body` throw.
    static func hold<Result>(_ path: String, checking check: () throws -> Void, _ body: () throws -> Result) throws
      -> Result
    {
      var descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor < 0 { descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
      guard descriptor >= 0 else {
        throw Failure("\(path): cannot be written: \(String(cString: strerror(errno)))")
      }
      defer { close(descriptor) }
      var hasSaid = false
      // Asked again and again: signals are blocked, so none would end a call that waits.
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EINTR || errno == EWOULDBLOCK else {
          throw Failure("\(path): cannot be locked: \(String(cString: strerror(errno)))")
        }
        if !hasSaid { Terminal.printError("\(path): locked by \(holder(descriptor)); waiting for its end") }
        hasSaid = true
        try check()
        usleep(20_000)
      }
      let number = Array("\(getpid())\n".utf8)
      // For others to read alone: the lock holds without it.
      if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, number, number.count, 0) }
      return try ChildProcess.holding(body)
    }

    private static func holder(_ descriptor: Int32) -> String {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      let number = Int32(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self))
      return number.map { "process \($0)" } ?? "another process"
    }

    /// Runs `body` if there is such a file, which this user made and no process holds.
    ///
    /// - Returns: What `body` returns; nil where the lock is held, or there is none.
    static func ifFree<Result>(_ path: String, _ body: () -> Result) -> Result? {
      let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { return nil }
      return body()
    }
  }
#endif
