import TestSupport
import Testing

@testable import BatchUpdates

@Suite struct RowTableTests {
  @Test func `finds each row and nothing else`() {
    for count in [0, 1, 5, 11, 12, 13, 100, 1000] {
      let rows = (0..<count).map { $0 * 3 }
      var table = RowTable(capacity: count)
      let order = rows.indices.map(Int32.init)
      let isComplete = table.insert(order.span, of: rows.span, by: StandardHash())
      #expect(isComplete)
      #expect(table.slots.contains(0) && table.slots.count { $0 != 0 } == count)
      var taken = [Int32](repeating: -1, count: count)
      for id in -1...count * 3 {
        let expected = id >= 0 && id % 3 == 0 && id < count * 3 ? id / 3 : -1
        let found = table.firstRow(of: id, hash: StandardHash().hash(id), in: rows.span, untakenIn: taken.mutableSpan)
        if found != expected { Issue.record("\(id) of \(count): \(found)") }
      }
      #expect(table.followers.isEmpty)
    }
  }

  @Test func `equal rows share a slot that moves on as they are taken`() {
    let rows = [7, 5, 7, 5, 7]
    var table = RowTable(capacity: rows.count)
    let order = rows.indices.map(Int32.init)
    let isComplete = table.insert(order.span, of: rows.span, by: StandardHash())
    #expect(isComplete)
    #expect(table.slots.count { $0 != 0 } == 2)
    var taken = [Int32](repeating: -1, count: rows.count)
    for (expected, left) in [(0, [0, 1]), (2, [1, 2]), (4, [1, 4]), (-1, [1, 4])] {
      #expect(
        table.firstRow(of: 7, hash: StandardHash().hash(7), in: rows.span, untakenIn: taken.mutableSpan) == expected)
      #expect(table.slots.filter { $0 != 0 }.map(RowTable.row).sorted() == left)
      if expected >= 0 { taken[expected] = 0 }
    }
    #expect(table.firstRow(of: 5, hash: StandardHash().hash(5), in: rows.span, untakenIn: taken.mutableSpan) == 1)
    #expect(table.firstRow(of: 9, hash: StandardHash().hash(9), in: rows.span, untakenIn: taken.mutableSpan) == -1)
  }
}
