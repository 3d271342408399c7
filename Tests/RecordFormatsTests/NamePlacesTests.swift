import Synchronization
import Testing

@testable import RecordFormats

/// Columns are found by hash: a file of many columns takes time in proportion to them.
@Suite("Places of names") struct NamePlacesTests {
  /// A name that counts how often it is compared.
  private struct Counted: Hashable, Sendable {
    final class Counter: Sendable {
      let comparisons = Atomic(0)
    }

    let name: Int
    let counter: Counter

    static func == (a: Counted, b: Counted) -> Bool {
      a.counter.comparisons.add(1, ordering: .relaxed)
      return a.name == b.name
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  @Test("looking up every one of 40,000 names takes comparisons in proportion to their number")
  func linear() {
    let count = 40_000
    let counter = Counted.Counter()
    var places = NamePlaces<Counted>()
    var refused = 0
    for name in 0..<count where places.append(Counted(name: name, counter: counter)) != nil { refused += 1 }
    #expect(refused == 0)
    #expect((0..<count).allSatisfy { places[Counted(name: $0, counter: counter)] == $0 })
    // One after another it would be 1,600,000,000.
    #expect(counter.comparisons.load(ordering: .relaxed) < 20 * count)
  }

  @Test("an equal name has the place of the first")
  func repeated() {
    var places = NamePlaces<String>()
    #expect(places.append("a") == nil && places.append("b") == nil)
    #expect(places.append("a") == 0)
    #expect(places.append("c") == nil)
    #expect(places["c"] == 2 && places["d"] == nil)
  }

  /// Looked for one after another, these names took minutes in a debug build.
  @Test("every column of a file of 40,000 is found by its name")
  func wide() throws {
    let names = (0..<40_000).map { "column\($0)" }
    let document = try DelimitedDocument(SourceText(names.joined(separator: ",") + "\n", name: "wide.csv"))
    #expect(names.indices.allSatisfy { document.column(named: names[$0]) == $0 })
  }
}
