internal import Foundation
internal import RecordFormats
internal import StoreInterface

/// A folder with one record a file.
struct FolderBacking<Item: Identifiable & Sendable>: Backing where Item.ID: Sendable {
  let path: String
  let coding: FolderCoding<Item>
  let absence: FileOptions.Absence
  let files: any FileSystem
  let haveEqualContent: @Sendable (Item, Item) -> Bool

  struct Memory: Sendable {
    struct Entry: Sendable {
      let signature: FileSignature
      let isTelling: Bool
      /// What was understood last; `nil` where that never was.
      var item: Item?
      /// What is wrong with it now.
      var problem: StoreError?
    }

    var entries: [FolderScan.Place: Entry] = [:]
    var folders: [FolderSection] = []
    /// Which file a record is in.
    var places: [Item.ID: FolderScan.Place] = [:]
  }

  func lockedPath() throws(SystemError) -> String { FilePaths.join(path, "section-diff") }

  func prepareToWrite() throws(SystemError) {
    guard absence == .isEmpty, try files.statusIfAny(of: path) == nil else { return }
    do throws(SystemError) {
      try files.makeFolder(path)
    } catch {
      if !error.meansPresence { throw error }
    }
  }

  func way() throws(SystemError) -> ResolvedPath {
    let way = try ResolvedPath(path, in: files)
    guard way.isWhole, try files.statusIfAny(of: path) != nil else {
      return ResolvedPath(path: way.path, steps: way.steps, isWhole: false)
    }
    let scan = try FolderScan(path, endingIn: coding.ending, in: files)
    let inner = scan.folders.map { folder in
      ResolvedPath.Step(
        folder: folder.section.names.reduce(path, FilePaths.join), name: "", identity: folder.identity)
    }
    return ResolvedPath(path: way.path, steps: way.steps + inner, isWhole: true)
  }

  func looksChanged(since memory: Memory?) -> Bool {
    guard let memory, let scan = try? FolderScan(path, endingIn: coding.ending, in: files) else { return true }
    guard scan.folders.map(\.section) == memory.folders, scan.places.count == memory.entries.count else { return true }
    return !scan.places.allSatisfy { place, status in
      memory.entries[place].map { $0.isTelling && $0.signature == status.signature } ?? false
    }
  }

  // MARK: Reading

  /// So often a folder is read anew in which somebody writes.
  private static var attempts: Int { 3 }

  func read(after memory: Memory?, for purpose: ReadPurpose) throws(ReadFailure) -> Reading<Item, Memory> {
    for _ in 0..<Self.attempts {
      guard let root = try ReadFailure.from({ () throws(SystemError) in try files.statusIfAny(of: path) }) else {
        return try missing(after: memory)
      }
      guard root.kind == .folder else {
        throw .failed(StoreError(.unavailable, "there is a file where the folder was to be", at: path))
      }
      try finishJournal(holdingLock: purpose == .writing)
      if let reading = try attempt(after: memory, root) { return reading }
    }
    throw .torn(StoreError(.unavailable, "the folder changes while it is read", at: path))
  }

  private func missing(after memory: Memory?) throws(ReadFailure) -> Reading<Item, Memory> {
    guard absence == .isEmpty else {
      throw .failed(StoreError(.unavailable, "no such folder", at: path, advice: "check the path"))
    }
    let isKnown = memory.map { $0.folders.isEmpty } ?? false
    return Reading(contents: isKnown ? nil : .sections([StoreSection(FolderSection.root)]), memory: Memory())
  }

  /// Does what a program has written down and not done.
  private func finishJournal(holdingLock: Bool) throws(ReadFailure) {
    try ReadFailure.from { () throws(SystemError) in
      guard try FolderJournal.read(from: path, in: files) != nil else { return }
      if holdingLock {
        try FolderJournal.read(from: path, in: files)?.perform(in: path, files)
        return
      }
      // Where another has the lock, it is about to do it; the folder is torn until then.
      guard let lock = try FileLock.attempt(for: try lockedPath(), in: files) else { return }
      defer { lock.release() }
      // Read again: its writer may have come to its end before the lock was taken.
      try FolderJournal.read(from: path, in: files)?.perform(in: path, files)
    }
  }

  /// Reads what has changed; `nil` where somebody writes meanwhile.
  private func attempt(after memory: Memory?, _ root: FileStatus) throws(ReadFailure) -> Reading<Item, Memory>? {
    let scan: FolderScan
    do throws(SystemError) {
      scan = try FolderScan(path, endingIn: coding.ending, in: files)
    } catch {
      if error.meansAbsence { return nil }
      throw .failed(StoreError(error))
    }
    var new = Memory()
    new.folders = scan.folders.map(\.section)
    var hasChanged = memory?.folders != new.folders || memory?.entries.count != scan.places.count
    for (place, status) in scan.places {
      let old = memory?.entries[place]
      if let old, old.isTelling, old.signature == status.signature {
        new.entries[place] = old
        continue
      }
      guard let entry = entry(place, after: old) else { return nil }
      new.entries[place] = entry
      hasChanged = hasChanged || !isSame(old?.item, entry.item)
    }
    let now = try ReadFailure.from { () throws(SystemError) in try files.statusIfAny(of: path) }
    let journal = try ReadFailure.from { () throws(SystemError) in try FolderJournal.read(from: path, in: files) }
    guard now?.signature == root.signature, journal == nil else { return nil }
    var problem: StoreError?
    let contents = contents(scan, &new, &problem)
    return Reading(contents: hasChanged ? contents : nil, memory: new, problem: problem)
  }

  private func isSame(_ a: Item?, _ b: Item?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.id == b.id && haveEqualContent(a, b)
  }

  /// Reads one file; `nil` where somebody writes it.
  private func entry(_ place: FolderScan.Place, after old: Memory.Entry?) -> Memory.Entry? {
    let name = FilePaths.join(path, place.path)
    do throws(ReadFailure) {
      let reading = try StableReading(name, in: files, name: name)
      var entry = Memory.Entry(
        signature: reading.status.signature, isTelling: reading.isTelling, item: old?.item, problem: nil)
      do throws(StoreError) {
        entry.item = try coding.decode(reading.source, place.section, place.name)
      } catch {
        entry.problem = error
      }
      return entry
    } catch {
      guard case .failed(let error) = error, let status = try? files.status(of: name, followingLinks: true) else {
        return nil
      }
      return Memory.Entry(signature: status.signature, isTelling: false, item: old?.item, problem: error)
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
        problem =
          problem
          ?? StoreError(
            .malformed, "the key \(item.id) is there twice, first in \(first.path)",
            at: FilePaths.join(path, place.path), advice: "remove one, or give it another key")
        continue
      }
      memory.places[item.id] = place
      items[place.section, default: []].append(item)
    }
    return .sections(memory.folders.map { StoreSection($0, items: items[$0] ?? []) })
  }

  // MARK: Writing

  func check(_ batch: Batch<Item>, on records: OrderedRecords<Item>) throws(StoreError) {
    if coding.isReadOnly {
      throw StoreError(.refused, "the store only reads the folder", at: path, advice: "write to its files")
    }
    for change in batch.changes {
      switch change {
      case .insertSection(let id, let header, _):
        guard let section = id.key(as: FolderSection.self), section.isValid else {
          throw StoreError(.refused, "not the key of a folder", at: "section \(id)", advice: "use a FolderSection")
        }
        if header != nil { throw StoreError(.refused, "a folder has no header", at: "section \(id)") }
      case .updateSection(let id, _): throw StoreError(.refused, "a folder has no header", at: "section \(id)")
      case .moveSection(let id, _):
        throw StoreError(.refused, "folders stand in the order of their names", at: "section \(id)")
      case .deleteSection(let id):
        if id == SectionID(FolderSection.root) {
          throw StoreError(.refused, "the store's own folder stays", at: "section \(id)")
        }
      case .insert(let item, let placement):
        try check(item.id, placement, section: coding.section?(item))
      case .move(let key, let placement):
        let section = records.item(for: key).flatMap { coding.section?($0) }
        try check(key, placement, section: section)
      case .update, .delete, .refresh: break
      }
    }
  }

  private func check(
    _ key: Item.ID, _ placement: Placement<Item.ID>, section: FolderSection?
  ) throws(StoreError) {
    if let id = placement.section, id.key(as: FolderSection.self)?.isValid != true {
      throw StoreError(.refused, "not the key of a folder", at: "section \(id)", advice: "use a FolderSection")
    }
    guard let section else { return }
    if !section.isValid { throw StoreError(.refused, "not a path below the folder", at: "key \(key)") }
    if let id = placement.section, id != SectionID(section) {
      throw StoreError(.refused, "the key names another folder than the placement", at: "key \(key)")
    }
  }

  func apply(_ batch: Batch<Item>, to records: inout OrderedRecords<Item>) {
    for change in batch.changes {
      switch change {
      case .insert(let item, let placement): insert(item, at: placement, in: &records)
      case .update(let item): insert(item, at: .end, in: &records)
      case .move(let key, let placement):
        if let section = placement.section { addSection(section, to: &records) }
        _ = records.move(key, to: placement)
      default: _ = records.apply(change)
      }
    }
    // In the order of their names, whatever was asked for.
    let sections = (records.contents.sections ?? []).map { section in
      StoreSection(
        section.id, header: section.header,
        items: section.items.map { (name: coding.name($0), item: $0) }
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.item))
    }
    let sorted = sections.sorted { a, b in
      guard let a = a.id.key(as: FolderSection.self), let b = b.id.key(as: FolderSection.self) else { return false }
      return a < b
    }
    _ = records.reload(.sections(sorted), haveEqualContent: haveEqualContent)
  }

  private func addSection(_ id: SectionID, to records: inout OrderedRecords<Item>) {
    guard !records.containsSection(id), let section = id.key(as: FolderSection.self) else { return }
    // With those above it, which come with it.
    for depth in 0...section.names.count {
      let id = SectionID(FolderSection(Array(section.names.prefix(depth))))
      if !records.containsSection(id) { records.insertSection(id, header: nil, at: .end) }
    }
  }

  private func insert(_ item: Item, at placement: Placement<Item.ID>, in records: inout OrderedRecords<Item>) {
    var placement = placement
    if let section = coding.section?(item) {
      placement.section = SectionID(section)
    } else if placement.section == nil, !records.contains(item.id) {
      switch placement.position {
      case .start, .end: placement.section = SectionID(FolderSection.root)
      case .before, .after: break
      }
    }
    if let section = placement.section { addSection(section, to: &records) }
    // A known record moves where another folder is asked for.
    if records.contains(item.id), placement.position == .end, records.sectionID(of: item.id) == placement.section {
      placement.section = nil
    }
    _ = records.insert(item, at: placement)
  }

  func save(
    _ new: OrderedRecords<Item>, over old: OrderedRecords<Item>, _ memory: Memory
  ) throws(SaveFailure<Memory>) -> Memory {
    let plan: FolderPlan<Item>
    do throws(StoreError) {
      plan = try FolderPlan(new, over: old, memory, coding, haveEqualContent, path)
    } catch {
      throw .untouched(error)
    }
    for (place, signature) in plan.expected {
      let status = try? files.status(of: FilePaths.join(path, place.path), followingLinks: true)
      guard status?.signature == signature else { throw .overtaken }
    }
    SavedFile(FilePaths.join(path, FolderJournal.name), in: files).removeLeftovers()
    do throws(SavedFile.Failure) {
      if let (place, bytes) = plan.single {
        let target = try ResolvedPath.target(of: FilePaths.join(path, place.path), in: files)
        let file = SavedFile(target, in: files)
        file.removeLeftovers()
        _ = try file.replace(with: bytes, expecting: try? files.status(of: target, followingLinks: false))
        return plan.memory
      }
      try plan.journal.write(to: path, in: files)
    } catch {
      throw SaveFailure(error) { _ in plan.memory }
    }
    do throws(SystemError) {
      try plan.journal.perform(in: path, files)
    } catch {
      var problem = StoreError(error)
      problem.message = "written to the journal, and not yet to all files: " + problem.message
      throw .unsettled(plan.memory, problem)
    }
    return plan.memory
  }
}
