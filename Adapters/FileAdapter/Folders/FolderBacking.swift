internal import RecordFormats
internal import StoreBuilding
internal import StoreInterface

/// A folder with one record a file.
@available(LiveSystems, *)
struct FolderBacking<Item: Identifiable & Sendable>: Backing where Item.ID: Sendable {
  let path: String
  let coding: FolderCoding<Item>
  let absence: FileOptions.Absence
  let files: any FileSystem
  let haveEqualContent: @Sendable (Item, Item) -> Bool

  /// What was read last.
  struct Memory: Sendable {
    struct Entry: Sendable {
      let signature: FileSignature
      let isConclusive: Bool
      /// What was understood last; `nil` where that never was.
      var item: Item?
      /// What is wrong with it now.
      var problem: StoreError?
    }

    var entries: [FolderScan.Place: Entry] = [:]
    var folders: [FolderSection] = []
    /// What the folders were; those that cannot be looked into are missing.
    var signatures: [FolderSection: FileSignature] = [:]
    /// Marks of what was in them.
    var listings: [FolderSection: Int] = [:]
    /// Whether equal signatures of the folders will mean that no name in them has changed.
    var isConclusive = false
    /// The files that are links.
    var links: [FolderScan.Place] = []
    /// What the store's own folder was after this store took its lock file away.
    var unlocked: FileSignature?
    /// Where to listen below.
    var steps: [ResolvedPath.Step] = []
    /// Which file a record is in.
    var places: [Item.ID: FolderScan.Place] = [:]
    /// What is wrong with records that are in two files.
    var doubles: [Item.ID: StoreError] = [:]
    /// Why something cannot be looked into, so that nobody knows what is in it now.
    var closed: StoreError?
    /// Whether this store has written since: what it has touched is not in the entries.
    var isWritten = false
  }

  var memory: Memory?
  /// What has been left of a journal that was found, and what these files were then. It is said until others have looked at
  /// one of them, or this store has written.
  var recovery: (error: StoreError, left: [String: FileSignature?])?

  init(
    path: String, coding: FolderCoding<Item>, absence: FileOptions.Absence, files: any FileSystem,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    (self.path, self.coding, self.absence) = (path, coding, absence)
    (self.files, self.haveEqualContent) = (files, haveEqualContent)
  }

  func lockedPath() throws(SystemError) -> String { path }
  var locksFolder: Bool { true }

  func prepareToWrite() throws(SystemError) {
    guard absence == .isEmpty, try files.statusIfAny(of: path) == nil else { return }
    do throws(SystemError) {
      try files.makeFolder(path)
    } catch {
      if !error.meansPresence { throw error }
    }
    try files.synchronizeFolder(FilePaths.folder(of: path))
  }

  /// What cannot be understood leaves its record alone, and what replaces a file is compared with what it was.
  func isBeingWritten(since signature: FileSignature?, quiet: Duration) -> Bool { false }

  var signature: FileSignature? { nil }
  var readsBack: Bool { false }

  mutating func forget() { memory = nil }

  func way(knowingFolders: Bool) throws(SystemError) -> ResolvedPath {
    let way = try ResolvedPath(path, in: files)
    guard way.isWhole, try files.statusIfAny(of: path) != nil else {
      return ResolvedPath(path: way.path, steps: way.steps, isWhole: false)
    }
    let inner: [ResolvedPath.Step]
    if knowingFolders, let memory {
      inner = memory.steps
    } else {
      inner = steps(of: try FolderScan(path, endingIn: coding.ending, in: files))
    }
    return ResolvedPath(path: way.path, steps: way.steps + inner, isWhole: true)
  }

  /// Where to listen below. Of hidden names only the journal's counts.
  private func steps(of scan: FolderScan) -> [ResolvedPath.Step] {
    let visible = scan.folders.compactMap { folder in folder.signature.map { (folder.section, $0.identity) } }
    let journal = visible.prefix(1).map { ResolvedPath.Step(folder: path, name: FolderJournal.name, identity: $1) }
    let inner = visible.filter { !scan.hides($0.0) }.map { section, identity in
      ResolvedPath.Step(folder: folder(of: section), name: "", identity: identity)
    }
    return journal + inner
  }

  func folder(of section: FolderSection) -> String { section.names.reduce(path, FilePaths.join) }

  var lookCount: Int { memory.map { $0.entries.count + $0.folders.count } ?? 1 }

  mutating func noteUnlocked() {
    let root = try? files.status(of: path, followingLinks: true)
    memory?.unlocked = root?.signature
  }

  func looksChanged(_ look: QuickLook?) -> Bool {
    guard let memory else { return true }
    if (try? files.statusIfAny(of: FolderJournal.path(in: path), followingLinks: false)) != .some(nil) { return true }
    if let look { return looksChanged(since: memory, look) }
    guard let scan = try? FolderScan(path, endingIn: coding.ending, in: files) else { return true }
    guard scan.problems.isEmpty, scan.folders.map(\.section) == memory.folders,
      scan.places.count == memory.entries.count
    else { return true }
    return !scan.places.allSatisfy { place, status in
      memory.entries[place].map { $0.isConclusive && $0.signature == status?.signature } ?? false
    }
  }

  private func looksChanged(since memory: Memory, _ look: QuickLook) -> Bool {
    for place in memory.links {
      let status = try? files.status(of: FilePaths.join(path, place.path), followingLinks: true)
      guard let entry = memory.entries[place], entry.isConclusive, entry.signature == status?.signature else {
        return true
      }
    }
    switch look {
    case .whileListening:
      let root = try? files.status(of: path, followingLinks: true)
      return root?.identity != memory.signatures[.root]?.identity
    case .whilePolling:
      // What cannot be looked into has to be tried.
      guard memory.isConclusive, memory.signatures.count == memory.folders.count else { return true }
      return memory.signatures.contains { section, signature in
        (try? files.status(of: folder(of: section), followingLinks: true))?.signature != signature
      }
    }
  }

  // MARK: Reading

  /// So often a folder is read again in which somebody writes.
  private static var attempts: Int { 3 }

  mutating func read(for purpose: ReadPurpose) throws -> Reading<Item> {
    for _ in 0..<Self.attempts {
      guard let root = try files.statusIfAny(of: path) else { return try missing() }
      guard root.kind == .folder else {
        throw StoreError(.unavailable, "a file is in the place of the folder", at: path)
      }
      try finishJournal(holdingLock: purpose == .writing)
      if var reading = try attempt(root) {
        if let recovery, recovery.left != signatures(of: Array(recovery.left.keys)) { self.recovery = nil }
        reading.problem = recovery?.error ?? reading.problem
        return reading
      }
    }
    throw TornRead(error: StoreError(.unavailable, "the folder changes while it is read", at: path))
  }

  private mutating func missing() throws(StoreError) -> Reading<Item> {
    guard absence == .isEmpty else {
      throw StoreError(.unavailable, "no such folder", at: path, advice: "check the path")
    }
    let isKnown = memory.map { $0.folders.isEmpty } ?? false
    memory = Memory()
    return Reading(contents: isKnown ? nil : .sections([StoreSection(FolderSection.root)]))
  }

  /// Does what a program has written down and not done.
  private mutating func finishJournal(holdingLock: Bool) throws {
    let journalPath = FolderJournal.path(in: path)
    if try files.statusIfAny(of: journalPath, followingLinks: false) == nil { return }
    if coding.isReadOnly {
      throw TornRead(
        error: StoreError(
          .unavailable, "a batch of another program is not finished, and this store only reads", at: journalPath,
          advice: "open the folder with a store that writes"))
    }
    var lock: FileLock?
    if !holdingLock {
      lock = try FileLock.attempt(for: path, isFolder: true, in: files)
      // Where another has the lock, it is about to do it; the folder is torn until then.
      if lock == nil { return }
    }
    defer { lock?.release() }
    // Looked for again: its writer may have come to its end before the lock was taken.
    guard let journal = try FolderJournal.read(from: path, in: files) else { return }
    // Its writer may have been ended before its name was on the disk for good.
    try files.synchronizeFolder(path)
    do throws(FolderJournal.Stop) {
      let left = try journal.perform(in: path, files, isOwn: false)
      if !left.isEmpty {
        recovery = (StoreError(left: left, "a batch that was not finished is done"), signatures(of: left))
      }
    } catch {
      if let error = error.error { throw error }
    }
  }

  private func signatures(of paths: [String]) -> [String: FileSignature?] {
    Dictionary(paths.map { ($0, (try? files.status(of: $0, followingLinks: false))?.signature) }) { first, _ in first }
  }

  /// Reads what has changed; `nil` where somebody writes meanwhile.
  private mutating func attempt(_ root: FileStatus) throws(SystemError) -> Reading<Item>? {
    let start = files.now
    let found = try SystemError.ifPresent { () throws(SystemError) in
      try FolderScan(path, endingIn: coding.ending, in: files)
    }
    guard var scan = found else { return nil }
    var new = Memory()
    new.closed = scan.problems.first.map { StoreError($0.error) }
    if let memory { scan.keep(memory.folders, memory.entries.keys) }
    new.folders = scan.folders.map(\.section)
    for (section, signature) in scan.folders { new.signatures[section] = signature }
    new.listings = scan.listings
    new.isConclusive = new.signatures.values.allSatisfy { $0.isConclusive(at: start) }
    new.links = scan.links
    new.steps = steps(of: scan)
    new.unlocked = memory?.unlocked
    var hasChanged =
      memory?.folders != new.folders || memory?.entries.count != scan.places.count || memory?.isWritten == true
    for (place, status) in scan.places {
      let old = memory?.entries[place]
      if let old, status == nil || (old.isConclusive && old.signature == status?.signature) {
        new.entries[place] = old
        continue
      }
      guard let entry = entry(place, after: old) else { return nil }
      new.entries[place] = entry
      // Where one is new, another may be gone, however many there are.
      hasChanged = hasChanged || old == nil || !isSame(old?.item, entry.item)
    }
    // What moves from a folder that is not yet listed to one that is would be nowhere.
    for (section, signature) in scan.folders where signature != nil {
      guard try files.statusIfAny(of: folder(of: section))?.signature == signature else { return nil }
    }
    if try files.statusIfAny(of: FolderJournal.path(in: path), followingLinks: false) != nil { return nil }
    var problem = scan.problems.first.map { StoreError($0.error) }
    let contents = contents(scan, &new, &problem)
    let versions = memory.map { FolderVersions(old: $0, new: new) }
    memory = new
    return Reading(contents: hasChanged ? contents : nil, problem: problem) { section in
      guard let versions, let section = section?.key(as: FolderSection.self) else { return false }
      return versions.hasAnother(of: section)
    }
  }

  private func isSame(_ a: Item?, _ b: Item?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.id == b.id && haveEqualContent(a, b)
  }

  /// Reads one file; `nil` where somebody writes it.
  private func entry(_ place: FolderScan.Place, after old: Memory.Entry?) -> Memory.Entry? {
    let name = FilePaths.join(path, place.path)
    do {
      let reading = try StableReading(name, in: files)
      var entry = Memory.Entry(
        signature: reading.status.signature, isConclusive: reading.isConclusive, item: old?.item, problem: nil)
      do {
        entry.item = try coding.decode(reading.source, place.section, place.name)
      } catch {
        entry.problem = StoreError(error, as: .malformed, "the file does not fit its type: ", at: name)
      }
      return entry
    } catch {
      guard !(error is TornRead), let status = try? files.status(of: name, followingLinks: true) else { return nil }
      return Memory.Entry(signature: status.signature, isConclusive: false, item: old?.item, problem: StoreError(error))
    }
  }

  private func contents(
    _ scan: FolderScan, _ memory: inout Memory, _ problem: inout StoreError?
  ) -> StoreContents<Item> {
    var items: [FolderSection: [Item]] = [:]
    for (place, _) in scan.places {
      guard let entry = memory.entries[place] else { continue }
      problem = problem ?? entry.problem
      guard let item = entry.item else { continue }
      if let first = memory.places[item.id] {
        let double = StoreError(
          .malformed, "the key \(item.id) occurs twice, first in \(first.path)", at: FilePaths.join(path, place.path),
          advice: "remove one, or give it another key")
        memory.doubles[item.id] = double
        problem = problem ?? double
        continue
      }
      memory.places[item.id] = place
      items[place.section, default: []].append(item)
    }
    return .sections(memory.folders.map { StoreSection($0, items: items[$0] ?? []) })
  }
}
