import FileAdapter
import StoreTestSupport
import Testing

@Suite("When to listen, when to look")
struct WatchPlanTests {
  private static let timing = WatchTiming(
    quiet: .milliseconds(30), maximumWait: .milliseconds(500), pollInterval: .seconds(1), heartbeat: .seconds(10),
    tornPatience: .seconds(5))

  private func ms(_ count: Int) -> Duration { .milliseconds(count) }

  /// A plan that listens, and has looked.
  private func live() -> WatchPlan {
    var plan = WatchPlan(Self.timing)
    #expect(plan.handle(.started, at: .zero) == [.arm])
    #expect(plan.handle(.armed(isWhole: true), at: .zero) == [.look])
    #expect(plan.handle(.looked(.fresh), at: .zero).isEmpty)
    #expect(plan.health == .live)
    return plan
  }

  @Test("a change is looked at when it has been quiet for a while")
  func quiet() {
    var plan = live()
    #expect(plan.handle(.received(.changed), at: ms(100)).isEmpty)
    #expect(plan.deadline == ms(130))
    #expect(plan.handle(.timer, at: ms(129)).isEmpty)
    #expect(plan.handle(.received(.changed), at: ms(120)).isEmpty)
    #expect(plan.handle(.timer, at: ms(130)).isEmpty)
    #expect(plan.deadline == ms(150))
    #expect(plan.handle(.timer, at: ms(150)) == [.look])
    #expect(plan.handle(.timer, at: ms(151)).isEmpty)
  }

  @Test("a burst without an end is looked at after the longest wait")
  func burst() {
    var plan = live()
    var looks: [Int] = []
    for time in stride(from: 0, through: 2_000, by: 10) {
      _ = plan.handle(.received(.changed), at: ms(time))
      if plan.handle(.timer, at: ms(time)) == [.look] { looks.append(time) }
    }
    #expect(looks == [500, 1_010, 1_520])
  }

  @Test("an overflow is looked at like a change")
  func overflow() {
    var plan = live()
    #expect(plan.handle(.received(.overflowed), at: ms(100)).isEmpty)
    #expect(plan.handle(.timer, at: ms(130)) == [.look])
  }

  @Test("a lost watch is set up again; without a folder the health says so until it is back")
  func lost() {
    var plan = live()
    #expect(plan.handle(.received([.changed, .lost]), at: ms(100)).isEmpty)
    #expect(plan.handle(.timer, at: ms(130)) == [.arm])
    #expect(plan.handle(.armed(isWhole: false), at: ms(130)) == [.look])
    #expect(plan.health == .lost)
    #expect(plan.handle(.looked(.failed), at: ms(130)).isEmpty)
    #expect(plan.deadline == ms(1_130))
    #expect(plan.handle(.timer, at: ms(1_130)) == [.arm])
    #expect(plan.handle(.armed(isWhole: true), at: ms(1_130)) == [.look])
    #expect(plan.health == .live)
  }

  @Test("where it cannot listen it polls, and tries to listen again")
  func polling() {
    var plan = WatchPlan(Self.timing)
    _ = plan.handle(.started, at: .zero)
    #expect(plan.handle(.notArmed(reason: "NFS"), at: .zero) == [.look])
    #expect(plan.health == .polling("NFS"))
    _ = plan.handle(.looked(.fresh), at: .zero)
    #expect(plan.deadline == ms(1_000))
    #expect(plan.handle(.timer, at: ms(1_000)) == [.peek])
    #expect(plan.handle(.peeked(looksChanged: false), at: ms(1_000)).isEmpty)
    #expect(plan.handle(.timer, at: ms(2_000)) == [.peek])
    // What looks changed is read when it has come to rest.
    #expect(plan.handle(.peeked(looksChanged: true), at: ms(2_000)).isEmpty)
    #expect(plan.handle(.timer, at: ms(2_030)) == [.look])
    _ = plan.handle(.looked(.fresh), at: ms(2_030))
    for second in 3..<10 { #expect(plan.handle(.timer, at: .seconds(second)) == [.peek]) }
    #expect(plan.handle(.timer, at: .seconds(10)) == [.arm])
    // As before: that costs no look.
    #expect(plan.handle(.notArmed(reason: "NFS"), at: .seconds(10)).isEmpty)
    #expect(plan.handle(.timer, at: .seconds(10)) == [.peek])
    for second in 11..<20 { #expect(plan.handle(.timer, at: .seconds(second)) == [.peek]) }
    #expect(plan.handle(.timer, at: .seconds(20)) == [.arm])
    #expect(plan.handle(.armed(isWhole: true), at: .seconds(20)) == [.look])
    #expect(plan.health == .live)
  }

  @Test("while it listens it looks at the file's times now and then")
  func heartbeat() {
    var plan = live()
    #expect(plan.deadline == .seconds(10))
    #expect(plan.handle(.timer, at: .seconds(10)) == [.peek])
    #expect(plan.deadline == .seconds(20))
    #expect(plan.handle(.moved, at: .seconds(10)).isEmpty)
    #expect(plan.handle(.timer, at: ms(10_029)).isEmpty)
    #expect(plan.handle(.timer, at: ms(10_030)) == [.arm])
  }

  @Test("folders that keep moving are listened in anew at intervals, and not in one go")
  func restless() {
    var plan = live()
    var arms = 0
    for time in 0..<3_000 {
      _ = plan.handle(.received(.lost), at: ms(time))
      for action in plan.handle(.timer, at: ms(time)) where action == .arm {
        arms += 1
        #expect(plan.handle(.armed(isWhole: true), at: ms(time)) == [.look])
        #expect(plan.handle(.looked(.fresh), at: ms(time)).isEmpty)
        #expect(plan.handle(.moved, at: ms(time)).isEmpty)
      }
    }
    #expect(arms == 2_999 / 30)
  }

  @Test("what cannot be read is tried again")
  func retry() {
    var plan = live()
    _ = plan.handle(.looked(.failed), at: ms(100))
    #expect(plan.handle(.timer, at: ms(1_099)).isEmpty)
    #expect(plan.handle(.timer, at: ms(1_100)) == [.look])
  }

  @Test("a torn end is awaited, then reported once")
  func torn() {
    var plan = live()
    #expect(plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(1)).isEmpty)
    var reports: [Duration] = []
    for second in 2..<12 {
      let actions = plan.handle(.timer, at: .seconds(second))
      guard actions == [.look] else { continue }
      if plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(second)) == [.reportTorn] {
        reports.append(.seconds(second))
      }
    }
    #expect(reports == [.seconds(6)])
    // Once it is whole, the next tear has its own patience.
    _ = plan.handle(.looked(.fresh), at: .seconds(12))
    #expect(plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(13)).isEmpty)
  }

  @Test("as long as a torn end grows, it is awaited, however long that takes; then it has its patience")
  func growing() {
    var plan = live()
    for second in 1..<60 {
      #expect(plan.handle(.looked(.torn(isGrowing: true)), at: .seconds(second)).isEmpty)
    }
    #expect(plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(63)).isEmpty)
    #expect(plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(64)) == [.reportTorn])
    // It goes on, and has stopped again: that is said again.
    #expect(plan.handle(.looked(.torn(isGrowing: true)), at: .seconds(70)).isEmpty)
    #expect(plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(75)) == [.reportTorn])
    // A failure in between ends what was said.
    _ = plan.handle(.looked(.failed), at: .seconds(76))
    _ = plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(77))
    #expect(plan.handle(.looked(.torn(isGrowing: false)), at: .seconds(82)) == [.reportTorn])
  }

  @Test("what makes no sense while it is being written is looked at again, and reported once when that does not end")
  func unsettled() {
    var plan = live()
    var reports = 0
    var now = Duration.seconds(1)
    while now < .seconds(10) {
      if plan.handle(.looked(.unsettled), at: now) == [.reportTorn] {
        #expect(now >= .seconds(1) + Self.timing.tornPatience)
        reports += 1
      }
      #expect(plan.deadline == now + Self.timing.quiet)
      now += Self.timing.quiet
      #expect(plan.handle(.timer, at: now) == [.look])
    }
    #expect(reports == 1)
    _ = plan.handle(.looked(.failed), at: now)
    #expect(plan.handle(.looked(.unsettled), at: now).isEmpty)
  }

  @Test("something is always due")
  func alwaysDue() {
    for first in [WatchPlan.Event.armed(isWhole: true), .armed(isWhole: false), .notArmed(reason: ""), .unreachable] {
      for look in [WatchPlan.Look.fresh, .torn(isGrowing: false), .unsettled, .failed] {
        var plan = WatchPlan(Self.timing)
        _ = plan.handle(.started, at: .zero)
        _ = plan.handle(first, at: .zero)
        _ = plan.handle(.looked(look), at: .zero)
        #expect(plan.deadline != nil, "\(first), \(look)")
      }
    }
  }

  @Test("its invariants hold after every event, whatever comes")
  func random() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = Generator(seed: seed)
      var plan = WatchPlan(Self.timing)
      var now = Duration.zero
      var log: [String] = []
      func perform(_ event: WatchPlan.Event) {
        log.append("\(now) \(event)")
        for action in plan.handle(event, at: now) {
          switch action {
          case .arm: perform(Self.armings.randomElement(using: &generator) ?? .unreachable)
          case .peek: perform(.peeked(looksChanged: Bool.random(using: &generator)))
          case .look: perform(.looked(Self.looks.randomElement(using: &generator) ?? .fresh))
          case .reportTorn: break
          }
        }
      }
      perform(.started)
      for _ in 0..<200 {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: perform(.received(.changed))
        case 1: perform(.received([.changed, .lost]))
        case 2: perform(.moved)
        case 3: now += .milliseconds(Int.random(in: 0..<2_000, using: &generator))
        default: if let deadline = plan.deadline, deadline > now { now = deadline }
        }
        // As the watch does: until nothing is due.
        var rounds = 0
        while let deadline = plan.deadline, deadline <= now, rounds < 100 {
          perform(.timer)
          rounds += 1
        }
        let broken = plan.checkInvariants(at: now)
        if !broken.isEmpty || rounds == 100 {
          Issue.record("seed \(seed): \(broken), \(rounds) rounds, after \(log.suffix(12))")
          return
        }
      }
    }
  }

  private static let armings: [WatchPlan.Event] = [
    .armed(isWhole: true), .armed(isWhole: false), .notArmed(reason: "NFS"), .notArmed(reason: "limit"), .unreachable,
  ]
  private static let looks: [WatchPlan.Look] = [
    .fresh, .torn(isGrowing: true), .torn(isGrowing: false), .unsettled, .failed,
  ]
}
