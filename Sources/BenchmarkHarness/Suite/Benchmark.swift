/// A workload of a suite: how its input is made, and what is measured on it.
///
/// For example, a parser at 500, 5,000 and 50,000 lines:
///
///     Benchmark("log lines", size: 5_000) { size, seed in
///       let log = LogFile.make(lines: size, seed: seed)
///       return BenchmarkInput(
///         items: size,
///         [Contender("parser", verify: { try check(log) }, counts: { ["tokens": tokens(log)] }) { parse(log).count }])
///     }
public struct Benchmark {
  /// The name that options, tables and benchmark runs use.
  public let name: String
  /// Why it exists, in one line.
  public let reason: String
  /// The kind of its elements. Entries of one name and several kinds are one workload; the first of them is the default.
  public let elements: String
  /// The size that it has unless another is requested.
  public let size: Int
  /// The sizes at which `section-diff regress` takes counts, ascending; at the middle one it takes times and instructions.
  public let sizes: [Int]
  /// The largest size that makes sense.
  public let largestSize: Int
  /// Where its random numbers start unless another seed is requested.
  public let seed: UInt64
  /// Whether it runs when no workload is named.
  public let isDefault: Bool
  let make: (Int, UInt64) throws -> BenchmarkInput

  /// Makes a workload.
  ///
  /// - Parameters:
  ///   - name: The name that options, tables and benchmark runs use.
  ///   - reason: Why it exists, in one line.
  ///   - elements: The kind of its elements, where there are several.
  ///   - size: The size that it has unless another is requested.
  ///   - sizes: The sizes at which counts are taken: by default a tenth of the size, the size, and ten times the size, so
  ///     that growth shows. Where none of them makes sense, it is the size.
  ///   - largestSize: The largest size that makes sense; larger ones are left out.
  ///   - seed: Where its random numbers start unless another seed is requested.
  ///   - isDefault: Whether it runs when no workload is named.
  ///   - make: Makes the input of a size, always the same for one seed. What it does is not measured.
  public init(
    _ name: String, _ reason: String = "", elements: String = "item", size: Int, sizes: [Int]? = nil,
    largestSize: Int = .max, seed: UInt64 = 1, isDefault: Bool = true,
    make: @escaping (_ size: Int, _ seed: UInt64) throws -> BenchmarkInput
  ) {
    self.name = name
    self.reason = reason
    self.elements = elements
    self.size = min(size, largestSize)
    let size = self.size
    let tenfold = size.multipliedReportingOverflow(by: 10)
    let wanted = (sizes ?? [size / 10, size, tenfold.overflow ? .max : tenfold.partialValue])
      .filter { $0 > 0 && $0 <= largestSize }
    self.sizes = wanted.isEmpty ? [size] : Set(wanted).sorted()
    self.largestSize = largestSize
    self.seed = seed
    self.isDefault = isDefault
    self.make = make
  }

  /// Makes the input of a size; ``size`` and ``seed`` unless others are given.
  ///
  /// - Throws: what the closure throws.
  public func input(size: Int? = nil, seed: UInt64? = nil) throws -> BenchmarkInput {
    try make(size ?? self.size, seed ?? self.seed)
  }
}
