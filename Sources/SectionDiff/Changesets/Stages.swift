extension Changeset {
  /// The stages of a changeset, each made when it is taken.
  ///
  /// A loop makes them one after another. Where each is shown when the animation of the one before it has ended, keep an iterator.
  ///
  /// - Complexity: In a loop a stage costs O(1) where there is only one, and otherwise O(*s* + *k* log *k*), where *s* is the
  ///   number of sections and *k* the number of changes; O((*s* + *k*) log *k*) where sections come, go or move. By its index
  ///   it costs up to twice as much. ``count`` is known.
  public struct Stages {
    /// What stages are cut from where there are several.
    @usableFromInline
    struct Parts {
      @usableFromInline let plan: StagePlan
      /// The snapshots before the first and after the last, in one array or in chunks.
      @usableFromInline let old: Snapshot<Key, Item, Header>
      @usableFromInline let new: Snapshot<Key, Item, Header>

      @inlinable
      init(_ plan: StagePlan, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>) {
        var (oldStored, newStored) = (old, new)
        oldStored.items = old.items.stored
        newStored.items = new.items.stored
        self.plan = plan
        self.old = oldStored
        self.new = newStored
      }
    }

    @usableFromInline let batch: ChangeList
    /// The snapshot after the last stage.
    @usableFromInline let new: Snapshot<Key, Item, Header>
    /// `nil` where there is one stage at most.
    @usableFromInline let parts: Parts?
    /// The number of stages: never more than three.
    public let count: Int

    @inlinable
    init(_ changes: ChangeList, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>) {
      // Handed on where they are the same: a copy retains each of ten arrays.
      batch = changes.deletedSections.isEmpty && changes.insertedSections.isEmpty ? changes : changes.batch
      self.new = new
      if batch.isOneStage {
        parts = nil
        count = batch.isEmpty ? 0 : 1
      } else {
        let plan = StagePlan(batch)
        parts = plan.count == 1 ? nil : Parts(plan, from: old, to: new)
        count = plan.count
      }
    }

    /// Makes a stage.
    ///
    /// - Parameter before: What is shown before it, `nil` before the first one; becomes what is shown after it, but for the last.
    @inlinable
    func stage(_ number: Int, _ before: inout AssemblyPlan?) -> Stage {
      guard let parts else { return Stage(changes: batch, snapshot: new) }
      if number == count - 1 {
        return Stage(changes: batch.changes(of: number, parts.plan, from: before, to: nil), snapshot: new)
      }
      let after = AssemblyPlan(batch, parts.plan, after: number)
      let changes = batch.changes(of: number, parts.plan, from: before, to: after)
      before = after
      return Stage(changes: changes, snapshot: Snapshot(after, from: parts.old, to: parts.new))
    }
  }
}

extension Changeset.Stages: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of stages.
  @inlinable public var endIndex: Int { count }

  /// Makes the stage with a number, counted from zero.
  @inlinable
  public subscript(number: Int) -> Changeset.Stage {
    precondition(number >= 0 && number < count, "there is no stage \(number) of \(count)")
    var before: AssemblyPlan?
    if number > 0, let parts { before = AssemblyPlan(batch, parts.plan, after: number - 1) }
    return stage(number, &before)
  }

  /// Begins with the first stage.
  @inlinable
  public __consuming func makeIterator() -> some IteratorProtocol<Changeset.Stage> { OneByOne(stages: self) }

  /// Makes one stage after another.
  @usableFromInline
  struct OneByOne: IteratorProtocol {
    @usableFromInline let stages: Changeset.Stages
    @usableFromInline var number = 0
    @usableFromInline var before: AssemblyPlan?

    @inlinable
    init(stages: Changeset.Stages) { self.stages = stages }

    @inlinable
    mutating func next() -> Changeset.Stage? {
      if number == stages.count { return nil }
      defer { number += 1 }
      return stages.stage(number, &before)
    }
  }
}

extension Changeset.Stages: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension Changeset.Stages.Parts: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
