/// Places between the runs of a runner under callgrind, which ends a count there.
package enum InstructionMark {
  /// What callgrind is told to look for: the function below, whatever the compiler puts around its name.
  package static let pattern = "*instructionmark*"

  /// Ends a count. In one word of lower case, so that its mangled name has it as it is. It counts its own calls, and the sum
  /// is printed, so that no call can be left out.
  @inline(never)
  static func instructionmark(_ calls: inout Int) { calls &+= 1 }
}
