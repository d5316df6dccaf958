/// What a call does when advice is installed, computed from plain lists: slow, obvious, and with no code of the runtime's.
public struct InterceptionModel {
  /// Where an advice stands.
  public enum Position: Int, CaseIterable, Sendable {
    case before, after, instead, around
  }

  /// What an advice is installed on, by number.
  public enum Level: Equatable, Sendable {
    case classOf(Int)
    case object(Int)
  }

  /// What an advice does when it runs.
  public struct Script: Sendable {
    /// What is added to the arguments, or to the result.
    public var change = 0
    /// For each time it proceeds, what is added to the arguments.
    public var proceeds: [Int] = [0]
    /// The record that it removes.
    public var removes: Int?
    /// The object that it calls, ahead of everything else.
    public var calls: Int?

    /// Makes a script; the empty one proceeds once and changes nothing.
    public init(change: Int = 0, proceeds: [Int] = [0], removes: Int? = nil, calls: Int? = nil) {
      self.change = change
      self.proceeds = proceeds
      self.removes = removes
      self.calls = calls
    }
  }

  /// An advice that is installed.
  public struct Record: Sendable {
    /// Tells records apart.
    public let identifier: Int
    /// What it is installed on.
    public let level: Level
    /// The message, by number.
    public let message: Int
    /// Where it stands.
    public let position: Position
    /// The higher runs earlier.
    public let priority: Int
    /// Whether it runs in one call only.
    public let isOnce: Bool
    /// What it does.
    public let script: Script

    /// Makes a record.
    public init(
      identifier: Int, level: Level, message: Int, position: Position, priority: Int, isOnce: Bool, script: Script
    ) {
      self.identifier = identifier
      self.level = level
      self.message = message
      self.position = position
      self.priority = priority
      self.isOnce = isOnce
      self.script = script
    }
  }

  private struct LevelOfCall {
    var records: [Record]
    var override: (identifier: Int, script: Script)?
  }

  /// The class above each class; nil for the root.
  public let parents: [Int?]
  /// Which classes were made at run time.
  public let isDynamic: [Bool]
  /// The class each object is in.
  public var classes: [Int]
  /// The implementations of dynamic classes, by class and message.
  public var overrides: [[Int]: (identifier: Int, script: Script)] = [:]
  /// What is installed, in the order of installation.
  public private(set) var records: [Record] = []
  private var spent: Set<Int> = []
  /// What has run since the last call was begun from outside.
  public private(set) var trace: [Int] = []
  private var fuel = 0

  /// Makes a world of classes and objects in which nothing is installed.
  public init(parents: [Int?], isDynamic: [Bool], classes: [Int]) {
    self.parents = parents
    self.isDynamic = isDynamic
    self.classes = classes
  }

  /// Installs an advice.
  public mutating func add(_ record: Record) { records.append(record) }

  /// Takes an advice away; answers whether it was there.
  public mutating func remove(_ identifier: Int) -> Bool {
    guard let place = records.firstIndex(where: { $0.identifier == identifier }) else { return false }
    records.remove(at: place)
    return true
  }

  /// The object goes, and a new one of a class takes its number.
  public mutating func replaceObject(_ object: Int, class number: Int) {
    records.removeAll { $0.level == .object(object) }
    classes[object] = number
  }

  /// A call from outside, with its trace.
  public mutating func call(_ object: Int, _ message: Int, _ argument: Int, fuel: Int) -> (result: Int, trace: [Int]) {
    trace = []
    self.fuel = fuel
    return (send(object, message, argument), trace)
  }

  private mutating func send(_ object: Int, _ message: Int, _ argument: Int) -> Int {
    run(levels(object, message)[...], message, argument)
  }

  private func levels(_ object: Int, _ message: Int) -> [LevelOfCall] {
    let ofMessage = records.filter { $0.message == message }
    func installed(_ level: Level) -> [Record] {
      let all = ofMessage.filter { $0.level == level }
      guard all.count > 1 else { return all }
      return Set(all.map(\.priority)).sorted(by: >).flatMap { priority in all.filter { $0.priority == priority } }
    }
    var result: [LevelOfCall] = []
    var ofObject = installed(.object(object))
    var next: Int? = classes[object]
    while let current = next {
      next = parents[current]
      var level = LevelOfCall(records: installed(.classOf(current)), override: overrides[[current, message]])
      let isPlain = level.records.isEmpty && level.override == nil
      // A class made at run time that leaves the message alone is as if it were not there.
      if isPlain && isDynamic[current] { continue }
      level.records += ofObject
      ofObject = []
      result.append(level)
    }
    return result
  }

  private mutating func isAllowed(_ record: Record) -> Bool {
    guard record.isOnce else { return true }
    guard !spent.contains(record.identifier) else { return false }
    spent.insert(record.identifier)
    return remove(record.identifier)
  }

  private mutating func run(_ levels: ArraySlice<LevelOfCall>, _ message: Int, _ argument: Int) -> Int {
    guard let level = levels.first else {
      trace.append(argument)
      return (argument &* 3 &+ message) & 0xFFFF
    }
    var argument = argument
    for record in level.records where record.position == .before && isAllowed(record) {
      argument = (argument &+ begin(record, message, argument).change) & 0xFFFF
    }
    let arounds = level.records.filter { $0.position == .around }
    var result = nest(arounds[...], levels, message, argument)
    for record in level.records where record.position == .after && isAllowed(record) {
      result = (result &+ begin(record, message, result).change) & 0xFFFF
    }
    return result
  }

  private mutating func nest(
    _ arounds: ArraySlice<Record>, _ levels: ArraySlice<LevelOfCall>, _ message: Int, _ argument: Int
  ) -> Int {
    guard let around = arounds.first else { return replace(levels, message, argument) }
    guard isAllowed(around) else { return nest(arounds.dropFirst(), levels, message, argument) }
    let script = begin(around, message, argument)
    var sum = script.change
    for change in script.proceeds {
      sum = (sum &+ nest(arounds.dropFirst(), levels, message, (argument &+ change) & 0xFFFF)) & 0xFFFF
    }
    return sum
  }

  private mutating func replace(_ levels: ArraySlice<LevelOfCall>, _ message: Int, _ argument: Int) -> Int {
    var last: Int?
    for record in levels[levels.startIndex].records where record.position == .instead && isAllowed(record) {
      let script = begin(record, message, argument)
      var sum = script.change
      for change in script.proceeds {
        sum = (sum &+ implement(levels, message, (argument &+ change) & 0xFFFF)) & 0xFFFF
      }
      last = sum
    }
    return last ?? implement(levels, message, argument)
  }

  private mutating func implement(_ levels: ArraySlice<LevelOfCall>, _ message: Int, _ argument: Int) -> Int {
    guard let own = levels[levels.startIndex].override else { return run(levels.dropFirst(), message, argument) }
    let script = begin(own.identifier, own.script, message, argument)
    var sum = script.change
    for change in script.proceeds {
      sum = (sum &+ run(levels.dropFirst(), message, (argument &+ change) & 0xFFFF)) & 0xFFFF
    }
    return sum
  }

  private mutating func begin(_ record: Record, _ message: Int, _ value: Int) -> Script {
    begin(record.identifier, record.script, message, value)
  }

  /// Notes that an advice runs, does what it does first, and answers what else it does.
  private mutating func begin(_ identifier: Int, _ script: Script, _ message: Int, _ value: Int) -> Script {
    trace.append(identifier << 16 | value)
    fuel -= 1
    guard fuel > 0 else { return Script() }
    if let other = script.removes { trace.append(remove(other) ? -1 : -2) }
    if let object = script.calls { trace.append(-3 - send(object, 1 - message, value)) }
    return script
  }
}
