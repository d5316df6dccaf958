extension InsertionMap: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections, rows, waiting
  }

  /// Reads a map, and refuses one that no requests and updates lead to.
  /// - Complexity: O(insertions + sections).
  /// - Throws: ``PlacementError/invalidInsertions``, ``PlacementError/invalidCount(_:)``, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sections = try container.decode(SectionRows.self, forKey: .sections)
    try self.init()
    self.sections = sections.map
    sectionIndices = sections.indices
    rows = try container.decode(ContiguousArray<SectionRows>.self, forKey: .rows)
    waiting = try container.decodeIfPresent([WaitingRows].self, forKey: .waiting) ?? []
    guard waiting.allSatisfy({ $0.section <= RowMap.limit }), checkInvariants(), namesEachInsertionOnce() else {
      throw PlacementError.invalidInsertions
    }
  }

  /// Writes the sections, the rows of each, and what waits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(SectionRows(map: sections, indices: sectionIndices), forKey: .sections)
    try container.encode(rows, forKey: .rows)
    if !waiting.isEmpty { try container.encode(waiting, forKey: .waiting) }
  }

  /// Whether no two insertions bear the same of the caller's numbers.
  private func namesEachInsertionOnce() -> Bool {
    let all = rows.flatMap(\.callerIndices) + waiting.flatMap { $0.rows.callerIndices }
    let inSections = (0..<sections.insertionCount).map { sectionIndices[$0] }
    return [all, inSections].allSatisfy { $0.allSatisfy { $0 >= 0 } && Set($0).count == $0.count }
  }
}

extension SectionRows: Codable {
  private enum CodingKeys: String, CodingKey {
    case map, first, indices
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    map = try container.decode(RowMap.self, forKey: .map)
    if let listed = try container.decodeIfPresent([Int].self, forKey: .indices) {
      guard listed.count == map.insertionCount else { throw PlacementError.invalidInsertions }
      indices = CallerIndices(listed)
    } else {
      let first = try container.decodeIfPresent(Int.self, forKey: .first) ?? 0
      guard 0...RowMap.limit ~= first else { throw PlacementError.invalidInsertions }
      indices = CallerIndices(from: map.insertionCount == 0 ? 0 : first)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(map, forKey: .map)
    if indices.isConsecutive {
      if indices[0] != 0 { try container.encode(indices[0], forKey: .first) }
    } else {
      try container.encode(callerIndices, forKey: .indices)
    }
  }
}
