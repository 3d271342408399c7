import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct ArrivalOrderTests {
  /// The slots of a list from front to back, with what is wrong with it.
  private func walk(_ order: ArrivalOrder, list: Int32 = 0) -> [Int32] {
    var slots: [Int32] = []
    var slot = order.first(of: list)
    var previous: Int32 = -1
    while slot >= 0 {
      #expect(order.slot(before: slot) == previous)
      if previous >= 0 { #expect(order.label(of: previous) < order.label(of: slot)) }
      slots.append(slot)
      previous = slot
      slot = order.slot(after: slot)
    }
    #expect(order.last(of: list) == previous)
    return slots
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func randomInsertionsAndRemovalsStandAsInAnArray(seed: UInt64) {
    var random = Generator(seed: seed)
    var order = ArrivalOrder()
    var model: [Int32] = []
    for slot in 0..<600 as Range<Int32> {
      switch random.below(5) {
      case 0:
        order.append(slot)
        model.append(slot)
      case 1:
        order.prepend(slot)
        model.insert(slot, at: 0)
      case 2 where !model.isEmpty:
        let place = random.below(model.count)
        order.insert(slot, before: model[place])
        model.insert(slot, at: place)
      case 3 where !model.isEmpty:
        let place = random.below(model.count)
        order.insert(slot, after: model[place])
        model.insert(slot, at: place + 1)
      default:
        if !model.isEmpty { order.remove(model.remove(at: random.below(model.count))) }
      }
    }
    #expect(walk(order) == model)
  }

  @Test func listsOfOneOrderDoNotMix() {
    var order = ArrivalOrder()
    var models: [[Int32]] = [[], [], []]
    var random = Generator(seed: 7)
    for slot in 0..<300 as Range<Int32> {
      let list = random.below(3)
      let place = random.below(models[list].count + 1)
      order.insert(slot, after: place == 0 ? -1 : models[list][place - 1], in: Int32(list))
      models[list].insert(slot, at: place)
      if random.below(4) == 0 {
        let other = random.below(3)
        if !models[other].isEmpty {
          order.remove(models[other].remove(at: random.below(models[other].count)), from: Int32(other))
        }
      }
    }
    for list in 0..<3 { #expect(walk(order, list: Int32(list)) == models[list]) }
  }

  enum Adversary: String, CaseIterable {
    case alwaysAfterTheFirst, alwaysBeforeTheLast, alwaysTheStart, alwaysTheEnd, alternating, middle
  }

  /// Slots in the order in which an adversary puts them.
  private func order(_ adversary: Adversary, count: Int32, labelBits: Int = 63) -> (ArrivalOrder, [Int32]) {
    var order = ArrivalOrder(labelBits: labelBits)
    var front: [Int32] = []  // read backwards, it is the end of the list, and so on
    var back: [Int32] = []
    order.append(0)
    order.append(1)
    for slot in 2..<count {
      switch adversary {
      case .alwaysAfterTheFirst:
        order.insert(slot, after: 0)
        back.append(slot)
      case .alwaysBeforeTheLast:
        order.insert(slot, before: 1)
        front.append(slot)
      case .alwaysTheStart:
        order.prepend(slot)
        back.append(slot)
      case .alwaysTheEnd:
        order.append(slot)
        front.append(slot)
      case .alternating:
        if slot % 2 == 0 {
          order.insert(slot, after: front.last ?? 0)
          front.append(slot)
        } else {
          order.insert(slot, before: back.last ?? 1)
          back.append(slot)
        }
      case .middle:
        order.insert(slot, after: front.last ?? 0)
        if slot % 3 == 0 { back.append(slot) } else { front.append(slot) }
      }
    }
    let model: [Int32] =
      switch adversary {
      case .alwaysAfterTheFirst, .alwaysBeforeTheLast, .alternating, .middle: [0] + front + back.reversed() + [1]
      case .alwaysTheStart: back.reversed() + [0, 1]
      case .alwaysTheEnd: [0, 1] + front
      }
    return (order, model)
  }

  @Test(arguments: Adversary.allCases)
  func noAdversaryMakesAnInsertionCostMoreThanItsLogarithmOnAverage(_ adversary: Adversary) {
    for count in [1_000, 8_000, 32_000] as [Int32] {
      let (order, model) = order(adversary, count: count)
      #expect(walk(order) == model)
      var logarithm = 0
      while 1 << logarithm < Int(count) { logarithm += 1 }
      #expect(
        order.relabelled <= 2 * logarithm * Int(count),
        "\(Double(order.relabelled) / Double(count)) an insertion, for \(count) records")
    }
  }

  @Test func theEndsNeedNoNewLabels() {
    for adversary in [Adversary.alwaysTheStart, .alwaysTheEnd] {
      #expect(order(adversary, count: 10_000).0.relabelled == 0)
    }
  }

  @Test(arguments: Adversary.allCases)
  func fewLabelsAreUsedUpWithoutATrap(_ adversary: Adversary) {
    // 4,096 labels for 1,000 records: every end and every gap overflows again and again.
    let (order, model) = order(adversary, count: 1_000, labelBits: 12)
    #expect(walk(order) == model)
    for slot in model { #expect((-2_048..<2_048).contains(order.label(of: slot))) }
    #expect(order.relabelled > 0)
  }

  /// An `Int` of 32 bits, as on watches and in WebAssembly.
  @Test(arguments: Adversary.allCases)
  func theLabelsOfANarrowIntAreEnough(_ adversary: Adversary) {
    let (order, model) = order(adversary, count: 5_000, labelBits: 31)
    #expect(walk(order) == model)
    for slot in model { #expect(Int32(exactly: order.label(of: slot)) != nil) }
  }

  @Test func theLabelsFillAnInt() {
    #expect(ArrivalOrder().labelBits == Int.bitWidth - 1)
  }

  @Test func whatWasRemovedMayComeBackElsewhere() {
    var order = ArrivalOrder()
    for slot in 0..<4 as Range<Int32> { order.append(slot) }
    order.remove(0)
    order.remove(3)
    order.insert(0, after: 1)
    order.prepend(3)
    #expect(walk(order) == [3, 1, 0, 2])
    order.removeAll()
    #expect(walk(order) == [])
    order.append(2)
    #expect(walk(order) == [2])
  }
}
