import Testing

@testable import RecordFormats

@Suite struct OffsetIndexTests {
  @Test func offsetsBeyondFourGigabytesAreKept() {
    let step = 1 << 32
    let offsets = [0, 5, step - 1, step, step + 7, 3 * step, 3 * step + 1, 4 * step - 1]
    var index = OffsetIndex()
    for offset in offsets { index.append(offset) }
    #expect(offsets.indices.map { index[$0] } == offsets)
    #expect(index.count == offsets.count)
    #expect(index[-1] == nil)
    #expect(index[offsets.count] == nil)
  }
}
