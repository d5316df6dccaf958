/// What an insertion does when content before it comes or goes.
public enum UpdatePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// It keeps its feed position, and content flows around it.
  case pinned

  /// It stands before a content row and travels with it.
  ///
  /// When that row is deleted it stays in the gap, before the next one. When there is no next one it waits, hidden,
  /// until content follows again. Insertions that the content has not reached yet keep their feed position.
  case anchored
}
