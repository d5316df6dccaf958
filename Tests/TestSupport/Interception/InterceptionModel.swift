/// What the runtime must do, told with plain lists from the words of its specification: slow, and with no code of its own.
///
/// A history is a list of steps. The model answers each with what must be seen of it, the runtime with what is seen.
public struct InterceptionModel {
  /// A class that the program declares, or that was made at run time.
  struct Class {
    let name: String
    let parent: Int?
    /// The declared class above it, which is what its objects say they are of.
    let stated: Int
    let isDynamic: Bool
    /// Its calling methods are overridden in Swift, and call `super`.
    let overridesInSwift: Bool
    /// Tells it from an earlier class of its number.
    let making: Int
    var isDisposed = false
  }

  /// An object, alive or gone.
  struct Instance {
    let stated: Int
    var actual: Int
    /// The property.
    var level = 0
    var isAlive = true
  }

  /// An advice that is installed, and on what: on a class, or on an instance.
  struct Installed {
    let advice: Advice
    let ofClass: Int?
    let ofInstance: Int?
  }

  /// An implementation: one that was given to a class at run time, or what the class runs without one.
  struct Implementation: Equatable {
    let home: Int
    let message: Message
    /// The making of a given one, the identifier of its advice, and what it does; nil for what the class inherits.
    let given: Given?

    struct Given: Equatable {
      let making: Int
      let identifier: Int
      let script: Script

      static func == (one: Given, other: Given) -> Bool { one.making == other.making }
    }
  }

  /// What a class runs for a message in place of what it inherits.
  struct Override {
    let ofClass: Int
    let message: Message
    let implementation: Implementation
  }

  /// What an exchange has done, to be undone.
  struct Exchange {
    let identifier: Int
    let ofClass: Int
    let making: Int
    let plain: Implementation
    let twin: Implementation
  }

  /// The classes by number.
  var classes: [Int: Class] = [:]
  /// The numbers of the classes in the order in which they were made.
  var makings: [Int] = []
  /// What every dynamic class's name begins with.
  let prefix: String
  /// Every object that there ever was.
  var instances: [Instance] = []
  /// Which object stands at each place.
  var places: [Int] = []
  /// What is installed, in the order of installation.
  var installed: [Installed] = []
  /// What has been installed at any time, whether or not it still is.
  var issued: [Installed] = []
  /// The implementations given at run time.
  var overrides: [Override] = []
  /// The exchanges that have not been undone.
  var exchanges: [Exchange] = []
  /// How many classes and implementations have been made.
  var makingCount = 0
  /// What has been seen of the step so far.
  var events: [Event] = []
  /// How many more advice of this step do more than proceed once.
  var fuel = 0

  /// A declared class, as a world of classes is described.
  public struct Declaration {
    let name: String
    let parent: Int?
    let overridesInSwift: Bool

    /// Describes a class below another, by number; nil for the one at the top.
    public init(_ name: String, below parent: Int?, overridesInSwift: Bool = false) {
      self.name = name
      self.parent = parent
      self.overridesInSwift = overridesInSwift
    }
  }

  /// Makes a world of declared classes, numbered from zero, and of objects of them, in which nothing is installed.
  public init(_ declarations: [Declaration], objects: [Int], prefix: String) {
    self.prefix = prefix
    for (number, declaration) in declarations.enumerated() {
      classes[number] = Class(
        name: declaration.name, parent: declaration.parent, stated: number, isDynamic: false,
        overridesInSwift: declaration.overridesInSwift, making: 0)
      makings.append(number)
    }
    for number in objects {
      places.append(instances.count)
      instances.append(Instance(stated: number, actual: number))
    }
  }

  /// Carries a step out, and answers what must be seen of it.
  public mutating func perform(_ step: Step) -> [Event] {
    events = []
    fuel = Step.fuel
    carryOut(step)
    return events
  }

  mutating func carryOut(_ step: Step) {
    switch step {
    case .hook(let advice): hook(advice)
    case .remove(let identifier, let way): remove(identifier, way)
    case .removeNamed(let level, let name): removeNamed(level, name)
    case .call(let place, let message, let argument): call(place, message, argument)
    case .make(let number, let parent): make(number, below: parent)
    case .dispose(let number): dispose(number)
    case .override(let number, let message, let identifier, let script): override(number, message, identifier, script)
    case .removeOverride(let number, let message): removeOverride(number, message)
    case .exchange(let identifier, let number): exchange(identifier, number)
    case .restore(let identifier): restore(identifier)
    case .setClass(let place, let number): setClass(place, number)
    case .replace(let place): replace(place)
    case .list(let level, let message): list(level, message)
    }
  }

  mutating func nextMaking() -> Int {
    makingCount += 1
    return makingCount
  }

  func name(_ number: Int) -> String { classes[number]?.name ?? "" }

  /// The class and every one above it, from the class upward.
  func lineage(_ number: Int) -> [Int] {
    guard let parent = classes[number]?.parent else { return [number] }
    return [number] + lineage(parent)
  }
}
