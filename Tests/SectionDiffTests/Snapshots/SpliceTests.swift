import ConformanceKit
import Testing

@testable import SectionDiff

@Suite struct SpliceTests {
  /// Where an item is taken from.
  enum Source: Hashable {
    case old(Int)
    case new(Int)
  }

  /// Makes a splice item by item.
  func splice(_ sources: [Source]) -> Splice {
    var splice = Splice()
    for source in sources {
      switch source {
      case .old(let position): splice.append(old: position, count: 1)
      case .new(let position): splice.append(new: position)
      }
    }
    return splice
  }

  /// Reads a splice item by item.
  func sources(_ splice: Splice) -> [Source] {
    (0..<splice.count).map { position in
      let stretch = splice.stretch(ofPosition: position)
      let offset = position - splice.range(ofStretch: stretch).lowerBound
      let source = Int(splice.stretches[stretch].source)
      return source >= 0 ? .old(source + offset) : .new(~source + offset)
    }
  }

  /// All lists of up to five of four items.
  @Test func everyItemComesFromWhereItWasTaken() {
    let items: [Source] = [.old(0), .old(1), .new(0), .new(1)]
    for length in 0...5 {
      var digits = [Int](repeating: 0, count: length)
      repeat {
        let taken = digits.map { items[$0] }
        let splice = splice(taken)
        #expect(sources(splice) == taken)
        #expect(splice.count == length)
        #expect(splice.checkInvariants() == nil)
        let followers = zip(taken, taken.dropFirst()).count {
          ($0, $1) == (.old(0), .old(1)) || ($0, $1) == (.new(0), .new(1))
        }
        #expect(splice.stretches.count == length - followers, "\(taken): \(splice)")
        for index in digits.indices {
          digits[index] = (digits[index] + 1) % items.count
          if digits[index] != 0 { break }
        }
      } while digits.contains { $0 != 0 }
    }
  }

  @Test func stretchesThatFollowEachOtherAreOne() {
    var splice = Splice()
    splice.append(old: 5, count: 0)
    #expect(splice.stretches.isEmpty && splice.count == 0)
    splice.append(old: 5, count: 3)
    splice.append(old: 8, count: 2)
    #expect(splice.stretches.count == 1 && splice.count == 5)
    splice.append(old: 11, count: 2)
    #expect(splice.stretches.count == 2 && splice.count == 7)
  }

  @Test func newItemsAreNumberedAsTheyCome() {
    let splice = splice([.new(4), .old(0), .new(7), .new(8), .old(1), .new(9)])
    #expect(sources(splice.numberingNewItems()) == [.new(0), .old(0), .new(1), .new(2), .old(1), .new(3)])
  }
}
