#if CommandLineCore
  @testable import SectionDiffCLI

  extension Strategy {
    static let lis = named("lis")
    static let adaptive = named("adaptive")

    private static func named(_ name: String) -> Strategy {
      guard let strategy = Strategy(name) else { preconditionFailure("no strategy is called \(name)") }
      return strategy
    }
  }
#endif
