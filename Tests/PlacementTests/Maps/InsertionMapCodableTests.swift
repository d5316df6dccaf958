import Foundation
import TestSupport
import Testing

@testable import Placement

@Suite struct InsertionMapCodableTests {
  @Test func `every state comes back as it was`() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let rows = (0..<12).map { _ in
        FeedPath(section: Int.random(in: 0..<6, using: &random), row: Int.random(in: 0..<9, using: &random))
      }
      let sections = (0..<3).map { _ in Int.random(in: 0..<6, using: &random) }
      let counts = (0..<3).map { _ in Int.random(in: 0..<6, using: &random) }
      var map = try InsertionMap(userCounts: counts, rows: rows, sections: sections)
      for section in counts.indices where counts[section] > 0 {
        try map.deleteRow(at: UserPath(section: section, row: counts[section] - 1), policy: .anchored)
      }
      let data = try JSONEncoder().encode(map)
      let back = try JSONDecoder().decode(InsertionMap.self, from: data)
      #expect(back == map && back.hashValue == map.hashValue, "seed \(seed)")
      #expect(back.waitingRowInsertions == map.waitingRowInsertions, "seed \(seed)")
    }
  }

  @Test func `maps that contradict themselves are refused`() throws {
    let bad = [
      #"{"contentCount":-1}"#, #"{"contentCount":2147483647}"#, #"{"contentCount":3,"insertions":[2,1]}"#,
      #"{"contentCount":3,"insertions":[1,1]}"#, #"{"contentCount":3,"insertions":[-1]}"#,
      #"{"contentCount":3,"insertions":[9223372036854775807]}"#, #"{"contentCount":3,"insertions":[1],"held":1}"#,
      #"{"contentCount":3,"insertions":[3],"held":2}"#, #"{"contentCount":3,"insertions":[3],"held":-1}"#,
    ]
    for json in bad {
      #expect(DecodingRefusal<PlacementError> { try decode(RowMap.self, json) } != nil, "\(json)")
      let refusal = DecodingRefusal<PlacementError> {
        try decode(InsertionMap.self, #"{"sections":{"map":{"contentCount":1}},"rows":[{"map":\#(json)}]}"#)
      }
      #expect(refusal?.path.hasPrefix("rows.0.map") == true, "\(json)")
    }
    #expect(try decode(RowMap.self, #"{"contentCount":3,"insertions":[3],"held":1}"#).feedCount == 3)
  }

  @Test func `lists whose sections do not fit are refused`() throws {
    let one = #"{"map":{"contentCount":1}}"#
    let row = #"{"map":{"contentCount":1,"insertions":[0]}}"#
    let bad = [
      #"{"sections":\#(one),"rows":[]}"#, #"{"sections":\#(one),"rows":[\#(one),\#(one)]}"#,
      #"{"sections":{"map":{"contentCount":2}},"rows":[\#(row),\#(row)]}"#,
      #"{"sections":\#(row),"rows":[\#(one),\#(one)]}"#,
      #"{"sections":\#(one),"rows":[\#(one)],"waiting":[{"section":0,"rows":{"map":{"contentCount":0}}}]}"#,
      #"{"sections":\#(one),"rows":[\#(one)],"waiting":[{"section":4,"rows":\#(one)}]}"#,
      #"{"sections":\#(one),"rows":[{"map":{"contentCount":1,"insertions":[0]},"indices":[0,1]}]}"#,
      #"{"sections":\#(one),"rows":[{"map":{"contentCount":1,"insertions":[0]},"first":-1}]}"#,
      #"{"sections":\#(one),"rows":[{"map":{"contentCount":1,"insertions":[0]},"first":9223372036854775807}]}"#,
    ]
    for json in bad {
      #expect(DecodingRefusal<PlacementError> { try decode(InsertionMap.self, json) } != nil, "\(json)")
    }
    #expect(try decode(InsertionMap.self, #"{"sections":\#(one),"rows":[\#(row)]}"#).feedCounts == [2])
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }
}
