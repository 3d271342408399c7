#if canImport(SwiftUI)
  import LiveResults
  import MemoryAdapter
  import SectionDiff
  import SwiftUI

  @available(LiveSystems, *)
  // sample: swiftui-list
  struct ContactList: View {
    @State private var contacts: ResultsModel<String, Contact, NoHeader>

    init(_ controller: ResultsController<MemoryStore<Contact>, String, Contact, NoHeader>) {
      _contacts = State(initialValue: ResultsModel(controller))
    }

    var body: some View {
      List {
        ForEach(contacts.snapshot.sections, id: \.key) { section in
          SwiftUI.Section(section.key) {
            ForEach(section.items) { Text($0.name) }
          }
        }
      }
      .animation(.default, value: contacts.lastUpdate?.revision)
      .task { await contacts.run() }
    }
  }
// end sample
#endif
