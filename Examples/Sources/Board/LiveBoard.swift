import LiveResults
import SectionDiff
import StoreInterface

/// A board on a terminal: what is shown, and what changes it.
actor LiveBoard<Store: DataStore> where Store.Item == Card {
  typealias Results = ResultsController<Store, Column, Card, NoHeader>

  private let results: Results
  private let write: @Sendable (String) -> Void
  private var screen: ScreenWriter
  private var size: BoardView.Size
  private var cards = Cards()
  private var marks: [Card.ID: BoardView.Mark] = [:]
  private var news = ""
  private var trouble: StoreError?
  private var pause: UpdateSuspension?

  init(_ results: Results, size: BoardView.Size, hasColor: Bool, write: @escaping @Sendable (String) -> Void) {
    self.results = results
    self.size = size
    self.write = write
    screen = ScreenWriter(hasColor: hasColor)
  }

  /// Loads the results, shows them and what becomes of them, until they end or the task is cancelled.
  func follow() async {
    await results.load()
    await withTaskGroup { group in
      group.addTask { for await state in self.results.states() { await self.show(state.error) } }
      // A terminal that is slower than the store gets several changes as one.
      for await update in results.updates() { show(update) }
      group.cancelAll()
    }
  }

  private func show(_ update: CardsUpdate) {
    cards = update.after
    marks = BoardView.marks(of: update)
    news = "\(update.changeset.counts)"
    draw()
  }

  private func show(_ trouble: StoreError?) {
    self.trouble = trouble
    draw()
  }

  /// Fits the board to another size of the terminal.
  func resize(to size: BoardView.Size) {
    self.size = size
    screen.forget()
    draw()
  }

  /// Stops the board, or lets it go on. What was missed is then shown as one change.
  func togglePause() async {
    if let pause {
      self.pause = nil
      await results.resumeUpdates(pause)
    } else {
      pause = await results.suspendUpdates()
    }
    draw()
  }

  private func draw() {
    let status = trouble.map { "error: \($0)" } ?? news
    let text = "\(pause == nil ? status : "paused")  ·  space: \(pause == nil ? "pause" : "go on")  ·  q: quit"
    write(screen.show(BoardView(cards, marks: marks, status: text, size: size)))
  }
}
