#if CommandLineCore
  internal import ArgumentParser

  // What the parser of arguments reads from a word: the names of the cases, or what `init(argument:)` makes of it.

  @available(LiveSystems, *)
  extension ChangeView: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension ColourChoice: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension DuplicateChoice: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension ElementKind: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension Gate: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension InputChoice: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension Percentage: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension Preference: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension ReportFormat: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension ScopeChoice: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension SectionOrder: ExpressibleByArgument {}
  @available(LiveSystems, *)
  extension Strategy: ExpressibleByArgument {
    init?(argument: String) { self.init(named: argument) }

    static var allValueStrings: [String] { offered.map(\.name) }
  }
  @available(LiveSystems, *)
  extension TimeSpan: ExpressibleByArgument {}

  // What only watch and demo read.
  #if CommandLine
    @available(LiveSystems, *)
    extension BoardSections: ExpressibleByArgument {}
    @available(LiveSystems, *)
    extension RemovalLimit: ExpressibleByArgument {}
    @available(LiveSystems, *)
    extension WatchFormat: ExpressibleByArgument {}
  #endif
#endif
