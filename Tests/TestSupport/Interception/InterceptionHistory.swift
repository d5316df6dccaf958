/// Makes random histories: the same seed gives the same steps.
public struct InterceptionHistory {
  typealias Model = InterceptionModel

  /// How many declared classes there are, and how many objects.
  public static let (classes, objects) = (5, [0, 1, 2, 3, 4, 4])
  /// The numbers that classes made at run time may bear.
  private static let dynamic = 5..<9

  private var random: SeededGenerator
  private var lastIdentifier = 0

  /// Starts at a seed.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// So many steps.
  public mutating func steps(_ count: Int) -> [InterceptionModel.Step] {
    (0..<count).map { _ in step() }
  }

  private mutating func step() -> Model.Step {
    switch below(100) {
    case ..<72: .call(place: place(), call(), below(100))
    case ..<80: .hook(advice(nesting: 1))
    case ..<86: .remove(recent(), Model.Removal.allCases[below(3)])
    case ..<88: .removeNamed(level(), name())
    case ..<91: .list(below(2) == 0 ? .ofClass(anyClass()) : .ofObject(place()), .allCases[below(6)])
    case ..<93: .replace(place: place())
    case ..<94: .dispose(anyClass())
    default: rareStep(nesting: 1)
    }
  }

  /// A step that an advice may do while it runs.
  private mutating func nestedStep() -> Model.Step {
    switch below(10) {
    case ..<3: .remove(recent(), below(2) == 0 ? .plainly : .reportingErrors)
    case ..<5: .hook(advice(nesting: 0))
    case ..<8: .call(place: place(), call(), below(100))
    case ..<9: .removeNamed(level(), name())
    default: rareStep(nesting: 0)
    }
  }

  private mutating func rareStep(nesting: Int) -> Model.Step {
    switch below(10) {
    case ..<2: .make(Self.dynamic.lowerBound + below(Self.dynamic.count), below: anyClass())
    case ..<3: .dispose(Self.dynamic.lowerBound + below(Self.dynamic.count))
    case ..<5: .setClass(place: place(), anyClass())
    case ..<7: .override(anyClass(), call(), identifier(), script(nesting: nesting))
    case ..<8: .removeOverride(anyClass(), call())
    case ..<9: .exchange(identifier(), anyClass())
    default: .restore(recent())
    }
  }

  private mutating func advice(nesting: Int) -> Model.Advice {
    let level = level(), message = message()
    var advice = Model.Advice(identifier(), on: level, message, .allCases[below(6)])
    if message == .deallocation, below(8) > 0 { advice.position = .before }
    advice.priority = [0, 0, 0, 1, 1, -1][below(6)]
    advice.isOnce = below(4) == 0
    advice.isExclusive = below(12) == 0
    advice.name = below(3) == 0 ? name() : nil
    advice.mayThrow = message == .throwing && below(2) == 0
    advice.script = script(nesting: nesting)
    advice.isByName = message != .blacklisted && message != .foreign && below(3) == 0
    if message == .setter, below(2) == 0 { observe(&advice) }
    return advice
  }

  /// Makes an observer of an advice.
  private mutating func observe(_ advice: inout Model.Advice) {
    advice.isObserver = true
    (advice.priority, advice.isOnce, advice.isExclusive, advice.name, advice.isByName) = (0, false, false, nil, false)
    advice.hearsInitial = advice.level.isOfObject && below(2) == 0
    advice.receivesPriorEvents = below(2) == 0
  }

  private mutating func script(nesting: Int) -> Model.Script {
    var script = Model.Script()
    script.change = below(100)
    script.proceeds = [[below(50)], [below(50)], [], [0, below(50)]][below(4)]
    script.fails = below(5) == 0
    script.recovers = below(2) == 0
    if nesting > 0, below(3) == 0 { script.steps = (0...below(2)).map { _ in nestedStep() } }
    return script
  }

  private mutating func message() -> Model.Message {
    switch below(24) {
    case 0: .blacklisted
    case 1: .foreign
    case ..<4: .deallocation
    default: call()
    }
  }

  private mutating func call() -> Model.Message {
    [.plain, .plain, .plain, .throwing, .throwing, .throwing, .twin, .setter, .setter, .getter][below(10)]
  }

  private mutating func level() -> Model.Level {
    switch below(8) {
    case ..<3: .ofClass(below(Self.classes))
    case 3: .ofClass(anyClass())
    default: .ofObject(place())
    }
  }

  private mutating func place() -> Int { below(Self.objects.count) }

  private mutating func anyClass() -> Int { below(Self.dynamic.upperBound) }

  private mutating func name() -> String { ["red", "green"][below(2)] }

  private mutating func identifier() -> Int {
    lastIdentifier += 1
    return lastIdentifier
  }

  /// One of the last advice, or, from within a script, that advice itself or one to come.
  private mutating func recent() -> Int { max(1, lastIdentifier + 2 - below(16)) }

  private mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: random.next() >> 33) % bound }
}

extension InterceptionModel.Level {
  var isOfObject: Bool {
    if case .ofObject = self { true } else { false }
  }
}
