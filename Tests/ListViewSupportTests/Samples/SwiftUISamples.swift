#if canImport(SwiftUI)
  import LiveResults
  import MemoryAdapter
  import SectionDiff
  import SwiftUI

  @available(LiveSystems, *)
  // sample: swiftui-list
  struct ContactList: View {
    @State private var contacts: SectionedResultsModel<Contact, String>
    @State private var text = ""

    init(_ controller: SectionedResultsController<MemoryStore<Contact>, String>) {
      _contacts = State(initialValue: ResultsModel(controller))
    }

    var body: some View {
      List {
        ForEach(contacts.snapshot.sections, id: \.key) { section in
          Section(section.key) {
            ForEach(section.items) { Text($0.name) }
          }
        }
      }
      .animation(.default, value: contacts.lastUpdate?.revision)
      .searchable(text: $text)
      .task { await contacts.run() }
      .task(id: text) {
        await contacts.setFilter(in: "search") { [text] in text.isEmpty || $0.name.contains(text) }
      }
    }
  }
// end sample
#endif
