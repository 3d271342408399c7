package import RecordFormats

/// The system calls that this module makes, so that tests can record them and have them fail.
@available(LiveSystems, *)
package protocol FileSystem: Sendable {
  /// What the file at a path is; of a link itself, or of what it leads to.
  func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus
  /// What an open file is.
  func status(of file: OpenFile) throws(SystemError) -> FileStatus
  /// What a symbolic link holds.
  func target(ofLink path: String) throws(SystemError) -> String
  /// The names in a folder, in no order.
  func names(in folder: String) throws(SystemError) -> [String]

  /// Opens a file or a folder.
  func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> OpenFile
  /// Gives an open file back; its locks end.
  func close(_ file: OpenFile)
  /// Reads a file from where it is to its end.
  func contents(of file: OpenFile, name: String) throws(SystemError) -> SourceText
  /// Writes bytes from an offset on, and says how many.
  func write(_ bytes: [UInt8], from offset: Int, to file: OpenFile) throws(SystemError) -> Int
  /// Gives an open file its owner and group.
  func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(SystemError)
  /// Gives an open file its permission bits.
  func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(SystemError)
  /// Returns when an open file, or the names in an open folder, will survive a loss of power.
  func synchronize(_ file: OpenFile) throws(SystemError)

  /// Gives a file another name.
  ///
  /// - Throws: Also a ``SystemError/meansUnsupported``, where the file system knows no other way than to replace.
  func rename(_ path: String, to newPath: String, _ way: RenameWay) throws(SystemError)
  /// Gives a file a second name; fails where that is taken.
  func link(_ path: String, to newPath: String) throws(SystemError)
  /// Takes a name away.
  func remove(_ path: String) throws(SystemError)
  /// Makes a folder.
  func makeFolder(_ path: String) throws(SystemError)
  /// Takes an empty folder away.
  func removeFolder(_ path: String) throws(SystemError)

  /// Locks an open file against all others who lock it; false where another has it.
  func lock(_ file: OpenFile) throws(SystemError) -> Bool

  /// Why a folder must be polled: changes by other machines are not reported to this one. `nil` if all changes are
  /// reported.
  func reasonToPoll(_ folder: String) -> String?
  /// The time since 1970, by the wall clock.
  var now: Duration { get }
  /// This process, by its number and by what distinguishes it from others that had the number; and the machine.
  var process: ProcessMark { get }
  /// Whether a process of this machine still runs.
  func isRunning(_ process: ProcessMark) -> Bool
}

/// An open file, by its descriptor.
package struct OpenFile: Hashable, Sendable {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }
}

/// What becomes of the file that has the name which another file gets.
package enum RenameWay: Hashable, Sendable {
  /// It is gone.
  case replacing
  /// There must be none.
  case adding
  /// It gets the name that the other file had.
  case exchanging
}

/// What a file is opened for.
package enum OpenPurpose: Hashable, Sendable {
  /// To read a file, or to synchronise a folder.
  case reading
  /// To write a new file that no one else may read yet; fails where there is one.
  case creating
  /// To write a new file that those may read whom the user's mask lets; fails where there is one.
  case creatingForAll
  /// To lock a file, which is made where there is none.
  case locking
}

/// A process among those of all machines. What is not known is empty.
package struct ProcessMark: Hashable, Sendable {
  package var number: Int32
  /// When it started, as the system counts.
  package var start: String
  package var machine: String
  /// Which start of the machine this is.
  package var boot: String
  /// Among which processes the number counts.
  package var namespace: String

  package init(number: Int32, start: String, machine: String, boot: String = "", namespace: String = "") {
    self.number = number
    self.start = start
    self.machine = machine
    self.boot = boot
    self.namespace = namespace
  }
}

@available(LiveSystems, *)
extension FileSystem {
  /// Whether other machines may have files in a folder open.
  func isShared(_ folder: String) -> Bool {
    #if os(Linux) || canImport(Darwin)
      reasonToPoll(folder) != nil
    #else
      // What the reason says there is of the system, not of the folder.
      false
    #endif
  }

  /// The status, or `nil` where there is no such file.
  package func statusIfAny(of path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus? {
    try SystemError.ifPresent { () throws(SystemError) in try status(of: path, followingLinks: followingLinks) }
  }

  /// Writes all bytes.
  package func writeAll(_ bytes: [UInt8], to file: OpenFile) throws(SystemError) {
    var offset = 0
    while offset < bytes.count { offset += try write(bytes, from: offset, to: file) }
  }

  /// Has the names in a folder survive a loss of power. A file system that cannot do this for folders does it by itself.
  package func synchronizeFolder(_ path: String) throws(SystemError) {
    let folder = try open(path, for: .reading)
    defer { close(folder) }
    do {
      try synchronize(folder)
    } catch {
      if !error.meansUnsupported { throw error }
    }
  }
}
