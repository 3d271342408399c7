#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import ListViewSupport
  import LiveResults
  import SectionDiff

  @available(LiveSystems, *)
  // sample: appkit-table
  final class ContactsList: NSObject, NSTableViewDataSource, NSTableViewDelegate {
    private var data = Snapshot<String, Contact, NoHeader>()

    func follow(_ updates: ResultsUpdates<String, Contact, NoHeader>, in tableView: NSTableView) async {
      for await update in updates {
        tableView.apply(update, headerRows: true) { data = $0 }
      }
    }

    func numberOfRows(in tableView: NSTableView) -> Int { data.rowCount(headerRows: true) }

    func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool {
      if case .header = data.row(at: row, headerRows: true) { true } else { false }
    }

    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
      switch data.row(at: row, headerRows: true) {
      case .header(let section): NSTextField(labelWithString: data.sections[section].key)
      case .item(let path): NSTextField(labelWithString: data[path].name)
      case nil: nil
      }
    }
  }
// end sample
#endif
