#if CommandLine
  internal import LiveResults
  internal import RecordFormats
  internal import SectionDiff

  /// An update for people: what changed, section by section, in the marks of `diff`.
  ///
  ///     revision 4: 1 inserted, 1 updated
  ///
  ///     Fruit (3 → 4 items)
  ///       + kiwi  price: 40
  ///       ~ pear  price: 310 → 290
  @available(LiveSystems, *)
  struct WatchText {
    private let update: WatchedForm.Update
    private let form: WatchedForm
    private let palette: Palette
    private var text = ""
    private var alike = LookAlikes()

    /// Returns the paragraph of an update, with an empty line at its end.
    static func report(_ update: WatchedForm.Update, form: WatchedForm, palette: Palette) -> [UInt8] {
      var report = WatchText(update: update, form: form, palette: palette)
      report.write()
      return Array(report.text.utf8)
    }

    /// Returns the line of a failure.
    static func line(error: String, palette: Palette) -> [UInt8] {
      Array((palette.paint("error", .deleted) + ": \(VisibleText.escaped(error))\n").utf8)
    }

    private mutating func line(_ content: String) { text += content + "\n" }

    private mutating func write() {
      let changes = update.changeset.identity
      let summary = SummaryLine.brief(changes.counts)
      line(
        palette.paint("revision \(update.revision)", .heading) + ": " + (summary.isEmpty ? "nothing to show" : summary))
      var sections = SectionChanges.grouped(changes, from: update.before, to: update.after)
      sections.removeAll { $0.isEmpty || form.isFlat && $0.mark != nil && $0.arriving.isEmpty }
      alike = lookAlikes(in: sections)
      for section in sections {
        text += "\n"
        if !form.isFlat {
          let heading = section.heading(
            from: update.before, to: update.after, isText: form.isTextOnly, telling: alike, palette)
          for line in heading { self.line(line) }
        }
        writeItems(of: section)
      }
      text += "\n"
    }

    /// Deletes in their old order, then what came, moved or changed, in its new order.
    private mutating func writeItems(of section: SectionChanges) {
      for leaving in section.leaving where leaving.isDelete {
        writeWhole(update.before[ItemPath(section: section.old ?? 0, item: leaving.offset)], "-", .deleted)
      }
      var arriving = section.arriving[...]
      var updated = section.updated[...]
      let offset = section.new ?? 0
      while let item = [arriving.first?.offset, updated.first?.offset].compactMap(\.self).min() {
        let record = update.after[ItemPath(section: offset, item: item)]
        if let next = arriving.first, next.offset == item {
          arriving.removeFirst()
          if let from = next.from {
            writeMove(record, from: from, to: ItemPath(section: offset, item: item))
          } else {
            writeWhole(record, "+", .inserted)
          }
        }
        if let next = updated.first, next.offset == item {
          updated.removeFirst()
          let changes = update.before[next.from].shownChanges(to: record, limit: palette.valueLimit)
          line(palette.paint("  ~ \(name(of: record))", .updated) + "  " + changes.joined(separator: ", "))
        }
      }
    }

    private mutating func writeWhole(_ record: WatchedRecord, _ mark: String, _ role: Palette.Role) {
      let label = record.label
      let fields =
        label.isEmpty
        ? record.nameByFields
        : record.shownFields(limit: palette.valueLimit).map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      if label.isEmpty { return line(palette.paint("  \(mark) \(fields)", role)) }
      line(palette.paint("  \(mark) \(alike.shown(label))", role) + (fields.isEmpty ? "" : "  \(fields)"))
    }

    private mutating func writeMove(_ record: WatchedRecord, from: ItemPath, to: ItemPath) {
      let source = update.before.sections[from.section].key
      let isHere = source == update.after.sections[to.section].key
      let origin = isHere ? "" : "from \(alike.shown(source.title(isText: form.isTextOnly))), "
      line(
        palette.paint("  ↕ \(name(of: record))", .moved)
          + palette.paint("  \(origin)\(from.item + 1) → \(to.item + 1)", .faint))
    }

    private func name(of record: WatchedRecord) -> String {
      let label = record.label
      return label.isEmpty ? record.nameByFields : alike.shown(label)
    }

    /// The names in the paragraph that look alike: of sections, and of the records that are told.
    private func lookAlikes(in sections: [SectionChanges]) -> LookAlikes {
      var alike = LookAlikes()
      // Lines are told whole, as they are.
      if form.format.shape == .line { return alike }
      func add(_ record: WatchedRecord) {
        // ASCII looks like nothing else, and needs no label for that.
        if record.idJSON.contains(where: { $0 >= 0x80 }) || record.json.contains(where: { $0 >= 0x80 }) {
          alike.add(record.label)
        }
      }
      for key in update.before.keys + update.after.keys { alike.add(key.title(isText: form.isTextOnly)) }
      for section in sections {
        for leaving in section.leaving where leaving.isDelete {
          add(update.before[ItemPath(section: section.old ?? 0, item: leaving.offset)])
        }
        for offset in section.arriving.map(\.offset) + section.updated.map(\.offset) {
          add(update.after[ItemPath(section: section.new ?? 0, item: offset)])
        }
      }
      return alike
    }
  }
#endif
