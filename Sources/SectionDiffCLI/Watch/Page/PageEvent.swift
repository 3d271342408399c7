#if CommandLine
  internal import LiveResults
  internal import RecordFormats
  internal import SectionDiff

  /// An event of the stream that a page listens to, in the form that the HTML standard gives server-sent events.
  ///
  /// Data is one line of JSON. What comes from the source is text to be shown, short and without control characters, which
  /// the page gives to `textContent` alone; and keys, see ``PageKey``, which distinguish rows and sections and are not
  /// shown.
  @available(LiveSystems, *)
  enum PageEvent {
    /// How long a page waits before it connects again.
    static let retry = Duration.milliseconds(500)

    /// What a stream begins with.
    static var opening: [UInt8] { Array("retry: \(retry.components.attoseconds / 1_000_000_000_000_000)\n\n".utf8) }

    /// Shows that there is somebody, by an event, for the page does not see comments.
    static var beat: [UInt8] { Array("event: beat\ndata:\n\n".utf8) }

    /// The status of the source.
    static func status(_ status: PageHub.Status, name: String) -> [UInt8] {
      var data = Array("{\"name\":".utf8)
      JSONText.appendString(VisibleText.shortened(name, to: 200), to: &data)
      data.append(",\"health\":")
      data.appendText(status.health?.word)
      data.append(",\"text\":")
      let texts = [status.health?.description, status.held].compactMap(\.self)
      data.appendText(texts.isEmpty ? nil : texts.joined(separator: "; "))
      data.append(",\"error\":")
      data.appendText(status.error)
      data.append("}")
      return event("status", id: nil, data)
    }

    /// An update: all there is, or what turns the snapshot of the revision before into this one.
    static func update(_ update: WatchedForm.Update, form: WatchedForm, run: String) -> [UInt8] {
      let id = PageEventID(run: run, revision: update.revision)
      return update.kind == .change
        ? event("changes", id: id, PageData.changes(update, form: form))
        : event("reset", id: id, PageData.everything(update, form: form))
    }

    private static func event(_ name: String, id: PageEventID?, _ data: [UInt8]) -> [UInt8] {
      // JSON on one line: no byte of it is a line end.
      var output: [UInt8] = []
      output.reserveCapacity(data.count + 64)
      if let id { output.append("id: \(id)\n") }
      output.append("event: \(name)\ndata: ")
      output += data
      output.append("\n\n")
      return output
    }
  }

  /// What a page has seen last: the run of the command and the revision. Revisions of another run mean something else.
  struct PageEventID: Hashable, CustomStringConvertible {
    let run: String
    let revision: Int

    init(run: String, revision: Int) {
      self.run = run
      self.revision = revision
    }

    /// Reads what ``description`` wrote; nil for anything else.
    init?(_ text: String) {
      let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].count <= 18, parts[1].allSatisfy({ (0x30...0x39).contains($0) }),
        let revision = Int(String(decoding: parts[1], as: UTF8.self))
      else { return nil }
      self.init(run: String(decoding: parts[0], as: UTF8.self), revision: revision)
    }

    var description: String { "\(run).\(revision)" }

    /// The revision to continue from; nil to begin again.
    func revision(in run: String) -> Int? { run == self.run ? revision : nil }
  }

  extension [UInt8] {
    fileprivate mutating func appendText(_ text: String?) {
      if let text { JSONText.appendString(VisibleText.escaped(text), to: &self) } else { append("null") }
    }
  }
#endif
