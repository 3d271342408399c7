import ArgumentParser
import Subjects

/// As an argument: by the names that the command gives them.
extension Strategy: ExpressibleByArgument {}
