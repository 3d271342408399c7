internal import BenchmarkHarness
internal import RecordFormats

/// Where the entries of a history are kept: a folder with a file for each commit, or git notes.
///
/// An entry is written whole or not at all, and what one program changes while another does is not lost: a lock is held
/// from reading to writing.
enum HistoryStore {
  /// A file `HASH.json` for each commit of a repository.
  case folder(String, GitRepository)
  /// A note on each commit, below ``notesName``.
  case notes(GitRepository)

  /// The reference of the notes.
  static let notesName = "refs/notes/section-diff"

  /// How messages name it.
  var name: String {
    switch self {
    case .folder(let path, _): path
    case .notes: Self.notesName
    }
  }

  /// How messages name an entry: the path of a file, where it is one.
  private func name(of commit: String) -> String {
    switch self {
    case .folder(let path, _): "\(path)/\(commit).json"
    case .notes: "note on \(commit)"
    }
  }

  /// All entries by their commits. A file without content, as a loss of power leaves one, is said, and counts as none. An entry
  /// that a later version wrote is said, too, and is empty.
  ///
  /// - Throws: a failure that names what is missing, or damaged, and what to do; ``ChildProcess/Ending``.
  func entries() throws -> [String: HistoryEntry] {
    var entries: [String: HistoryEntry] = [:]
    switch self {
    case .folder(let path, let repository):
      for hash in try Self.hashes(in: path) {
        try repository.checkSignals()
        guard let source = try Self.source(at: name(of: hash)) else {
          Terminal.complain("\(name(of: hash)): the entry is empty, and is left out; record the commit again")
          continue
        }
        entries[hash] = try entry(source.bytes(in: 0..<source.count), of: hash)
      }
    case .notes(let repository):
      let notes = try notesByCommit(repository)
      guard try hasNotes(repository) else {
        throw Failure(
          "\(repository.path): there are no notes \(Self.notesName); record a commit, or get them with git fetch origin "
            + "\(Self.notesName):\(Self.notesName)")
      }
      for (hash, text) in try contents(of: notes, in: repository) {
        try repository.checkSignals()
        entries[hash] = try entry(text, of: hash)
      }
    }
    for (hash, entry) in entries.sorted(by: { $0.key < $1.key }) where entry.isLater {
      Terminal.complain(VisibleText.escaped("\(complaint(entry, hash)), and is left alone"))
    }
    return entries
  }

  private func complaint(_ entry: HistoryEntry, _ commit: String) -> String {
    "\(name(of: commit)): the entry has the form \(entry.format), which a later version of section-diff wrote"
  }

  /// The commits that are recorded; none where there is no history yet.
  func recorded() throws -> Set<String> {
    switch self {
    case .folder(let path, _):
      var status = stat()
      guard stat(path, &status) == 0 || errno != ENOENT else { return [] }
    case .notes(let repository):
      guard try hasNotes(repository) else { return [] }
    }
    return Set(try entries().filter { $0.value.record != nil || $0.value.isLater }.keys)
  }

  /// Changes the entry of a commit; it is empty where there was none.
  ///
  /// - Throws: what `change` throws, and why the entry cannot be read or written; nothing is lost then.
  func update(_ commit: String, _ change: (inout HistoryEntry) throws -> Void) throws {
    func changeKnown(_ entry: inout HistoryEntry) throws {
      guard !entry.isLater else { throw Failure("\(complaint(entry, commit)); change it with that one") }
      try change(&entry)
    }
    let repository =
      switch self {
      case .folder(_, let repository), .notes(let repository): repository
      }
    try FileLock.hold(repository.historyLock, checking: repository.checkSignals) {
      switch self {
      case .folder(let path, _):
        try FileOutput.makeFolder(path)
        let file = name(of: commit)
        // The folder may be that of several repositories.
        try FileLock.hold(path, checking: repository.checkSignals) {
          var status = stat()
          var entry = HistoryEntry(commit: commit)
          if lstat(file, &status) == 0, let source = try Self.source(at: file) {
            entry = try self.entry(source.bytes(in: 0..<source.count), of: commit)
          }
          try changeKnown(&entry)
          try FileOutput.write([(path: file, bytes: try entry.json())], overwrites: true)
        }
      case .notes:
        let notes = try notesByCommit(repository).filter { $0.commit == commit }
        var entry =
          try contents(of: notes, in: repository).first.map { try self.entry($1, of: commit) }
          ?? HistoryEntry(commit: commit)
        try changeKnown(&entry)
        let blob = try repository.require(["hash-object", "-w", "--stdin"], input: try entry.json()).text
        // As it is: git would take away empty lines otherwise.
        _ = try repository.require(
          [
            "notes", "--ref=\(Self.notesName)", "add", "-f", "-C",
            blob.split(separator: "\n").first.map(String.init) ?? "", commit,
          ], environment: try identity(repository))
      }
    }
  }

  // MARK: Entries

  /// What a file holds; nil where there are no bytes, or only those that were never written.
  private static func source(at path: String) throws -> SourceText? {
    let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
    return source.bytes(in: 0..<source.count).allSatisfy { $0 == 0 } ? nil : source
  }

  private func entry(_ text: [UInt8], of commit: String) throws(Failure) -> HistoryEntry {
    let source = SourceText(text, name: name(of: commit))
    let advice =
      switch self {
      case .folder: "restore the file, or delete it and record the commit again"
      case .notes: "remove it with git notes --ref=section-diff remove \(commit), and record the commit again"
      }
    let entry: HistoryEntry
    do {
      // Says line and column of what is no JSON; the decoder does not.
      _ = try JSONDocument(source)
      entry = try HistoryEntry(json: text)
    } catch let error as DecodingError {
      throw Failure(
        "\(source.name): no entry of a history: \(BenchmarkRunReader.description(of: error)); \(advice)")
    } catch {
      throw Failure("\(source.name): no entry of a history: \(error); \(advice)")
    }
    guard entry.commit == commit || entry.isLater else {
      throw Failure("\(source.name): the entry is of commit \(entry.commit); \(advice)")
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

  // MARK: A folder

  /// The commits that a folder has files of; other files are no business of a history.
  private static func hashes(in path: String) throws(Failure) -> [String] {
    guard let stream = opendir(path) else {
      throw Failure(
        "\(path): the history cannot be read: \(String(cString: strerror(errno))); record a commit, or name the folder "
          + "with --folder, or say --notes")
    }
    defer { closedir(stream) }
    var hashes: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      guard name.hasSuffix(".json"), GitRepository.isHash(String(name.dropLast(5))) else { continue }
      hashes.append(String(name.dropLast(5)))
    }
    return hashes.sorted()
  }

  // MARK: Notes

  private func hasNotes(_ repository: GitRepository) throws -> Bool {
    try repository.git(["rev-parse", "--verify", "--quiet", Self.notesName]).isSuccess
  }

  private func notesByCommit(_ repository: GitRepository) throws -> [(blob: String, commit: String)] {
    guard try hasNotes(repository) else { return [] }
    return try repository.require(["notes", "--ref=\(Self.notesName)", "list"]).text.split(separator: "\n").compactMap {
      let words = $0.split(separator: " ").map(String.init)
      guard words.count == 2, GitRepository.isHash(words[1]) else { return nil }
      return (words[0], words[1])
    }
  }

  /// Reads all notes by one call.
  private func contents(
    of notes: [(blob: String, commit: String)], in repository: GitRepository
  ) throws -> [(commit: String, text: [UInt8])] {
    guard !notes.isEmpty else { return [] }
    let input = notes.map { $0.blob + "\n" }.joined()
    let output = try repository.require(["cat-file", "--batch"], input: Array(input.utf8)).output
    var rest = output[...]
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
  private func identity(_ repository: GitRepository) throws -> [(name: String, value: String)] {
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
      if !hasSaid { Terminal.complain("\(path): locked by \(holder(descriptor)); waiting for its end") }
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
