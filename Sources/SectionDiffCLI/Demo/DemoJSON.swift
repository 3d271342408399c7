#if CommandLine
  internal import LiveResults
  internal import RecordFormats
  internal import SectionDiff

  /// A step of the demonstration for programs: one object in one line, its keys in a fixed order, its changes in the form
  /// of a patch.
  @available(LiveSystems, *)
  struct DemoJSON: ChangesWriter {
    // Sections of the board have no headers.
    let hasHeaders = false
    let namesOld = false

    /// Returns what is printed.
    static func line(_ step: DemoRun.Step) -> [UInt8] {
      let update = step.update
      let changes = update.changeset.identity
      var output: [UInt8] = []
      output.append(
        "{\"step\":\(step.number),\"time\":\"\(step.time)\",\"revision\":\(update.revision),\"counts\":")
      output.append(changes.counts)
      DemoJSON().append(changes, from: update.before, to: update.after, to: &output)
      output.append("}\n")
      return output
    }

    func append(key: String?, to output: inout [UInt8]) {
      if let key { JSONText.appendString(key, to: &output) } else { output.append("null") }
    }

    func append(header: NoHeader, to output: inout [UInt8]) { output.append("null") }

    func append(id flight: Flight, to output: inout [UInt8]) { JSONText.appendString(flight.id, to: &output) }

    func append(item flight: Flight, to output: inout [UInt8]) {
      output.append("{\"id\":")
      JSONText.appendString(flight.id, to: &output)
      for field in flight.fields {
        output.append(",\"\(field.name)\":")
        JSONText.appendString(field.value, to: &output)
      }
      output.append("}")
    }

    func appendContents(from before: Flight, to after: Flight, to output: inout [UInt8]) {
      output.append(",\"fields\":{")
      for (index, field) in before.changes(to: after).enumerated() {
        output.append(index > 0 ? ",\"\(field.name)\":" : "\"\(field.name)\":")
        output.appendStrings([field.old, field.new])
      }
      output.append("},\"added\":{},\"removed\":{}")
    }
  }
#endif
