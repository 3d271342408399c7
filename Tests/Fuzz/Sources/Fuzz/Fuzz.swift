import CLibFuzzer
import Foundation

/// Hands the target that `FUZZ_TARGET` names to libFuzzer, which reads the arguments.
@main
enum Fuzz {
  static let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      let known = FuzzTarget.all.map(\.name).joined(separator: ", ")
      fatalError("FUZZ_TARGET is \"\(name)\"; it must be one of \(known)")
    }
    return target
  }()

  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = target
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { start, size in
        Fuzz.target.run(Array(UnsafeBufferPointer(start: start, count: size)))
        return 0
      })
  }
}
