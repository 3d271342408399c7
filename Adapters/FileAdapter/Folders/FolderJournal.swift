internal import Foundation
internal import RecordFormats
internal import StoreInterface

/// What a batch comes to for the files of a folder, written down before it is done: it is there as a whole, or it is not.
///
/// The journal takes its name by one rename. From then on the batch counts as written: every step can be done again and
/// comes to the same, so whoever finds a journal does all of it, and takes the journal away last.
struct FolderJournal: Codable, Sendable {
  /// One step, by paths from the folder on.
  enum Step: Codable, Sendable {
    case makeFolder(String)
    case write(String, Data)
    case remove(String)
    case removeFolder(String)
  }

  var steps: [Step] = []

  /// The name of a journal.
  static let name = ".section-diff-journal"

  /// Writes the journal.
  func write(to root: String, in files: any FileSystem) throws(SavedFile.Failure) {
    let path = FilePaths.join(root, Self.name)
    let bytes: [UInt8]
    do {
      bytes = Array(try JSONEncoder().encode(self))
    } catch {
      throw .untouched(SystemError("write", path, code: SystemError.unreadable))
    }
    _ = try SavedFile(path, in: files).replace(with: bytes, expecting: nil)
  }

  /// The journal of a folder, or `nil` where there is none.
  static func read(from root: String, in files: any FileSystem) throws(SystemError) -> FolderJournal? {
    let path = FilePaths.join(root, name)
    guard try files.statusIfAny(of: path, followingLinks: false) != nil else { return nil }
    let file = try files.open(path, for: .reading)
    defer { files.close(file) }
    let source = try files.contents(of: file, name: path)
    do {
      return try JSONDecoder().decode(FolderJournal.self, from: Data(source.bytes(in: 0..<source.count)))
    } catch {
      throw SystemError("understand", path, code: SystemError.unreadable)
    }
  }

  /// Does every step, and takes the journal away. For whoever has the lock.
  func perform(in root: String, _ files: any FileSystem) throws(SystemError) {
    var folders: Set<String> = [root]
    for step in steps {
      switch step {
      case .makeFolder(let path):
        let path = FilePaths.join(root, path)
        do throws(SystemError) {
          try files.makeFolder(path)
        } catch {
          if !error.meansPresence { throw error }
        }
        folders.insert(FilePaths.folder(of: path))
      case .write(let path, let data):
        let path = FilePaths.join(root, path)
        let file = SavedFile(path, in: files)
        file.removeLeftovers()
        do throws(SavedFile.Failure) {
          _ = try file.replace(with: Array(data), expecting: try? files.status(of: path, followingLinks: false))
        } catch {
          switch error {
          case .untouched(let error), .unsettled(_, let error): throw error
          case .overtaken: throw SystemError("write", path, code: SystemError.unreadable)
          }
        }
      case .remove(let path):
        let path = FilePaths.join(root, path)
        try forgivingAbsence { () throws(SystemError) in try files.remove(path) }
        folders.insert(FilePaths.folder(of: path))
      case .removeFolder(let path):
        let path = FilePaths.join(root, path)
        do throws(SystemError) {
          try files.removeFolder(path)
        } catch {
          // Others may have put files there, which stay.
          if !error.meansAbsence, !error.meansNotEmpty { throw error }
        }
        folders.insert(FilePaths.folder(of: path))
        folders.remove(path)
      }
    }
    for folder in folders.sorted() {
      try forgivingAbsence { () throws(SystemError) in try files.synchronizeFolder(folder) }
    }
    try files.remove(FilePaths.join(root, Self.name))
    try files.synchronizeFolder(root)
  }

  private func forgivingAbsence(_ body: () throws(SystemError) -> Void) throws(SystemError) {
    do throws(SystemError) {
      try body()
    } catch {
      if !error.meansAbsence { throw error }
    }
  }
}
