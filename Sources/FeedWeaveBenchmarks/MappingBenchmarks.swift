internal import Placement

/// The cost of the insertion map: lookups, updates, snapshots, building.
enum MappingBenchmarks {
  static let all: [Benchmark] =
    questions(
      contentCount: 1_000_000, insertionCount: 100_000, named: "feed to user, user to feed; N = 1,000,000, K = 100,000",
      1, 0.5)
    + questions(contentCount: 10_000, insertionCount: 1_000, named: "the same; N = 10,000, K = 1,000", 1, 0.5)
    + questions(contentCount: 1_000, insertionCount: 100, named: "the same; N = 1,000, K = 100", 1.3, 0.7)
    + updates + [snapshot, building]

  static let group = "mapping"
}

// MARK: - Questions

extension MappingBenchmarks {
  private static let questionCount = 100_000

  private static func questions(
    contentCount: Int, insertionCount: Int, named row: String, _ limit: Double, _ target: Double
  ) -> [Benchmark] {
    let baseline = "binary search in a sorted [Int] of the K positions"
    return [
      Benchmark(
        "\(row): feed to user", group: group, baseline: baseline, limit: limit,
        target: target
      ) {
        let world = MappingWorld(contentCount: contentCount, insertionCount: insertionCount)
        let rows = world.random(questionCount, below: contentCount + insertionCount)
        return .timed(
          operations: questionCount, measured: { userRows(world.map, rows) },
          baselineOperations: questionCount, baseline: { binarySearches(world.positions, rows) })
      },
      Benchmark(
        "\(row): user to feed", group: group, baseline: baseline, limit: limit,
        target: target
      ) {
        let world = MappingWorld(contentCount: contentCount, insertionCount: insertionCount)
        let rows = world.random(questionCount, below: contentCount)
        return .timed(
          operations: questionCount, measured: { feedRows(world.map, rows) },
          baselineOperations: questionCount, baseline: { binarySearches(world.positions, rows) })
      },
    ]
  }

  @inline(never)
  private static func userRows(_ map: InsertionMap, _ rows: [Int]) -> Int {
    var sum = 0
    for row in rows { sum &+= map.userPath(for: FeedPath(section: 0, row: row))?.row ?? 1 }
    return sum
  }

  @inline(never)
  private static func feedRows(_ map: InsertionMap, _ rows: [Int]) -> Int {
    var sum = 0
    for row in rows { sum &+= map.feedPath(for: UserPath(section: 0, row: row))?.row ?? 1 }
    return sum
  }

  @inline(never)
  private static func binarySearches(_ positions: [Int], _ rows: [Int]) -> Int {
    var sum = 0
    for row in rows {
      var low = 0
      var high = positions.count
      while low < high {
        let middle = (low &+ high) &>> 1
        if positions[middle] < row { low = middle &+ 1 } else { high = middle }
      }
      sum &+= low
    }
    return sum
  }
}

// MARK: - Updates

extension MappingBenchmarks {
  private static let updateCount = 200

  private static let updates = [
    Benchmark(
      "one content row inserted in the middle, map updated, K = 100,000", group: group,
      baseline: "adding 1 to the upper half of an [Int] of K", limit: 0.06, target: 0.02
    ) {
      update(world: MappingWorld.large, at: [Int](repeating: 500_000, count: updateCount))
    },
    Benchmark(
      "the same at a random place", group: group, baseline: "adding 1 to what follows", limit: 0.08, target: 0.03
    ) {
      let world = MappingWorld.large
      return update(world: world, at: world.random(updateCount, below: 1_000_000))
    },
  ]

  /// Inserts at each row in turn; the baseline adds 1 to as many positions as follow that row.
  private static func update(world: MappingWorld, at rows: [Int]) -> Benchmark.Work {
    var map = world.map
    var positions = world.positions
    return .timed(
      operations: rows.count,
      measured: {
        insert(rows, into: &map)
        return map.userSectionCount
      },
      baselineOperations: rows.count,
      baseline: {
        for row in rows { addOne(to: &positions, from: row / 10) }
        return positions[0]
      })
  }

  // Both the measurement and its baseline change an inout value, so that neither checks a captured variable at each
  // step.
  @inline(never)
  private static func insert(_ rows: [Int], into map: inout InsertionMap) {
    for row in rows { try? map.insertRow(at: UserPath(section: 0, row: row), policy: .anchored) }
  }

  /// The fastest way for an array: the loop checks no bounds.
  @inline(never)
  private static func addOne(to positions: inout [Int], from start: Int) {
    var span = positions.mutableSpan
    for index in start..<span.count { span[index] &+= 1 }
  }
}

// MARK: - Snapshots and building

extension MappingBenchmarks {
  private static let snapshot = Benchmark(
    "a snapshot is kept, then one row inserted", group: group, baseline: "the same with the [Int] copied",
    limit: 0.5, target: 0.2
  ) {
    var map = MappingWorld.large.map
    var positions = MappingWorld.large.positions
    return .timed(
      operations: 1,
      measured: {
        let kept = map
        try? map.insertRow(at: UserPath(section: 0, row: 500_000), policy: .anchored)
        return kept.feedSectionCount
      },
      baselineOperations: 1,
      baseline: {
        let kept = positions
        addOne(to: &positions, from: positions.count / 2)
        return kept[0]
      })
  }

  private static let building = Benchmark(
    "building the map from K = 100,000 sorted positions", group: group, baseline: "a forced copy of the array",
    limit: 5, target: 3
  ) {
    let positions = MappingWorld.large.positions
    return .timed(
      operations: 1,
      measured: { (try? RowMap(contentCount: 1_000_000, insertions: positions))?.feedCount ?? 0 },
      baselineOperations: 1, baseline: { forcedCopy(positions) })
  }

  @inline(never)
  private static func forcedCopy(_ positions: [Int]) -> Int {
    var copy = positions
    copy[positions.count / 2] &+= 1
    return copy[7]
  }
}
