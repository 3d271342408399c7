/// The version of the package: `section-diff --version` prints it, and `scripts/release --check` compares every file that
/// names it with this one.
enum Version {
  static let current = "0.1.0"
}
