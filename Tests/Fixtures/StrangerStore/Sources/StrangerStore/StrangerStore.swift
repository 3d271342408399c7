import ConformanceKit
import StoreBuilding
import StoreInterface

/// What the suite must know of the settings.
struct SettingsHarness: StoreHarness {
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .observationCount,
  ]
  let everything = SettingsRequest()

  func makeStore(holding records: [Setting]) async throws -> SettingsStore {
    SettingsStore(settings: Settings(Dictionary(uniqueKeysWithValues: records.map { ($0.name, $0.value) })))
  }

  func record(_ number: Int, version: Int) -> Setting {
    // Backwards, so that the order of names is not that of numbers.
    Setting(name: "setting." + String(String(number).reversed()), value: "value \(version)")
  }

  // sample: settings-requests
  func request(_ number: Int) -> SettingsRequest { SettingsRequest(prefix: "setting.\(number % 4)") }

  func meaning(of request: SettingsRequest) -> RecordRequest<Setting>? {
    RecordRequest(where: { $0.name.hasPrefix(request.prefix) }, sortedBy: [.ascending(\.name)])
  }
  // end sample

  func observationCount(of store: SettingsStore) async throws -> Int { store.settings.watcherCount }
}

/// Tries the settings by the laws of stores, and fails where they do not hold.
@main
enum StrangerStore {
  struct Violated: Error {
    let laws: [StoreLaw]
  }

  static func main() async throws {
    let report = await StoreConformance.check { SettingsHarness() }
    print(report)
    guard report.isConforming, report.kept.count >= 20 else { throw Violated(laws: report.broken) }
  }
}
