#if CommandLineCore
  internal import ArgumentParser
  internal import BenchmarkHarness
  internal import DiffWorkloads

  /// A workload, its size and its seed, as requested on the command line.
  @available(LiveSystems, *)
  struct WorkloadChoice {
    /// The workload.
    let workload: Workload
    /// The number of old rows, or near it.
    let size: Int
    /// Where its random numbers start.
    let seed: UInt64

    /// Finds a workload by name.
    ///
    /// - Throws: a usage error for a name or a size that there is none of.
    init(_ name: String, size: Int?, seed: UInt64?) throws {
      guard let workload = Catalogue.workload(name) else {
        throw ValidationError(
          "there is no workload \(VisibleText.shortened(name, to: 60)); section-diff workload list names all")
      }
      let size = size ?? workload.defaultSize
      guard size >= 0, size <= workload.largestSize else {
        throw ValidationError("the workload \(name) takes a --size from 0 to \(workload.largestSize), not \(size)")
      }
      self.workload = workload
      self.size = size
      self.seed = seed ?? workload.defaultSeed
    }

    /// Both sides.
    var pair: WorkloadPair { workload.pair(size: size, seed: seed) }
  }

  /// The table of all workloads.
  @available(LiveSystems, *)
  enum WorkloadList {
    /// A line for each: name, size, kinds of element, why. A star marks the judging set.
    static var text: String {
      let judging = Set(Catalogue.judging.map(\.name))
      let lines =
        [["name", "size", "at most", "elements", "why"]]
        + Catalogue.all.map { workload in
          [
            workload.name + (judging.contains(workload.name) ? " *" : ""),
            Figures.grouped(workload.defaultSize), Figures.grouped(workload.largestSize),
            workload.name == MeasuredInput.collidingName
              ? "colliding" : ElementKind.allCases.map(\.rawValue).joined(separator: ", "),
            workload.reason,
          ]
        }
      let rows = TextTable.lines(lines) { $0 == 1 || $0 == 2 }
      return rows.joined(separator: "\n") + "\n\n* judging set: no threshold is tuned on it\n"
    }
  }
#endif
