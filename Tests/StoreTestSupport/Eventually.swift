/// Lets other tasks run until a condition holds: for what no event tells of, such as that the last reference to an object
/// has gone.
///
///     #expect(await eventually { store.observationCount == 0 })
///
/// - Returns: Whether it came to hold. Others are let run very often before that is given up, since sanitisers are slow;
///   a test that fails so goes on.
public func eventually(_ holds: () -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if holds() { return true }
    await Task.yield()
  }
  return holds()
}
