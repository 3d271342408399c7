import SectionDiff
import Testing

@Suite struct DiffErrorTests {
  @Test(arguments: [
    (
      DiffError.duplicateItems([
        .init(identity: "x", side: .new, paths: [ItemPath(section: 0, item: 1), ItemPath(section: 2, item: 0)])
      ]),
      "identity x occurs more than once in the new snapshot, at [0, 1], [2, 0]; "
        + "make identities unique or choose the policy allow, keepFirst or keepLast"
    ),
    (
      .duplicateItems([
        .init(identity: "x", side: .old, paths: [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1)]),
        .init(identity: "y", side: .old, paths: [ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 1)]),
        .init(identity: "z", side: .old, paths: []),
      ]),
      "identity x occurs more than once in the old snapshot, at [0, 0], [0, 1] (and 2 more identities); "
        + "make identities unique or choose the policy allow, keepFirst or keepLast"
    ),
    (
      .duplicateItems([
        .init(identity: "x", side: .old, paths: [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1)]),
        .init(identity: "y", side: .new, paths: [ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 1)]),
        .init(identity: "z", side: .new, paths: [ItemPath(section: 1, item: 2), ItemPath(section: 1, item: 3)]),
      ]),
      "identity x occurs more than once in the old snapshot, at [0, 0], [0, 1], and identity y occurs more than once in "
        + "the new snapshot, at [1, 0], [1, 1] (and 1 more identities); "
        + "make identities unique or choose the policy allow, keepFirst or keepLast"
    ),
    (.duplicateItems([]), "duplicate identities"),
    (
      .duplicateSection(key: "A", side: .old, first: 1, second: 4),
      "section key A occurs twice in the old snapshot, at 1 and 4; "
        + "merge the two sections or give them different keys"
    ),
    (
      .tooManyItems(count: 3_000_000_000, side: .new),
      "the new snapshot has 3000000000 items; a diff takes at most 1073741823"
    ),
    (
      .invalidMatching(strategy: "mine", reason: "old 1 is paired twice"),
      "the algorithm mine returned an invalid matching: old 1 is paired twice"
    ),
    (.cancelled, "the diff was cancelled"),
    (.changesetMismatch("the changeset expects 1 sections"), "the changeset expects 1 sections"),
  ])
  func everyErrorSaysWhatAndWhere(_ error: DiffError, _ text: String) {
    #expect(error.description == text)
  }
}
