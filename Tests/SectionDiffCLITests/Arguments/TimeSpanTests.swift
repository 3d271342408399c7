#if CommandLine
  import Testing

  @testable import SectionDiffCLI

  @Suite("Lengths of time on the command line")
  struct TimeSpanTests {
    @Test(
      "are numbers with a unit",
      arguments: [
        ("300ms", Duration.milliseconds(300)), ("5s", .seconds(5)), ("2m", .seconds(120)), ("0", .zero), ("0s", .zero),
        ("1440m", .seconds(86_400)),
      ])
    func read(text: String, duration: Duration) { #expect(TimeSpan(argument: text)?.duration == duration) }

    @Test(
      "anything else is refused",
      arguments: [
        "", "5", "s", "ms", "-1s", "+1s", "1.5s", "5 s", "5S", "5h", "1441m", "86400001ms", "99999999999999999999s",
        "٣s",
      ])
    func refuse(text: String) { #expect(TimeSpan(argument: text) == nil) }
  }
#endif
