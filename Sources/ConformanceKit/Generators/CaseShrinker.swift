/// Makes a failing case smaller for as long as it fails.
package enum CaseShrinker {
  /// A smallest case that still satisfies `fails`: none of the steps of shrinking makes it smaller and keeps it failing.
  ///
  /// The steps, greedily: forget the third world; drop a section or a row from all worlds at once or from one; set a
  /// content or a header to 0.
  package static func smallest(_ lawCase: LawCase, where fails: (LawCase) -> Bool) -> LawCase {
    smallest(lawCase, showing: (), steps: { Array(steps(from: $0)) }, problem: { fails($0) ? () : nil }).case
  }

  /// A smallest case that still has a problem, and that problem. `steps` are smaller cases, in the order in which they are
  /// tried.
  package static func smallest<Case, Problem>(
    _ found: Case, showing shown: Problem, steps: (Case) -> [Case], problem: (Case) -> Problem?
  ) -> (case: Case, problem: Problem) {
    var smallest = (case: found, problem: shown)
    // Ends: each step taken makes the case smaller.
    search: while true {
      for smaller in steps(smallest.case) {
        if let problem = problem(smaller) {
          smallest = (smaller, problem)
          continue search
        }
      }
      return smallest
    }
  }

  /// The same for cases that take their time.
  package static func smallest<Case, Problem>(
    _ found: Case, showing shown: Problem, steps: (Case) -> [Case], problem: (Case) async -> Problem?
  ) async -> (case: Case, problem: Problem) {
    var smallest = (case: found, problem: shown)
    search: while true {
      for smaller in steps(smallest.case) {
        if let problem = await problem(smaller) {
          smallest = (smaller, problem)
          continue search
        }
      }
      return smallest
    }
  }

  private static func steps(from lawCase: LawCase) -> some Sequence<LawCase> {
    var steps: [LawCase] = []
    if lawCase.next != nil { steps.append(LawCase(from: lawCase.old, to: lawCase.new)) }

    let worlds = [lawCase.old, lawCase.new] + (lawCase.next.map { [$0] } ?? [])
    func everywhere(_ change: (inout World) -> Void) {
      steps.append(rebuilt(worlds.map { world in edited(world, change) }))
    }
    func inOne(_ index: Int, _ change: (inout World) -> Void) {
      var changed = worlds
      change(&changed[index])
      steps.append(rebuilt(changed))
    }
    for key in Set(worlds.flatMap { $0.sections.map(\.key) }).sorted() {
      everywhere { $0.sections.removeAll { $0.key == key } }
    }
    for id in Set(worlds.flatMap { $0.sections.flatMap { $0.rows.map(\.id) } }).sorted() {
      everywhere { world in
        for section in world.sections.indices { world.sections[section].rows.removeAll { $0.id == id } }
      }
    }
    for (index, world) in worlds.enumerated() {
      for section in world.sections.indices {
        inOne(index) { $0.sections.remove(at: section) }
        if world.sections[section].header != 0 { inOne(index) { $0.sections[section].header = 0 } }
        for item in world.sections[section].rows.indices {
          inOne(index) { $0.sections[section].rows.remove(at: item) }
          if world.sections[section].rows[item].content != 0 {
            inOne(index) { $0.sections[section].rows[item].content = 0 }
          }
        }
      }
    }
    return steps.filter { $0 != lawCase }
  }

  private static func edited(_ world: World, _ change: (inout World) -> Void) -> World {
    var world = world
    change(&world)
    return world
  }

  private static func rebuilt(_ worlds: [World]) -> LawCase {
    LawCase(from: worlds[0], to: worlds[1], then: worlds.count > 2 ? worlds[2] : nil)
  }
}
