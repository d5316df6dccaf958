extension InterceptionModel {
  /// A message of the world.
  public enum Message: Int, CaseIterable, Sendable {
    /// It does not throw.
    case plain
    /// It throws a ``ModelFailure``.
    case throwing
    /// It has the types of the plain one, which it may be exchanged with.
    case twin
    /// It reads the property.
    case getter
    /// It writes the property.
    case setter
    /// The last one that an object gets.
    case deallocation
    /// One of the runtime's own names.
    case blacklisted
    /// One that no class of the world has.
    case foreign

    /// Its name.
    public var name: String {
      switch self {
      case .plain: "plain(_:)"
      case .throwing: "throwing(_:)"
      case .twin: "twin(_:)"
      case .getter: "getter:level"
      case .setter: "setter:level"
      case .deallocation: "deinit"
      case .blacklisted: "retain()"
      case .foreign: "foreign(_:)"
      }
    }

    /// What arguments of the message can be: none are zero.
    public func argument(_ number: Int) -> Int { self == .getter || self == .deallocation ? 0 : number.short }

    /// What results of the message can be: none are zero.
    public func result(_ number: Int) -> Int { self == .setter || self == .deallocation ? 0 : number.short }
  }

  /// Where an advice stands.
  public enum Position: String, CaseIterable, Sendable {
    case before, after, afterReturning, afterThrowing, instead, around
  }

  /// A class by number, or the object at a place.
  public enum Level: Equatable, Sendable {
    case ofClass(Int)
    case ofObject(Int)
  }

  /// What an advice does when it runs.
  public struct Script: Sendable {
    /// What is done ahead of everything else.
    public var steps: [Step] = []
    /// What is added to the arguments, to the result, or to the error's code.
    public var change = 0
    /// For each time it proceeds, what is added to the arguments.
    public var proceeds: [Int] = [0]
    /// Whether it throws in the end, where it may.
    public var fails = false
    /// Whether it makes a result of an error.
    public var recovers = false

    /// Makes a script that proceeds once and changes nothing.
    public init() {}
  }

  /// An advice as it is to be installed.
  public struct Advice: Sendable {
    /// Tells advice apart.
    public var identifier: Int
    /// What it is to be installed on.
    public var level: Level
    /// The message that it is to run in.
    public var message: Message
    /// Where it is to stand.
    public var position: Position
    /// The higher runs earlier.
    public var priority = 0
    /// Whether it runs in one call only.
    public var isOnce = false
    /// Whether its class must be the only one that is hooked, on each path to the root.
    public var isExclusive = false
    /// The name of its group.
    public var name: String?
    /// Whether it is hooked by name, knowing no types; it can put nothing in the place of an error but a result.
    public var isByName = false
    /// Whether it is an observer of the property, which stands at no level; its message is the setter.
    public var isObserver = false
    /// Of an observer, whether it hears at once what the property is.
    public var hearsInitial = false
    /// Of an observer, whether it hears ahead of each write.
    public var receivesPriorEvents = false
    /// Whether it is written as one that throws, on a message that does.
    public var mayThrow = false
    /// What it does.
    public var script = Script()

    /// Makes an advice that changes nothing.
    public init(_ identifier: Int, on level: Level, _ message: Message, _ position: Position) {
      self.identifier = identifier
      self.level = level
      self.message = message
      self.position = position
    }
  }

  /// How a token is asked to take its advice away.
  public enum Removal: CaseIterable, Sendable {
    case plainly, reportingErrors, waiting
  }

  /// One thing that is done to the world.
  public enum Step: Sendable {
    case hook(Advice)
    case remove(Int, Removal)
    case removeNamed(Level, String)
    case call(place: Int, Message, Int)
    case make(Int, below: Int)
    case dispose(Int)
    case override(Int, Message, Int, Script)
    case removeOverride(Int, Message)
    /// The class exchanges what it runs for the plain message and its twin.
    case exchange(Int, Int)
    /// The exchange of that identifier is undone.
    case restore(Int)
    case setClass(place: Int, Int)
    /// The object goes, and a new one of its class takes its place.
    case replace(place: Int)
    case list(Level, Message)

    /// How many advice of one step do more than proceed once, so that recursion ends.
    public static let fuel = 12
  }
}

/// What the throwing message throws.
public struct ModelFailure: Error, Equatable, Sendable {
  /// Tells failures apart.
  public var code: Int

  /// Makes a failure.
  public init(_ code: Int) { self.code = code }
}
