internal import BenchmarkHarness
internal import RecordFormats

/// One of the two that are compared.
enum Side {
  /// A benchmark run, read from a file.
  case file(BenchmarkRun, path: String)
  /// A build that can be run.
  case runner(Runner)

  /// The path as it was given.
  var path: String {
    switch self {
    case .file(_, let path): path
    case .runner(let runner): runner.path
    }
  }

  /// The build, if it is one.
  var runner: Runner? { if case .runner(let runner) = self { runner } else { nil } }

  /// Finds out what is at a path: text that starts with a brace is a benchmark run, a program is a build.
  ///
  /// - Parameter commit: the revision that a build was made from, for its benchmark runs.
  /// - Throws: a failure that says what it is instead.
  init(path: String, commit: String?) throws(Failure) {
    let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
    let first = source.bytes(in: 0..<min(64, source.count)).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") {
      self = .file(try BenchmarkRunReader.run(in: source), path: path)
    } else if ProgramSearch.isProgram(path) {
      self = .runner(Runner(path: path.contains("/") ? path : "./" + path, commit: commit))
    } else {
      throw Failure(
        "\(path): neither a benchmark run (JSON) nor a program; name a file that a runner wrote with --record, or a runner"
      )
    }
  }
}
