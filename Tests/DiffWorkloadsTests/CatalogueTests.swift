import DiffWorkloads
import SectionDiff
import Testing

@Suite("Catalogue of workloads")
struct CatalogueTests {
  @Test("names are unique and every one can be found")
  func names() {
    let names = Catalogue.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(Catalogue.workload(name)?.name == name) }
    #expect(Catalogue.workload("no such") == nil)
    #expect(Catalogue.judging.count >= 12)
  }

  @Test("the names that scripts rely on are there")
  func promisedNames() {
    let promised = [
      "identical", "append", "sparse-edits", "updates", "few-moves", "mixed", "busy", "reverse", "block-move",
      "rotate", "shuffle", "replace-all", "repeats-20", "sections-edits", "sections-moves", "small-sections-edits",
      "small-sections-moves", "regroup",
    ]
    for name in promised { #expect(Catalogue.workload(name) != nil, "\(name)") }
  }

  @Test("the same seed gives the same rows, another seed others", arguments: Catalogue.all.map(\.name))
  func determinism(name: String) throws {
    let workload = try #require(Catalogue.workload(name))
    let pair = workload.pair(size: 1_000)
    #expect(pair == workload.pair(size: 1_000))
    if name != "colliding-hashes" { #expect(pair != workload.pair(size: 1_000, seed: 1)) }
  }

  @Test("ids are unique where the workload says so", arguments: Catalogue.all.map(\.name))
  func uniqueness(name: String) throws {
    let workload = try #require(Catalogue.workload(name))
    for size in [0, 1, 7, 1_000] {
      let pair = workload.pair(size: size)
      for side in [pair.old, pair.new] {
        #expect(Set(side.sections.map(\.key)).count == side.sections.count, "size \(size)")
        let ids = side.sections.flatMap(\.rows).map(\.id)
        if workload.hasUniqueIDs { #expect(Set(ids).count == ids.count, "size \(size)") }
      }
    }
  }

  @Test("a minimal diff has the expected counts", arguments: Catalogue.all.map(\.name))
  func counts(name: String) throws {
    let workload = try #require(Catalogue.workload(name))
    let pair = workload.pair(size: 2_000)
    let expected = pair.expectedCounts(hasUniqueIDs: workload.hasUniqueIDs)
    let old = pair.old.snapshot(of: IntElement.self, from: ())
    let new = pair.new.snapshot(of: IntElement.self, from: ())
    for algorithm in [LISDiff() as any DiffAlgorithm, AdaptiveDiff()] {
      let changes = try Differ(algorithm: algorithm).changeset(from: old, to: new)
      #expect(try old.applying(changes) == new)
      if workload.hasUniqueIDs {
        #expect(changes.counts == expected, "\(algorithm.name)")
      } else {
        #expect(changes.counts.deletes == expected.deletes, "\(algorithm.name)")
        #expect(changes.counts.inserts == expected.inserts, "\(algorithm.name)")
      }
    }
  }

  @Test("every kind of element gives the same counts")
  func elements() throws {
    let pair = try #require(Catalogue.workload("mixed")).pair(size: 600)
    let expected = pair.expectedCounts()
    func counts<Element: WorkloadElement>(_ type: Element.Type, _ pool: Element.Pool) throws -> ChangeCounts {
      try Differ().changeset(
        from: pair.old.snapshot(of: type, from: pool), to: pair.new.snapshot(of: type, from: pool)
      ).counts
    }
    #expect(try counts(IntElement.self, ()) == expected)
    #expect(try counts(StringElement.self, [:]) == expected)
    #expect(try counts(StringElement.self, StringElement.sharedPool(pair)) == expected)
    #expect(try counts(RecordElement.self, ()) == expected)
    #expect(try counts(ObjectElement.self, ()) == expected)
    #expect(try counts(CollidingElement.self, ()) == expected)
  }

  @Test("string ids have 36 characters and differ")
  func strings() {
    let texts = (0..<1_000).map { StringElement.text(of: $0) }
    #expect(texts.allSatisfy { $0.utf8.count == 36 })
    #expect(Set(texts).count == texts.count)
  }
}
