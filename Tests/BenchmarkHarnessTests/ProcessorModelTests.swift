import Foundation
import Testing

@testable import BenchmarkHarness

@Suite("The processor's name")
struct ProcessorModelTests {
  @Test("the model name of the first processor, its blanks made one")
  func model() {
    let text = """
      processor\t: 0
      vendor_id\t: GenuineIntel
      model\t\t: 85
      model name\t: Intel(R) Xeon(R)   CPU @ 2.20GHz

      processor\t: 1
      model name\t: another
      """
    #expect(ProcessorModel.name(in: text) == "Intel(R) Xeon(R) CPU @ 2.20GHz")
    #expect(ProcessorModel.name(in: "model name\t: AMD: EPYC\r\nflags\t\t: fpu") == "AMD: EPYC")
  }

  @Test("an ARM processor has numbers")
  func numbers() {
    let text = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n\nCPU part\t: 0xd40\n"
    #expect(ProcessorModel.name(in: text) == "CPU implementer 0x41 part 0xd0c")
  }

  @Test(
    "a text without a name has none",
    arguments: ["", "model name", "model name\t: \u{1B}\n", "model\t: 85", "CPU part\t: 0xd0c", ":", "\n\n:\n"])
  func none(text: String) { #expect(ProcessorModel.name(in: text) == nil) }

  @Test("what cannot be shown is left out, and the length is bounded")
  func hostile() {
    #expect(ProcessorModel.name(in: "model name: a\u{1B}[31m\u{202E}b\u{0}\u{7F}c\u{2028}") == "a [31m b c")
    let long = String(repeating: "e\u{301}", count: 10_000)
    #expect(ProcessorModel.name(in: "model name: \(long)")?.unicodeScalars.count == ProcessorModel.longest)
  }

  @Test("a host ends with it, where the system says it")
  func host() {
    let host = RunEnvironment.current(seed: 1).host
    #expect(host.hasSuffix(ProcessorModel.current.map { " cores, \($0)" } ?? " cores"), "\(host)")
    #if os(Linux)
      let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
      if text?.contains("model name\t: ") == true { #expect(ProcessorModel.current != nil) }
    #endif
  }
}
