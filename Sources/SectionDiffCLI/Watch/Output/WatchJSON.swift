#if CommandLine
  internal import LiveResults
  internal import RecordFormats
  internal import SectionDiff

  /// An update for programs: one object in one line, its keys in a fixed order, its changes in the form of a patch.
  @available(LiveSystems, *)
  struct WatchJSON: ChangesWriter {
    let hasHeaders: Bool
    let namesOld = false

    /// Returns the line of an update.
    static func line(_ update: WatchedForm.Update, form: WatchedForm) -> [UInt8] {
      let changes = update.changeset.identity
      var output = Array("{\"revision\":\(update.revision),\"counts\":".utf8)
      output.append(changes.counts)
      WatchJSON(hasHeaders: form.keepsSections).append(changes, from: update.before, to: update.after, to: &output)
      output.append("}\n")
      return output
    }

    /// Returns the line of a failure.
    static func line(error: String) -> [UInt8] {
      var output = Array("{\"error\":".utf8)
      JSONText.appendString(error, to: &output)
      output.append("}\n")
      return output
    }

    func append(key: SectionKey, to output: inout [UInt8]) { output.append(contentsOf: key.json) }
    func append(id record: WatchedRecord, to output: inout [UInt8]) { output.append(contentsOf: record.idJSON) }
    func append(item record: WatchedRecord, to output: inout [UInt8]) { output.append(contentsOf: record.json) }

    func appendContents(from before: WatchedRecord, to after: WatchedRecord, to output: inout [UInt8]) {
      output.appendContents(from: before.ownParts, to: after.ownParts, fields: before.changes(to: after))
    }
  }
#endif
