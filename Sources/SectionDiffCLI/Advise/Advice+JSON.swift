internal import BenchmarkHarness
internal import RecordFormats

extension Advice {
  /// The advice as one JSON object and an LF; keys always in this order.
  var json: [UInt8] {
    var output: [UInt8] = []
    output.append("{\"input\":{")
    for (index, member) in members.enumerated() {
      if index > 0 { output.append(",") }
      output.append("\(JSONText.literal(member.name)):\(member.json)")
    }
    output.append("},\"elements\":\(JSONText.literal(elements)),\"old\":\(oldCount),\"new\":\(newCount)")
    output.append(",\"floors\":{")
    for (index, floor) in floors.enumerated() {
      if index > 0 { output.append(",") }
      output.append("\"\(floor.name)\":\(Figures.json(floor.nanoseconds, places: 0))")
    }
    output.append("},\"strategies\":")
    output.appendList(rows) { output, row in
      output.append("{\"name\":\(JSONText.literal(row.name))")
      output.append(",\"nanoseconds\":\(Figures.json(row.nanoseconds, places: 0))")
      output.append(",\"spread\":\(Figures.json(row.spread, places: 4))")
      output.append(",\"toScan\":\(Figures.json(row.toScan, places: 4))")
      output.append(",\"toDict\":\(Figures.json(row.toDict, places: 4))")
      output.append(",\"comparisons\":\(row.comparisons),\"hashes\":\(row.hashes)")
      output.append(",\"allocations\":\(row.allocations.map { "\($0)" } ?? "null")")
      output.append(",\"bytes\":\(row.bytes.map { "\($0)" } ?? "null")")
      output.append(",\"deletes\":\(row.deletes),\"inserts\":\(row.inserts),\"moves\":\(row.moves)")
      output.append(",\"updates\":\(row.updates),\"minimal\":\(row.isMinimal)")
      output.append(",\"toStdlib\":\(Figures.json(row.toStandard, places: 6))")
      output.append(",\"timeRegret\":\(Figures.json(row.timeRegret, places: 4))")
      output.append(",\"sizeRegret\":\(Figures.json(row.sizeRegret, places: 4))}")
    }
    output.append(",\"recommended\":\(JSONText.literal(recommendation.strategy))")
    output.append(",\"reason\":\(JSONText.literal(recommendation.reason))")
    output.append(",\"noise\":{\"median\":\(Figures.json(noise?.median, places: 4))")
    output.append(",\"low\":\(Figures.json(noise?.interval.low, places: 4))")
    output.append(",\"high\":\(Figures.json(noise?.interval.high, places: 4))}")
    output.append(",\"preference\":\(JSONText.literal(preference.rawValue)),\"undecided\":")
    output.appendList(recommendation.undecided) { $0.append(JSONText.literal($1)) }
    output.append("}\n")
    return output
  }
}
