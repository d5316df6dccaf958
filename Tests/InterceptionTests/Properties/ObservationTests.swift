import Interception
import Testing

@Suite("Observing a property")
struct ObservationTests {
  class Gauge: InterceptableObject {
    private var stored = 0
    static let level = Property<Gauge, Int>("level", get: { $0.stored }, set: { $0.stored = $1 })
    var level: Int {
      get { send(Gauge.level) }
      set { send(Gauge.level, newValue) }
    }
  }

  @Test func `An observer gets initial, prior and changed values`() throws {
    let gauge = Gauge()
    gauge.level = 5
    var heard: [String] = []
    let token = try gauge.observe(Gauge.level, [.initial, .prior]) { change in
      #expect((change.object === gauge, change.isPrior) == (true, (change.phase == .prior)))
      heard.append("\(change.phase) \(change.old.map(String.init) ?? "-") \(change.new.map(String.init) ?? "-")")
    }
    gauge.level = 7
    gauge.level = 7
    #expect(heard == ["initial - 5", "prior 5 -", "change 5 7", "prior 7 -", "change 7 7"])
    #expect((token.remove(), token.remove()) == (true, false))
    gauge.level = 8
    #expect((heard.count, gauge.isHooked) == (5, false))
  }

  private class Meter: Gauge {}
  private class Fine: Meter {}

  @Test func `Observers of classes are called before the object's`() throws {
    let fine = Fine()
    let log = Log()
    func write(_ name: String) -> @Sendable (PropertyChange<Gauge, Int>) -> Void {
      { log.write("\(name) \($0.phase)") }
    }
    let tokens = [
      try fine.observe(Gauge.level, .prior, observer: write("object")),
      try Gauge.level.observe(on: Meter.self, .prior, observer: write("super")),
      try Gauge.level.observe(on: Fine.self, .prior, observer: write("sub")),
      try fine.observe(Gauge.level, observer: write("second")),
      try Gauge.level.setter.hook(on: Fine.self, .before) { _ in log.write("advice") },
    ]
    fine.level = 1
    #expect(
      log.take() == [
        "sub prior", "super prior", "object prior", "advice", "sub change", "super change", "object change",
        "second change",
      ])
    #expect(
      fine.explain("setter:level").split(separator: "\n") == [
        "observer Fine.setter:level, class", "observer Meter.setter:level, class",
        "observer Fine.setter:level, object", "observer Fine.setter:level, object",
        "before Fine.setter:level, class",
      ])
    #expect((fine.aspects.count, fine.aspects.allSatisfy(\.isObserver)) == (2, true))
    for token in tokens.shuffled() { #expect(token.remove()) }
    fine.level = 2
    #expect((log.take().isEmpty, fine.explain("setter:level").isEmpty, fine.isHooked) == (true, true, false))
  }

  @Test func `A suppressed write is observed with the getter's values`() throws {
    let gauge = Gauge()
    var heard: [Int?] = []
    let observer = try gauge.observe(Gauge.level) { heard += [$0.old, $0.new] }
    let skip = try gauge.hook(Gauge.level.setter, .instead) { _ in }
    let getter = try gauge.hook(Gauge.level.getter, .after) { $0.result += 100 }
    gauge.level = 3
    #expect(heard == [100, 100])
    for token in [skip, getter, observer] { #expect(token.remove()) }
    #expect((gauge.level, gauge.isHooked) == (0, false))
  }

  @Test func `Changes by observers take effect with the next write`() throws {
    let gauge = Gauge()
    var heard: [String] = []
    var tokens: [AspectToken] = []
    tokens.append(
      try gauge.observe(Gauge.level, .prior) { change in
        guard change.isPrior else { return heard.append("first \(change.new ?? -1)") }
        for token in tokens { heard.append("removed \(token.remove())") }
      })
    tokens.append(
      try gauge.observe(Gauge.level) { change in
        heard.append("second \(change.new ?? -1)")
        guard change.new == 1 else { return }
        if let late = try? gauge.observe(Gauge.level, observer: { heard.append("late \($0.new ?? -1)") }) {
          tokens.append(late)
        }
        gauge.level = 2
      })
    gauge.level = 1
    #expect(heard == ["removed true", "removed true", "first 1", "second 1", "late 2"])
    #expect((tokens[2].remove(), gauge.isHooked) == (true, false))
  }

  @Test func `An inner write is observed inside the outer one`() throws {
    let gauge = Gauge()
    var heard: [String] = []
    let token = try gauge.observe(Gauge.level) { change in
      if change.object.level < 3 { change.object.level += 1 }
      heard.append("\(change.old ?? -1)>\(change.new ?? -1)")
    }
    gauge.level = 1
    #expect((heard, gauge.level) == (["2>3", "1>2", "0>1"], 3))
    token.remove()
  }

  private final class Witness {}

  @Test func `An observer retains nobody, and is freed with its object`() throws {
    weak var removed: Witness?
    weak var gone: Witness?
    weak var object: Gauge?
    var tokens: [AspectToken] = []
    do {
      let gauge = Gauge()
      object = gauge
      func observe(_ witness: Witness) throws -> AspectToken {
        try gauge.observe(Gauge.level, .prior) { _ in _ = witness }
      }
      let (first, second) = (Witness(), Witness())
      (removed, gone) = (first, second)
      tokens = [try observe(first), try observe(second)]
    }
    #expect((object == nil, removed == nil, gone == nil) == (true, true, true))
    #expect(tokens.allSatisfy { !$0.remove() })
    let gauge = Gauge()
    var token: AspectToken?
    do {
      let witness = Witness()
      removed = witness
      token = try gauge.observe(Gauge.level) { _ in _ = witness }
    }
    #expect(removed != nil)
    #expect(token?.remove() == true)
    #expect(removed == nil)
  }

  private class Meter2: Gauge {}

  @Test func `An observer is neither a level nor a hook`() throws {
    let log = Log()
    let sub = try ClassObject.of(Meter2.self).makeSubclass(named: "ObservationTests.noLevel")
    let meter = Meter2()
    try meter.setClass(sub)
    let tokens = [
      try Gauge.level.observe(on: Meter2.self) { _ in log.write("class observer") },
      try sub.observe(Gauge.level) { _ in log.write("dynamic observer") },
      try ClassObject.of(Meter2.self).hook(Gauge.level.setter, .before, .exclusive) { _ in log.write("class") },
      try sub.observe(Gauge.level) { _ in log.write("late observer") },
      try meter.hook(Gauge.level.setter, .before) { _ in log.write("object") },
    ]
    meter.level = 1
    #expect(log.take() == ["class", "object", "dynamic observer", "late observer", "class observer"])
    for token in tokens { #expect(token.remove()) }
    try meter.setClass(meter.statedClass)
    try sub.dispose()
  }

  @Test func `A class that lacks the property refuses the observer`() {
    var heard = 0
    #expect(throws: AspectError.doesNotRespond(class: "Account", selector: "setter:level")) {
      try Account().observe(Gauge.level, .initial) { _ in heard += 1 }
    }
    #expect(heard == 0)
  }

  private class Meter3: Gauge {}

  @Test func `A moved object stays there when its observer goes`() throws {
    let meter = Meter3()
    let sub = try ClassObject.of(Meter3.self).makeSubclass(named: "ObservationTests.foreignClass")
    try sub.override(Gauge.level.setter) { call in call.callSuper(call.arguments * 2) }
    var heard: [Int?] = []
    let token = try meter.observe(Gauge.level) { heard.append($0.new) }
    let hook = try meter.hook(Gauge.level.setter, .before) { $0.arguments += 1 }
    try meter.setClass(sub)
    meter.level = 1
    #expect(heard == [4])
    #expect(token.remove())
    #expect((meter.actualClass === sub, meter.isHooked) == (true, true))
    meter.level = 2
    #expect((meter.level, heard) == (6, [4]))
    #expect(hook.remove())
    #expect((meter.actualClass === sub, meter.isHooked) == (true, false))
    meter.level = 2
    #expect(meter.level == 4)
  }

  final class Shared: InterceptableObject, @unchecked Sendable {
    static let count = Property<Shared, Int>("count", get: { _ in 1 }, set: { _, _ in })
  }

  @Test func `Observers come and go on many threads while others write`() throws {
    let shared = Shared()
    let heard = Log(), wrong = Log()
    let standing = try shared.observe(Shared.count) { _ in heard.write("x") }
    onThreads(6) { number in
      for _ in 0..<1_000 {
        if number < 3 {
          shared.send(Shared.count, 1)
        } else {
          let token = number == 3 ? try? Shared.count.observe { _ in } : try? shared.observe(Shared.count) { _ in }
          if token?.remove() != true { wrong.write("lost") }
        }
      }
    }
    #expect((heard.take().count, wrong.take().isEmpty) == (3_000, true))
    #expect((standing.remove(), shared.isHooked) == (true, false))
  }
}
