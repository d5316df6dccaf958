extension RowMap: Equatable {
  /// Whether two maps show the same, now and after the same updates.
  /// - Complexity: O(insertions).
  public static func == (left: RowMap, right: RowMap) -> Bool {
    left.contentCount == right.contentCount && left.heldCount == right.heldCount
      && left.positions.elementsEqual(right.positions)
  }
}

extension RowMap: Hashable {
  /// Hashes what equality compares.
  /// - Complexity: O(insertions).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(contentCount)
    hasher.combine(heldCount)
    for position in positions { hasher.combine(position) }
  }
}

extension RowMap: Codable {
  private enum CodingKeys: String, CodingKey {
    case contentCount, insertions, held
  }

  /// Reads a map, and refuses one that no requests and updates lead to.
  /// - Complexity: O(insertions).
  /// - Throws: ``PlacementError/invalidInsertions``, ``PlacementError/invalidCount(_:)``, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let insertions = try container.decodeIfPresent([Int].self, forKey: .insertions) ?? []
    try self.init(contentCount: container.decode(Int.self, forKey: .contentCount), insertions: insertions)
    let held = try container.decodeIfPresent(Int.self, forKey: .held) ?? 0
    guard held == 0 || held == insertionsAtEnd else { throw PlacementError.invalidInsertions }
    heldCount = held
    assert(checkInvariants())
  }

  /// Writes the content count, the feed rows of all insertions, and how many are held at the end.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(contentCount, forKey: .contentCount)
    if insertionCount > 0 { try container.encode(Array(positions), forKey: .insertions) }
    if heldCount > 0 { try container.encode(heldCount, forKey: .held) }
  }
}

extension RowMap {
  /// The feed rows of all insertions, ascending.
  var positions: some RandomAccessCollection<Int> {
    (0..<insertionCount).lazy.map { [self] in position(ofRank: $0) }
  }

  /// The reached insertions after which no content follows.
  private var insertionsAtEnd: Int { reachedCount - rank(notAboveContent: contentCount - 1) }

  /// Whether looking at every insertion would make a debug build many times slower at each of many updates.
  var isLarge: Bool { insertionCount > 1024 }

  /// Whether positions ascend, bases fit, and the counts are what the positions say.
  func checkInvariants() -> Bool {
    var previous = -1
    var reached = 0
    for (rank, position) in positions.enumerated() {
      if position <= previous || position > RowMap.limit { return false }
      if position - rank <= contentCount { reached += 1 }
      previous = position
    }
    return reached == reachedCount && (heldCount == 0 || heldCount == insertionsAtEnd)
      && contentCount >= 0 && contentCount + insertionCount <= RowMap.limit
      && directory.bases.first.map { $0 == 0 } ?? true
  }
}
