/// Why a file of rules was refused, and where.
public struct RulesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of what is wrong.
  public let position: SourcePosition
  /// What is wrong.
  public let problem: String
  /// The member that a rule set does not have, where that is what is wrong.
  public let unknownMember: String?

  init(_ position: SourcePosition, _ problem: String, unknownMember: String? = nil) {
    self.position = position
    self.problem = problem
    self.unknownMember = unknownMember
  }

  /// The place and what is wrong: `1:10: expected a whole number, not 6.5`.
  public var description: String { "\(position.line):\(position.column): \(problem)" }
}
