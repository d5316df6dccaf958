extension WeavingPlan {
  /// One advice at one pointcut.
  public struct PlannedAspect: Sendable, Hashable {
    /// The messages whose calls it runs in.
    public var pointcut: Pointcut
    /// The name under which a registry has the advice.
    public var advice: String
    /// Where it stands in a call; nil for where the advice stands if nobody says otherwise.
    public var position: AdvicePosition?
    /// What the event is called; nil for the selector's name.
    public var event: String?
    /// Whether each message runs it in at most one call.
    public var isAutomaticallyRemoved: Bool
    /// The order at one level: higher priority runs earlier, and outside.
    public var priority: Int
    /// What the classes above and below may have hooked.
    public var policy: HierarchyPolicy
    /// What the advice gives as the call's result, where it takes the place of the implementation.
    public var result: Scalar?

    /// Makes an aspect.
    public init(
      _ pointcut: Pointcut, advice: String, position: AdvicePosition? = nil, event: String? = nil,
      isAutomaticallyRemoved: Bool = false, priority: Int = 0, policy: HierarchyPolicy = .layered,
      result: Scalar? = nil
    ) {
      self.pointcut = pointcut
      self.advice = advice
      self.position = position
      self.event = event
      self.isAutomaticallyRemoved = isAutomaticallyRemoved
      self.priority = priority
      self.policy = policy
      self.result = result
    }
  }
}

extension WeavingPlan {
  /// A value that a plan can spell.
  public enum Scalar: Sendable, Hashable {
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, or one too large for a whole one.
    case number(Double)
    /// A string.
    case string(String)
  }
}
