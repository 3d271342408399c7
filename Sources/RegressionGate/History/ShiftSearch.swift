internal import BenchmarkHarness

/// Finds the places at which the mean of a noisy series changes.
///
/// As Hunter does it: windows that overlap by half are split again and again where the energy statistic of E-divisive is
/// largest, as long as the parts differ a little; then the weakest of all these places is dropped, and the rest is judged
/// anew by the whole parts between them, until each passes Student's test at the strict level. Unlike permutations, the
/// test gives the same answer every time, and can tell one in a million.
///
/// The strict level is shared out evenly (Bonferroni) among all series that are judged together and all places of each.
/// Student's test believes in the bell: where a machine has two speeds, five slow records in a row are likelier than it says.
/// So a test that holds for every distribution must find the change improbable in its series, too (``PermutationTest``): each
/// by itself, or two that are close together as one.
///
/// Matt Fleming, Piotr Kołaczkowski, Ishita Kumar, Shaunak Das, Sean McCarthy, Pushkala Pattabhiraman and Henrik Ingo,
/// "Hunter: Using Change Point Detection to Hunt for Performance Regressions", 2023.
package struct ShiftSearch: Hashable, Sendable {
  /// The probability that anything is found in flat series, all of them together.
  package static let familyError = 0.01
  /// A smaller change of a time is none: 1 %.
  package static let smallestChange = 0.01
  /// The probability that a flat series of any distribution has a change by the order of its values, each time it is judged.
  static let seriesError = 0.001
  /// The part of it that is shared by all pairs of places besides.
  static let pairShare = 0.1
  /// How often it is halved for a place that is no longer new, record by record: it has been judged with each. A clear change
  /// that was found stays found, as one record more makes it more than twice as improbable.
  static let halvings = 3
  /// A part has as many values or more. Two slow records in a row are chance.
  static let shortestPart = 3
  /// So many records after a step it is to be seen.
  static let delay = 5
  /// A place is new up to so many records after it: those of ``delay``, as noise may put the place of a step two too early.
  static let fresh = delay + 2
  /// Values of a window, as in the paper: what is far away says little of a place.
  static let window = 50
  /// Standard errors of a place that may be worth a test: one in a hundred.
  static let weak = 2.576

  /// How many series are judged together.
  package let series: Int

  /// So many records are judged: a step after them shows within ``delay``, if it is large enough.
  package static let fewestRecords =
    (1...).first { PermutationTest.allowedWays($0, delay, probability: allowed(after: delay, of: $0 + delay)) >= 1 }
    ?? 0

  /// Makes a search of one of so many series.
  package init(series: Int) { self.series = max(1, series) }

  /// By which share levels of a time may differ that are equal, when the logarithm of their ratio has a standard error.
  static func slack(error: Double) -> Double {
    max(smallestChange, ElementaryFunctions.exponential(weak * error) - 1)
  }

  /// The standard errors that a change must have in a series of so many values.
  package func strict(values: Int) -> Double {
    -NormalDistribution.quantile(Self.familyError / Double(series) / Double(Self.places(values)) / 2)
  }

  /// The places in so many values.
  fileprivate static func places(_ values: Int) -> Int { max(1, values - 2 * shortestPart + 1) }

  /// How probable a change may be by the order of the values, at a place that so many of them follow, up to the next change.
  static func allowed(after: Int, of values: Int) -> Double {
    seriesError / Double(places(values)) / Double(1 << min(halvings, max(0, after - fresh)))
  }

  /// The offsets of the first values after each change, ascending.
  ///
  /// - Parameter values: logarithms of times, in the order of the commits.
  /// - Complexity: O(*n* · *w* · *c*) for *n* values, windows of *w*, and *c* places that are found in each.
  package func changes(in values: [Double]) -> [Int] {
    var places: Set<Int> = []
    var start = 0
    repeat {
      // The last window is a whole one, too.
      let end = min(values.count, start + Self.window)
      split(values[max(0, min(start, end - Self.window))..<end], into: &places)
      start += Self.window / 2
    } while start + Self.window / 2 < values.count
    let found = pruned(places.sorted(), values)
    // With their neighbours gone, the places are looked for once more.
    return pruned(moved(found, values), values)
  }

  private func split(_ part: ArraySlice<Double>, into places: inout Set<Int>) {
    guard let place = EnergySplit.best(part, shortest: Self.shortestPart) else { return }
    let shift = Shift(from: part[..<place], to: part[place...])
    guard shift.errors >= Self.weak else { return }
    places.insert(place)
    split(part[..<place], into: &places)
    split(part[place...], into: &places)
  }

  /// Drops the weakest place until all that are left are sure. One that has too few values beside a neighbour may gain them,
  /// as it may be the neighbour that goes.
  private func pruned(_ places: [Int], _ values: [Double]) -> [Int] {
    var places = places
    // Each place may move once, or two could push each other to and fro.
    var moves = places.count
    while true {
      let bounds = [0] + places + [values.count]
      let judged = places.indices.map { index in
        Place(bounds[index], bounds[index + 1], bounds[index + 2], in: values, strict: strict(values: values.count))
      }
      let unsure = judged.indices.filter { index in
        !judged[index].isSure && !(index > 0 && judged[index - 1].isHill(to: judged[index]))
          && !(index + 1 < judged.count && judged[index].isHill(to: judged[index + 1]))
      }
      guard let index = unsure.min(by: { judged[$0].shift.errors < judged[$1].shift.errors }) else { return places }
      if moves > 0, let other = longer(bounds[index], places[index], bounds[index + 2], values) {
        places[index] = other
        moves -= 1
      } else {
        places.remove(at: index)
      }
    }
  }

  /// A place near one that is not sure, which is: a drift begins within the noise, and so a few values before the place at
  /// which the parts differ most. All places share the levels, so it is no second try.
  private func longer(_ start: Int, _ place: Int, _ end: Int, _ values: [Double]) -> Int? {
    let later = end - place < Self.delay ? ((end - Self.delay)..<place).reversed().map { $0 } : []
    let earlier = place - start < Self.delay ? Array((place + 1)..<(start + Self.delay + 1)) : []
    return (later + earlier).first { other in
      start < other && other < end
        && Place(start, other, end, in: values, strict: strict(values: values.count)).isSure
    }
  }

  /// Puts every place where the parts between its neighbours differ most.
  private func moved(_ places: [Int], _ values: [Double]) -> [Int] {
    var places = places
    for index in places.indices {
      let low = index > 0 ? places[index - 1] : 0
      let high = index + 1 < places.count ? places[index + 1] : values.count
      // What is further away than a window has no say, as before.
      let from = max(low, places[index] - Self.window)
      let to = min(high, places[index] + Self.window)
      if let place = EnergySplit.best(values[from..<to], shortest: Self.shortestPart) { places[index] = place }
    }
    return places
  }

  /// The step that is found in 95 of 100 histories once it is five commits old, as a share; `nil` with too few values.
  ///
  /// - Parameters:
  ///   - noise: the standard deviation of the logarithms about their means.
  ///   - values: how many there are.
  ///   - before: how many of them follow the last change.
  package func visibleStep(noise: Double, values: Int, before: Int) -> Double? {
    let after = Double(Self.delay)
    let before = Double(before)
    let probability = Self.allowed(after: Self.delay, of: values + Self.delay)
    guard PermutationTest.allowedWays(Int(before), Self.delay, probability: probability) >= 1 else { return nil }
    let needed = Shift.student(strict(values: values + Self.delay), freedom: before + after - 2) + 1.645
    let share = ElementaryFunctions.exponential(needed * noise * (1 / after + 1 / before).squareRoot()) - 1
    return share.isFinite ? max(share, Self.smallestChange) : nil
  }
}

/// A place between two others, or the ends, and the parts on both sides of it.
private struct Place {
  let before: ArraySlice<Double>
  let after: ArraySlice<Double>
  let shift: Shift
  /// Whether the parts are long enough, and differ enough for Student's test.
  private let isLarge: Bool
  /// How probable a change may be by the order of the values.
  private let allowed: Double
  /// How probable a pair of changes may be.
  private let allowedInPairs: Double

  init(_ start: Int, _ place: Int, _ end: Int, in values: [Double], strict: Double) {
    (before, after) = (values[start..<place], values[place..<end])
    shift = Shift(from: before, to: after)
    isLarge =
      shift.errors >= strict && abs(shift.size) >= ShiftSearch.smallestChange
      && min(before.count, after.count) >= ShiftSearch.shortestPart
    allowed = ShiftSearch.allowed(after: after.count, of: values.count)
    allowedInPairs = allowed * ShiftSearch.pairShare / Double(ShiftSearch.places(values.count))
  }

  /// Whether a change is one, by the values on both sides.
  var isSure: Bool { isLarge && PermutationTest.isImprobable(before, after, probability: allowed) }

  /// Whether this change and the next one are a hill or a hollow. Where changes are close together, the values between two of
  /// them are too few to tell by their order. So what lies between both is compared with all around it, as in circular binary
  /// segmentation. Each side alone is as improbable as so few values can be.
  ///
  /// Adam B. Olshen, E. S. Venkatraman, Robert Lucito and Michael Wigler, "Circular Binary Segmentation for the Analysis of
  /// Array-Based DNA Copy Number Data", 2004.
  func isHill(to next: Place) -> Bool {
    isLarge && next.isLarge && shift.size * next.shift.size < 0
      && [self, next].allSatisfy {
        PermutationTest.isImprobable($0.before, $0.after, probability: next.allowed, orLeast: true)
      } && PermutationTest.isImprobable(before + next.after, after, probability: next.allowedInPairs)
  }
}
