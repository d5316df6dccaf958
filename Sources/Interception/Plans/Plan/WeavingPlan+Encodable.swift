extension WeavingPlan: Encodable {
  private enum CodingKeys: String, CodingKey {
    case groups
  }

  /// Writes the groups; what has its default is left out throughout.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(groups, forKey: .groups)
  }
}

extension WeavingPlan.Group: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, enabled, aspects
  }

  /// Writes the name, the aspects, and that the group is not enabled where that is so.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    if !isEnabled { try members.encode(false, forKey: .enabled) }
    try members.encode(aspects, forKey: .aspects)
  }
}

extension WeavingPlan.PlannedAspect: Encodable {
  private enum CodingKeys: String, CodingKey {
    case pointcut, position, advice, event, once, priority, exclusive, result
  }

  /// Writes what is said, and leaves defaults out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(pointcut.text, forKey: .pointcut)
    try members.encodeIfPresent(position?.rawValue, forKey: .position)
    try members.encode(advice, forKey: .advice)
    try members.encodeIfPresent(event, forKey: .event)
    if isAutomaticallyRemoved { try members.encode(true, forKey: .once) }
    if priority != 0 { try members.encode(priority, forKey: .priority) }
    if policy == .exclusive { try members.encode(true, forKey: .exclusive) }
    try members.encodeIfPresent(result, forKey: .result)
  }
}

extension WeavingPlan.Scalar: Encodable {
  /// Writes the value by itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    }
  }
}
