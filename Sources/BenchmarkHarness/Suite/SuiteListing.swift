#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a runner can measure, as it says by `--list`.
package struct SuiteListing: Hashable, Sendable, Codable {
  /// The name of the form, `section-diff-suite/1`.
  package static let formatName = "section-diff-suite/1"

  /// The name of the form that it was written in.
  package var format = Self.formatName
  /// The workloads, in order.
  package var workloads: [Entry] = []
  /// Whether it measures files: `--old FILE --new FILE` instead of a workload.
  package var takesFiles: Bool?

  /// Whether it takes several `--only-run` in one call, and several requests with `--then` between them, with a mark after
  /// each run: without it, no instructions are counted.
  package var marks: Bool?

  /// A workload with one kind of element.
  package struct Entry: Hashable, Sendable, Codable {
    /// The workload's name.
    package var name: String
    /// Why it exists.
    package var reason: String?
    /// The kind of its elements.
    package var elements: String
    /// The sizes to take counts at; times are taken at the middle one.
    package var sizes: [Int]
    /// The largest size.
    package var largestSize: Int?
    /// Whether it runs when no workload is named; so it does where nothing is said.
    package var isDefault: Bool?

    /// Makes an entry.
    package init(
      name: String, reason: String? = nil, elements: String, sizes: [Int], largestSize: Int? = nil,
      isDefault: Bool? = nil
    ) {
      (self.name, self.reason, self.elements, self.sizes) = (name, reason, elements, sizes)
      (self.largestSize, self.isDefault) = (largestSize, isDefault)
    }

    /// The size to take times at.
    package var timedSize: Int? { sizes.isEmpty ? nil : sizes.sorted()[sizes.count / 2] }
  }

  /// Lists workloads.
  package init(_ benchmarks: [Benchmark]) {
    workloads = benchmarks.map {
      Entry(
        name: $0.name, reason: $0.reason.isEmpty ? nil : $0.reason, elements: $0.elements, sizes: $0.sizes,
        largestSize: $0.largestSize == .max ? nil : $0.largestSize, isDefault: $0.isDefault)
    }
    marks = true
  }

  /// The names, each once, in order.
  package var names: [String] {
    var seen: Set<String> = []
    return workloads.map(\.name).filter { seen.insert($0).inserted }
  }

  /// The entry of a name and a kind of element; without a kind the first of that name.
  package func entry(_ name: String, _ elements: String?) -> Entry? {
    workloads.first { $0.name == name && (elements == nil || $0.elements == elements) }
  }

  /// Those that run when none is named.
  package var defaults: [String] {
    let chosen = Set(workloads.filter { $0.isDefault ?? true }.map(\.name))
    return names.filter(chosen.contains)
  }

  /// The list as JSON, and an LF.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  /// Reads what a runner printed.
  ///
  /// - Throws: `DecodingError` that says what is wrong, for another form, too.
  package init(json: [UInt8]) throws {
    let listing = try JSONDecoder().decode(SuiteListing.self, from: Data(json))
    guard listing.format == Self.formatName else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "a list in the form \(listing.format), not \(Self.formatName)"))
    }
    for entry in listing.workloads {
      if entry.sizes.isEmpty {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "the workload \(entry.name) lists no size"))
      }
      guard let size = entry.sizes.first(where: { $0 < 1 || $0 > entry.largestSize ?? .max }) else { continue }
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription:
            "the workload \(entry.name) lists the size \(size), and takes 1 to \(entry.largestSize.map(String.init) ?? "any")"
        ))
    }
    self = listing
  }
}
