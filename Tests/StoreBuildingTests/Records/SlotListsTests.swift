import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct SlotListsTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func randomChangesStandAsInArrays(seed: UInt64) {
    var random = Generator(seed: seed)
    var lists = SlotLists()
    var models: [[(slot: Int32, isHidden: Bool)]] = [[], [], []]
    for slot in 0..<700 as Range<Int32> {
      let list = random.below(3)
      let number = Int32(list)
      let place = random.below(models[list].count + 1)
      switch random.below(5) {
      case 0 where place < models[list].count:
        let (other, isHidden) = models[list].remove(at: place)
        lists.remove(other, from: number, isHidden: isHidden)
      case 1 where place < models[list].count:
        let (other, isHidden) = models[list][place]
        if isHidden { lists.show(other, in: number) } else { lists.hide(other, in: number) }
        models[list][place].isHidden = !isHidden
      default:
        let isHidden = random.below(4) == 0
        lists.insert(slot, after: place == 0 ? -1 : models[list][place - 1].slot, in: number, isHidden: isHidden)
        models[list].insert((slot, isHidden), at: place)
      }
      for (list, model) in zip(0..<3 as Range<Int32>, models) where slot % 20 == 0 {
        let shown = model.filter { !$0.isHidden }.map(\.slot)
        #expect(lists.slots(of: list).elements == shown)
        #expect(lists.count(of: list) == shown.count)
        #expect(lists.lastNeighbour(in: list) == model.last?.slot ?? -1)
      }
    }
    for (list, model) in zip(0..<3 as Range<Int32>, models) {
      var offset = 0
      for (place, entry) in model.enumerated() {
        #expect(lists.offset(of: entry.slot, in: list) == offset)
        #expect(lists.list(of: entry.slot) == list)
        #expect(lists.slot(before: entry.slot) == (place == 0 ? -1 : model[place - 1].slot))
        #expect(lists.slot(after: entry.slot) == (place + 1 == model.count ? -1 : model[place + 1].slot))
        if entry.isHidden { continue }
        #expect(lists.slot(at: offset, of: list) == entry.slot)
        offset += 1
      }
      #expect(lists.slot(at: offset, of: list) == nil)
      #expect(lists.slot(at: -1, of: list) == nil)
    }
  }

  @Test func oneChangeAmongManyCostsALogarithm() {
    for exponent in [10, 14, 17] {
      let count = Int32(1 << exponent)
      var lists = SlotLists()
      lists.load(Array(0..<count), into: 0)
      let before = lists.visits
      var random = Generator(seed: 1)
      let rounds = 200
      for round in 0..<Int32(rounds) {
        let other = Int32(random.below(Int(count)))
        lists.insert(count + round, after: other, in: 0)
        _ = lists.offset(of: other, in: 0)
        lists.hide(other, in: 0)
        lists.show(other, in: 0)
        lists.remove(count + round, from: 0)
      }
      // Each of the five looks at a logarithm of the labels, and labels are seldom given anew.
      #expect(lists.visits - before <= rounds * 5 * (exponent + 2), "2^\(exponent) slots: \(lists.visits - before)")
    }
  }
}
