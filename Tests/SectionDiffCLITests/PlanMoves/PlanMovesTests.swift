#if CommandLine
  import SectionDiff
  import TestScale
  import Testing

  @testable import SectionDiffCLI

  /// `section-diff plan-moves`: the runs that it prints are those that a diff of the same records moves.
  @Suite("section-diff plan-moves")
  struct PlanMovesTests {
    /// What is printed for runs in so many pieces.
    private func moved(_ text: String, maxRuns: Int? = nil, pieces: Int = 1) throws(Failure) -> String {
      var output: [UInt8] = []
      var planner = RunPlanner(maxRuns: maxRuns) { bytes throws(Failure) in
        output += bytes
        return true
      }
      var reader = RunReader()
      let bytes = Array(text.utf8)
      for piece in 0..<pieces {
        let range = piece * bytes.count / pieces..<(piece + 1) * bytes.count / pieces
        try reader.read(Array(bytes[range])) { run throws(Failure) in try planner.add(run) }
      }
      try reader.finish { run throws(Failure) in try planner.add(run) }
      try planner.finish()
      return String(decoding: output, as: UTF8.self)
    }

    @Test(
      "lines with and without a header, the end of the last one, and in pieces",
      arguments: [
        ("", ""), ("section,start,length\n", ""), ("section", ""), ("0,0,9\n", ""), ("0,3,1\n0,0,3\n", "0,3,1,true\n"),
        ("0,3,1\r\n0,0,3", "0,3,1,true\n"),
        ("\"section\",\"start\"\n7,3,1\n7,0,3\n8,1,1\n8,0,1\n", "7,3,1,true\n8,1,1,true\n"),
        // Among as heavy ones the latest stay.
        ("0,2,1\n0,1,1\n0,0,1\n", "0,2,1,true\n0,1,1,true\n"),
        ("0,9223372036854775806,1\n0,0,1\n", "0,9223372036854775806,1,true\n"),
      ])
    func lines(input: String, output: String) throws {
      for pieces in [1, 2, 3, 7, max(1, input.utf8.count)] {
        #expect(try moved(input, pieces: pieces) == output)
      }
    }

    @Test(
      "what is no run, or not in order, is refused with its place",
      arguments: [
        ("0,1\n", "line 1, column 4: the line ends where a number is expected"),
        ("0,1,\n", "line 1, column 5: the line ends where a number is expected"),
        ("0,0,1\n\n", "line 2, column 1: the line ends where a number is expected"),
        ("0,0,1\n0,1", "line 2, column 4: the line ends where a number is expected"),
        ("0,0,1\nsection", "line 2, column 1: SECTION,START,LENGTH is expected, three whole numbers"),
        ("0,x,1\n", "line 1, column 3: SECTION,START,LENGTH is expected, three whole numbers"),
        ("0,0,1,4\n", "line 1, column 6: SECTION,START,LENGTH is expected, three whole numbers"),
        ("0,,1\n", "line 1, column 3: SECTION,START,LENGTH is expected, three whole numbers"),
        ("0,0,1\r2\n", "line 1, column 7: SECTION,START,LENGTH is expected, three whole numbers"),
        ("0,0,1\n-1,0,1\n", "line 2, column 1: SECTION,START,LENGTH is expected, three whole numbers"),
        ("0,0,0\n", "line 1, column 6: a run has at least one record, and ranks up to 9223372036854775807"),
        ("0,9223372036854775807,1\n", "a run has at least one record, and ranks up to 9223372036854775807"),
        ("0,9223372036854775808,1\n", "line 1, column 21: a number is above 9223372036854775807"),
        ("1,0,1\n0,0,1\n", "section 0 comes after section 1; sort the runs by section"),
        ("0,0,1\n1,0,1\n0,1,1\n", "section 0 comes after section 1; sort the runs by section"),
        ("3,4,2\n3,2,3\n", "section 3: the run of 2 from 4 on overlaps that of 3 from 2 on; each record is in one run"),
        ("3,4,2\n3,4,2\n", "section 3: the run of 2 from 4 on overlaps that of 2 from 4 on; each record is in one run"),
      ])
    func refused(input: String, problem: String) {
      for pieces in [1, 3] {
        let failure = #expect(throws: Failure.self) { try moved(input, pieces: pieces) }
        #expect(failure?.description.hasSuffix(problem) == true, "\(failure?.description ?? "")")
      }
    }

    @Test("the command reads standard input, and prints nothing of a section that is refused")
    func command() throws {
      let tool = try CommandLineTool()
      let folder = try Scratch()
      let planned = try tool.run(["plan-moves"], in: folder, input: "0,3,1\n0,0,3\n1,0,4\n")
      #expect(planned.status == 0 && planned.text == "0,3,1,true\n", "\(planned.errors)")
      let refused = try tool.run(["plan-moves"], in: folder, input: "0,3,1\n0,0,4\n")
      #expect(refused.status == 2 && refused.output.isEmpty, "\(refused.text)")
      #expect(refused.errors.hasPrefix("section-diff: section 0: the run of 1 from 3 on overlaps"), "\(refused.errors)")
      for number in ["0", "-1", "2147483648", "x"] {
        #expect(try tool.run(["plan-moves", "--max-runs=\(number)"], in: folder, input: "").status == 64)
      }
    }

    /// Runs of a list of ranks, maximal or cut at random.
    private func runs(of ranks: [Int], section: Int, cutting random: inout SeededGenerator, isCut: Bool) -> [String] {
      var lines: [String] = []
      var start = 0
      for index in ranks.indices {
        let isEnd = index + 1 == ranks.count || ranks[index + 1] != ranks[index] + 1
        if isEnd || isCut && random.isOne(in: 3) {
          lines.append("\(section),\(ranks[start]),\(index + 1 - start)")
          start = index + 1
        }
      }
      return lines
    }

    /// The ranks that move, by what was printed.
    private func ranks(in output: String, of section: Int) -> [Int] {
      output.split(separator: "\n").flatMap { line -> [Int] in
        let fields = line.split(separator: ",").compactMap { Int($0) }
        return fields[0] == section ? Array(fields[1]..<fields[1] + fields[2]) : []
      }
    }

    @Test("which records move is what a diff says, however runs are cut")
    func likeDiff() throws {
      var random = SeededGenerator(seed: 37)
      for _ in 0..<TestScale.count(20_000, quick: 1_000) {
        let sections = (0..<1 + random.below(3)).map { _ in
          var ranks = Array(0..<random.below(16))
          for _ in 0..<random.below(5) where ranks.count > 1 {
            let start = random.below(ranks.count)
            let end = start + 1 + random.below(ranks.count - start)
            let block = Array(ranks[start..<end])
            ranks.removeSubrange(start..<end)
            ranks.insert(contentsOf: block, at: random.below(ranks.count + 1))
          }
          if random.isOne(in: 8) { ranks.shuffle(using: &random) }
          return ranks
        }
        func snapshot(_ lists: [[Int]]) -> Snapshot<Int, Int, NoHeader> {
          Snapshot(
            sections: lists.enumerated().map { section, ranks in
              SnapshotSection(section, items: ranks.map { section * 100 + $0 })
            })
        }
        let changes = try Differ().changeset(from: snapshot(sections.map { $0.sorted() }), to: snapshot(sections))
        for isCut in [false, true] {
          let lines = sections.enumerated().flatMap { section, ranks in
            runs(of: ranks, section: section, cutting: &random, isCut: isCut)
          }
          let output = try moved(lines.map { $0 + "\n" }.joined())
          for (section, list) in sections.enumerated() {
            let expected = changes.identity.moves.filter { $0.to.section == section }.map(\.from.item)
            #expect(ranks(in: output, of: section) == expected, "\(list): \(lines)")
          }
          #expect(!output.contains("false"))
        }
      }
    }

    @Test("with too few runs at once the rest still increases, and it is said")
    func bounded() throws {
      var random = SeededGenerator(seed: 38)
      for _ in 0..<TestScale.count(20_000, quick: 1_000) {
        let list = Array(0..<1 + random.below(20)).shuffled(using: &random)
        let lines = runs(of: list, section: 4, cutting: &random, isCut: false)
        let text = lines.map { $0 + "\n" }.joined()
        let most = 1 + random.below(lines.count + 1)
        let output = try moved(text, maxRuns: most)
        let moved = Set(ranks(in: output, of: 4))
        let stays = list.filter { !moved.contains($0) }
        #expect(stays == stays.sorted() && !stays.isEmpty, "\(list), at most \(most): \(output)")
        if lines.count <= most {
          #expect(try output == self.moved(text))
        } else {
          // What was printed is in the order that it came in.
          let printed = output.split(separator: "\n").map { $0.split(separator: ",").prefix(3).joined(separator: ",") }
          #expect(printed == lines.filter(Set(printed).contains))
          #expect(output.contains("false") || moved.isEmpty)
          #expect(!output.contains("true"), "\(list), at most \(most): \(output)")
        }
      }
    }
  }
#endif
