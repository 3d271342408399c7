// swift-format-ignore-file
// What the checked samples take from SwiftUI, with the signatures of its interface; see scripts/apple-check.
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
extension View { public var body: Never { fatalError() } }
@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}
public struct EmptyView: View { public init() {} ; public typealias Body = Never }
public struct Text: View { public init<S: StringProtocol>(_ content: S) {} ; public typealias Body = Never }
public struct List<SelectionValue: Hashable, Content: View>: View { public typealias Body = Never }
extension List where SelectionValue == Never { @MainActor @preconcurrency public init(@ViewBuilder content: () -> Content) {} }
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: View { public typealias Body = Never }
extension ForEach where Content: View {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
public struct Section<Parent, Content, Footer>: View { public typealias Body = Never }
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}
@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) { wrappedValue = value }
  public init(initialValue value: Value) { wrappedValue = value }
  public var wrappedValue: Value
  public var projectedValue: Binding<Value> { Binding() }
}
public struct Binding<Value> {}
public struct Animation: Equatable, Sendable { public static let `default` = Animation() }
extension View {
  public nonisolated func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
  public nonisolated func task(_ action: sending @escaping @isolated(any) () async -> Void) -> some View { self }
  public nonisolated func task<T: Equatable>(
    id value: T, _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public nonisolated func searchable(text: Binding<String>) -> some View { self }
}
