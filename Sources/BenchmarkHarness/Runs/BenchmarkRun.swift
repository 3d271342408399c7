#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A run of benchmarks, as it is kept and compared: all that is needed to say what a figure is worth and to repeat it.
public struct BenchmarkRun: Hashable, Sendable, Codable {
  /// The name of the form, `section-diff-benchmark/1`.
  public static let formatName = "section-diff-benchmark/1"

  /// The name of the form that it was written in.
  public var format: String
  /// Where it ran.
  public var environment: RunEnvironment
  /// What ran, workload by workload.
  public var workloads: [WorkloadRun]

  /// Makes a benchmark run.
  public init(environment: RunEnvironment, workloads: [WorkloadRun]) {
    format = Self.formatName
    self.environment = environment
    self.workloads = workloads
  }
}

/// What was measured on one workload.
public struct WorkloadRun: Hashable, Sendable, Codable {
  /// The workload's name.
  public var name: String
  /// The requested size.
  public var size: Int
  /// The seed of its rows.
  public var seed: UInt64
  /// The kind of its elements, such as `int`.
  public var elements: String
  /// The number of old items.
  public var old: Int
  /// The number of new items.
  public var new: Int
  /// The rows, floors included, and the noise floor.
  public var table: MeasuredTable
  /// The standard library's time in nanoseconds; `nil` when it would take more than 20 s or too much memory.
  public var standardNanoseconds: Double?

  /// Makes the run of one workload.
  public init(
    name: String, size: Int, seed: UInt64, elements: String, old: Int, new: Int, table: MeasuredTable,
    standardNanoseconds: Double?
  ) {
    self.name = name
    self.size = size
    self.seed = seed
    self.elements = elements
    self.old = old
    self.new = new
    self.table = table
    self.standardNanoseconds = standardNanoseconds
  }
}

extension WorkloadRun {
  /// Reads the run of one workload; without a number of new items it is that of the old ones, and the seed is zero.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let old = try values.decode(Int.self, forKey: .old)
    self.init(
      name: try values.decode(String.self, forKey: .name), size: try values.decode(Int.self, forKey: .size),
      seed: try values.decodeIfPresent(UInt64.self, forKey: .seed) ?? 0,
      elements: try values.decode(String.self, forKey: .elements), old: old,
      new: try values.decodeIfPresent(Int.self, forKey: .new) ?? old,
      table: try values.decode(MeasuredTable.self, forKey: .table),
      standardNanoseconds: try values.decodeIfPresent(Double.self, forKey: .standardNanoseconds))
  }
}

extension BenchmarkRun {
  /// The run as JSON, members in alphabetical order, for a file: the same bytes for the same run.
  ///
  /// - Throws: `EncodingError` when a figure is not a number.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  /// Reads what ``json()`` writes.
  ///
  /// - Throws: `DecodingError` that says what is wrong, for a file of another form, too.
  public init(json: [UInt8]) throws {
    let run = try JSONDecoder().decode(BenchmarkRun.self, from: Data(json))
    guard run.format == Self.formatName else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription: "a benchmark run in the form \(run.format), not \(Self.formatName); measure again"))
    }
    self = run
  }
}
