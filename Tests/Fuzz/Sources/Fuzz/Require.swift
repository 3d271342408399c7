/// Ends the process with a message where a promise is broken; unlike `precondition` it says so in release too.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
