#if os(Linux)
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// A limit of what this process may use, and each child that it starts meanwhile.
  enum SystemLimit {
    case core, data, fileSize, stack

    private var number: Int32 {
      let number =
        switch self {
        case .core: RLIMIT_CORE
        case .data: RLIMIT_DATA
        case .fileSize: RLIMIT_FSIZE
        case .stack: RLIMIT_STACK
        }
      #if canImport(Glibc)
        return Int32(bitPattern: number.rawValue)
      #else
        return number
      #endif
    }

    /// How much it may use; nil where the system does not say.
    var value: rlim_t? {
      var limits = rlimit()
      return getrlimit(number, &limits) == 0 ? limits.rlim_cur : nil
    }

    /// Sets it; less where the system allows less. False where the system refuses.
    @discardableResult
    func set(to value: rlim_t) -> Bool {
      var limits = rlimit()
      guard getrlimit(number, &limits) == 0 else { return false }
      limits.rlim_cur = min(limits.rlim_max, value)
      return setrlimit(number, &limits) == 0
    }
  }
#endif
