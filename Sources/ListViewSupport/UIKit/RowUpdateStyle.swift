#if canImport(UIKit) && !os(watchOS)
  /// How a table or collection view shows a row whose content has changed.
  public enum RowUpdateStyle: Hashable, Sendable {
    /// With a new cell. Right for all rows.
    case reload
    /// With the cell that it has, which is configured anew: no flicker, and faster. Only right where the content of a row
    /// never decides which kind of cell shows it; UIKit raises an exception otherwise.
    case reconfigure
  }
#endif
