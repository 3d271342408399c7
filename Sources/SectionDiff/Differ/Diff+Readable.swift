extension Diff {
  /// Returns the same changes with groups of changed lines shifted to where a person would draw them, as git does.
  ///
  /// Where lines repeat, a group of deleted or inserted lines can often begin a few lines sooner or later. It is shifted so
  /// that changes on both sides stand together, or blocks are whole: blank lines go before a block, and indented lines
  /// with the line that they belong to. As many items are deleted, inserted and moved as before.
  ///
  ///     let diff = try Differ().diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
  ///     let drawn = diff.readable()
  ///
  /// With unique identities nothing can be shifted. A diff that updates items is returned as it is.
  ///
  /// - Parameters:
  ///   - comparison: How lines were compared.
  ///   - indentation: The columns that a line is indented by; `nil` for a blank one.
  /// - Complexity: O(*n*), where *n* is the number of items on both sides; none is compared where nothing changed.
  public func readable<C: ItemComparison>(comparing comparison: C, indentation: (Item) -> Int?) -> Diff
  where C.Item == Item {
    var list = changeset.identity
    if list.deleted.isEmpty && list.inserted.isEmpty || !list.updated.isEmpty { return self }
    let (oldItems, newItems) = (old.items.contiguous, new.items.contiguous)
    let newOfOld = KeptOrder.sections(of: list).newOfOld
    var groups = SlidingGroups(list)
    withoutActuallyEscaping(indentation) { indentation in
      let before = SlidingGroups.Items(
        areIdentical: { comparison.areIdentical(oldItems[$0], oldItems[$1]) },
        indentation: { indentation(oldItems[$0]) })
      let after = SlidingGroups.Items(
        areIdentical: { comparison.areIdentical(newItems[$0], newItems[$1]) },
        indentation: { indentation(newItems[$0]) })
      for (section, kept) in newOfOld.enumerated() where kept >= 0 {
        groups.slide(list.oldOffsets[section], before, list.newOffsets[kept], after)
      }
    }
    groups.write(to: &list)
    return Diff(
      old: old, new: new,
      changeset: Changeset(identity: list, payload: .snapshots(old: old, new: new), rules: changeset.rules),
      receipt: receipt)
  }
}

extension Diff where Item: StringProtocol {
  /// Returns the same changes with groups of changed lines shifted to where a person would draw them, as
  /// ``readable(comparing:indentation:)``. Lines are compared by value.
  public func readable() -> Diff {
    readable(comparing: ValueComparison()) { LineIndentation.columns(of: $0.utf8) }
  }
}
