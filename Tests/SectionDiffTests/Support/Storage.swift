/// Whether two arrays are the same memory: one is a copy of the other that copied nothing.
func shareStorage<Element>(_ a: [Element], _ b: [Element]) -> Bool { a.span.isIdentical(to: b.span) }

/// Whether a slice is the memory of an array.
func shareStorage<Element>(_ a: ArraySlice<Element>, _ b: [Element]) -> Bool { a.span.isIdentical(to: b.span) }
