/// Finds the places at which the mean of a noisy series changes.
///
/// As Hunter does it: windows that overlap by half are split again and again where the energy statistic of E-divisive is
/// largest, as long as the parts differ a little; then the weakest of all these places is dropped, and the rest is judged
/// anew by the whole parts between them, until each passes Student's test at the strict level. Unlike permutations, the
/// test gives the same answer every time, and can tell one in a million.
///
/// The strict level is shared out evenly (Bonferroni) among all series that are judged together and all places of each.
/// Student's test believes in the bell: where a machine has two speeds, five slow records in a row are likelier than it says.
/// So a test that holds for every distribution must find the change improbable in its series, too (``PermutationTest``).
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

  /// The standard errors that a change must have in a series of so many values.
  package func strict(values: Int) -> Double {
    -NormalDistribution.quantile(Self.familyError / Double(series) / Double(Self.places(values)) / 2)
  }

  /// The places in so many values.
  private static func places(_ values: Int) -> Int { max(1, values - 2 * shortestPart + 1) }

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
    var found = pruned(places.sorted(), values)
    // With their neighbours gone, the places are looked for once more.
    found = pruned(moved(found, values), values)
    return found
  }

  private func split(_ part: ArraySlice<Double>, into places: inout Set<Int>) {
    guard let place = EnergySplit.best(part, shortest: Self.shortestPart) else { return }
    let shift = Shift(from: part[..<place], to: part[place...])
    guard shift.errors >= Self.weak else { return }
    places.insert(place)
    split(part[..<place], into: &places)
    split(part[place...], into: &places)
  }

  /// Drops the weakest place until all that are left are sure.
  private func pruned(_ places: [Int], _ values: [Double]) -> [Int] {
    var places = places
    let level = strict(values: values.count)
    // Each place may move once, or two could push each other to and fro.
    var moves = places.count
    while !places.isEmpty {
      let bounds = [0] + places + [values.count]
      var weakest: (index: Int, errors: Double)?
      for index in places.indices {
        let (start, place, end) = (bounds[index], bounds[index + 1], bounds[index + 2])
        let shift = Shift(from: values[start..<place], to: values[place..<end])
        guard !isSure(shift, start, place, end, values, level) else { continue }
        // What can never be sure goes first, and of that the weakest.
        let isWeak = shift.errors < level && isLong(start, place, end) && abs(shift.size) >= Self.smallestChange
        let errors = isWeak ? shift.errors : min(shift.errors, 1e6) - 1e6
        if errors < weakest?.errors ?? .infinity { weakest = (index, errors) }
      }
      guard let index = weakest?.index else { break }
      if moves > 0, let other = longer(bounds[index], places[index], bounds[index + 2], values, level) {
        places[index] = other
        moves -= 1
      } else {
        places.remove(at: index)
      }
    }
    return places
  }

  /// Whether the parts on both sides of a place have values enough.
  private func isLong(_ start: Int, _ place: Int, _ end: Int) -> Bool {
    min(place - start, end - place) >= Self.shortestPart
  }

  /// Whether a change at a place between two others is one.
  private func isSure(
    _ shift: Shift, _ start: Int, _ place: Int, _ end: Int, _ values: [Double], _ level: Double
  ) -> Bool {
    shift.errors >= level && abs(shift.size) >= Self.smallestChange && isLong(start, place, end)
      && PermutationTest.isImprobable(
        values[start..<place], values[place..<end], probability: Self.allowed(after: end - place, of: values.count))
  }

  /// A place near one that is not sure, which is: a drift begins within the noise, and so a few values before the place at
  /// which the parts differ most. All places share the levels, so it is no second try.
  private func longer(_ start: Int, _ place: Int, _ end: Int, _ values: [Double], _ level: Double) -> Int? {
    let later = end - place < Self.delay ? ((end - Self.delay)..<place).reversed().map { $0 } : []
    let earlier = place - start < Self.delay ? Array((place + 1)..<(start + Self.delay + 1)) : []
    return (later + earlier).first { other in
      guard isLong(start, other, end) else { return false }
      return isSure(
        Shift(from: values[start..<other], to: values[other..<end]), start, other, end, values, level)
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
