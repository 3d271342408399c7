#if CommandLine
  internal import DiffWorkloads

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
      let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
      let rows = lines.map { line in
        line.enumerated().map { column, cell in
          let space = String(repeating: " ", count: widths[column] - cell.count)
          // Numbers to the right, and nothing behind the last column.
          return column == 1 || column == 2 ? space + cell : column == line.count - 1 ? cell : cell + space
        }.joined(separator: "  ")
      }
      return rows.joined(separator: "\n") + "\n\n* judging set: no threshold is tuned on it\n"
    }
  }
#endif
