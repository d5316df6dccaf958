import TestSupport
import Testing

@testable import Placement

/// A place and what fills it are two things: filling and clearing others neither loses nor moves it.
///
/// Nor does content that goes from between places. The ad placers that are known best lose some.
@Suite struct PlacesTests {
  /// Places as a placer keeps them: the content row that each stands before, in order, and whether it is filled.
  struct World {
    var map: InsertionMap
    var contents: [Int]
    var filled: Set<Int> = []

    init(contentCount: Int, contents: [Int]) throws {
      map = try InsertionMap(userCounts: [contentCount])
      self.contents = contents
    }

    /// The feed row of a place: where its content stands, less what fills later places before the same content.
    func row(_ place: Int) throws -> Int {
      let content = try #require(map.feedPath(for: UserPath(section: 0, row: contents[place]))).row
      let after = filled.filter { $0 > place && contents[$0] == contents[place] }.count
      return filled.contains(place) ? content - 1 - after : content - after
    }

    mutating func fill(_ place: Int) throws {
      try map.addInsertion(at: FeedPath(section: 0, row: row(place)), index: place)
      filled.insert(place)
    }

    mutating func clear(_ place: Int) throws {
      #expect(map.removeInsertion(at: FeedPath(section: 0, row: try row(place))) == place)
      filled.remove(place)
    }

    mutating func deleteContent(_ row: Int) throws {
      try map.deleteRow(at: UserPath(section: 0, row: row), policy: .anchored)
      contents = contents.map { $0 > row ? $0 - 1 : $0 }
    }

    /// Content by number, and each filled place before the content that it belongs to.
    var expected: [String] {
      let count = map.userCounts[0]
      return (0..<count).flatMap { row in
        contents.indices.filter { contents[$0] == row && filled.contains($0) }.map { "AD\($0)" } + ["\(row)"]
      }
    }

    var shown: [String] {
      (0..<(map.feedCounts[0])).map { row in
        let path = FeedPath(section: 0, row: row)
        return map.insertionIndex(at: path).map { "AD\($0)" } ?? map.userPath(for: path).map { "\($0.row)" } ?? "?"
      }
    }
  }

  /// Every way to fill, and then clear, some of three places, each once.
  private func everyHistory(of world: World, _ label: String) throws {
    for filling in arrangements(of: [0, 1, 2]) {
      var full = world
      for place in filling {
        try full.fill(place)
        #expect(full.shown == full.expected, "\(label), filling \(filling)")
      }
      for clearing in arrangements(of: filling) {
        var cleared = full
        for place in clearing {
          try cleared.clear(place)
          #expect(cleared.shown == cleared.expected, "\(label), filling \(filling), clearing \(clearing)")
        }
        // What was cleared can be filled again, the last first.
        for place in clearing.reversed() {
          try cleared.fill(place)
          #expect(cleared.shown == cleared.expected, "\(label), \(filling), \(clearing), filling \(place) again")
        }
        #expect(cleared.map == full.map, "\(label), \(filling), \(clearing)")
      }
    }
  }

  @Test func `clearing ads keeps an unfilled place that lies between them`() throws {
    var world = try World(contentCount: 6, contents: [1, 3, 5])
    try world.fill(0)
    try world.fill(2)
    #expect(world.shown == ["0", "AD0", "1", "2", "3", "4", "AD2", "5"])
    try world.clear(0)
    try world.clear(2)
    try world.fill(1)
    #expect(world.shown == ["0", "1", "2", "AD1", "3", "4", "5"])
    try everyHistory(of: World(contentCount: 6, contents: [1, 3, 5]), "apart")
  }

  @Test func `places that have collapsed onto each other stay two`() throws {
    var world = try World(contentCount: 5, contents: [1, 2, 4])
    try world.deleteContent(1)
    #expect(world.contents == [1, 1, 3])
    try everyHistory(of: world, "two before one row")
    try world.deleteContent(2)
    try world.deleteContent(1)
    #expect(world.contents == [1, 1, 1])
    try everyHistory(of: world, "three before one row")
  }

  @Test func `filling the second of two that have collapsed shows both`() throws {
    for first in [0, 1] {
      var world = try World(contentCount: 3, contents: [1, 2])
      try world.fill(first)
      try world.deleteContent(1)
      #expect(world.shown == ["0", "AD\(first)", "1"])
      try world.fill(1 - first)
      #expect(world.shown == ["0", "AD0", "AD1", "1"], "the first filled was \(first)")
      try world.clear(first)
      #expect(world.shown == ["0", "AD\(1 - first)", "1"], "the first filled was \(first)")
    }
  }

  @Test func `the unfilled places of a plan are none of its others business`() throws {
    let plan = try PlacementPlan(rules: PlacementRules("at 1,2,3 every 3"), userCounts: [9])
    let places = Array(plan.places)
    let all = try plan.map()
    for unfilled in places.indices {
      var map = all
      #expect(map.removeInsertion(at: places[unfilled].path) == unfilled)
      for (index, place) in places.enumerated() where index != unfilled {
        // It still stands before its content, one row higher where it comes after the cleared one.
        let path = FeedPath(section: 0, row: place.path.row - (index > unfilled ? 1 : 0))
        #expect(map.insertionIndex(at: path) == index, "\(unfilled) is not filled")
      }
      try map.addInsertion(at: places[unfilled].path, index: unfilled)
      #expect(map == all, "\(unfilled) is filled again")
    }
  }

  @Test func `four fixed places are four ads before the first row`() throws {
    let places = Array(try PlacementPlan(rules: PlacementRules("at 1,2,3,4"), userCounts: [9]).places)
    #expect(places.map(\.path.row) == [1, 2, 3, 4] && places.map(\.content.row) == [1, 1, 1, 1])
    var world = try World(contentCount: 9, contents: places.map(\.content.row))
    for place in [2, 0, 3, 1] { try world.fill(place) }
    #expect(world.shown.prefix(6) == ["0", "AD0", "AD1", "AD2", "AD3", "1"])
  }
}
