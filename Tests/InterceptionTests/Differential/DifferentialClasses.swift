import Interception
import TestSupport

/// What the originals and the advice of one history write into.
protocol DifferentialJournal: AnyObject {
  func note(_ event: InterceptionModel.Event)
}

/// The class that declares the messages of the differential tests; each lane has a hierarchy of its own below it.
class Plant: InterceptableObject {
  unowned let journal: any DifferentialJournal
  required init(_ journal: any DifferentialJournal) { self.journal = journal }

  override class var messages: MessageList { [plain, throwing, twin, level] }

  static let plain = Message<Plant, Int, Int>("plain(_:)") { plant, argument in
    plant.journal.note(.original(.plain, argument))
    return (argument * 3).short
  }
  func plain(_ argument: Int) -> Int { send(Plant.plain, argument) }

  static let throwing = ThrowingMessage<Plant, Int, Int, ModelFailure>("throwing(_:)") {
    (plant, argument) throws(ModelFailure) in
    plant.journal.note(.original(.throwing, argument))
    if argument % 5 == 0 { throw ModelFailure(argument) }
    return (argument * 3).short
  }
  func throwing(_ argument: Int) throws(ModelFailure) -> Int { try send(Plant.throwing, argument) }

  static let twin = Message<Plant, Int, Int>("twin(_:)") { plant, argument in
    plant.journal.note(.original(.twin, argument))
    return (argument * 7).short
  }

  private var stored = 0
  static let level = Property<Plant, Int>("level") { plant in
    plant.journal.note(.original(.getter, 0))
    return plant.stored
  } set: { plant, level in
    plant.journal.note(.original(.setter, level))
    plant.stored = level
  }
  var level: Int {
    get { send(Plant.level) }
    set { send(Plant.level, newValue) }
  }

  static let blacklisted = Message<Plant, Int, Int>("retain()") { _, argument in argument }

  /// What a class does that overrides a calling method.
  final func bend<Failure>(_ argument: Int, _ callSuper: (Int) throws(Failure) -> Int) throws(Failure) -> Int {
    journal.note(.overridden(argument))
    return (try callSuper((argument + 1).short) + 1).short
  }
}

/// Has a message that no class of a lane has.
class Stone: InterceptableObject {
  static let foreign = Message<Stone, Int, Int>("foreign(_:)") { _, argument in argument }
}

class Root0: Plant {}
class Left0: Root0 {}
class Right0: Root0 {}
class Leaf0: Left0 {}
class Bent0: Left0 {
  override func plain(_ argument: Int) -> Int { bend(argument) { super.plain($0) } }
  override func throwing(_ argument: Int) throws(ModelFailure) -> Int {
    try bend(argument) { argument throws(ModelFailure) in try super.throwing(argument) }
  }
}

class Root1: Plant {}
class Left1: Root1 {}
class Right1: Root1 {}
class Leaf1: Left1 {}
class Bent1: Left1 {
  override func plain(_ argument: Int) -> Int { bend(argument) { super.plain($0) } }
  override func throwing(_ argument: Int) throws(ModelFailure) -> Int {
    try bend(argument) { argument throws(ModelFailure) in try super.throwing(argument) }
  }
}

class Root2: Plant {}
class Left2: Root2 {}
class Right2: Root2 {}
class Leaf2: Left2 {}
class Bent2: Left2 {
  override func plain(_ argument: Int) -> Int { bend(argument) { super.plain($0) } }
  override func throwing(_ argument: Int) throws(ModelFailure) -> Int {
    try bend(argument) { argument throws(ModelFailure) in try super.throwing(argument) }
  }
}

class Root3: Plant {}
class Left3: Root3 {}
class Right3: Root3 {}
class Leaf3: Left3 {}
class Bent3: Left3 {
  override func plain(_ argument: Int) -> Int { bend(argument) { super.plain($0) } }
  override func throwing(_ argument: Int) throws(ModelFailure) -> Int {
    try bend(argument) { argument throws(ModelFailure) in try super.throwing(argument) }
  }
}

class Root4: Plant {}
class Left4: Root4 {}
class Right4: Root4 {}
class Leaf4: Left4 {}
class Bent4: Left4 {
  override func plain(_ argument: Int) -> Int { bend(argument) { super.plain($0) } }
  override func throwing(_ argument: Int) throws(ModelFailure) -> Int {
    try bend(argument) { argument throws(ModelFailure) in try super.throwing(argument) }
  }
}

class Root5: Plant {}
class Left5: Root5 {}
class Right5: Root5 {}
class Leaf5: Left5 {}
class Bent5: Left5 {
  override func plain(_ argument: Int) -> Int { bend(argument) { super.plain($0) } }
  override func throwing(_ argument: Int) throws(ModelFailure) -> Int {
    try bend(argument) { argument throws(ModelFailure) in try super.throwing(argument) }
  }
}
