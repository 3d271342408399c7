internal import DiffWorkloads
internal import RecordFormats

/// A side of a workload as a file: what the benchmarks hold in memory, in a form that `diff` reads.
enum WorkloadFiles {
  /// The side in the `sections` format: the section's key, the id and the version as text.
  static func sections(_ side: WorkloadSide, _ kind: ElementKind) -> [UInt8] {
    var writer = SectionsWriter()
    for section in side.sections {
      writer.beginSection("\(section.key)")
      for row in section.rows { writer.append(id: kind.text(of: row), content: "\(row.version)") }
    }
    writer.finish()
    return writer.output
  }

  /// The side as NDJSON, an object a row: section, id, content. Sections without rows leave no trace there.
  static func lines(_ side: WorkloadSide, _ kind: ElementKind) -> [UInt8] {
    var writer = JSONRecordsWriter(format: .ndjson)
    for section in side.sections {
      let key = JSONText.literal("\(section.key)")
      for row in section.rows {
        writer.append { output in
          output.append("{\"section\":\(key),\"id\":")
          JSONText.appendString(kind.text(of: row), to: &output)
          output.append(",\"content\":")
          JSONText.appendString("\(row.version)", to: &output)
          output.append("}")
        }
      }
    }
    writer.finish()
    return writer.output
  }
}

/// The kind of element that a workload's rows are made into, as the command names it.
enum ElementKind: String, CaseIterable {
  /// Numbers.
  case int
  /// Texts of 36 characters, built again for each side.
  case string
  /// The same texts, whose storage both sides share.
  case stringShared = "string-shared"
  /// Texts again, of records of five fields.
  case record
  /// Numbers again, of records that are objects of a class.
  case object

  /// The id of a row as files hold it. What is shared in memory is the same text.
  func text(of row: WorkloadRow) -> String {
    switch self {
    case .int, .object: "\(row.id)"
    case .string, .stringShared, .record: StringElement.text(of: row.id)
    }
  }
}
