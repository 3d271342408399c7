#if CommandLine
  internal import ArgumentParser
  internal import Foundation
  internal import RecordFormats

  /// `section-diff watch`: follows a source and prints each changeset as it happens.
  @available(LiveSystems, *)
  struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "watch",
      abstract: "Follows a file, a folder or a URL, and prints each changeset as it happens.",
      discussion: """
        The first changeset is the one from nothing. Then each change prints one changeset; an unchanged source \
        prints nothing. If the source fails (a file is missing, a line cannot be read), one line that starts with \
        error is printed, the last valid results stay, and watching continues. When the source works again, the line \
        recovered is printed once, before the next changeset. A file that is being written is waited for. A field \
        that an option names and that no JSON record of the first answer has is an error too; with --once it ends \
        the command.

        In a folder each file NAME.json holds one object, which is one record. Its folder is its section, and its \
        path identifies it, unless --section-by and --id name fields. A URL is polled every five seconds, or less \
        often if the server says that its response is fresh for longer; --every sets the interval. Its response is \
        JSON unless --input says otherwise; pages (Link: rel="next") are followed. After failures the pauses grow, \
        and Retry-After is obeyed; -v reports when the next request is sent, and why.

        If a source loses many records at once (a file is cut short, a folder is not mounted, a server sends one \
        wrong response), they stay on show until the source confirms the loss: until the file is touched or written \
        again (a file that was emptied to 0 bytes must be written twice), the folder is touched, or the server's \
        next response agrees. Additions and updates are shown at once. A line on standard error says what is \
        withheld. --max-delete sets how many records may be removed at once.

        With --format json each changeset is one object per line: revision, counts, sections and items as diff \
        writes them. An error is an object with the member error, its end the object {"recovered":true}.

        With --web a page on 127.0.0.1 shows the sections and animates every changeset; --web comes after SOURCE. \
        The page works without network access, and no other site can read it. There is no password: anyone with an \
        account on this machine can read it.

        EXAMPLES
          section-diff watch prices.csv --id sku --section-by aisle
          section-diff watch prices.csv --id sku --sort-by name --every 300ms --web
          section-diff watch todo.txt --web 8080
          section-diff watch events.ndjson --id id --format json | jq .counts
          section-diff watch notes/ --sort-by due --web
          section-diff watch https://api.example.org/songs --id id --token-file ~/.token -v
          section-diff watch prices.csv --id sku --max-delete 25%
          section-diff watch prices.csv --id sku --once

        EXIT CODES
          0   stopped by a signal, or the reader of the output has closed it; with --once: printed
          2   error, reported in one line: with --once of the source, otherwise of the page or the output
          64  wrong usage
        """)

    @Argument(help: "What to follow: a file, which need not exist yet; a folder; a URL (http, https).")
    var source: String

    @OptionGroup var comparison: ComparisonArguments

    @Option(
      help: ArgumentHelp(
        """
        Interval between polls: 300ms, 5s, 2m. Files are read at once where the system reports changes. \
        Default: 1s for files; for URLs 5s, or longer if the server says so.
        """, valueName: "duration"))
    var every: TimeSpan?

    @Flag(help: "Print the current records, and exit.")
    var once = false

    @Option(
      help: ArgumentHelp(
        """
        How many records may be removed at once: a number, a share such as 25%, or off for any number. The removal of more is \
        withheld until it is confirmed. Default: up to 10 records, or up to 10% of them.
        """, valueName: "count|percent|off"))
    var maxDelete: RemovalLimit?

    @Option(
      help: ArgumentHelp(
        "For a URL: a header to send (repeatable). Its value is never logged.", valueName: "name:value"))
    var header: [String] = []

    @Option(
      help: ArgumentHelp(
        "For a URL: a file with a token to send; read again when the server rejects it, and never logged.",
        valueName: "file"))
    var tokenFile: String?

    @Option(
      defaultAsFlag: WatchCommand.usualPort, parsing: .next,
      help: ArgumentHelp("Serve a live page on 127.0.0.1; port 0 means any free port.", valueName: "port"))
    var web: UInt16?

    @Flag(name: .shortAndLong, help: "Report on standard error the source's status, and why it is polled again.")
    var verbose = false

    @Option(help: "Text for people, JSON for programs.")
    var format: OutputFormat = .text

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
      if source == "-" { throw ValidationError("standard input cannot be watched; use diff for piped input") }
      if let every, every.duration < Self.shortestWait { throw ValidationError("--every takes 10ms or more") }
      if once, web != nil { throw ValidationError("--once exits after the first changeset; leave out --web") }
      do {
        let headers = try RequestHeaders(header, tokenFile: tokenFile)
        if !headers.isEmpty, !isAddress {
          throw ValidationError(
            "--header and --token-file are for URLs; \(VisibleText.shortened(source, to: 60)) is a file")
        }
      } catch let failure as Failure {
        throw ValidationError(failure.description)
      }
      if isAddress {
        if url == nil {
          throw ValidationError(
            "the URL is not valid, or contains a user name; a password goes into --header or --token-file")
        }
        if comparison.input?.shape.hasSections == true {
          throw ValidationError(
            "a URL is watched as records; for --input sections, download it to a file and watch that")
        }
      } else if isFolder, comparison.delimiter != nil || comparison.lazyQuotes {
        throw ValidationError("a folder holds one JSON object a file; leave out --delimiter and --lazy-quotes")
      } else if isFolder, let input = comparison.input, input != .json {
        throw ValidationError("a folder holds one JSON object a file; leave out --input")
      } else if isFolder, comparison.duplicates != nil {
        throw ValidationError("two files of a folder with one identity are an error; leave out --duplicates")
      }
      if !isFolder { _ = try comparison.chosen(comparison.input ?? RecordFormat(fileName: source)) }
    }

    /// The format of a file or an address.
    private var input: RecordFormat {
      get throws(Failure) {
        let format = url.map { RecordFormat(endingOf: $0.path()) ?? .json } ?? RecordFormat(fileName: source)
        do {
          return try comparison.chosen(comparison.input ?? format)
        } catch {
          throw Failure("\(error)")
        }
      }
    }

    /// The address, where it is one that can be polled.
    private var url: URL? {
      guard let url = URL(string: source), let host = url.host(), !host.isEmpty, url.user() == nil else { return nil }
      return url
    }

    private var isFolder: Bool {
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: source, isDirectory: &isFolder)
      return isThere ? isFolder.boolValue : source.hasSuffix("/")
    }

    /// What is followed, and what its records have in common.
    private func watched() throws(Failure) -> (source: any WatchedSource, form: WatchedForm) {
      let interval = every?.duration ?? .seconds(1)
      let removals = maxDelete ?? .usual
      if isAddress {
        guard let url else { throw Failure("the URL is not valid") }
        let input = try input
        let form = WatchedForm(format: input, rules: comparison.rules(for: input))
        let headers = try RequestHeaders(header, tokenFile: tokenFile)
        return (WatchedAddress(url, form: form, every: every?.duration, headers: headers, removals: removals), form)
      }
      if isFolder {
        let form = WatchedForm(format: .json, rules: comparison.rules(for: .json), isFolder: true)
        return (WatchedFiles(folder: source, form: form, every: interval, removals: removals), form)
      }
      let input = try input
      let form = WatchedForm(format: input, rules: comparison.rules(for: input))
      return (WatchedFiles(path: source, form: form, every: interval, removals: removals), form)
    }

    func run() throws {
      try reportingFailures { () throws(Failure) in try follow() }
    }

    private func follow() throws(Failure) {
      try InterruptibleTask.run { [self] () throws(Failure) in
        let (source, form) = try watched()
        let run = WatchRun(
          source: source, form: form, format: format, palette: color.palette, isVerbose: verbose, port: web)
        let output = OutputQueue(.output)
        let errors = OutputQueue(.error)
        let write: WatchRun.Write = { (bytes) async throws(Failure) in try await output.write(bytes) }
        if once { return try await run.once(write: write) }
        try await run.follow(write: write) { line in
          // What cannot be said there cannot be said.
          _ = try? await errors.write(Array((line + "\n").utf8))
        }
      }
    }
  }
#endif
