import Foundation

/// Tries stores of files on the real file system: killed processes, saves without end, a queue that overflows, a full disk,
/// a million records.
@available(LiveSystems, *)
@main
struct FileRunner {
  static let usage = """
    Tries stores of files on the real file system.

    USAGE: FileRunner MODE FOLDER [N]

      crashes FOLDER N     kill -9 a writing process N times; nothing acknowledged is lost, every file is whole
      folder-crashes FOLDER N
                           the same for batches on several files of a folder
      saves FOLDER N       replace the file N times; the store notices every one
      overflow FOLDER N    flood an inotify queue of 4 events N times; root only
      full-disk FOLDER     fill a small disk by writing; the file stays whole
      read-only FOLDER     write to a file and a folder that this user may only read; refused, and nothing is changed
      records FOLDER N     read, reread and write a file of N records: time and peak memory
      write FOLDER, write-folder FOLDER
                           what crashes kills: writes without end, a line on standard output for each write
    """

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2, let count = arguments.count > 2 ? Int(arguments[2]) : 100, count > 0 else {
      tell(usage)
      leave(64)
    }
    let folder = arguments[1]
    do {
      switch arguments[0] {
      case "crashes": try await CrashTrial(folder: folder, count: count, isFolder: false).run()
      case "folder-crashes": try await CrashTrial(folder: folder, count: count, isFolder: true).run()
      case "write": try await CrashTrial.write(to: Target(folder: folder, isFolder: false))
      case "write-folder": try await CrashTrial.write(to: Target(folder: folder, isFolder: true))
      case "saves": try await SaveTrial(folder: folder, count: count).run()
      case "overflow": try await OverflowTrial(folder: folder, count: count).run()
      case "full-disk": try await FullDiskTrial(folder: folder).run()
      case "read-only": try await ReadOnlyTrial(folder: folder).run()
      case "records": try await RecordsTrial(folder: folder, count: count).run()
      default:
        tell(usage)
        leave(64)
      }
    } catch {
      tell("failed: \(error)")
      leave(1)
    }
  }
}

/// What went wrong in a trial.
struct TrialFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
