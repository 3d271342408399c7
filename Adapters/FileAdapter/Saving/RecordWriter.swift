internal import RecordFormats
internal import StoreInterface

/// Writes records over the file that they came from: what did not change keeps its bytes, and so do the fields that their
/// type does not know.
struct RecordWriter<Item: Identifiable & Sendable> where Item.ID: Sendable {
  let coding: RecordCoding<Item>
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  let format: RecordFormat
  /// The file as it is, and its records in its order; `nil` where there is none.
  let old: (document: RecordDocument, items: [Item])?

  /// The file that holds these records, in this order.
  func bytes(of items: [Item]) throws(StoreError) -> [UInt8] {
    let numbers = Dictionary((old?.items ?? []).enumerated().map { ($1.id, $0) }) { first, _ in first }
    do {
      let records = try items.map { item -> WrittenRecord in
        guard let old, let number = numbers[item.id] else { return .json(try coding.encode(item)) }
        if haveEqualContent(old.items[number], item) { return .kept(number) }
        return .json(try encoded(item, over: old.items[number], old.document.records.fields(of: number)))
      }
      return try format.file(of: records, over: old?.document)
    } catch let error as FormatError {
      throw StoreError(.refused, error.problem, advice: error.advice.isEmpty ? nil : error.advice)
    } catch {
      throw StoreError(error, as: .refused, "a record cannot be written: ")
    }
  }

  /// A record with the fields that the file has for it and its type does not know. They stay in their order; new ones come
  /// after them.
  private func encoded(_ item: Item, over before: Item, _ fields: [RecordField]) throws -> [UInt8] {
    let json = try coding.encode(item)
    guard coding.keepsUnknownFields, let new = try members(json), let old = try members(coding.encode(before)) else {
      return json
    }
    var values = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
    let known = Set(old.map(\.name))
    let kept = fields.compactMap { field in
      values.removeValue(forKey: field.name) ?? (known.contains(field.name) ? nil : field)
    }
    var output: [UInt8] = []
    output.appendObject(kept + new.filter { values[$0.name] != nil })
    return output
  }

  /// The members of an object; `nil` for any other value.
  private func members(_ json: [UInt8]) throws(FormatError) -> [RecordField]? {
    let value = try SourcedValue(json: json)
    return value.value.kind == .object ? value.source.memberFields(of: value.value) : nil
  }
}
