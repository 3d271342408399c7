internal import Foundation
internal import StoreInterface

/// What has to be done to the files of a folder, so that they hold other records.
struct FolderPlan<Item: Identifiable & Sendable> where Item.ID: Sendable {
  private(set) var journal = FolderJournal()
  /// The files that are touched, and what they were when they were read; `nil` where there was none.
  private(set) var expected: [(place: FolderScan.Place, signature: FileSignature?)] = []
  /// What is remembered afterwards; touched files are read anew.
  private(set) var memory: FolderBacking<Item>.Memory
  /// The one file that is all there is to write, in a folder that is there.
  private(set) var single: (place: FolderScan.Place, bytes: [UInt8])?

  init(
    _ new: OrderedRecords<Item>, over old: OrderedRecords<Item>, _ memory: FolderBacking<Item>.Memory,
    _ coding: FolderCoding<Item>, _ haveEqualContent: (Item, Item) -> Bool, _ root: String
  ) throws(StoreError) {
    self.memory = memory
    let sections = (new.contents.sections ?? []).compactMap { section in
      section.id.key(as: FolderSection.self).map { ($0, section.items) }
    }
    let known = Set(memory.folders)
    for (section, _) in sections where !known.contains(section) && section != .root {
      journal.steps.append(.makeFolder(section.path))
    }
    var taken: Set<FolderScan.Place> = []
    var writes: [(place: FolderScan.Place, bytes: [UInt8])] = []
    for (section, items) in sections {
      for item in items {
        let before = memory.places[item.id]
        let place = FolderScan.Place(section: section, name: before?.name ?? coding.name(item))
        guard taken.insert(place).inserted, !place.name.hasPrefix("."), place.name.hasSuffix(coding.ending) else {
          throw StoreError(
            .refused, "the file name is taken, hidden or of another kind", at: FilePaths.join(root, place.path))
        }
        if place == before, let was = old.item(for: item.id), haveEqualContent(was, item) { continue }
        if place != before, memory.entries[place] != nil, memory.places.values.contains(place) == false {
          throw StoreError(
            .refused, "a file is in the way that cannot be understood", at: FilePaths.join(root, place.path))
        }
        do {
          writes.append((place, try coding.encode(item)))
        } catch let error as StoreError {
          throw error
        } catch {
          throw StoreError(.refused, "the record cannot be written: \(error)", at: "key \(item.id)")
        }
      }
    }
    for (place, bytes) in writes { journal.steps.append(.write(place.path, Data(bytes))) }
    let gone = memory.places.values.filter { !taken.contains($0) }.sorted { $0.path < $1.path }
    for place in gone { journal.steps.append(.remove(place.path)) }
    let living = Set(sections.map(\.0))
    let dead = memory.folders.filter { !living.contains($0) }
    for section in dead.sorted(by: >) { journal.steps.append(.removeFolder(section.path)) }
    if journal.steps.count == 1, let write = writes.first { single = write }
    for place in writes.map(\.place) + gone {
      expected.append((place, memory.entries[place]?.signature))
      self.memory.entries[place] = nil
    }
    self.memory.folders = sections.map(\.0)
    self.memory.places = [:]
    for (section, items) in sections {
      for item in items {
        self.memory.places[item.id] = FolderScan.Place(
          section: section, name: memory.places[item.id]?.name ?? coding.name(item))
      }
    }
  }
}
