import ArgumentParser
import DiffWorkloads

/// Workloads that are run together.
enum WorkloadSet: String, CaseIterable, ExpressibleByArgument {
  /// Six typical ones.
  case quick
  /// All that thresholds may be tuned on.
  case catalogue
  /// Those that no threshold may be tuned on.
  case judging
  /// All of them.
  case everything

  /// The workloads.
  var workloads: [Workload] {
    switch self {
    case .quick: Catalogue.quick
    case .catalogue: Catalogue.tuning
    case .judging: Catalogue.judging
    case .everything: Catalogue.all
    }
  }
}
