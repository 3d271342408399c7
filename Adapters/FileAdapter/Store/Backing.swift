internal import StoreBuilding
internal import StoreInterface

/// Where the records of a store of files are: one file, or a folder of them; and what was read there last, to find what has
/// changed since.
@available(LiveSystems, *)
protocol Backing<Item>: Sendable {
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  var haveEqualContent: @Sendable (Item, Item) -> Bool { get }
  /// Makes what has to be there before the lock can be taken.
  func prepareToWrite() throws(SystemError)
  /// What the lock is for.
  func lockedPath() throws(SystemError) -> String
  /// Whether that is a folder.
  var locksFolder: Bool { get }
  /// Where to listen. The folders below are those that were read last, if these are to be known.
  func way(knowingFolders: Bool) throws(SystemError) -> ResolvedPath
  /// Whether the times of the files say that something may have changed since they were read.
  func looksChanged(_ look: QuickLook?) -> Bool
  /// How many files a look has to ask the system for.
  var lookCount: Int { get }
  /// Notes that the lock was taken away again without a write: that is no change.
  mutating func noteUnlocked()
  /// What was read last, where it was one file.
  var signature: FileSignature? { get }
  /// Whether somebody has changed what is to be written within the last moments, and perhaps continues. What a writer
  /// has saved himself does not count, and what replaces files whole need not be said.
  func isBeingWritten(since signature: FileSignature?, quiet: Duration) -> Bool
  /// Whether the records have other identities once they have been written and read.
  var readsBack: Bool { get }
  /// Forgets what was read, so that all of it is read again.
  mutating func forget()
  /// Reads what has changed; where that fails, what was read before is still known.
  ///
  /// - Throws: A ``TornRead``, or any error, which ``StoreError`` can be made of.
  mutating func read(for purpose: ReadPurpose) throws -> Reading<Item>
  /// Refuses what cannot be done to these records.
  func check(_ batch: StoreBatch<Item>, on records: OrderedRecords<Item>) throws(StoreError)
  /// Makes a batch's changes to a copy of the records, and puts them in the order that the store keeps.
  func apply(_ batch: StoreBatch<Item>, to records: inout OrderedRecords<Item>)
  /// Writes records over those that were read last.
  ///
  /// - Returns: Why a part of it may be lost, or is not there, by its effect; `nil` where all of it is there for good.
  /// - Throws: When nothing was changed: ``ConcurrentModification``, or any error, which ``StoreError`` can be made of.
  mutating func save(_ new: OrderedRecords<Item>, over old: OrderedRecords<Item>) throws -> StoreError?
}

/// What something is read for.
@available(LiveSystems, *)
enum ReadPurpose: Hashable, Sendable {
  /// For observers: an unfinished file can be awaited.
  case watching
  /// For a request of the current records.
  case asking
  /// For observers and requests, once an emptied file has stayed what it is for so long that nobody can be writing it;
  /// without a signature whatever it is.
  case settled(FileSignature?)
  /// To write, with the lock for ``Backing/lockedPath()``.
  case writing
}

/// What was read.
@available(LiveSystems, *)
struct Reading<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// All records, or `nil` where they are what they were.
  var contents: StoreContents<Item>?
  /// What is wrong with a part.
  var problem: StoreError?
  /// What is wrong with the end, which is still being written; the records before it are whole.
  var tear: TornRead?
  /// Whether what is in a section was written since the last reading, be it the same again. A list has no sections.
  var isRewritten: @Sendable (SectionID?) -> Bool = { _ in false }
}

/// A file that another program is writing; it will be valid in a moment.
@available(LiveSystems, *)
struct TornRead: Error, Sendable {
  /// What is said where it stays as it is.
  let error: StoreError
  /// What the file was, where that is known.
  var signature: FileSignature?
}
