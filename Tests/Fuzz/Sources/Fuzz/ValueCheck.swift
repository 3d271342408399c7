import RecordFormats

/// A JSON value that is taken has a canonical form, and that form is its own canonical form.
enum ValueCheck {
  static func run(_ bytes: [UInt8]) {
    do {
      let document = try JSONDocument(SourceText(bytes, name: "input"))
      let canonical = document.source.json(of: document.root)
      do {
        let again = try JSONDocument(SourceText(canonical, name: "canonical"))
        require(again.source.json(of: again.root) == canonical, "not canonical: \(canonical)")
        require(
          document.source.value(document.root, equals: again.root, in: again.source),
          "differs from its canonical form: \(canonical)")
        require(
          document.source.hash(of: document.root, seed: 7) == again.source.hash(of: again.root, seed: 7),
          "equal values have different hashes: \(canonical)")
      } catch {
        fatalError("the canonical form is refused: \(error)")
      }
    } catch {
      RecordsCheck.check(error, size: bytes.count)
    }
  }
}
