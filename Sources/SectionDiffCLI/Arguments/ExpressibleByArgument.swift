#if CommandLineCore
  // A conformance of a public type needs both in public.
  public import ArgumentParser
  public import BenchmarkHarness
  public import RecordFormats
  public import SectionDiff

  // What the parser of arguments reads from a word: the names of the cases, or what `init(argument:)` makes of it.

  @available(LiveSystems, *)
  extension ChangeView: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension ColourChoice: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension ElementKind: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension OutputFormat: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension Advisor.Preference: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension RecordFormat: ExpressibleByArgument {}
  extension AdaptiveDiff.Goal: ExpressibleByArgument {}
  extension IdentityScope: ExpressibleByArgument {}
  extension DuplicatePolicy: ExpressibleByArgument {
    /// The policy of that name.
    public init?(argument: String) { self.init(commandName: argument) }
    /// The names of all policies.
    public static var allValueStrings: [String] { [reject, allow, keepFirst, keepLast].map(\.commandName) }
  }
  @available(LiveSystems, *)
  extension ReportFormat: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension SectionOrder: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension Strategy: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }

    static var allValueStrings: [String] { all.map(\.name) }
  }
  @available(LiveSystems, *)
  extension TimeSpan: ExpressibleByArgument {}

  // What only regress and its history read.
  #if CommandLineGate
    @available(LiveSystems, *)
    extension Gate: ExpressibleByArgument {}
    @available(LiveSystems, *)
    extension Percentage: ExpressibleByArgument {}
    @available(LiveSystems, *)
    extension RegressionFormat: ExpressibleByArgument {}
  #endif

  // What only watch reads.
  #if CommandLine
    @available(LiveSystems, *)
    extension RemovalLimit: ExpressibleByArgument {}
  #endif
#endif
