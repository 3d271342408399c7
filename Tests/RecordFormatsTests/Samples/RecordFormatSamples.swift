import RecordFormats
import SampleSupport
import Testing

/// The samples of the page of this module.
@Suite struct RecordFormatSamples {
  @Test func records() throws {
    let print = Transcript()
    // sample: record-formats
    let text = """
      sku,name,price
      B-104,"Buns, 4",2.50
      D-102,Butter,2.45

      """
    let prices = try RecordDocument(SourceText(text, name: "prices.csv"), format: .csv)
    let name = try prices.locator(for: "name")
    for record in 0..<prices.count {
      guard let value = prices.value(record, at: name) else { continue }
      print(prices.position(of: record), prices.source.string(of: value))
    }
    // end sample
    try expect(print, shows: "record-formats")
  }

  @Test func refusal() throws {
    let print = Transcript()
    // sample: record-formats-error
    do {
      _ = try RecordDocument(SourceText("sku,name\nB-104\n", name: "prices.csv"), format: .csv)
    } catch {
      print(error)
    }
    // end sample
    try expect(print, shows: "record-formats-error")
  }

  @Test func writing() throws {
    let print = Transcript()
    // sample: record-formats-writing
    var table = DelimitedWriter()
    try table.append(["sku", "name"])
    try table.append(["B-104", "Buns, 4"])
    for row in String(decoding: table.output, as: UTF8.self).split(separator: "\n") { print(row) }
    // end sample
    try expect(print, shows: "record-formats-writing")
  }

  private func expect(_ transcript: Transcript, shows name: String) throws {
    #expect(transcript.text == (try SampleBook().output(of: name)))
  }
}
