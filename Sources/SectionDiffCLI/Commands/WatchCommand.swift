internal import ArgumentParser
internal import RecordFormats

/// `section-diff watch`: follows a source and prints each changeset as it happens.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follows a file and prints each changeset as it happens.",
    discussion: """
      The first changeset is the one from nothing; then comes one for each change, and nothing while nothing changes. \
      Trouble with the source (a file that is gone, a line that makes no sense) is told in one line that begins with \
      error; the last good results stay, and the watch goes on. A file that is being written is waited for.

      With --format json each changeset is one object in one line: revision, counts, sections and items as diff writes \
      them; trouble is an object with the member error.

      With --web a page on 127.0.0.1 shows the sections and animates every changeset; --web comes after SOURCE. The \
      page needs no network, and no other site can read it. Whoever may use this machine can.

      EXAMPLES
        section-diff watch prices.csv --id sku --section-by aisle
        section-diff watch prices.csv --id sku --sort-by name --every 300ms --web
        section-diff watch todo.txt --web 8080
        section-diff watch events.ndjson --id id --format json | jq .counts
        section-diff watch prices.csv --id sku --once

      EXIT CODES
        0   stopped by a signal, or nobody reads the output any more; with --once: printed
        2   trouble, told in one line: with --once the source, otherwise the page or the output
        64  wrong usage
      """)

  @Argument(help: "The file to follow; it need not be there yet.")
  var source: String

  @OptionGroup var comparison: ComparisonArguments

  @Option(help: ArgumentHelp("How long to wait from look to look: 300ms, 5s, 2m.", valueName: "duration"))
  var every = TimeSpan(.seconds(1))

  @Flag(help: "Print what there is now, and end.")
  var once = false

  @Option(
    help: ArgumentHelp(
      "For an address: a header to send (repeatable). Its value is never told.", valueName: "name:value"))
  var header: [String] = []

  @Option(
    help: ArgumentHelp(
      "For an address: a file with a token to send; read anew for each request, and never told.", valueName: "file"))
  var tokenFile: String?

  @Option(
    defaultAsFlag: WatchCommand.usualPort, parsing: .next,
    help: ArgumentHelp("Serve a live page on 127.0.0.1; port 0 is any that is free.", valueName: "port"))
  var web: UInt16?

  @Flag(name: .shortAndLong, help: "Tell on standard error how the source fares, and why it is looked at again.")
  var verbose = false

  @Option(help: "Text for people, JSON for programs.")
  var format: WatchFormat = .text

  @Option(help: "Colour of the text; auto is on a terminal, unless NO_COLOR is set.")
  var color: ColourChoice = .auto

  /// The port of the page where none is named.
  static let usualPort: UInt16 = 8417
  /// Looking more often than this would only be looking.
  private static let shortestWait = Duration.milliseconds(10)

  private var isAddress: Bool {
    let start = source.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  func validate() throws {
    if source == "-" { throw ValidationError("standard input does not change; give diff what comes through a pipe") }
    if isAddress { throw ValidationError("an address cannot be watched; fetch it to a file, and watch that") }
    if every.duration < Self.shortestWait { throw ValidationError("--every takes 10ms or more") }
    if once, web != nil { throw ValidationError("--once ends at once; leave out --web") }
    do {
      if try !RequestHeaders(header, tokenFile: tokenFile).isEmpty {
        throw ValidationError(
          "--header and --token-file are for addresses; \(VisibleText.shortened(source, to: 60)) is a file")
      }
    } catch let failure as Failure {
      throw ValidationError(failure.description)
    }
  }

  func run() throws {
    let input = comparison.input?.format ?? RecordFormat(fileName: source)
    let form = WatchedForm(format: input, rules: comparison.rules(for: input))
    let run = WatchRun(
      source: PolledFile(path: source, form: form, every: every.duration), form: form, format: format,
      palette: Palette(isColoured: color.isColoured), isVerbose: verbose, port: web)
    let isOnce = once
    try reportingFailures {
      try InterruptibleTask.run { () throws(Failure) in
        let write: WatchRun.Write = { (bytes) throws(Failure) in try Terminal.write(bytes, to: .output) }
        if isOnce { return try await run.once(write: write) }
        try await run.follow(write: write) { Terminal.complain($0) }
      }
    }
  }
}
