#if CommandLine
  import Foundation
  import Testing

  /// What the program prints, byte for byte.
  @Suite struct GoldenOutputTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
      try folder.write(
        "old.csv",
        """
        id,name,country,price
        1,Apple,NO,3
        2,Bread,SE,4
        3,Cheese,NO,9
        4,Dates,DK,5
        5,"Egg, boiled",SE,1

        """)
      try folder.write(
        "new.csv",
        """
        id,name,country,price
        3,Cheese,NO,9
        1,Apple,NO,4
        6,Figs,FI,7
        2,Bread,NO,4
        5,"Egg, boiled",SE,2

        """)
      try folder.write("old.txt", "one\ntwo\nthree\nfour\n")
      try folder.write("new.txt", "one\n2\nthree\nfour\nfive")
      try folder.write(
        "old.sections",
        #"[{"section":"A","content":"first","items":[["1","one"],["2","two"]]},{"section":"B","items":[["3","three"]]}]"#
      )
      try folder.write(
        "new.sections",
        #"[{"section":"B","items":[["3","3"]]},{"section":"A","content":"First","items":[["2","two"]]},{"section":"C","items":[["1","one"]]}]"#
      )
    }

    private func expect(
      _ arguments: [String], _ expected: String, status: Int32 = 1,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      let outcome = try tool.run(arguments, in: folder)
      #expect(outcome.text == expected, sourceLocation: location)
      #expect(outcome.status == status, sourceLocation: location)
      #expect(outcome.errors.isEmpty, sourceLocation: location)
    }

    private let keyed = ["diff", "old.csv", "new.csv", "--id", "id"]
    private var sectioned: [String] { keyed + ["--section-by", "country"] }

    // MARK: - Text

    @Test func textOfOneSectionHasNoHeading() throws {
      try expect(
        keyed,
        """
          ↕ 3  3 → 1
          ~ 1  price: 3 → 4
          + 6  name: Figs, country: FI, price: 7
          ~ 2  country: SE → NO
          - 4  name: Dates, country: DK, price: 5
          ~ 5  price: 1 → 2

        1 deleted, 1 inserted, 1 moved, 3 updated

        """)
    }

    @Test func textOfSections() throws {
      try expect(
        sectioned,
        """
        NO (2 → 3 items)
          ↕ 3  2 → 1
          ~ 1  price: 3 → 4
          ↕ 2  from SE, 1 → 3
          ~ 2  country: SE → NO

        + FI (inserted as section 2, 1 item)
          + 6  name: Figs, price: 7

        SE (2 → 1 item)
          ~ 5  price: 1 → 2

        - DK (deleted, was section 3, 1 item)
          - 4  name: Dates, price: 5

        1 deleted, 1 inserted, 2 moved, 3 updated; sections: 1 deleted, 1 inserted

        """)
    }

    @Test func textOfHeadersAndMovedSections() throws {
      try expect(
        ["diff", "old.sections", "new.sections", "--input", "sections"],
        """
        ↕ B (moved from section 2 to 1, 1 item)
          ~ 3  three → 3

        A (2 → 1 item)
          ~ header: first → First

        + C (inserted as section 3, 1 item)
          ↕ 1  from A, 1 → 1

        1 moved, 1 updated; sections: 1 inserted, 1 moved, 1 updated

        """)
    }

    @Test func textOfLines() throws {
      try expect(
        ["diff", "old.txt", "new.txt"],
        """
          - two
          + 2
          + five
          ~ the last line lost its newline

        1 deleted, 2 inserted

        """)
    }

    @Test func textOfNothing() throws {
      try expect(["diff", "old.csv", "old.csv", "--id", "id"], "no differences (5 items)\n", status: 0)
    }

    @Test func textOfColumns() throws {
      try folder.write("a.csv", "id,old,name\n1,x,Ada\n")
      try folder.write("b.csv", "name,id,new\nAda,1,y\n")
      try expect(
        ["diff", "a.csv", "b.csv", "--id", "id"],
        """
        - column old
        + column new

          ~ 1  - old: x, + new: y

        1 updated

        """)
      try expect(
        ["diff", "a.csv", "b.csv", "--id", "id", "--only", "name"], "no differences (1 item)\n", status: 0)
    }

    @Test func controlCharactersAreShownAndNotSent() throws {
      try folder.write("a.csv", "id,name\n1,\"a\u{1B}[31m\nb\"\n")
      try folder.write("b.csv", "id,name\n1,\n")
      try expect(
        ["diff", "a.csv", "b.csv", "--id", "id"],
        "  ~ 1  name: \"a\\u001b[31m\\nb\" → \"\"\n\n1 updated\n")
    }

    @Test func colourOnlyWhenAsked() throws {
      let plain = try tool.run(keyed, in: folder)
      #expect(!plain.text.contains("\u{1B}"))
      let coloured = try tool.run(keyed + ["--color", "always"], in: folder)
      #expect(coloured.text.contains("\u{1B}[32m  + 6\u{1B}[0m"))
    }

    // MARK: - Summary

    @Test func summary() throws {
      try expect(
        sectioned + ["--format", "summary"],
        "items: 1 deleted, 1 inserted, 2 moved, 3 updated; sections: 1 deleted, 1 inserted, 0 moved, 0 updated\n"
      )
      try expect(
        sectioned + ["--format", "summary", "--view", "batch"],
        "items: 0 deleted, 0 inserted, 2 moved, 3 updated; sections: 1 deleted, 1 inserted, 0 moved, 0 updated\n"
      )
    }

    // MARK: - JSON

    private let input =
      #""input":{"format":"csv","id":["id"],"sectionBy":"country","sectionOrder":"appearance","sortBy":[],"ignore":[],"only":[],"duplicates":"reject","idScope":"global","columns":{"old":["id","name","country","price"],"new":["id","name","country","price"]}}"#

    @Test func jsonOfTheIdentityView() throws {
      try expect(
        sectioned + ["--format", "json"],
        "{\"format\":\"section-diff/1\",\(input),"
          + #""view":"identity","strategy":"lis","counts":{"sectionDeletes":1,"sectionInserts":1,"sectionMoves":0,"sectionUpdates":0,"deletes":1,"inserts":1,"moves":2,"updates":3},"#
          + #""sections":{"deleted":[{"id":"DK","at":2}],"inserted":[{"id":"FI","at":1}],"moved":[],"updated":[]},"#
          + #""items":{"deleted":[{"id":"4","at":[2,0],"item":{"id":"4","name":"Dates","country":"DK","price":"5"}}],"#
          + #""inserted":[{"id":"6","at":[1,0],"item":{"id":"6","name":"Figs","country":"FI","price":"7"}}],"#
          + #""moved":[{"id":"3","from":[0,1],"to":[0,0]},{"id":"2","from":[1,0],"to":[0,2]}],"#
          + #""updated":[{"id":"1","from":[0,0],"to":[0,1],"fields":{"price":["3","4"]},"added":{},"removed":{}},"#
          + #"{"id":"2","from":[1,0],"to":[0,2],"fields":{"country":["SE","NO"]},"added":{},"removed":{}},"#
          + #"{"id":"5","from":[1,1],"to":[2,0],"fields":{"price":["1","2"]},"added":{},"removed":{}}]}}"#
          + "\n")
    }

    @Test func jsonOfTheBatchView() throws {
      let text = try tool.run(sectioned + ["--format", "json", "--view", "batch"], in: folder).text
      #expect(
        text.contains(
          #""sections":{"deleted":[{"id":"DK","at":2,"rows":[{"id":"4","name":"Dates","country":"DK","price":"5"}]}],"inserted":[{"id":"FI","at":1,"rows":[{"id":"6","name":"Figs","country":"FI","price":"7"}]}],"moved":[],"updated":[]},"items":{"deleted":[],"inserted":[],"moved":["#
        ))
      #expect(
        text.contains(
          #""view":"batch","strategy":"lis","counts":{"sectionDeletes":1,"sectionInserts":1,"sectionMoves":0,"sectionUpdates":0,"deletes":0,"inserts":0,"moves":2,"updates":3}"#
        ))
    }

    @Test func jsonOfStages() throws {
      let text = try tool.run(sectioned + ["--format", "json", "--view", "stages"], in: folder).text
      #expect(text.contains(#""updates":3},"stages":[{"counts":{"sectionDeletes":1,"#))
      #expect(text.hasSuffix("]}}]}\n"))
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(Set(object.keys) == ["format", "input", "view", "strategy", "counts", "stages"])
      let stages = try #require(object["stages"] as? [[String: Any]])
      #expect(stages.count == 2)
      #expect(stages.allSatisfy { Set($0.keys) == ["counts", "sections", "items"] })
    }

    @Test func jsonOfSectionsAndLines() throws {
      try expect(
        ["diff", "old.sections", "new.sections", "--input", "sections", "--format", "json"],
        #"{"format":"section-diff/1","input":{"format":"sections","id":[],"sectionBy":null,"sectionOrder":"appearance","sortBy":[],"ignore":[],"only":[],"duplicates":"reject","idScope":"global"},"view":"identity","strategy":"adaptive","counts":{"sectionDeletes":0,"sectionInserts":1,"sectionMoves":1,"sectionUpdates":1,"deletes":0,"inserts":0,"moves":1,"updates":1},"sections":{"deleted":[],"inserted":[{"id":"C","at":2,"content":null}],"moved":[{"id":"B","from":1,"to":0}],"updated":[{"id":"A","from":0,"to":1,"content":["first","First"]}]},"items":{"deleted":[],"inserted":[],"moved":[{"id":"1","from":[0,0],"to":[2,0]}],"updated":[{"id":"3","from":[1,0],"to":[0,0],"content":["three","3"]}]}}"#
          + "\n")
      try expect(
        ["diff", "old.txt", "new.txt", "--format", "json", "--strategy", "lis"],
        #"{"format":"section-diff/1","input":{"format":"lines","id":[],"sectionBy":null,"sectionOrder":"appearance","sortBy":[],"ignore":[],"only":[],"duplicates":"allow","idScope":"global","finalNewline":[true,false]},"view":"identity","strategy":"lis","counts":{"sectionDeletes":0,"sectionInserts":0,"sectionMoves":0,"sectionUpdates":0,"deletes":1,"inserts":2,"moves":0,"updates":0},"sections":{"deleted":[],"inserted":[],"moved":[],"updated":[]},"items":{"deleted":[{"id":"two","at":[0,1],"item":"two"}],"inserted":[{"id":"2","at":[0,1],"item":"2"},{"id":"five","at":[0,4],"item":"five"}],"moved":[],"updated":[]}}"#
          + "\n")
    }

    @Test func jsonKeepsDigitsAndKinds() throws {
      try folder.write(
        "old.ndjson",
        "{\"id\":1,\"n\":12345678901234567890.10}\n{\"id\":\"1\",\"n\":1}\n{\"id\":2,\"n\":1,\"x\":null}\n")
      try folder.write(
        "new.ndjson",
        "{\"id\":1,\"n\":12345678901234567890.1}\n{\"n\":1,\"id\":\"1\"}\n{\"id\":2,\"n\":1.0,\"y\":[]}\n")
      let text = try tool.run(
        ["diff", "old.ndjson", "new.ndjson", "--id", "id", "--format", "json"], in: folder
      ).text
      #expect(
        text.hasSuffix(
          #""updated":[{"id":1,"from":[0,0],"to":[0,0],"fields":{"n":[12345678901234567890.10,12345678901234567890.1]},"added":{},"removed":{}},{"id":2,"from":[0,2],"to":[0,2],"fields":{"n":[1,1.0]},"added":{"y":[]},"removed":{"x":null}}]}}"#
            + "\n"))
    }

    @Test func compositeKeysAreArrays() throws {
      let text = try tool.run(
        ["diff", "old.csv", "new.csv", "--id", "country", "--id", "name", "--format", "json"], in: folder
      ).text
      #expect(text.contains(#"{"id":["DK","Dates"],"at":[0,3],"#))
    }

    /// Names as JSON, each in the place that a patch says; a patch with them is one.
    @Test func namesOfSections() throws {
      try folder.write("old.ndjson", "{\"id\":1,\"s\":1.00}\n{\"id\":2,\"s\":\"é\"}\n{\"id\":3}\n")
      try folder.write("new.ndjson", "{\"id\":3}\n{\"id\":1,\"s\":1.0}\n")
      let options = ["--id", "id", "--section-by", "s", "--section-names"]
      let ran = try tool.run(["diff", "old.ndjson", "new.ndjson", "--format", "json"] + options, in: folder)
      #expect(ran.text.hasSuffix(#","sectionNames":{"old":[1.00,"é",null],"new":[null,1.0]}}"# + "\n"))
      try folder.write("patch.json", ran.text)
      let applied = try tool.run(["apply", "patch.json", "old.ndjson"], in: folder)
      #expect(applied.status == 0)
      let refused = try tool.run(["diff", "old.ndjson", "new.ndjson"] + options, in: folder)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("--section-names is for --format json"))
    }

    @Test func explainAddsAReceipt() throws {
      let text = try tool.run(keyed + ["--format", "json", "--explain", "--strategy", "myers"], in: folder).text
      #expect(text.contains(#","receipt":{"strategy":"myers","picked":"myers","reason":"","comparisons":"#))
      #expect(text.contains(#""infersMoves":false"#))
      let reported = try tool.run(keyed + ["--explain", "--strategy", "myers"], in: folder).text
      #expect(reported.contains("strategy: myers"))
      #expect(reported.contains("moves are not inferred"))
      #expect(!(try tool.run(keyed + ["--format", "json"], in: folder).text.contains("receipt")))
    }

    // MARK: - Unified

    @Test func unified() throws {
      try expect(
        ["diff", "old.txt", "new.txt", "--format", "unified"],
        """
        --- old.txt
        +++ new.txt
        @@ -1,4 +1,5 @@
         one
        -two
        +2
         three
         four
        +five
        \\ No newline at end of file

        """)
      try expect(["diff", "old.txt", "old.txt", "--format", "unified"], "", status: 0)
    }

    // MARK: - Around

    @Test func versionAndHelp() throws {
      let version = try tool.run(["--version"], in: folder)
      #expect(version.status == 0)
      #expect(!version.text.isEmpty)
      for arguments in [["--help"], ["diff", "--help"], ["apply", "--help"]] {
        let help = try tool.run(arguments, in: folder)
        #expect(help.status == 0)
        #expect(help.text.contains("EXAMPLES"))
      }
    }

    @Test func oneSideMayBeStandardInput() throws {
      let new = String(decoding: try folder.read("new.csv"), as: UTF8.self)
      let outcome = try tool.run(
        ["diff", "old.csv", "-", "--id", "id", "--format", "summary"], in: folder, input: new)
      #expect(outcome.text.hasPrefix("items: 1 deleted, 1 inserted, 1 moved, 3 updated"))
      try folder.write("p.json", try tool.run(keyed + ["--format", "json"], in: folder).output)
      let old = String(decoding: try folder.read("old.csv"), as: UTF8.self)
      #expect(try tool.run(["apply", "p.json", "-"], in: folder, input: old).text == new)
    }

    @Test func checkPassesAndApplyCheckIsSilent() throws {
      for view in ["identity", "batch", "stages"] {
        #expect(
          try tool.run(sectioned + ["--check", "--view", view, "--format", "summary"], in: folder).status == 1)
        try folder.write(
          "p.json", try tool.run(sectioned + ["--view", view, "--format", "json"], in: folder).output)
        try expect(["apply", "--check", "p.json", "old.csv"], "", status: 0)
      }
    }
  }
#endif
