#if CommandLineCore
  internal import ArgumentParser

  // What the parser of arguments reads from a word: the names of the cases, or what `init(argument:)` makes of it.

  extension ChangeView: ExpressibleByArgument {}
  extension ColourChoice: ExpressibleByArgument {}
  extension DuplicateChoice: ExpressibleByArgument {}
  extension ElementKind: ExpressibleByArgument {}
  extension Gate: ExpressibleByArgument {}
  extension InputChoice: ExpressibleByArgument {}
  extension Percentage: ExpressibleByArgument {}
  extension Preference: ExpressibleByArgument {}
  extension ReportFormat: ExpressibleByArgument {}
  extension ScopeChoice: ExpressibleByArgument {}
  extension SectionOrder: ExpressibleByArgument {}
  extension Strategy: ExpressibleByArgument {}
  extension TimeSpan: ExpressibleByArgument {}

  #if CommandLine
    extension BoardSections: ExpressibleByArgument {}
    extension RemovalLimit: ExpressibleByArgument {}
    extension WatchFormat: ExpressibleByArgument {}
  #endif
#endif
