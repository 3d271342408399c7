#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Programs by their names.
enum ProgramSearch {
  /// Where a program is, as the shell would find it; nil when it is not installed.
  static func path(of name: String) -> String? {
    let folders = (EnvironmentList.value(of: "PATH") ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
