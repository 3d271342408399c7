#if os(Linux) || os(macOS)
  import Foundation
  import SectionDiff
  import TestScale
  import Testing

  /// Answers for texts beside those of `git diff --no-index --minimal`.
  @Suite(.enabled(if: Git.isInstalled)) struct GitTests {
    @Test(.enabled(if: TestScale.isFull)) func noMoreLinesAreDeletedAndInsertedThanByGit() throws {
      let git = try Git()
      for pair in try TextPair.all() where pair.isForTuning && pair.old.count < 20_000 {
        let theirs = try git.hunks(pair.old, pair.new).reduce(0) { $0 + $1.deleted.count + $1.inserted.count }
        let counts = try Differ(algorithm: MyersDiff()).changeset(from: pair.old, to: pair.new).counts
        #expect(counts.deletes + counts.inserts <= theirs, "\(pair.name)")
        let withMoves = try Differ().changeset(from: pair.old, to: pair.new).counts
        #expect(withMoves.deletes + withMoves.inserts + withMoves.moves <= theirs, "\(pair.name)")
      }
    }

    /// One block more or less: then the shortest scripts differ by where the group is, and by nothing else.
    @Test func aGroupIsWhereGitDrawsIt() throws {
      let git = try Git()
      var random = SplitMix64(seed: 52)
      for _ in 0..<60 {
        let old = source(functions: 6, &random)
        let start = Int.random(in: 0..<old.count, using: &random)
        let block = Array(old[start..<min(old.count, start + Int.random(in: 1...6, using: &random))])
        var new = old
        new.insert(contentsOf: block, at: Int.random(in: 0...old.count, using: &random))
        for (before, after) in [(old, new), (new, old)] {
          let diff = try Differ(algorithm: MyersDiff()).diff(from: FlatSnapshot(before), to: FlatSnapshot(after))
          let changes = diff.readable().changeset.identity
          let hunks = try git.hunks(before, after)
          #expect(changes.deletes.map(\.item) == hunks.flatMap { Array($0.deleted) }, "\(before) → \(after)")
          #expect(changes.inserts.map(\.item) == hunks.flatMap { Array($0.inserted) }, "\(before) → \(after)")
        }
      }
    }

    /// Lines of functions, whose first lines differ and whose others often do not.
    private func source(functions: Int, _ random: inout SplitMix64) -> [String] {
      (0..<functions).flatMap { number in
        var lines = ["func f\(number)() {"]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          lines += ["  if \(Int.random(in: 0..<3, using: &random)) {", "    return", "  }"]
        }
        return lines + ["}", ""]
      }
    }
  }

  /// Runs `git diff` on lines.
  private struct Git {
    struct Hunk {
      let deleted: Range<Int>
      let inserted: Range<Int>
    }

    static let isInstalled = (try? run(["--version"])) != nil
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "git-tests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The positions that are deleted and inserted, group by group.
    func hunks(_ old: [String], _ new: [String]) throws -> [Hunk] {
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let files = [folder.appending(path: "old"), folder.appending(path: "new")]
      for (file, lines) in zip(files, [old, new]) {
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
      }
      let output = try Self.run(
        ["diff", "--no-index", "--no-color", "--no-ext-diff", "--minimal", "--indent-heuristic", "--unified=0", "--"]
          + files.map(\.path))
      return output.split(separator: "\n").filter { $0.hasPrefix("@@ ") }.map { line in
        let sides = line.split(separator: " ")[1...2].map { side in
          let numbers = side.dropFirst().split(separator: ",").compactMap { Int($0) }
          let count = numbers.count > 1 ? numbers[1] : 1
          // A range without lines names the line before it.
          let start = count == 0 ? numbers[0] : numbers[0] - 1
          return start..<(start + count)
        }
        return Hunk(deleted: sides[0], inserted: sides[1])
      }
    }

    private static func run(_ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["git"] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "C"]) { $1 }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      // 0 and 1 say whether the files differ.
      guard process.terminationStatus <= 1 else { throw CocoaError(.executableLoad) }
      return String(decoding: data, as: UTF8.self)
    }
  }
#endif
