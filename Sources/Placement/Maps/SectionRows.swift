/// The rows of one feed section: their map, and whose the insertions are.
struct SectionRows: Hashable, Sendable {
  var map: RowMap
  var indices: CallerIndices

  /// A section without insertions.
  init(contentCount: Int) throws(PlacementError) {
    map = try RowMap(contentCount: contentCount)
    indices = CallerIndices(from: 0)
  }

  init(map: RowMap, indices: CallerIndices) {
    self.map = map
    self.indices = indices
  }

  /// Takes over insertions that waited; a taken position goes to the next free one.
  mutating func adopt(_ other: SectionRows) throws(PlacementError) {
    if map.insertionCount == 0 {
      let count = map.contentCount
      self = other
      return try map.setContentCount(count)
    }
    var free = 0
    var positions: [Int] = []
    var indices: [Int] = []
    let all = Array(zip(map.positions, callerIndices)) + Array(zip(other.map.positions, other.callerIndices))
    for (position, index) in all.sorted(by: { $0.0 < $1.0 }) {
      positions.append(max(position, free))
      indices.append(index)
      free = max(position, free) + 1
    }
    map = try RowMap(contentCount: map.contentCount, insertions: positions)
    self.indices = CallerIndices(indices)
  }

  /// The caller's numbers of all insertions, visible or waiting.
  var callerIndices: [Int] {
    (0..<map.insertionCount).map { indices[$0] }
  }
}

/// Rows asked for in a feed section that is not there yet, or no longer.
struct WaitingRows: Hashable, Sendable, Codable {
  var section: Int
  var rows: SectionRows
}
