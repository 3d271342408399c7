/// What is done to a store while requests of it are observed.
struct RequestScenario: Sendable {
  /// A change of one record.
  enum Edit: Sendable {
    /// The record has this version from now on; it is inserted where it is not there.
    case put(Int, version: Int)
    /// The record is not there from now on.
    case delete(Int)
  }

  /// Someone who observes a request.
  struct Observation: Sendable {
    var request: Int
    /// Whether a results controller does.
    var isControlled = false
  }

  /// One thing that is done.
  enum Step: Sendable {
    /// Changes from outside, as one.
    case change([Edit])
    /// Changes in the layer of drafts, as one.
    case draft([Edit])
    case commitDrafts
    case discardDrafts
    /// The observation is cancelled, and begins again with another request.
    case ask(observer: Int, request: Int)

    /// The edits, if these are changes.
    fileprivate var edits: [Edit]? {
      switch self {
      case .change(let edits), .draft(let edits): edits
      case .commitDrafts, .discardDrafts, .ask: nil
      }
    }

    fileprivate func replacingEdits(with edits: [Edit]) -> Step {
      if case .draft = self { .draft(edits) } else { .change(edits) }
    }
  }

  /// The observations, with the requests that they begin with.
  var observations: [Observation]
  /// The versions of the records that are there at first, by number.
  var start: [Int: Int]
  var steps: [Step]
  /// Whether the observers see the store through a layer of drafts.
  var isDrafted = false
  /// Whether the requests are fetched after each step, too.
  var fetches = false

  /// Smaller scenarios, in the order in which they are tried.
  var smaller: [RequestScenario] {
    var all: [RequestScenario] = []
    func with(_ change: (inout RequestScenario) -> Void) {
      var scenario = self
      change(&scenario)
      all.append(scenario)
    }
    if steps.count > 3 {
      with { $0.steps.removeFirst(steps.count / 2) }
      with { $0.steps.removeLast(steps.count / 2) }
    }
    if observations.count > 1 { for observer in observations.indices { all.append(without(observer: observer)) } }
    for step in steps.indices.reversed() { with { $0.steps.remove(at: step) } }
    for number in start.keys.sorted() { with { $0.start[number] = nil } }
    for (place, step) in steps.enumerated() {
      guard let edits = step.edits, edits.count > 1 else { continue }
      for edit in edits.indices {
        var rest = edits
        rest.remove(at: edit)
        with { $0.steps[place] = step.replacingEdits(with: rest) }
      }
    }
    for (number, version) in start.sorted(by: { $0.key < $1.key }) where version > 0 { with { $0.start[number] = 0 } }
    return all
  }

  private func without(observer gone: Int) -> RequestScenario {
    var scenario = self
    scenario.observations.remove(at: gone)
    scenario.steps = steps.compactMap { step in
      guard case .ask(let observer, let request) = step else { return step }
      if observer == gone { return nil }
      return .ask(observer: observer < gone ? observer : observer - 1, request: request)
    }
    return scenario
  }
}

/// What a store holds, and what is drafted above it, while a scenario is run: versions by number.
struct RequestModel: Sendable {
  private(set) var stored: [Int: Int]
  /// What is drafted; no version where the record is deleted.
  private(set) var drafted: [Int: Int?] = [:]

  init(stored: [Int: Int]) { self.stored = stored }

  /// What is seen through the drafts.
  var shown: [Int: Int] {
    var shown = stored
    for (number, version) in drafted { shown[number] = version }
    return shown
  }

  mutating func change(_ edit: RequestScenario.Edit) {
    switch edit {
    case .put(let number, let version): stored[number] = version
    case .delete(let number): stored[number] = nil
    }
  }

  mutating func draft(_ edit: RequestScenario.Edit) {
    switch edit {
    case .put(let number, let version): drafted[number] = .some(version)
    case .delete(let number): drafted[number] = .some(nil)
    }
  }

  mutating func commit() {
    stored = shown
    drafted = [:]
  }

  mutating func discard() { drafted = [:] }
}
