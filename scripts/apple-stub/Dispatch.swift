// swift-format-ignore-file
// What the checked files take from Dispatch, as Apple's overlay declares it; see scripts/apple-check.
@_exported import Darwin
open class DispatchObject { init() {} }
public struct DispatchQoS: Equatable, Sendable {
  public static let background = DispatchQoS()
  public static let utility = DispatchQoS()
  public static let `default` = DispatchQoS()
  public static let userInitiated = DispatchQoS()
  public static let userInteractive = DispatchQoS()
  public static let unspecified = DispatchQoS()
  public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
}
public struct DispatchWorkItemFlags: OptionSet, RawRepresentable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}
public final class DispatchGroup: DispatchObject, @unchecked Sendable { public override init() {} }
public final class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 1)
  }
  public enum AutoreleaseFrequency: Sendable { case inherit, workItem, never }
  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
    autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
  ) { self.init() }
  public class var main: DispatchQueue { DispatchQueue() }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue() }
  public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) {}
  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
}
public struct DispatchTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchTime { DispatchTime(rawValue: 0) }
  public static let distantFuture = DispatchTime(rawValue: .max)
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { a.rawValue < b.rawValue }
}
public enum DispatchTimeInterval: Equatable, Sendable { case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never }
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public convenience init(value: Int) { self.init() }
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
public protocol DispatchSourceProtocol: AnyObject {
  typealias DispatchSourceHandler = @Sendable () -> Void
  func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)
  func setCancelHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)
  func setRegistrationHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)
  func cancel()
  func resume()
  func activate()
}
extension DispatchSourceProtocol {
  public func setEventHandler(qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [], handler: DispatchSourceHandler?) {}
  public func setCancelHandler(qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [], handler: DispatchSourceHandler?) {}
  public func setRegistrationHandler(qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [], handler: DispatchSourceHandler?) {}
}
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {
  var handle: Int32 { get }
  var data: DispatchSource.FileSystemEvent { get }
  var mask: DispatchSource.FileSystemEvent { get }
}
public final class DispatchSource: DispatchObject, DispatchSourceFileSystemObject, @unchecked Sendable {
  public struct FileSystemEvent: OptionSet, RawRepresentable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let delete = FileSystemEvent(rawValue: 0x1)
    public static let write = FileSystemEvent(rawValue: 0x2)
    public static let extend = FileSystemEvent(rawValue: 0x4)
    public static let attrib = FileSystemEvent(rawValue: 0x8)
    public static let link = FileSystemEvent(rawValue: 0x10)
    public static let rename = FileSystemEvent(rawValue: 0x20)
    public static let revoke = FileSystemEvent(rawValue: 0x40)
    public static let funlock = FileSystemEvent(rawValue: 0x100)
    public static let all: FileSystemEvent = [.delete, .write, .extend, .attrib, .link, .rename, .revoke]
  }
  public var handle: Int32 { 0 }
  public var data: FileSystemEvent { [] }
  public var mask: FileSystemEvent { [] }
  public func cancel() {}
  public func resume() {}
  public func activate() {}
  public class func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceFileSystemObject { DispatchSource() }
}
