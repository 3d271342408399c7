import SectionDiff

struct Product: Identifiable, Equatable {
  let id: String
  var price: Int
}

let monday = Snapshot(sections: [
  Section("Fruit", items: [Product(id: "apple", price: 280), Product(id: "pear", price: 310)]),
  Section("Dairy", items: [Product(id: "milk", price: 115)]),
])
let tuesday = Snapshot(sections: [
  Section("Dairy", items: [Product(id: "pear", price: 310), Product(id: "milk", price: 120)]),
  Section("Fruit", items: [Product(id: "apple", price: 280)]),
])

let changes = try Differ().changeset(from: monday, to: tuesday)
for change in changes.identity.changes { print(change) }
print(try monday.applying(changes) == tuesday)
