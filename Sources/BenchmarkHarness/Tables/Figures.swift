/// Numbers as tables and JSON show them, the same on every machine.
package enum Figures {
  /// A whole number with a comma every three digits: `100,000`.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// A number with three digits that count: `0.0123`, `1.23`, `123`, `1,234`.
  package static func short(_ number: Double) -> String {
    guard number.isFinite else { return "–" }
    var places = 2
    var magnitude = abs(number)
    if magnitude == 0 { return "0" }
    while magnitude < 1, places < 9 {
      magnitude *= 10
      places += 1
    }
    if abs(number) >= 10 { places = 1 }
    if abs(number) >= 100 { return grouped(Int(clamped: number.rounded())) }
    return fixed(number, places: places)
  }

  /// A number with so many digits after the point.
  package static func fixed(_ number: Double, places: Int) -> String {
    guard number.isFinite else { return "–" }
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let whole = Int(clamped: (abs(number) * Double(unit)).rounded())
    let sign = number < 0 && whole > 0 ? "-" : ""
    if places == 0 { return "\(sign)\(whole)" }
    let rest = String(whole % unit)
    return "\(sign)\(whole / unit)." + String(repeating: "0", count: places - rest.count) + rest
  }

  /// A share in per cent: `2.1 %`.
  package static func percent(_ share: Double) -> String { share.isFinite ? fixed(share * 100, places: 1) + " %" : "–" }

  /// A time: `850 ns`, `12.3 µs`, `3.41 ms`, `1.20 s`.
  package static func time(_ nanoseconds: Double) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    for (unit, name) in units where nanoseconds >= unit { return "\(short(nanoseconds / unit)) \(name)" }
    return "\(short(nanoseconds)) ns"
  }

  /// An amount of memory: `850 B`, `12.3 kB`, `3.41 MB`, in powers of ten.
  package static func bytes(_ count: Int) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    for (unit, name) in units where Double(count) >= unit { return "\(short(Double(count) / unit)) \(name)" }
    return "\(count) B"
  }

  /// A JSON number with at most so many digits after the point, or `null` for what is no number.
  package static func json(_ number: Double?, places: Int) -> String {
    guard let number, number.isFinite else { return "null" }
    if places == 0 { return String(Int(clamped: number.rounded())) }
    var text = fixed(number, places: places)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension Int {
  /// The nearest number that there is.
  fileprivate init(clamped number: Double) {
    self = number >= 9e18 ? .max : number <= -9e18 ? .min : Int(number)
  }
}
