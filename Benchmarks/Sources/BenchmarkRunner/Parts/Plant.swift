/// A change that is planted into this program to try the gate with: under the name `BenchmarkRunner+csv-indexed-twice` the
/// program is the same, with that one change. `scripts/plants` has the real gate judge them.
enum Plant: String, CaseIterable {
  // MARK: Faults, one a part and more

  case applyTwice = "apply-twice"
  case applyComparing = "apply-comparing"
  case stagesTwentyfold = "stages-twentyfold"
  case invertTwice = "invert-thrice"
  case composeTwice = "compose-twice"
  case encodeTwice = "encode-twice"
  case decodeTwice = "decode-twice"
  case oneAtATimeQuadratic = "one-at-a-time-quadratic"
  case pathsScanning = "paths-scanning"
  case snapshotCopied = "snapshot-copied"
  case stringIDsSlower = "string-ids-slower"
  case movesQuadratic = "moves-quadratic"
  case hashesEverything = "hashes-everything"
  case updatesScanning = "updates-scanning"
  case movesRebuilding = "moves-rebuilding"
  case filterTwice = "filter-twice"
  case windowScanning = "window-scanning"
  case windowedBatchScanning = "windowed-batch-scanning"
  case sortTwice = "sort-twice"
  case updatesComposedQuadratic = "updates-composed-quadratic"
  case deliveryScanning = "delivery-scanning"
  case memoryCopying = "memory-copying"
  case commitReadingBack = "commit-reading-back"
  case appendReadTwice = "append-read-twice"
  case pollsWithoutValidator = "polls-without-validator"
  case csvIndexedTwice = "csv-indexed-twice"
  case tsvLookedUpTwice = "tsv-looked-up-twice"
  case jsonReadTwice = "json-read-twice"
  case ndjsonReadTwice = "ndjson-read-twice"
  case linesCopied = "lines-copied"
  case sectionsReadTwice = "sections-read-twice"
  case csvWrittenTwice = "csv-written-twice"
  case jsonWrittenTwice = "json-written-twice"
  case rewrittenTwice = "rewritten-twice"

  // MARK: Wrong answers, one for each way in which answers are verified

  case applyWrong = "apply-wrong"
  case invertWrong = "invert-wrong"
  case composeWrong = "compose-wrong"
  case encodeWrong = "encode-wrong"
  case decodeWrong = "decode-wrong"
  case stagesWrong = "stages-wrong"
  case oneAtATimeWrong = "one-at-a-time-wrong"
  case pathsWrong = "paths-wrong"
  case snapshotWrong = "snapshot-wrong"
  case adaptiveWrong = "adaptive-wrong"
  case updatesWrong = "updates-wrong"
  case filterWrong = "filter-wrong"
  case windowWrong = "window-wrong"
  case windowedBatchWrong = "windowed-batch-wrong"
  case sortWrong = "sort-wrong"
  case updatesComposedWrong = "updates-composed-wrong"
  case deliveryWrong = "delivery-wrong"
  case memoryWrong = "memory-wrong"
  case commitWrong = "commit-wrong"
  case appendWrong = "append-wrong"
  case pollWrong = "poll-wrong"
  // Of each format, by its name.
  case readCSVWrong = "read-csv-wrong"
  case readTSVWrong = "read-tsv-wrong"
  case readJSONWrong = "read-json-wrong"
  case readNDJSONWrong = "read-ndjson-wrong"
  case readLinesWrong = "read-lines-wrong"
  case readSectionsWrong = "read-sections-wrong"
  case writeCSVWrong = "write-csv-wrong"
  case writeTSVWrong = "write-tsv-wrong"
  case writeJSONWrong = "write-json-wrong"
  case writeNDJSONWrong = "write-ndjson-wrong"
  case writeLinesWrong = "write-lines-wrong"
  case writeSectionsWrong = "write-sections-wrong"
  case rewriteCSVWrong = "rewrite-csv-wrong"
  case rewriteTSVWrong = "rewrite-tsv-wrong"
  case rewriteJSONWrong = "rewrite-json-wrong"
  case rewriteNDJSONWrong = "rewrite-ndjson-wrong"
  case rewriteLinesWrong = "rewrite-lines-wrong"
  case rewriteSectionsWrong = "rewrite-sections-wrong"

  // MARK: Refactorings and improvements, which no gate may call

  case applyInAFunction = "apply-in-a-function"
  case applyKept = "apply-kept"
  case stagesByIterator = "stages-by-iterator"
  case invertByAClosure = "invert-by-a-closure"
  case invertKept = "invert-kept"
  case composeInAFunction = "compose-in-a-function"
  case encoderKept = "encoder-kept"
  case decodedKept = "decoded-kept"
  case oneAtATimeByALoop = "one-at-a-time-by-a-loop"
  case pathsByALoop = "paths-by-a-loop"
  case snapshotKept = "snapshot-kept"
  case adaptiveByAWrapper = "adaptive-by-a-wrapper"
  case updatesInAFunction = "updates-in-a-function"
  case filterKept = "filter-kept"
  case deliveryInAFunction = "delivery-in-a-function"
  case memoryInAFunction = "memory-in-a-function"
  case jsonReadInAFunction = "json-read-in-a-function"
  case csvWrittenKept = "csv-written-kept"
  case contendersInAnotherOrder = "contenders-in-another-order"
  case contenderAdded = "contender-added"
  case workloadAdded = "workload-added"

  /// What is planted into this process: the program's name after its `+`.
  static let active: Plant? = name.flatMap(Plant.init)

  /// The name that was asked for, whether there is such a plant or not.
  static let name: String? = {
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    let parts = program.split(separator: "+", maxSplits: 1)
    return parts.count == 2 ? String(parts[1]) : nil
  }()

  /// What the gate has to make of it: nothing of what is harmless; an answer that is wrong has to be called wrong.
  var kind: String { Self.harmless.contains(self) ? "harmless" : rawValue.hasSuffix("-wrong") ? "wrong" : "fault" }

  private static let harmless: Set<Plant> = [
    .applyInAFunction, .applyKept, .stagesByIterator, .invertByAClosure, .invertKept, .composeInAFunction, .encoderKept,
    .decodedKept, .oneAtATimeByALoop, .pathsByALoop, .snapshotKept, .adaptiveByAWrapper,
    .updatesInAFunction, .filterKept, .deliveryInAFunction, .memoryInAFunction,
    .jsonReadInAFunction, .csvWrittenKept, .contendersInAnotherOrder, .contenderAdded, .workloadAdded,
  ]

  /// The workload, the kind of element and the contender that it is planted into.
  var place: (workload: String, elements: String, contender: String) {
    switch self {
    case .applyTwice, .applyComparing, .applyWrong, .applyInAFunction, .applyKept: ("changes-mixed", "row", "apply")
    case .stagesTwentyfold, .stagesWrong, .stagesByIterator: ("changes-mixed", "row", "stages")
    case .invertTwice, .invertWrong, .invertByAClosure, .invertKept: ("changes-mixed", "row", "invert")
    case .composeTwice, .composeWrong, .composeInAFunction: ("changes-mixed", "row", "compose")
    case .encodeTwice, .encodeWrong, .encoderKept: ("changes-mixed", "row", "encode")
    case .decodeTwice, .decodeWrong, .decodedKept: ("changes-mixed", "row", "decode")
    case .oneAtATimeQuadratic, .oneAtATimeWrong, .oneAtATimeByALoop:
      ("changes-mixed", "row", "one at a time")
    case .pathsScanning, .pathsWrong, .pathsByALoop: ("changes-mixed", "row", "paths")
    case .snapshotCopied, .snapshotWrong, .snapshotKept: ("changes-mixed", "row", "snapshot")
    case .contendersInAnotherOrder, .contenderAdded, .workloadAdded: ("changes-mixed", "row", "")
    case .stringIDsSlower: ("replace-all", "string", "adaptive")
    // A workload in sections with more than 1,000 moves.
    case .movesQuadratic: ("judge-board-sort", "int", "adaptive")
    case .hashesEverything, .adaptiveByAWrapper: ("sparse-edits", "int", "adaptive")
    // Where Heckel needs more moves than the fewest.
    case .adaptiveWrong: ("shuffle", "int", "adaptive")
    case .updatesScanning, .updatesWrong, .updatesInAFunction: ("live", "record", "1 updated")
    case .movesRebuilding: ("live", "record", "10 moved")
    case .filterTwice, .filterWrong, .filterKept: ("live", "record", "filter")
    case .windowScanning, .windowWrong: ("live", "record", "window")
    case .windowedBatchScanning: ("live", "record", "10 updated, window")
    case .windowedBatchWrong: ("live", "record", "100 moved, window")
    case .sortTwice, .sortWrong: ("live", "record", "sort")
    case .updatesComposedQuadratic, .updatesComposedWrong: ("live", "record", "16 updates composed")
    case .deliveryScanning, .deliveryWrong, .deliveryInAFunction: ("live-store", "record", "10 delivered")
    case .memoryCopying, .memoryWrong, .memoryInAFunction: ("stores", "note", "memory commit")
    case .commitReadingBack, .commitWrong: ("stores", "note", "file commit")
    case .appendReadTwice, .appendWrong: ("stores", "note", "file append")
    case .pollsWithoutValidator, .pollWrong: ("stores", "note", "poll, 304")
    case .csvIndexedTwice: ("formats", "song", "read csv")
    case .tsvLookedUpTwice: ("formats", "song", "read tsv")
    case .jsonReadTwice, .jsonReadInAFunction: ("formats", "song", "read json")
    case .ndjsonReadTwice: ("formats", "song", "read ndjson")
    case .linesCopied: ("formats", "song", "read lines")
    case .sectionsReadTwice: ("formats", "song", "read sections")
    case .csvWrittenTwice, .csvWrittenKept: ("formats", "song", "write csv")
    case .jsonWrittenTwice: ("formats", "song", "write json")
    case .rewrittenTwice: ("formats", "song", "rewrite csv")
    case .readCSVWrong, .readTSVWrong, .readJSONWrong, .readNDJSONWrong, .readLinesWrong, .readSectionsWrong,
      .writeCSVWrong, .writeTSVWrong, .writeJSONWrong, .writeNDJSONWrong, .writeLinesWrong, .writeSectionsWrong,
      .rewriteCSVWrong, .rewriteTSVWrong, .rewriteJSONWrong, .rewriteNDJSONWrong, .rewriteLinesWrong,
      .rewriteSectionsWrong:
      ("formats", "song", rawValue.split(separator: "-").dropLast().joined(separator: " "))
    }
  }

  /// A line for each: its name, what it is, and where it is.
  static var table: String {
    allCases.map { plant in
      let place = plant.place
      return [
        plant.rawValue, plant.kind, place.workload, place.elements, place.contender,
      ].joined(separator: "\t")
    }.joined(separator: "\n")
  }
}
