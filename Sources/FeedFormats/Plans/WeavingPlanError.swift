/// Why a file with a weaving plan was refused, and where.
public struct WeavingPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of what is wrong.
  public let position: SourcePosition
  /// What is wrong.
  public let problem: String

  init(_ position: SourcePosition, _ problem: String) {
    self.position = position
    self.problem = problem
  }

  /// The place and what is wrong: `4:19: expected true or false`.
  public var description: String { "\(position): \(problem)" }
}
