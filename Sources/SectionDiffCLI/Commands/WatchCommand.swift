#if CommandLine
  internal import ArgumentParser
  internal import Foundation
  internal import RecordFormats

  /// `section-diff watch`: follows a source and prints each changeset as it happens.
  @available(LiveSystems, *)
  struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "watch",
      abstract: "Follows a file, a folder or an address, and prints each changeset as it happens.",
      discussion: """
        The first changeset is the one from nothing; then comes one for each change, and nothing while nothing changes. \
        Trouble with the source (a file that is gone, a line that makes no sense) is one line that begins with error; the \
        last good results stay, and the watch goes on. When all is well again, the line recovered says so, once after each \
        run of errors and before any changeset that follows. A file that is being written is waited for. A field that an \
        option names and no JSON record of the first answer has is an error too, in one line; with --once it ends the \
        command.

        In a folder each file NAME.json holds one object, a record; its folder is its section, and its path identifies it, \
        unless --section-by and --id name fields. An address is asked every five seconds, or as long as the server says \
        that its answer is good; every so often as --every says, if it is given. Its answer is JSON unless --input says \
        otherwise; pages (Link: rel="next") are followed. After failures it waits longer, and as long as the server asks \
        for; -v tells when the next request is, and why.

        A source that loses many records at once (a file cut short, a folder that is not mounted, one wrong answer of a \
        server) is shown with them until it says so again: until the file is touched or written once more (one that was \
        emptied to 0 bytes, written twice), the folder is touched, or the server's next answer agrees. Additions and \
        updates are shown at once. A line on standard error says what is withheld. --max-delete sets how many may go at \
        once.

        With --format json each changeset is one object in one line: revision, counts, sections and items as diff writes \
        them; trouble is an object with the member error, its end the object {"recovered":true}.

        With --web a page on 127.0.0.1 shows the sections and animates every changeset; --web comes after SOURCE. The \
        page needs no network, and no other site can read it. Whoever may use this machine can.

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
          0   stopped by a signal, or nobody reads the output any more; with --once: printed
          2   trouble, told in one line: with --once the source, otherwise the page or the output
          64  wrong usage
        """)

    @Argument(help: "What to follow: a file, which need not be there yet; a folder; an address (http, https).")
    var source: String

    @OptionGroup var comparison: ComparisonArguments

    @Option(
      help: ArgumentHelp(
        """
        How long to wait from look to look: 300ms, 5s, 2m. Files are read at once where the system tells of changes. \
        Default: 1s for files; for addresses 5s, or longer if the server says so.
        """, valueName: "duration"))
    var every: TimeSpan?

    @Flag(help: "Print what there is now, and end.")
    var once = false

    @Option(
      help: ArgumentHelp(
        """
        How many records may go at once: a number, a share such as 25%, or off for any number. The removal of more is \
        withheld until it is confirmed. Default: up to 10 records, or up to 10% of them.
        """, valueName: "count|percent|off"))
    var maxDelete: RemovalLimit?

    @Option(
      help: ArgumentHelp(
        "For an address: a header to send (repeatable). Its value is never told.", valueName: "name:value"))
    var header: [String] = []

    @Option(
      help: ArgumentHelp(
        "For an address: a file with a token to send; read anew when the server rejects it, and never told.",
        valueName: "file"))
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
      if let every, every.duration < Self.shortestWait { throw ValidationError("--every takes 10ms or more") }
      if once, web != nil { throw ValidationError("--once ends at once; leave out --web") }
      do {
        let headers = try RequestHeaders(header, tokenFile: tokenFile)
        if !headers.isEmpty, !isAddress {
          throw ValidationError(
            "--header and --token-file are for addresses; \(VisibleText.shortened(source, to: 60)) is a file")
        }
      } catch let failure as Failure {
        throw ValidationError(failure.description)
      }
      if isAddress {
        if url == nil {
          throw ValidationError(
            "the address makes no sense, or names a user; a password goes into --header or --token-file")
        }
        if comparison.input?.format == .sections {
          throw ValidationError(
            "an address is watched as records; fetch it to a file, and watch that, for --input sections")
        }
      } else if isFolder, let input = comparison.input?.format, input != .json {
        throw ValidationError("a folder holds one JSON object a file; leave out --input")
      } else if isFolder, comparison.duplicates != nil {
        throw ValidationError("two files of a folder with one identity are trouble; leave out --duplicates")
      }
    }

    /// The address, where it is one that can be asked.
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
        guard let url else { throw Failure("the address makes no sense") }
        let input = comparison.input?.format ?? RecordFormat(addressPath: url.path())
        let form = WatchedForm(format: input, rules: comparison.rules(for: input))
        let headers = try RequestHeaders(header, tokenFile: tokenFile)
        return (WatchedAddress(url, form: form, every: every?.duration, headers: headers, removals: removals), form)
      }
      if isFolder {
        let form = WatchedForm(format: .json, rules: comparison.rules(for: .json), isFolder: true)
        return (WatchedFolder(path: source, form: form, every: interval, removals: removals), form)
      }
      let input = comparison.input?.format ?? RecordFormat(fileName: source)
      let form = WatchedForm(format: input, rules: comparison.rules(for: input))
      return (WatchedFile(path: source, form: form, every: interval, removals: removals), form)
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

  @available(LiveSystems, *)
  extension RecordFormat {
    /// The format that the last part of an address names, as in `songs.csv`; else JSON.
    init(addressPath path: String) {
      let name = RecordFormat(fileName: path)
      self = name == .lines && !path.hasSuffix(".txt") ? .json : name
    }
  }
#endif
