import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite("Records made other ones by few changes")
struct OrderedRecordsReloadingTests {
  private static let same: @Sendable (Note, Note) -> Bool = { $0 == $1 }

  private func check(_ old: StoreContents<Note>, _ new: StoreContents<Note>) {
    var records = OrderedRecords(old)
    var view = AnswerView(of: records, for: .all, haveEqualContent: Self.same)
    var observed = ObservedAnswer<Note>()
    observed.apply(.replace(view.contents(of: records)))
    let isDone = records.reload(new, haveEqualContent: Self.same)
    #expect(isDone)
    if records.hasChanges, case .changes(let changes) = view.follow(records), !changes.isEmpty {
      observed.apply(.changes(StoreBatch(changes)))
    }
    let touched = records.touched.count
    records.forgetLog()
    records.settle()
    let expected = OrderedRecords(new).contents
    #expect(records.contents == expected, "\(old) to \(new)")
    #expect(observed.contents == expected, "\(old) to \(new): \(observed.events)")
    #expect(observed.violations.isEmpty, "\(old) to \(new): \(observed.violations)")
    if old == new { #expect(touched == 0) }
  }

  @Test("every list of up to four of five keys to every other, with repeats and new contents")
  func lists() {
    var lists: [[Note]] = [[]]
    var longest: [[Note]] = [[]]
    for _ in 0..<3 {
      longest = longest.flatMap { list in (1...4).map { list + [Note($0, list.count % 2 == 0 ? "" : "x")] } }
      lists += longest
    }
    let unique = lists.filter { Set($0.map(\.id)).count == $0.count }
    for old in unique {
      for new in lists { check(.items(old), .items(new)) }
    }
  }

  @Test("sections come, go, change their order and their records")
  func sections() {
    let shapes: [[(String, [Int])]] = [
      [], [("a", [])], [("a", [1, 2]), ("b", [3])], [("b", [3]), ("a", [1, 2])], [("b", [1]), ("c", [2, 3])],
      [("c", []), ("a", [3, 2, 1])], [("a", [2, 1]), ("c", [4]), ("b", [3])],
      // A key in two sections stands where it came first.
      [("a", [1]), ("b", [1, 2])], [("b", [3, 1]), ("c", [4, 3]), ("a", [1, 2, 4])],
    ]
    let contents = shapes.map { shape in
      StoreContents<Note>.sections(shape.map { StoreSection($0.0, items: $0.1.map { Note($0) }) })
    }
    for old in contents.dropLast(2) {
      for new in contents { check(old, new) }
    }
  }

  @Test("one change among many touches one record")
  func few() {
    let notes = (0..<1_000).map { Note($0) }
    var records = OrderedRecords(StoreContents.items(notes))
    var changed = notes
    changed[500].text = "x"
    changed.append(Note(5_000))
    changed.remove(at: 3)
    changed.insert(changed.remove(at: 700), at: 10)
    let isDone = records.reload(.items(changed), haveEqualContent: Self.same)
    #expect(isDone)
    #expect(records.contents == .items(changed))
    #expect(records.touched.count == 4)
  }

  @Test("a list does not become sections")
  func refused() {
    var records = OrderedRecords(StoreContents.items([Note(1)]))
    let isDone = records.reload(.sections([]), haveEqualContent: Self.same)
    #expect(!isDone)
    #expect(records.contents == .items([Note(1)]))
  }
}
