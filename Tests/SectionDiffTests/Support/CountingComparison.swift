import SectionDiff

/// Passes every question on to another comparison and counts it.
struct CountingComparison<Base: ItemComparison>: ItemComparison {
  /// How often each question was asked.
  final class Counts {
    var identical = 0
    var identity = 0
    var content = 0
    var hashes = 0

    /// Questions about two elements.
    var comparisons: Int { identical + identity + content }

    func reset() { (identical, identity, content, hashes) = (0, 0, 0, 0) }
  }

  let base: Base
  let counts = Counts()
  /// Called after every question, with the number of questions so far.
  var onQuestion: (Int) -> Void = { _ in }

  init(_ base: Base, onQuestion: @escaping (Int) -> Void = { _ in }) {
    self.base = base
    self.onQuestion = onQuestion
  }

  private func ask(_ counter: ReferenceWritableKeyPath<Counts, Int>) {
    counts[keyPath: counter] += 1
    onQuestion(counts.comparisons + counts.hashes)
  }

  func areIdentical(_ a: Base.Item, _ b: Base.Item) -> Bool {
    ask(\.identical)
    return base.areIdentical(a, b)
  }

  func haveSameIdentity(_ a: Base.Item, _ b: Base.Item) -> Bool {
    ask(\.identity)
    return base.haveSameIdentity(a, b)
  }

  func haveEqualContent(_ a: Base.Item, _ b: Base.Item) -> Bool {
    ask(\.content)
    return base.haveEqualContent(a, b)
  }

  func identityHash(of item: Base.Item, seed: Int) -> Int {
    ask(\.hashes)
    return base.identityHash(of: item, seed: seed)
  }

  func fastHash(of item: Base.Item, seed: UInt64) -> UInt64? {
    guard let hash = base.fastHash(of: item, seed: seed) else { return nil }
    ask(\.hashes)
    return hash
  }

  func describeIdentity(of item: Base.Item) -> String { base.describeIdentity(of: item) }

  var identityName: IdentityName? { base.identityName }
}

/// Counts the questions of a diff of rows.
typealias RowCounter = CountingComparison<IdentifiableComparison<Row>>

extension RowCounter {
  init() { self.init(IdentifiableComparison()) }
}

/// Counts the questions of a diff of numbers.
typealias IntCounter = CountingComparison<ValueComparison<Int>>

extension IntCounter {
  init() { self.init(ValueComparison()) }
}
