#if CommandLine
  internal import LiveResults
  internal import SectionDiff
  internal import StoreInterface

  /// Following a source: its changesets as they happen, until it is stopped.
  @available(LiveSystems, *)
  struct WatchRun: Sendable {
    /// What is followed.
    let source: any WatchedSource
    /// What its records have in common.
    let form: WatchedForm
    var format = OutputFormat.text
    var palette = Palette(isColoured: false)
    /// Whether health and the reasons for looking again are reported; removals that are withheld always are.
    var isVerbose = false
    /// The port of the page; nil for no page, 0 for any that is free.
    var port: UInt16?

    /// Writes a piece of the results; says whether anybody listens.
    typealias Write = @Sendable ([UInt8]) async throws(Failure) -> Bool
    /// Says a line beside the results.
    typealias Say = @Sendable (String) async -> Void

    /// No one listens any more.
    private struct NobodyListens: Error {}

    // MARK: - Once

    /// Prints what there is now, as the changeset from nothing.
    ///
    /// - Throws: why the source, or a part of it, could not be read.
    func once(write: Write) async throws(Failure) {
      let controller = form.controller(over: source.store)
      let state = await controller.load()
      await controller.finish()
      var updates = controller.updates().makeAsyncIterator()
      // Where a part of the source makes no sense, there is an answer all the same.
      if let update = await updates.next(), state.isLoaded || update.revision > 0 {
        if let failure = form.unknownField(in: update.after, of: source.name) { throw failure }
        _ = try await write(bytes(update))
      }
      if let error = state.error ?? source.lastError { throw Failure("\(error)") }
    }

    // MARK: - Following

    /// Prints each changeset until the task is cancelled or no one listens any more. A failure is a line, and it
    /// continues; the end of failures is a line, too.
    ///
    /// - Throws: what ends it: a page that cannot be served, results that cannot be written.
    func follow(write: @escaping Write, say: @escaping Say) async throws(Failure) {
      let controller = form.controller(over: source.store)
      let failure = await withTaskGroup(of: Failure?.self, returning: Failure?.self) { group in
        group.addTask { await outcome { try await printResults(of: controller, write) } }
        group.addTask {
          for await note in source.notes() where isVerbose || note.isImportant {
            await say("section-diff: \(VisibleText.escaped(note.description))")
          }
          return await idle()
        }
        if let port {
          let page = PageServer(controller: controller, form: form, source: source, port: port)
          group.addTask { await outcome { try await page.run(say: say) } }
        }
        group.addTask {
          await controller.load()
          return await idle()
        }
        // Each of them continues until it is stopped, so the first one to end ends all.
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
      }
      await controller.finish()
      if let failure { throw failure }
    }

    private func bytes(_ update: WatchedForm.Update) -> [UInt8] {
      format == .json ? WatchJSON.line(update, form: form) : WatchText.report(update, form: form, palette: palette)
    }

    private func bytes(error: String) -> [UInt8] {
      format == .json ? WatchJSON.line(error: error) : WatchText.line(error: error, palette: palette)
    }

    /// The line that says that all is well again.
    private var recovery: [UInt8] {
      format == .json
        ? Array("{\"recovered\":true}\n".utf8) : Array((palette.paint("recovered", .inserted) + "\n").utf8)
    }

    /// Prints updates and failures, in their order.
    private func printResults(of controller: WatchedForm.Controller, _ write: Write) async throws {
      // Before the first look: whatever comes later wakes it.
      let wakes = controller.wakes()
      var updates = controller.reader()
      var order = WatchOrder()
      var hasRecords = false
      repeat {
        let (number, state, revision) = controller.status
        // The results before the first answer are no one's.
        let update = state.isLoaded || revision > 0 ? updates.next() : nil
        let look = WatchOrder.Look(
          number: number, error: state.error, isLoaded: state.isLoaded, revision: revision, update: update?.revision,
          isPartlyWrong: source.lastError != nil)
        for line in order.lines(look) {
          let piece =
            switch line {
            case .update: update.map { bytes($0) } ?? []
            case .error(let error): bytes(error: "\(error)")
            case .recovered: recovery
            }
          guard try await write(piece) else { throw NobodyListens() }
          guard case .update = line, let update, !hasRecords, update.after.itemCount > 0 else { continue }
          hasRecords = true
          guard let failure = form.unknownField(in: update.after, of: source.name) else { continue }
          guard try await write(bytes(error: failure.description)) else { throw NobodyListens() }
        }
      } while await wakes.next(isolation: nil) != nil
    }

    /// Waits for the task to be cancelled.
    private func idle() async -> Failure? {
      let (never, continuation) = AsyncStream<Never>.makeStream()
      for await _ in never {}
      continuation.finish()
      return nil
    }

    /// What a part of the work ended with; nil for a quiet end.
    private func outcome(_ work: () async throws -> Void) async -> Failure? {
      do {
        try await work()
      } catch let failure as Failure {
        return failure
      } catch {
        // Cancelled, or no one listens.
      }
      return nil
    }
  }
#endif
