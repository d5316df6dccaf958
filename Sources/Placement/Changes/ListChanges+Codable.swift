extension ListChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case deletes, inserts, moves, reloads
  }

  /// Reads changes, and refuses those that contradict each other.
  ///
  /// - Throws: ``PlacementError`` for changes that contradict each other, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      deletes: container.decodeIfPresent([Position].self, forKey: .deletes) ?? [],
      inserts: container.decodeIfPresent([Position].self, forKey: .inserts) ?? [],
      moves: container.decodeIfPresent([Move].self, forKey: .moves) ?? [],
      reloads: container.decodeIfPresent([Position].self, forKey: .reloads) ?? [])
  }

  /// Writes the kinds of changes that there are.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !deletes.isEmpty { try container.encode(deletes, forKey: .deletes) }
    if !inserts.isEmpty { try container.encode(inserts, forKey: .inserts) }
    if !moves.isEmpty { try container.encode(moves, forKey: .moves) }
    if !reloads.isEmpty { try container.encode(reloads, forKey: .reloads) }
  }
}
