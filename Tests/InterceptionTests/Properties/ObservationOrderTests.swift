import Interception
import Testing

@Suite("Hooks and observers in all orders")
struct ObservationOrderTests {
  class Gauge: InterceptableObject {
    var stored = 0
    static let level = Property<Gauge, Int>("level", get: { $0.stored }, set: { $0.stored = $1 })
    var level: Int {
      get { send(Gauge.level) }
      set { send(Gauge.level, newValue) }
    }
  }

  /// What is heard of a write: slow, and obviously right.
  static func expected(_ position: AdvicePosition?, isObserved: Bool, from old: Int, to new: Int) -> [String] {
    var words: [String] = []
    var stored = new
    switch position {
    case .before: words = ["before \(new)", "set \(new + 1)"]
    case .after, .afterReturning: words = ["set \(new)", "\(position?.rawValue ?? "")"]
    case .around: words = ["in", "set \(new + 1)", "out"]
    case .instead: words = ["instead"]
    case .afterThrowing, nil: words = ["set \(new)"]
    }
    switch position {
    case .before, .around: stored = new + 1
    case .instead: stored = old
    default: break
    }
    return isObserved ? ["prior \(old)"] + words + ["change \(old) \(stored)"] : words
  }

  static func hook(_ setter: Message<Gauge, Int, Void>, _ position: AdvicePosition, on object: Gauge?, _ log: Log)
    throws -> AspectToken
  {
    let level = ClassObject.of(Gauge.self)
    let before: @Sendable (inout BeforeCall<Gauge, Int>) -> Void = {
      log.write("before \($0.arguments)")
      $0.arguments += 1
    }
    let around: @Sendable (inout AroundCall<Gauge, Int, Void, Never>) -> Void = { call in
      log.write("in")
      call.proceed(call.arguments + 1)
      log.write("out")
    }
    let after: @Sendable (inout AfterCall<Gauge, Int, Void, Never>) -> Void = { _ in log.write("after") }
    let returned: @Sendable (inout ReturnedCall<Gauge, Int, Void>) -> Void = { _ in log.write("afterReturning") }
    switch position {
    case .before:
      return try object?.hook(setter, .before, advice: before) ?? level.hook(setter, .before, advice: before)
    case .after: return try object?.hook(setter, .after, advice: after) ?? level.hook(setter, .after, advice: after)
    case .afterReturning:
      return try object?.hook(setter, .afterReturning, advice: returned)
        ?? level.hook(setter, .afterReturning, advice: returned)
    case .afterThrowing:
      return try object?.hook(setter, .afterThrowing) { _ in log.write("thrown") }
        ?? level.hook(setter, .afterThrowing) { _ in log.write("thrown") }
    case .around:
      return try object?.hook(setter, .around, advice: around) ?? level.hook(setter, .around, advice: around)
    case .instead:
      return try object?.hook(setter, .instead) { _ in log.write("instead") }
        ?? level.hook(setter, .instead) { _ in log.write("instead") }
    }
  }

  @Test func `Hooks and observers come and go in any order`() throws {
    let log = Log()
    for position in AdvicePosition.allCases {
      for bits in 0..<16 {
        let label = "\(position) \(bits)"
        let gauge = Gauge()
        let hooked = bits & 1 == 0 ? nil : gauge
        let observed = bits & 2 == 0 ? nil : gauge
        var hook: AspectToken?
        var observer: AspectToken?
        var value = 0
        func check() {
          let old = gauge.stored
          value += 10
          gauge.level = value
          let expected = Self.expected(
            hook == nil ? nil : position, isObserved: observer != nil, from: old, to: value)
          #expect(log.take() == expected.filter { !$0.hasPrefix("set") }, "\(label)")
          let written = expected.first { $0.hasPrefix("set") }.map { Int($0.dropFirst(4)) } ?? old
          #expect(gauge.stored == written, "\(label)")
        }
        let addHook = { hook = try Self.hook(Gauge.level.setter, position, on: hooked, log) }
        let addObserver = {
          let hear: @Sendable (PropertyChange<Gauge, Int>) -> Void = { change in
            log.write(
              change.isPrior
                ? "prior \(change.old ?? -1)" : "change \(change.old ?? -1) \(change.new ?? -1)")
          }
          observer =
            try observed?.observe(Gauge.level, .prior, observer: hear)
            ?? Gauge.level.observe(.prior, observer: hear)
        }
        check()
        for step in bits & 4 == 0 ? [addHook, addObserver] : [addObserver, addHook] {
          try step()
          check()
        }
        for isHook in bits & 8 == 0 ? [true, false] : [false, true] {
          #expect((isHook ? hook : observer)?.remove() == true, "\(label)")
          if isHook { hook = nil } else { observer = nil }
          check()
        }
        #expect((gauge.isHooked, ClassObject.of(Gauge.self).aspects.isEmpty) == (false, true), "\(label)")
      }
    }
  }
}
