import SectionDiff

struct Product: Identifiable, Equatable {
  let id: String
  var price: Int
}

let monday = Snapshot(sections: [
  Section("Fruit", items: [Product(id: "apple", price: 280), Product(id: "pear", price: 310)]),
  Section("Dairy", items: [Product(id: "milk", price: 115), Product(id: "butter", price: 245)]),
])
let tuesday = Snapshot(sections: [
  Section("Dairy", items: [Product(id: "butter", price: 245), Product(id: "milk", price: 120)]),
  Section("Fruit", items: [Product(id: "apple", price: 280), Product(id: "plum", price: 195)]),
])

let changes = try Differ().changeset(from: monday, to: tuesday)
print(changes.counts)
for change in changes.identity.changes { print(change) }

print(try monday.applying(changes) == tuesday, try tuesday.applying(changes.inverted) == monday)
for stage in try changes.stages(from: monday) { print("stage:", stage.changes.counts) }
