/// Which folders say again what they lack, by two readings, one after another.
///
/// Programs write into a folder all the time, and that says nothing about the files that it has lost: neither does a file
/// that was written, or replaced, nor one that came into another folder.
@available(LiveSystems, *)
struct FolderVersions<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Memory = FolderBacking<Item>.Memory

  let old: Memory
  let new: Memory

  /// Whether the folder that records are missing from says so again: it, or the store's own, was touched, or names of
  /// records came or went in it. Where it is gone itself, the nearest one above must be touched.
  func hasAnother(of section: FolderSection) -> Bool {
    // The empty folder where a disk was is no version of what was on the disk, nor is another such folder one of it.
    guard isSame(.root) else { return false }
    if isTouched(.root) { return true }
    if new.signatures[section] == nil {
      var above = section.names[...]
      while !above.isEmpty, new.signatures[FolderSection(Array(above))] == nil { above.removeLast() }
      return isTouched(FolderSection(Array(above)))
    }
    return isTouched(section) || isSame(section) && names(in: section, old) != names(in: section, new)
  }

  /// Whether a folder is there, and is the one that was there.
  private func isSame(_ section: FolderSection) -> Bool {
    guard let before = old.signatures[section], let now = new.signatures[section] else { return false }
    return before.identity == now.identity
  }

  /// Whether a folder's time has changed, and nothing else about it. To take a lock away is no touch.
  private func isTouched(_ section: FolderSection) -> Bool {
    guard let before = old.signatures[section], let now = new.signatures[section], isSame(section) else { return false }
    if section == .root, let unlocked = new.unlocked, !now.isAnotherVersion(than: unlocked) { return false }
    // Where anything below has changed with it, it was a program at work, whose files came and went.
    return before.modified != now.modified
      && new.listings.allSatisfy { !$0.key.names.starts(with: section.names) || old.listings[$0.key] == $0.value }
  }

  private func names(in section: FolderSection, _ memory: Memory) -> Set<FolderScan.Place> {
    Set(memory.entries.keys.lazy.filter { $0.section == section })
  }
}
