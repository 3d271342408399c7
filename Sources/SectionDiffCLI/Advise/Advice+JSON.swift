internal import BenchmarkHarness
internal import RecordFormats
internal import SectionDiff

@available(LiveSystems, *)
extension Advice {
  /// The advice as one JSON object and an LF; keys always in this order.
  var json: [UInt8] {
    var output: [UInt8] = []
    output.append("{\"input\":{")
    for (index, member) in subject.members.enumerated() {
      if index > 0 { output.append(",") }
      output.append("\(JSONText.literal(member.name)):\(member.json)")
    }
    output.append(
      "},\"elements\":\(JSONText.literal(subject.elements)),\"old\":\(subject.oldCount),\"new\":\(subject.newCount)")
    output.append(",\"floors\":{")
    for (index, floor) in floors.enumerated() {
      if index > 0 { output.append(",") }
      output.append("\(JSONText.literal(floor.name)):\(Figures.json(floor.nanoseconds, places: 0))")
    }
    output.append("},\"strategies\":")
    output.appendList(rows) { output, row in
      output.append("{\"name\":\(JSONText.literal(row.name))")
      output.append(",\"nanoseconds\":\(Figures.json(row.nanoseconds, places: 0))")
      output.append(",\"spread\":\(Figures.json(row.spread, places: 4))")
      output.append(",\"toScan\":\(Figures.json(row.toScan, places: 4))")
      output.append(",\"toDict\":\(Figures.json(row.toDict, places: 4))")
      output.append(",\"comparisons\":\(row.hasReceipt ? "\(row.comparisons)" : "null")")
      output.append(",\"hashes\":\(row.hasReceipt ? "\(row.hashes)" : "null")")
      output.append(",\"allocations\":\(row.allocations.map { "\($0)" } ?? "null")")
      output.append(",\"bytes\":\(row.bytes.map { "\($0)" } ?? "null")")
      // What is no diff has no changes.
      func change(_ text: String) -> String { row.isDiff ? text : "null" }
      let counts = row.counts
      output.append(",\"deletes\":\(change("\(counts.deletes)")),\"inserts\":\(change("\(counts.inserts)"))")
      output.append(",\"moves\":\(change("\(counts.moves)")),\"updates\":\(change("\(counts.updates)"))")
      output.append(",\"minimal\":\(change("\(row.isMinimal)"))")
      output.append(",\"toStdlib\":\(Figures.json(row.toStandard, places: 6))")
      output.append(",\"timeRegret\":\(change(Figures.json(row.timeRegret, places: 4)))")
      output.append(",\"sizeRegret\":\(change(Figures.json(row.sizeRegret, places: 4)))")
      output.append(",\"rounds\":\(row.rounds),\"paired\":\(!row.isForeign),\"metrics\":{")
      for (index, metric) in row.metrics.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { output.append(",") }
        output.append("\(JSONText.literal(metric.key)):\(metric.value)")
      }
      output.append("}}")
    }
    output.append(",\"recommended\":\(JSONText.literal(recommendation.strategy))")
    output.append(",\"reason\":\(JSONText.literal(recommendation.reason))")
    output.append(",\"noise\":{\"median\":\(Figures.json(noise?.median, places: 4))")
    output.append(",\"low\":\(Figures.json(noise?.interval.low, places: 4))")
    output.append(",\"high\":\(Figures.json(noise?.interval.high, places: 4))}")
    output.append(",\"preference\":\(JSONText.literal(preference.rawValue)),\"undecided\":")
    output.appendList(recommendation.undecided) { $0.append(JSONText.literal($1)) }
    output.append(",\"wrong\":")
    output.appendList(wrong) { output, row in
      output.append("{\"name\":\(JSONText.literal(row.contender)),\"problem\":\(JSONText.literal(row.problem))}")
    }
    output.append("}\n")
    return output
  }
}
