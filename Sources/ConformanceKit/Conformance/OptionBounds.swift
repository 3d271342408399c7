/// What options may be at most and at least: out of these bounds a trial would have no end, or accuse who is right.
@available(LiveSystems, *)
enum OptionBounds {
  /// What is wrong with the first option that is out of bounds.
  ///
  /// - Parameters:
  ///   - counts: Each option by its name, and the most that it may be.
  ///   - wait: How long a call may take, and what that option is called.
  static func problem(
    of counts: KeyValuePairs<String, (value: Int, most: Int)>, waiting wait: (name: String, duration: Duration)
  ) -> String? {
    if let (name, count) = counts.first(where: { $0.value.value > $0.value.most }) {
      return "\(name) is \(count.value), and may be \(count.most) at most"
    }
    if wait.duration >= leastWait { return nil }
    return "\(wait.name) is \(wait.duration), and must be \(leastWait) at least"
  }

  /// Others keep a machine busy for longer than what is less.
  private static var leastWait: Duration { .milliseconds(100) }
}
