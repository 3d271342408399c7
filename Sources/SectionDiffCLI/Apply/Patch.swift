internal import RecordFormats
internal import SectionDiff

/// A patch as `diff --format json` writes it: read and checked in itself, not yet against a file.
struct Patch {
  /// Two values, of the old side and of the new.
  struct Sides<Value> {
    var old: Value
    var new: Value

    var reversed: Self { Self(old: new, new: old) }
  }

  /// The most stages that are applied. A diff never needs more than three; every one takes time in proportion to
  /// the whole file, so a patch from elsewhere must not bring many.
  static let stageLimit = 16

  /// The bytes that all values of the steps are in.
  let source: SourceText
  /// The format of the files that it was made from.
  let format: RecordFormat
  /// How they were read and compared.
  let rules: ComparisonRules
  /// Their columns as the headers have them, for CSV and TSV.
  var columns: Sides<[String]>?
  /// Whether their last lines end with LF, for lines.
  var finalNewline: Sides<Bool>?
  /// Whether their lines end in CR, for lines.
  var endInCR: Sides<Bool>
  /// Whether they begin with a byte-order mark, for lines.
  var byteOrderMark: Sides<Bool>
  /// How the changes are written.
  let view: ChangeView
  /// The changes: one step, for stages any number.
  var steps: [PatchStep]

  /// Reads the patch in a file; `-` is standard input.
  ///
  /// - Throws: the first thing that is wrong in it.
  init(path: String) throws(Failure) {
    try self.init(try .input(path))
  }

  /// Reads a patch.
  ///
  /// - Parameters:
  ///   - source: the patch.
  ///   - formats: the formats that it may have been made from.
  /// - Throws: the first thing that is wrong in it.
  init(_ source: SourceText, among formats: [RecordFormat] = RecordFormat.allCases) throws(Failure) {
    // Around a record, which may be as deep as any, are up to eight levels of the patch.
    var source = source
    source.depthLimit += 8
    let document = try reading { () throws(FormatError) in try JSONDocument(source) }
    var reader = PatchReader(source: source)
    self.source = source
    let root = document.root
    let name = try reader.text(try reader.member("format", of: root))
    guard name == PatchWriter.formatName else {
      throw reader.failure(
        root, "its format is \(JSONText.literal(name)), expected \(JSONText.literal(PatchWriter.formatName))")
    }
    let input = try reader.member("input", of: root)
    format = try reader.format(of: input, among: formats)
    reader.format = format
    rules = try reader.rules(input)
    columns = nil
    if format.shape == .row {
      let columns = try reader.member("columns", of: input)
      self.columns = Sides(
        old: try reader.columns("old", of: columns), new: try reader.columns("new", of: columns))
    }
    finalNewline = nil
    endInCR = Sides(old: false, new: false)
    byteOrderMark = Sides(old: false, new: false)
    if format.shape == .line {
      finalNewline = try reader.flags(try reader.member("finalNewline", of: input))
      if let ends = try reader.optionalMember("endInCR", of: input) { endInCR = try reader.flags(ends) }
      if let marks = try reader.optionalMember("byteOrderMark", of: input) {
        byteOrderMark = try reader.flags(marks)
      }
    }
    let view = try reader.choice("view", of: root) { ChangeView(rawValue: $0) }
    self.view = view
    steps = []
    if view == .stages {
      let stages = try reader.list(try reader.member("stages", of: root))
      guard stages.count <= Self.stageLimit else {
        throw reader.failure(root, "\(stages.count) stages; there are never more than three")
      }
      for (index, stage) in stages.enumerated() {
        steps.append(try reader.step(stage, impliesRows: true, prefix: "stages[\(index)]."))
      }
    } else {
      steps = [try reader.step(root, impliesRows: view == .batch, prefix: "")]
    }
  }

  /// The patch that leads back.
  var reversed: Patch {
    var patch = self
    patch.columns = columns?.reversed
    patch.finalNewline = finalNewline?.reversed
    patch.endInCR = endInCR.reversed
    patch.byteOrderMark = byteOrderMark.reversed
    patch.steps = steps.reversed().map(\.reversed)
    return patch
  }
}
