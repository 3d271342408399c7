#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import RecordFormats

/// A folder for files that come and go during one run.
struct ScratchFolder {
  /// Where it is.
  let path: String
  /// What the names of all such folders begin with.
  static let prefix = "section-diff-"

  /// Makes the folder below `TMPDIR`, or below /tmp.
  init() throws(Failure) {
    let parent = EnvironmentList.value(of: "TMPDIR") ?? "/tmp"
    // The six X are mkdtemp's: it puts other characters in their places.
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure("\(parent): no folder can be made there: \(String(cString: strerror(errno))); set TMPDIR")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder at a path, where one was made before.
  init(at path: String) { self.path = path }

  /// The file that a build writes its benchmark run to.
  var record: String { "\(path)/record" }
  /// What a build complains of.
  var errors: String { "\(path)/errors" }
  /// What a build says that it can measure.
  var listing: String { "\(path)/listing" }
  /// The sides of an input for a build that takes files.
  var old: String { "\(path)/old.json" }
  var new: String { "\(path)/new.json" }
  /// What another program is given to read, and what it prints.
  var input: String { "\(path)/input" }
  var output: String { "\(path)/output" }
  /// Where a commit is checked out; who makes it removes it.
  var worktree: String { "\(path)/worktree" }
  /// The same of one of several builds that run side by side.
  func record(_ number: Int) -> String { "\(path)/record-\(number)" }
  /// What one of several builds complains of.
  func errors(_ number: Int) -> String { "\(path)/errors-\(number)" }
  /// What valgrind counted, for each of those that run side by side.
  func counted(_ number: Int) -> String { "\(path)/valgrind-\(number)" }

  /// Reads what a build wrote; nil where there is no ordinary file. A pipe in its place would be waited for without end.
  func text(in file: String) -> SourceText? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? SourceText(descriptor: descriptor, name: file)
  }

  /// Removes a file that may not be there.
  func remove(_ file: String) { unlink(file) }

  /// Removes a folder in it with all that is in that.
  func removeTree(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  /// Removes the folder and all that is in it, which was written for this run.
  func remove() { removeTree(path) }

  /// The names in a folder; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
