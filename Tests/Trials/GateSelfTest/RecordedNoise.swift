import DiffWorkloads
import Foundation

/// Noise that was recorded by `scripts/record-noise`: times of one and the same work, each of a process of its own.
struct RecordedNoise: Sendable {
  /// Why a recording cannot be used.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  /// For each workload and strategy its times, in the order that they were taken in.
  let series: [(name: String, times: [Double])]

  /// Fewer times would be drawn again and again.
  private static let fewestTimes = 500

  /// Reads a recording: a row for each process, a column for each series, names in the first row.
  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Unusable(description: "\(path): cannot be read; run this in the folder of the package")
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let names = lines.first?.split(separator: ",").map(String.init) ?? []
    var columns = [[Double]](repeating: [], count: names.count)
    for (number, line) in lines.enumerated().dropFirst() {
      let times = line.split(separator: ",").compactMap { Double($0) }
      guard times.count == names.count, times.allSatisfy({ $0 > 0 }) else {
        throw Unusable(description: "\(path):\(number + 1): not \(names.count) times; record it again")
      }
      for (column, time) in times.enumerated() { columns[column].append(time) }
    }
    guard let count = columns.first?.count, count >= Self.fewestTimes else {
      throw Unusable(description: "\(path): fewer than \(Self.fewestTimes) rows; record it again")
    }
    series = zip(names, columns).map { (name: $0, times: $1) }
  }

  /// All series, drawn in pieces.
  var kind: NoiseKind {
    NoiseKind(name: "recorded", isOfProcesses: true) { [series] seed in
      var generator = SplitMix64(seed: seed)
      return RecordedPieces(times: series[generator.below(series.count)].times, generator: generator)
    }
  }
}

extension RecordedNoise {
  /// Histories of a contender of the recording, beside the others of the same workload, which ran in the same processes, as
  /// its floors: all of them, of which the history takes the steadiest, as of those of a real record; or just one.
  func histories(oneFloor: Bool) -> NoiseKind {
    NoiseKind(name: oneFloor ? "recorded, 1 floor" : "recorded", isOfProcesses: true) { [series] seed in
      // The contender is that of the history, the place that of the record: see `HistoryTrial`.
      var choice = SplitMix64(seed: seed >> 20)
      var generator = SplitMix64(seed: seed)
      let contender = series[choice.below(series.count)]
      let workload = Self.workload(contender.name)
      var floors = series.filter { $0.name != contender.name && Self.workload($0.name) == workload }
      if oneFloor, !floors.isEmpty { floors = [floors[choice.below(floors.count)]] }
      return RecordedRows(
        times: contender.times, floors: floors.map { $0.times }, place: generator.below(contender.times.count))
    }
  }

  private static func workload(_ name: String) -> Substring {
    name.prefix(upTo: name.lastIndex(of: " ") ?? name.endIndex)
  }
}

/// Rows of a recording, one after the other from some place on.
private struct RecordedRows: NoiseSource {
  let times: [Double]
  let floors: [[Double]]
  var place: Int

  mutating func next() -> Double { round().time }

  mutating func round() -> (time: Double, floors: [Double]) {
    place = (place + 1) % times.count
    return (times[place], floors.map { $0[place] })
  }
}

/// Pieces of a recording in a random order. Within a piece, ten rounds long, times follow each other as they did.
private struct RecordedPieces: NoiseSource {
  let times: [Double]
  var generator: SplitMix64
  private var place = 0
  private var left = 0

  init(times: [Double], generator: SplitMix64) {
    self.times = times
    self.generator = generator
  }

  mutating func next() -> Double {
    if left == 0 {
      place = generator.below(times.count)
      left = 40
    }
    left -= 1
    place = (place + 1) % times.count
    return times[place]
  }
}
