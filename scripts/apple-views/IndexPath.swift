// swift-format-ignore-file
// What the checked files that show lists take from Foundation; see scripts/apple-check.
public struct IndexPath: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var indexes: [Int]
  public init(arrayLiteral indexes: Int...) { self.indexes = indexes }
  public var count: Int { indexes.count }
  public subscript(index: Int) -> Int { get { indexes[index] } set { indexes[index] = newValue } }
}
public struct IndexSet: Hashable, Sendable {
  private var integers: Set<Int> = []
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == Int { integers = Set(elements) }
}
public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol { public init() {} }
