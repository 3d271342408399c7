import Foundation

/// The first rows of a table, packed in each way that a server may choose.
enum PackedRows {
  /// What they become.
  static let text: [UInt8] = Array(
    ("id,name,price\n" + (0..<150).map { "\($0),Product \($0),\($0 % 100).50\n" }.joined()).utf8)

  /// By zlib at level 9: blocks with codes of their own.
  static let gzip = decoded(
    "H4sIAAAAAAACA03WTa7VSBQD4Dmr6AVEqFz/tQu2gB4MGNDdQrB/fJ3c4zOzalRflMT+8e369+vP79f/v358fP9Uri+//vv25+P3"
      + "P+Uqn0f5hDjAhddBjYN61ddBi4N2tddBj4N+9dfBiINxjdfBjIN5zdfBioN1rdfBjoN97dfBiYNzHV3MV2XEfdl0W15X94UvzAhd"
      + "Gb4zI3Rr+NqM0MXhmzNCd4cvzwhdH74/IySACYwQAlYwQo5qB2OVo9rBWO/nnh48n7wc1Q7GKke1g7HKUe1grHJUOxirHNUOxipH"
      + "tYOxylHtYKxyNDsYmxzNDsYmR7ODsd2vUHqH+BLJ0exgbHI0OxibHM0OxiZHs4OxydHsYGxyNDsYmxzdDsYuR7eDscvR7WDscnQ7"
      + "GPv9NaTPgd+DHN0Oxi5Ht4Oxy9HtYOxydDsYuxzdDsYux7CDccgx7GAccgw7GIccww7GIcewg3HcH3b6svlpyzHsYBxyDDsYhxzD"
      + "DsYhx7CDccgx7WCcckw7GKcc0w7GKce0g3HKMe1gnHJMOxjn/Y9KPyn+peSYdjBOOaYdjFOOaQfjlGPZwbjkWHYwLjmWHYxLjmUH"
      + "45Jj2cG45Fh2MC45lh2M6/7dpv8tf7hyLDsYlxzLDsYlx7aDccux7WDccmw7GLcc2w7GLce2g3HLse1g3HJsOxi3HNsOxn03R6oO"
      + "docc2w7GLcexg/HIcexgPHIcOxiPHMcOxiPHsYPxyHHsYDxyHDsYjxzHDsYjx7GD8dwlmFqQNfj0YC7Cd2uX1ITlaW6UVIXlaW+U"
      + "1IXlaXCUVIblaXGU1IblaXKUVIflaXOU1IflaXSUVIjlaXWU1Ijl3ey52lO353KPds/17n7PBe+GzxXvjs8l75bPNe+ez0Xvps9V"
      + "767PZR9tj1T3iL5HKnxE46Pm6fLufKTSR7Q+Uu0jeh+p+BHNj1T9iO5HKn9E+yPVP6L/kQYAYgEgTQDEBkAaAYgVgDQDEDsALQ+z"
      + "9xJAmgKILYA0BhBrAGkOIPYA0iBALAKkSYDYBEijALEKkGYBYhcgDQPEMkCaBohtgDQOEOsAPc/O9z5AGgiIhYA0ERAbAWkkIFYC"
      + "0kxA7ASkoYBYCn8BMksDTQIMAAA=")

  /// By zlib's strategy of fixed codes.
  static let fixedGzip = decoded(
    "H4sIAAAAAAACA8tM0clLzE3VKSjKTE7lMtAJKMpPKU0uUTDQMdAzNeAyhAsY6hiCBIzgAkY6RiABY7iAsY4xSMAELmCiYwISMIUL"
      + "mOqYggTM4AJmOmYgAXO4gLmOOUjAAi5goWMBErCEC1jqWIIdhnAqkGkIcSySa4HOBbvXEOFgINMQ7GRDhJuBTEOwqw0RzgYyDcEO"
      + "N0S4HMg0BLvdEOF4INMQ7HxDhPuBTEOwDwwRXgAyDcGeMET4Asg0BPvDCOEPINMI7A8jhD+ATCNIuCMFPDDkwf4wQvgDyDQC+8MI"
      + "4Q8g0wjsDyOEP4BMI7A/jBD+ADKNwP4wQvgDyDQC+8MI4Q8g0wjsDyOEP4BMI7A/jBH+ADKNwf4wRvgDyDQG+8MY4Q8g0xiShJDS"
      + "EDARgf1hjPAHkGkM9ocxwh9ApjHYH8YIfwCZxmB/GCP8AWQag/1hjPAHkGkM9ocxwh9ApjHYHyYIfwCZJmB/mCD8AWSagP1hgvAH"
      + "kGkC9ocJwh9ApgkkNyBlB2B+APvDBOEPINME7A8ThD+ATBOwP0wQ/gAyTcD+MEH4A8g0AfvDBOEPINME7A9ThD+ATFOwP0wR/gAy"
      + "TcH+MEX4A8g0BfvDFOEPINMU7A9ThD+ATFNIxkbK2cCsDfaHKcIfQKYp2B+mCH8AmaZgf5gi/AFkmoL9YYrwB5BpCvaHGcIfQKYZ"
      + "2B9mCH8AmWZgf5gh/AFkmoH9YYbwB5BpBvaHGcIfQKYZ2B9mCH8AmWaQMgqpkAKWUmB/mCH8AWSagf1hhvAHkGkG9ocZwh9AphnY"
      + "H+YIfwCZ5mB/mCP8AWSag/1hjvAHkGkO9oc5wh9ApjnYH+YIfwCZ5mB/mCP8AWSag/1hjvAHkGkOKW6RyltggQv2hznCH0CmOdgf"
      + "5gh/AJnmYH9YIPwBZFqA/WGB8AeQaQH2hwXCH0CmBdgfFgh/AJkWYH9YIPwBZFqA/WGB8AeQaQH2hwXCH0CmBdgfFgh/AJkWkJoD"
      + "qeoA1h1gf1gg/AFkWoD9YYnwB5BpCfaHJcIfQKYl2B+WCH8AmZZgf1gi/AFkWoL9YYnwB5BpCfaHJcIfQKYl2B+WCH8AmZZgf1gi"
      + "/AFkWoL9YYnwB5BpCakEkWpBYDUIrQeRK0JYrW2AVBMaQGtuQwOkqtAAWnsbGiDVhQbQGtzQAKkyNIDW4oYGSLWhAbQmNzRAqg4N"
      + "oLW5oQFSfWgArdENDZAqRANorW5ogFQjGsBqduSqHaluR67c4bU7cvWOqN+RK3hEDY9cxSPqeORKHlHLI1fziHoeuaJH1PTIVT2i"
      + "rkeu7OG1vSFSdW8Ir+8NkSp8Q3iNb2iE3HSB1fmGSJW+IbzWN0Sq9g3h9b4hUsVvCK/5DZGqfkN43W+IVPkbwmt/Q6Tq3xBe/xsi"
      + "NQAM4S0AQ6QmgCG8DWCI1AgwhLcCDJGaAYbwdoChMXLDDNYSMERqChjC2wKGSI0BQ3hrwBCpOWAIbw8YIjUIDOEtAkOkJoEhvE1g"
      + "iNQoMIS3CgyRmgWG8HaBIVLDwBDeMjBEahoYwtsGhkiNA0N468DQBLnZCWsfGCI1EAzhLQRDpCaCIbyNYIjUSDCEtxIMkZoJhvB2"
      + "giFSQ8EQ3lIAADJLA00CDAAA")

  /// Not compressed at all: blocks of stored bytes.
  static let storedGzip: [UInt8] = {
    let length = UInt16(text.count)
    let block = [0x01, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
    return gzip.prefix(10) + block + text + gzip.suffix(8)
  }()

  /// With every field that a header may have: extra bytes, name, comment, checksum (RFC 1952, section 2.3).
  static let dressedGzip: [UInt8] = decoded("H4sIHgAAAAAAAwUAZXh0cmFuYW1lAGNvbW1lbnQAA6U=") + gzip.dropFirst(10)

  /// Two members; what they become follows one another.
  static let twoMembers = gzip + fixedGzip

  /// Deflate without a frame (RFC 1951).
  static let rawDeflate = Array(gzip.dropFirst(10).dropLast(8))

  /// Deflate in the frame of zlib (RFC 1950).
  static let zlibDeflate: [UInt8] = [0x78, 0xDA] + rawDeflate + [0x91, 0x8A, 0x19, 0xF4]

  private static func decoded(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map { [UInt8]($0) } ?? [] }
}
