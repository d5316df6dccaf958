extension InterceptionModel {
  /// What a call comes to.
  public typealias Outcome = Result<Int, ModelFailure>

  /// Something that is seen of a step.
  public enum Event: Equatable, Sendable {
    /// An advice, or a class's own implementation, runs: with which arguments and, behind the call, which outcome.
    case ran(Int, Int, Outcome?)
    /// What it has proceeded to came to this.
    case proceeded(Int, Outcome)
    /// An observer hears, in a phase, what the property was and what it is.
    case heard(Int, String, Int?, Int?)
    /// The original runs.
    case original(Message, Int)
    /// A calling method runs that a class overrides in Swift.
    case overridden(Int)
    /// What a call came to.
    case returned(Outcome)
    /// What a removal, or a question, was answered.
    case answered(Bool)
    /// How many a name took away.
    case counted(Int)
    case refused(Refusal)
    case listed(Listing)
  }

  /// Why something was refused; classes by name.
  public enum Refusal: Equatable, Sendable {
    case blacklisted(String)
    case deallocationPosition(String, Position)
    case doesNotRespond(String, Message)
    case alreadyHooked(String, Message, hookedIn: String)
    case pairUnavailable(String)
    case inUse(String, objects: Int, subclasses: Int)
    case notASubclass(String, of: String)
    case gone(String, Message)
    /// One that no step leads to.
    case other(String)
  }

  /// What is installed, as a class or an object tells it.
  public struct Listing: Equatable, Sendable {
    /// What runs in a call, in its order.
    public var running: [Int]
    /// The words for that.
    public var explanation: String
    /// What is installed at this level itself.
    public var own: [Int]
    /// Of an object, whether it is hooked by itself.
    public var isHooked: Bool?
    /// Of an object, the name of the class in which its messages are looked up.
    public var actualClass: String?

    /// Makes a listing.
    public init(running: [Int], explanation: String, own: [Int], isHooked: Bool?, actualClass: String?) {
      self.running = running
      self.explanation = explanation
      self.own = own
      self.isHooked = isHooked
      self.actualClass = actualClass
    }
  }
}

extension Int {
  /// Arguments and results stay small, so that they are read with ease.
  public var short: Int { self & 0xFFFF }
}
