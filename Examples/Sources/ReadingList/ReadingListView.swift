#if canImport(SwiftUI)
  import LiveResults
  import SwiftUI

  /// The shelves as a list with sections, which moves rows as books change.
  struct ReadingListView: View {
    let list: ReadingList
    @State private var searchText = ""
    @State private var edited: Book?

    var body: some View {
      NavigationStack {
        List {
          ForEach(list.shown.snapshot.sections, id: \.key) { shelf in
            Section(shelf.key.rawValue) {
              ForEach(shelf.items) { book in
                Button {
                  edited = book
                } label: {
                  BookRow(book: book)
                }
              }
              .onDelete { offsets in
                for id in offsets.map({ shelf.items[$0].id }) { list.delete(id) }
              }
            }
          }
        }
        // Each update of the results is one animation.
        .animation(.default, value: list.shown.lastUpdate?.revision)
        .overlay { status }
        .navigationTitle("Reading list")
        .searchable(text: $searchText)
        .toolbar {
          Button("Add") { edited = Book(id: UUID().uuidString, title: "", author: "", shelf: .next) }
          if list.hasDrafts {
            Button("Discard", role: .destructive) { list.discard() }
            Button("Save") { Task { await list.save() } }
          }
        }
        .sheet(item: $edited) { book in
          BookEditor(book: book) { list.put($0) }
        }
      }
      .task { await list.run() }
      // A new text cancels the task of the old one.
      .task(id: searchText) { await list.search(searchText) }
    }

    @ViewBuilder private var status: some View {
      if let error = list.saveError ?? list.shown.state.error {
        Text("\(error)").foregroundStyle(.red)
      } else if list.shown.state.isLoading {
        ProgressView()
      }
    }
  }

  private struct BookRow: View {
    let book: Book

    var body: some View {
      VStack(alignment: .leading) {
        Text(book.title)
        Text(book.author).font(.caption)
      }
    }
  }

  /// A form for one book. Nothing is changed before "Done".
  private struct BookEditor: View {
    @State var book: Book
    let onDone: (Book) -> Void
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      Form {
        TextField("Title", text: $book.title)
        TextField("Author", text: $book.author)
        Picker("Shelf", selection: $book.shelf) {
          ForEach(Book.Shelf.allCases, id: \.self) { Text($0.rawValue) }
        }
        Button("Cancel", role: .cancel) { dismiss() }
        Button("Done") {
          onDone(book)
          dismiss()
        }
        .disabled(book.title.isEmpty)
      }
    }
  }
#endif
