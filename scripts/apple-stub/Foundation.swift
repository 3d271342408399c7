// swift-format-ignore-file
// What the checked files take from Foundation, with the signatures and the availability of Apple's; bodies mean nothing.
// See scripts/apple-check.
@_exported import Darwin
@_exported import Dispatch

open class NSObject: Equatable, Hashable {
  public init() {}
  public static func == (a: NSObject, b: NSObject) -> Bool { a === b }
  open func hash(into hasher: inout Hasher) {}
}
public typealias TimeInterval = Double

// MARK: Values

public struct Data: Equatable, Hashable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Sendable, Codable {
  public typealias Index = Int
  public typealias SubSequence = Data
  public struct ReadingOptions: OptionSet, Sendable { public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue } }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
  }
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(position: Int) -> UInt8 { get { 0 } set {} }
  public subscript(bounds: Range<Int>) -> Data { get { self } set {} }
  public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with elements: C) where C.Element == UInt8 {}
}

public struct Date: Comparable, Hashable, Equatable, Sendable, Codable {
  public init() {}
  public init(timeIntervalSince1970: TimeInterval) {}
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public static var now: Date { Date() }
  public var timeIntervalSince1970: TimeInterval { 0 }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
  public static func < (a: Date, b: Date) -> Bool { false }
}

public struct TimeZone: Hashable, Equatable, Sendable {
  public init?(secondsFromGMT seconds: Int) {}
}

public struct Calendar: Hashable, Equatable, Sendable {
  public enum Identifier: Sendable { case gregorian }
  public enum Component: Sendable { case era, year, month, day, hour, minute, second }
  public init(identifier: Identifier) {}
  public var timeZone: TimeZone { get { TimeZone(secondsFromGMT: 0)! } set {} }
  public func component(_ component: Component, from date: Date) -> Int { 0 }
}

public struct DateComponents: Hashable, Equatable, Sendable {
  public init(
    calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil, month: Int? = nil, day: Int? = nil,
    hour: Int? = nil, minute: Int? = nil, second: Int? = nil, nanosecond: Int? = nil, weekday: Int? = nil,
    weekdayOrdinal: Int? = nil, quarter: Int? = nil, weekOfMonth: Int? = nil, weekOfYear: Int? = nil,
    yearForWeekOfYear: Int? = nil
  ) {}
  public var isValidDate: Bool { true }
  public var date: Date? { nil }
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public protocol FormatStyle<FormatInput, FormatOutput>: Decodable, Encodable, Hashable {
  associatedtype FormatInput
  associatedtype FormatOutput
  func format(_ value: FormatInput) -> FormatOutput
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension Date {
  public func formatted<F: FormatStyle>(_ format: F) -> F.FormatOutput where F.FormatInput == Date { format.format(self) }
  public struct ISO8601FormatStyle: Sendable, FormatStyle {
    public func year() -> Self { self }
    public func month() -> Self { self }
    public func day() -> Self { self }
    public func format(_ value: Date) -> String { "" }
  }
}
@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
extension FormatStyle where Self == Date.ISO8601FormatStyle {
  public static var iso8601: Self { Date.ISO8601FormatStyle() }
}

public struct UUID: Hashable, Equatable, Sendable {
  public init() {}
  public var uuidString: String { "" }
}

public struct URL: Equatable, Hashable, Sendable, Codable {
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
  public init?(string: String) { nil }
  public init?(string: String, relativeTo url: URL?) { nil }
  public init(fileURLWithPath path: String) {}
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}
  public var absoluteString: String { "" }
  public var absoluteURL: URL { self }
  public var standardized: URL { self }
  public var scheme: String? { nil }
  public var host: String? { nil }
  public var port: Int? { nil }
  public var user: String? { nil }
  public var password: String? { nil }
  public var query: String? { nil }
  public var fragment: String? { nil }
  public var path: String { "" }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public var isFileURL: Bool { false }
  public func deletingPathExtension() -> URL { self }
  public func appendingPathComponent(_ component: String) -> URL { self }
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func host(percentEncoded: Bool = true) -> String? { nil }
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func user(percentEncoded: Bool = true) -> String? { nil }
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func password(percentEncoded: Bool = true) -> String? { nil }
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func path(percentEncoded: Bool = true) -> String { "" }
}

public struct URLComponents: Hashable, Equatable, Sendable {
  public init() {}
  public init?(url: URL, resolvingAgainstBaseURL resolve: Bool) {}
  public init?(string: String) {}
  public var url: URL? { nil }
  public var scheme: String?
  public var host: String?
  public var port: Int?
  public var path = ""
  public var percentEncodedPath = ""
  public var user: String?
  public var password: String?
  public var query: String?
  public var fragment: String?
}

public struct IndexPath: Hashable, Comparable, RandomAccessCollection, Sendable {
  public typealias Element = Int
  public init<S: Sequence>(indexes: S) where S.Element == Int {}
  public init(indexes: [Int]) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> Int { 0 }
  public static func < (a: IndexPath, b: IndexPath) -> Bool { false }
}
public struct IndexSet: Equatable, Hashable, BidirectionalCollection, SetAlgebra, Sendable {
  public typealias Element = Int
  public struct Index: Comparable, Sendable { public static func < (a: Index, b: Index) -> Bool { false } }
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == Int {}
  public var startIndex: Index { Index() }
  public var endIndex: Index { Index() }
  public var isEmpty: Bool { true }
  public func index(after i: Index) -> Index { i }
  public func index(before i: Index) -> Index { i }
  public subscript(index: Index) -> Int { 0 }
  public func contains(_ member: Int) -> Bool { false }
  public func union(_ other: IndexSet) -> IndexSet { self }
  public func intersection(_ other: IndexSet) -> IndexSet { self }
  public func symmetricDifference(_ other: IndexSet) -> IndexSet { self }
  public mutating func formUnion(_ other: IndexSet) {}
  public mutating func formIntersection(_ other: IndexSet) {}
  public mutating func formSymmetricDifference(_ other: IndexSet) {}
  @discardableResult public mutating func insert(_ member: Int) -> (inserted: Bool, memberAfterInsert: Int) { (true, member) }
  @discardableResult public mutating func remove(_ member: Int) -> Int? { nil }
  @discardableResult public mutating func update(with member: Int) -> Int? { nil }
}

// MARK: Text

public struct CharacterSet: Equatable, Hashable, Sendable {
  public static let whitespaces = CharacterSet()
  public static let newlines = CharacterSet()
  init() {}
  public init(charactersIn string: String) {}
}
extension String {
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct Encoding: RawRepresentable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let utf8 = Encoding(rawValue: 4)
  }
  public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
}
extension StringProtocol {
  public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { [] }
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func addingPercentEncoding(withAllowedCharacters set: CharacterSet) -> String? { nil }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement, options: String.CompareOptions = [],
    range searchRange: Range<Index>? = nil
  ) -> String { "" }
}
extension Error { public var localizedDescription: String { "" } }

// MARK: Coding

open class JSONDecoder: @unchecked Sendable {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { throw CancellationError() }
}
open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  public init() {}
  open var outputFormatting: OutputFormatting { get { [] } set {} }
  open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

// MARK: Processes, threads, files

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { ProcessInfo() }
  open var environment: [String: String] { [:] }
  open var arguments: [String] { [] }
  open var processIdentifier: Int32 { 0 }
  open var activeProcessorCount: Int { 1 }
  open var operatingSystemVersionString: String { "" }
}
open class Thread: NSObject, @unchecked Sendable {
  @available(macOS 10.12, iOS 10.0, watchOS 3.0, tvOS 10.0, *)
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open var name: String? { get { nil } set {} }
  open var stackSize: Int { get { 0 } set {} }
  open func start() {}
}
public struct FileAttributeKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let posixPermissions = FileAttributeKey(rawValue: "")
  public static let size = FileAttributeKey(rawValue: "")
}
public struct URLResourceKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
open class FileManager: NSObject, @unchecked Sendable {
  public struct DirectoryEnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let skipsHiddenFiles = DirectoryEnumerationOptions(rawValue: 4)
  }
  open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol { public func next() -> Any? { nil } }
  open class var `default`: FileManager { FileManager() }
  open func createDirectory(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  @discardableResult open func createFile(
    atPath path: String, contents data: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { false }
  open func removeItem(at url: URL) throws {}
  open func removeItem(atPath path: String) throws {}
  open var temporaryDirectory: URL { URL(fileURLWithPath: "") }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  open func contentsOfDirectory(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?, options mask: DirectoryEnumerationOptions = []
  ) throws -> [URL] { [] }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
  open func enumerator(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?, options mask: DirectoryEnumerationOptions = [],
    errorHandler handler: ((URL, any Error) -> Bool)? = nil
  ) -> DirectoryEnumerator? { nil }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { self.init() }
  public convenience init?(forReadingAtPath path: String) { nil }
  public convenience init?(forWritingAtPath path: String) { nil }
  open class var standardError: FileHandle { FileHandle() }
  open var fileDescriptor: Int32 { 0 }
  open func close() throws {}
  open func readToEnd() throws -> Data? { nil }
  open func seek(toOffset offset: UInt64) throws {}
  open func write(_ data: Data) {}
  open func write(contentsOf data: Data) throws {}
}

// MARK: Loading

open class OperationQueue: NSObject, @unchecked Sendable { open var maxConcurrentOperationCount: Int { get { 1 } set {} } }
open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredential: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable { open var failureResponse: URLResponse? { nil } }
open class HTTPCookie: NSObject, @unchecked Sendable { public enum AcceptPolicy: UInt, Sendable { case always, never, onlyFromMainDocumentDomain } }
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLResponse: NSObject, @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 200 }
  open var allHeaderFields: [AnyHashable: Any] { [:] }
}
public struct URLRequest: Equatable, Hashable, Sendable {
  public init(url: URL, cachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0) {}
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var httpShouldHandleCookies = true
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}
open class NSURLRequest: NSObject, @unchecked Sendable {
  public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy = 0, reloadIgnoringLocalCacheData = 1 }
}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  open var urlCache: URLCache? { get { nil } set {} }
  open var requestCachePolicy: NSURLRequest.CachePolicy { get { .useProtocolCachePolicy } set {} }
  open var httpCookieStorage: HTTPCookieStorage? { get { nil } set {} }
  open var httpShouldSetCookies: Bool { get { true } set {} }
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy { get { .never } set {} }
  open var urlCredentialStorage: URLCredentialStorage? { get { nil } set {} }
  open var timeoutIntervalForRequest: TimeInterval { get { 60 } set {} }
}
open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { 0 }
  open var originalRequest: URLRequest? { nil }
  open var response: URLResponse? { nil }
  open func resume() {}
  open func cancel() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
  public enum AuthChallengeDisposition: Int, Sendable { case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace }
  public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }
  public convenience init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?) { self.init() }
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
  open func finishTasksAndInvalidate() {}
}
// Optional there; required here, so that a method whose signature differs is found.
public protocol URLSessionDelegate: AnyObject, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
public struct URLError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let unknown = Code(rawValue: -1)
    public static let cancelled = Code(rawValue: -999)
    public static let badURL = Code(rawValue: -1000)
    public static let timedOut = Code(rawValue: -1001)
    public static let cannotFindHost = Code(rawValue: -1003)
    public static let cannotConnectToHost = Code(rawValue: -1004)
    public static let dnsLookupFailed = Code(rawValue: -1006)
    public static let notConnectedToInternet = Code(rawValue: -1009)
    public static let secureConnectionFailed = Code(rawValue: -1200)
    public static let serverCertificateHasBadDate = Code(rawValue: -1201)
    public static let serverCertificateUntrusted = Code(rawValue: -1202)
    public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
    public static let serverCertificateNotYetValid = Code(rawValue: -1204)
  }
  public var code: Code { .unknown }
  public static var cancelled: Code { .cancelled }
  public static var timedOut: Code { .timedOut }
}
