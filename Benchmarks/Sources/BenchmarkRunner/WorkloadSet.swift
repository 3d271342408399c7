import ArgumentParser
import DiffWorkloads

/// Workloads that are run together.
enum WorkloadSet: String, CaseIterable, ExpressibleByArgument {
  /// One for each thing that lists do most: edits, updates, both with moves, a new order, sections, repeats.
  case quick
  /// All that thresholds may be tuned on.
  case catalogue
  /// Those that no threshold may be tuned on.
  case judging

  /// The workloads.
  var workloads: [Workload] {
    switch self {
    case .quick:
      ["sparse-edits", "updates", "mixed", "shuffle", "sections-moves", "repeats-20"].compactMap {
        Catalogue.workload(named: $0)
      }
    case .catalogue: Catalogue.tuning
    case .judging: Catalogue.judging
    }
  }
}
