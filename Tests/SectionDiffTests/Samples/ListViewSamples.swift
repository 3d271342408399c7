import SampleSupport
import SectionDiff
import Testing

/// The sample of "Driving table and collection views".
@Suite struct ListViewSamples {
  @Test func stageByStage() throws {
    let print = Transcript()
    func animate(_ changes: ChangeList, setData: () -> Void, completion: () -> Void) {
      setData()
      for change in changes.changes { print(change) }
      print("completed")
      completion()
    }
    // sample: stage-by-stage
    let before = Snapshot(sections: [
      SnapshotSection("To do", items: ["wash"]), SnapshotSection("Doing", items: ["cook"]),
      SnapshotSection("Done", items: ["shop"]),
    ])
    let after = Snapshot(sections: [
      SnapshotSection("Doing", items: ["cook"]), SnapshotSection("Done", items: ["shop"]),
      SnapshotSection("To do", items: ["wash", "iron"]),
    ])
    var shown = before
    var stages = try Differ().stages(from: before, to: after).makeIterator()

    func showNext() {
      guard let stage = stages.next() else { return }
      animate(stage.changes, setData: { shown = stage.snapshot }, completion: showNext)
    }
    showNext()
    // end sample
    try expect(print, shows: "stage-by-stage")
    #expect(shown == after)
  }

  @Test func oneAtATime() throws {
    let print = Transcript()
    // sample: one-at-a-time
    let monday = ["bread", "milk", "tea", "rice"]
    let tuesday = ["rice", "bread", "salt", "tea"]

    var list = monday
    for step in try Differ().changeset(from: monday, to: tuesday).oneAtATime {
      switch step {
      case .delete(let path): list.remove(at: path.item)
      case .move(let from, let to): list.insert(list.remove(at: from.item), at: to.item)
      case .insert(let path): list.insert(tuesday[path.item], at: path.item)
      case .update(_, let path): list[path.item] = tuesday[path.item]
      default: break  // One section, which stays.
      }
      print(step, list)
    }
    // end sample
    try expect(print, shows: "one-at-a-time")
    #expect(list == tuesday)
  }
}
