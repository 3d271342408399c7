import StoreInterface

/// One setting.
struct Setting: Identifiable, Equatable, Sendable {
  var name: String
  var value: String
  var id: String { name }
}

/// What to ask the settings for.
struct SettingsRequest: Sendable {
  /// Only settings whose names begin so.
  var prefix = ""
}

/// The settings as a store: this is all that it takes.
struct SettingsStore: WritableDataStore {
  let settings: Settings

  func events(for request: SettingsRequest) -> StoreEvents<Setting> {
    let (events, continuation) = StoreEvents<Setting>.makeStream()
    let number = settings.watch { values in
      continuation.yield(.replace(.items(sorted(values, for: request))))
    } _: { deed in
      let changes = changes(of: deed, for: request)
      if !changes.isEmpty { continuation.yield(.changes(StoreBatch(changes))) }
    }
    continuation.onTermination { [settings] in settings.unwatch(number) }
    return events
  }

  func fetch(_ request: SettingsRequest) async throws(StoreError) -> StoreContents<Setting> {
    .items(sorted(settings.all, for: request))
  }

  @discardableResult
  func commit(_ batch: StoreBatch<Setting>) async throws(StoreError) -> BatchOutcome<Setting> {
    try settings.transact { (values: inout [String: String]) throws(StoreError) -> BatchOutcome<Setting> in
      var outcome = try batch.folded { name in values[name].map { Setting(name: name, value: $0) } }
      outcome.refreshed = []  // A setting depends on nothing else.
      for setting in outcome.inserted + outcome.updated.map(\.to) {
        if setting.value.utf8.count > 1_000 {
          throw StoreError(.refused, "the value is longer than 1,000 bytes", at: setting.name)
        }
        values[setting.name] = setting.value
      }
      for setting in outcome.deleted { values[setting.name] = nil }
      return outcome
    }
  }

  private func sorted(_ values: [String: String], for request: SettingsRequest) -> [Setting] {
    values.filter { $0.key.hasPrefix(request.prefix) }.map { Setting(name: $0.key, value: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// A deed in the words of stores: what comes is placed before the setting that follows it, from the last to the first.
  private func changes(of deed: Settings.Deed, for request: SettingsRequest) -> [StoreChange<Setting>] {
    var changes: [StoreChange<Setting>] = deed.unset.sorted().filter { $0.hasPrefix(request.prefix) }.map {
      .delete($0)
    }
    let result = sorted(deed.result, for: request)
    for (place, setting) in result.enumerated().reversed() where deed.set[setting.name] != nil {
      let next = place + 1 < result.count ? StorePlacement.before(result[place + 1].name) : .end
      changes.append(.insert(setting, at: next))
    }
    return changes
  }
}
