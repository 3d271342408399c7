@testable import SectionDiff

/// Whether two arrays are the same memory: one is a copy of the other that copied nothing.
func shareStorage<Element>(_ a: [Element], _ b: [Element]) -> Bool { a.isSameMemory(as: b) }

/// Whether the items of two snapshots are the same memory.
func shareStorage<Item>(_ a: SnapshotItems<Item>, _ b: SnapshotItems<Item>) -> Bool { a.isIdentical(to: b) }

/// Whether the items of a snapshot are the memory of an array.
func shareStorage<Item>(_ a: SnapshotItems<Item>, _ b: [Item]) -> Bool { a.isIdentical(to: .flat(b)) }
