import SampleSupport
import SectionDiff
import Testing

/// The sample of "Driving table and collection views".
@Suite struct ListViewSamples {
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
