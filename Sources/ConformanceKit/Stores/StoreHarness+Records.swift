import StoreInterface

extension StoreHarness {
  /// What is wrong with the records that the harness makes, by which all laws go.
  func problemOfRecords() -> String? {
    let versions = [0, 1, 2, 3, 4, 5, 11, 24, 60, 75, 999]
    var known: [Store.Item.ID: Int] = [:]
    for number in Array(0..<200) + [1_000, 1_001, 2_000, 90_001, 90_002, 99_999] {
      if let other = known.updateValue(number, forKey: record(number, version: 0).id) {
        return "record(\(number), version: 0) has the identity of record(\(other), version: 0), and is to have its own"
      }
    }
    for number in [0, 7, 1_000] {
      let first = record(number, version: 0)
      var known: [(version: Int, item: Store.Item)] = []
      for version in versions {
        let (item, name) = (record(number, version: version), "record(\(number), version: \(version))")
        let other = "record(\(number), version: 0)"
        if item.id != first.id { return "\(name) has another identity than \(other), and is to have the same" }
        if item != record(number, version: version) { return "\(name) is not equal to itself when it is made again" }
        if let same = known.first(where: { $0.item == item }) {
          return "\(name) is equal to record(\(number), version: \(same.version)), and is to have other content"
        }
        known.append((version, item))
      }
    }
    return nil
  }
}
