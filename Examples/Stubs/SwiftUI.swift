// swift-format-ignore-file
// The part of SwiftUI that ReadingList uses, so that `./check` can type-check the app where there is no SwiftUI. The
// declarations are Apple's; the bodies do nothing, and nothing here is ever run.
@_exported import Foundation

// MARK: - Views

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

/// A view that SwiftUI draws by itself.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError() }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
    TupleView()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<A: View, B: View>(first: A) -> ConditionalContent<A, B> { ConditionalContent() }
  public static func buildEither<A: View, B: View>(second: B) -> ConditionalContent<A, B> { ConditionalContent() }
}

public struct EmptyView: PrimitiveView {
  public nonisolated init() {}
}

public struct TupleView<T>: PrimitiveView {
  nonisolated init() {}
}

public struct ConditionalContent<A, B>: PrimitiveView {
  nonisolated init() {}
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct Text: PrimitiveView {
  public nonisolated init<S: StringProtocol>(_ content: S) {}
}

public struct ProgressView: PrimitiveView {
  public nonisolated init() {}
}

public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) where SelectionValue == Never {}
}

public protocol DynamicViewContent: View {}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View, PrimitiveView, DynamicViewContent where Content: View {}

extension ForEach where Content: View {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

extension DynamicViewContent {
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
}

public struct Section<Parent, Content, Footer> {}

extension Section: View, PrimitiveView where Parent: View, Content: View, Footer: View {}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}

public struct NavigationStack<Root: View>: PrimitiveView {
  public init(@ViewBuilder root: () -> Root) {}
}

public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
}

public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
}

public struct VStack<Content: View>: PrimitiveView {
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct Form<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

public struct Button<Label: View>: PrimitiveView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

public struct TextField<Label: View>: PrimitiveView {}

extension TextField where Label == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: PrimitiveView {}

extension Picker where Label == Text {
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {}
}

// MARK: - Modifiers

public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
}

public struct Font: Hashable, Sendable {
  public static let caption = Font()
}

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle, Hashable {}

extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
}

extension View {
  public nonisolated func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { self }
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
  public nonisolated func searchable(text: Binding<String>) -> some View { self }
  public nonisolated func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
  public nonisolated func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public nonisolated func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  public nonisolated func font(_ font: Font?) -> some View { self }
  public nonisolated func disabled(_ disabled: Bool) -> some View { self }
}

// MARK: - State

@propertyWrapper
public struct State<Value> {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  public init(projectedValue: Binding<Value>) { self = projectedValue }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
}

@MainActor @preconcurrency
public struct DismissAction {
  public func callAsFunction() {}
}

public struct EnvironmentValues {
  public var dismiss: DismissAction { fatalError() }
}

@propertyWrapper
public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}

// MARK: - Apps

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

@MainActor @preconcurrency
public protocol Scene {}

@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}

// MARK: - Foundation, where it lacks what Apple's has

extension URL {
  public static var documentsDirectory: URL { fatalError() }
}
