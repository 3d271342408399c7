extension Catalogue {
  /// Inputs made to hurt.
  public static let adversarial: [Workload] = [
    Workload(
      "myers-worst", "two values in random orders: a shortest script is quadratic", seed: 301, size: 10_000,
      largest: 100_000, hasUniqueIDs: false
    ) { size, generator in
      func side() -> WorkloadSide {
        WorkloadSide(ids: (0..<size).map { _ in generator.below(2) })
      }
      let old = side()
      return WorkloadPair(old: old, new: side())
    },
    Workload(
      "colliding-hashes", "ids that all hash alike: every table degenerates to a list", seed: 302,
      size: 1_000,
      largest: 10_000
    ) { size, generator in
      let rows = [WorkloadRow].mixed(0..<size, &generator)
      var shuffled = rows
      generator.shuffle(&shuffled)
      return WorkloadPair(old: WorkloadSide(rows: rows), new: WorkloadSide(rows: shuffled))
    },
  ]
}
