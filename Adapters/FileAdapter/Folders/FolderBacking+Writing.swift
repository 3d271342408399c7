internal import StoreBuilding
internal import StoreInterface

// MARK: Writing

@available(LiveSystems, *)
extension FolderBacking {
  func check(_ batch: StoreBatch<Item>, on records: OrderedRecords<Item>) throws(StoreError) {
    if coding.isReadOnly {
      throw StoreError(.refused, "the store only reads the folder", at: path, advice: "write to its files")
    }
    try checkKeys(of: batch, on: records)
    for change in batch.changes {
      switch change {
      case .insertSection(let id, let header, _):
        try check(id)
        if header != nil { throw StoreError(.refused, "a folder has no header", at: "section \(id)") }
      case .updateSection(let id, _): throw StoreError(.refused, "a folder has no header", at: "section \(id)")
      case .moveSection(let id, _):
        throw StoreError(.refused, "folders are ordered by name", at: "section \(id)")
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

  /// Refuses what is said of a record that cannot be looked at now: it may be elsewhere, and one that is not known may be there.
  private func checkKeys(of batch: StoreBatch<Item>, on records: OrderedRecords<Item>) throws(StoreError) {
    var inserted: Set<Item.ID> = []
    for change in batch.changes {
      guard let key = change.key, !inserted.contains(key) else { continue }
      if records.contains(key) {
        let section = records.sectionID(of: key)?.key(as: FolderSection.self)
        if let closed = memory?.closed, section.map({ memory?.signatures[$0] == nil }) ?? true { throw closed }
        continue
      }
      if let closed = memory?.closed { throw closed }
      if case .insert = change {
        inserted.insert(key)
      } else if let unread = memory?.entries.values.first(where: { $0.item == nil })?.problem {
        throw unread
      }
    }
  }

  private func check(
    _ key: Item.ID, _ placement: StorePlacement<Item.ID>, section: FolderSection?
  ) throws(StoreError) {
    if let id = placement.section { try check(id) }
    guard let section else { return }
    if !section.isValid { throw StoreError(.refused, "not a path below the folder", at: "key \(key)") }
    if let id = placement.section, id != SectionID(section) {
      throw StoreError(.refused, "the key names another folder than the placement", at: "key \(key)")
    }
  }

  private func check(_ id: SectionID) throws(StoreError) {
    if id.key(as: FolderSection.self)?.isValid == true { return }
    throw StoreError(.refused, "not the key of a folder", at: "section \(id)", advice: "use a FolderSection")
  }

  func apply(_ batch: StoreBatch<Item>, to records: inout OrderedRecords<Item>) {
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
    // In the order of their names, whatever was requested.
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

  private func insert(_ item: Item, at placement: StorePlacement<Item.ID>, in records: inout OrderedRecords<Item>) {
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
    // A known record moves where another folder is requested.
    if records.contains(item.id), placement.position == .end, records.sectionID(of: item.id) == placement.section {
      placement.section = nil
    }
    _ = records.insert(item, at: placement)
  }

  mutating func save(_ new: OrderedRecords<Item>, over old: OrderedRecords<Item>) throws -> StoreError? {
    let memory = memory ?? Memory()
    let plan = try FolderPlan(new, over: old, memory, coding, haveEqualContent, path, files)
    guard plan.isUpToDate(in: path, files) else {
      try refuseFolders(in: plan)
      throw ConcurrentModification()
    }
    try removeLeftovers(memory.folders)
    let doubt = try perform(plan)
    self.memory = plan.memory
    self.memory?.isWritten = true
    recovery = nil
    return doubt
  }

  /// Takes away what writers have left behind that did not come to their ends.
  private func removeLeftovers(_ sections: [FolderSection]) throws {
    let prefix = try FolderJournal.temporaryPrefix(in: path, files)
    let left = sections.flatMap { SavedFile.leftovers(in: folder(of: $0), prefix, files) }
    if left.isEmpty { return }
    // That no journal names them must be for good first.
    try files.synchronizeFolder(path)
    if let error = SavedFile.found(SavedFile.removeLeftovers(left, prefix, files)) { throw error }
  }

  /// Says where folders have the names of files that are to be written.
  private func refuseFolders(in plan: FolderPlan<Item>) throws(SystemError) {
    for (place, _) in plan.expected {
      let name = FilePaths.join(path, place.path)
      if (try? files.status(of: name, followingLinks: true))?.kind == .folder {
        throw SystemError("write", name, code: SystemError.isAFolder)
      }
    }
  }

  /// Writes what is planned.
  ///
  /// - Returns: Why a part of it may be lost, or is not done.
  private func perform(_ plan: FolderPlan<Item>) throws -> StoreError? {
    if let write = plan.single { return try self.write(write, expecting: plan.expected.first?.signature) }
    let staging = try FolderStaging.stage(plan, in: path, files)
    do {
      // Where the journal may be there or not, someone may need the new files.
      if let doubt = try staging.journal.write(to: path, in: files) { return doubt }
    } catch {
      // Nobody may need the new files, and still there may be a journal that names them.
      if (try? files.statusIfAny(of: FolderJournal.path(in: path), followingLinks: false)) == .some(nil) {
        staging.discard()
      }
      throw error
    }
    do throws(FolderJournal.Stop) {
      let left = try staging.journal.perform(in: path, files, isOwn: true)
      return left.isEmpty ? nil : StoreError(left: left, "written")
    } catch {
      let journal = FolderJournal.path(in: path)
      if !error.hasBegun, (try? files.remove(journal)) != nil {
        do throws(SystemError) {
          try files.synchronizeFolder(path)
        } catch {
          var doubt = StoreError(error)
          doubt.message = "not written, but a power failure may bring the batch back: " + doubt.message
          doubt.effect = .unclear(plan.writes.map(\.place.path) + plan.goneFiles.map(\.path))
          throw doubt
        }
        // After the journal is gone for good: who finds one takes what is missing to be done.
        staging.discard()
        throw error.error ?? ConcurrentModification()
      }
      var doubt = error.error.map { StoreError($0) } ?? StoreError(.unavailable, "others have changed a file")
      doubt.message = "written to the journal, and not yet to all files: " + doubt.message
      doubt.effect = .everything
      return doubt
    }
  }

  /// Writes the only file of a batch.
  private func write(_ write: FolderPlan<Item>.Write, expecting signature: FileSignature?) throws -> StoreError? {
    let name = FilePaths.join(path, write.place.path)
    let target = try ResolvedPath(name, in: files).path
    let isLink = (try? files.status(of: name, followingLinks: false))?.kind == .link
    let prefix = isLink ? nil : try FolderJournal.temporaryPrefix(in: path, files)
    let file = SavedFile(target, in: files, temporaryPrefix: prefix)
    if isLink { try file.removeLeftovers() }
    // What it was when it was read, and not what it is now.
    let present = try files.statusIfAny(of: target, followingLinks: false)
    guard present?.signature == signature else { throw ConcurrentModification() }
    return try file.replace(with: write.bytes, expecting: present, holding: write.source).doubt
  }
}
