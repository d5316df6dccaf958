import TestSupport
import Testing

@testable import Placement

/// A table of places beside a plain array of them.
@Suite struct PlaceTableTests {
  private struct World {
    var table = PlaceTable()
    var places: [PlaceTable.Entry] = []
    var next = 0

    init(count: Int) {
      for index in 0..<count { append(content: index * 3) }
    }

    mutating func append(content: Int) {
      let place = PlaceTable.Entry(number: next, tenant: next % 3, fixed: next % 5 == 0 ? next : nil, content: content)
      next += 1
      table.append(place)
      places.append(place)
    }

    mutating func insert(at index: Int) {
      let place = PlaceTable.Entry(
        tenant: 1, content: index < places.count ? places[index].content : (places.last?.content ?? 0))
      table.insert(place, at: index)
      places.insert(place, at: index)
    }

    mutating func number() {
      let numbers = table.numberPlaces(from: next)
      for index in places.indices where places[index].number < 0 {
        places[index].number = next
        next += 1
      }
      #expect(numbers.upperBound == next)
    }

    mutating func setFilled(_ isFilled: Bool, at index: Int) {
      table.setFilled(isFilled, at: index)
      (places[index].isFilled, places[index].isDisplayed) = (isFilled, false)
    }

    mutating func display(_ index: Int) {
      table.setDisplayed(true, at: index)
      places[index].isDisplayed = true
    }

    /// Inserts rows of content before a row.
    mutating func insertRows(_ count: Int, before row: Int) {
      let move = { (content: Int) in content >= row ? content + count : content }
      table.moveContent(row...row, below: count, to: .max, move)
      for index in places.indices { places[index].content = move(places[index].content) }
    }

    func fault(_ random: inout SeededGenerator) -> String? {
      if !table.checkInvariants() { return "it does not fit together" }
      if !table.elementsEqual(places) { return "it has others" }
      for _ in 0..<20 {
        let index = Int.random(in: 0...places.count, using: &random)
        if table.filledCount(above: index) != places[..<index].count(where: \.isFilled) {
          return "filled above \(index)"
        }
        for isFilled in [true, false] {
          let next = places[index...].firstIndex { $0.isFilled == isFilled }
          if table.next(filled: isFilled, from: index) != next { return "the next \(isFilled) from \(index)" }
        }
        if table.lastFilled(above: index) != places[..<index].lastIndex(where: \.isFilled) {
          return "last above \(index)"
        }
        let range = index..<min(places.count, index + 3_000)
        let displayed = range.filter { places[$0].isDisplayed }
        if table.displayed(first: true, in: range) != displayed.first { return "the first displayed of \(range)" }
        if table.displayed(first: false, in: range) != displayed.last { return "the last displayed of \(range)" }
        if table.filledCount(in: range) != range.count(where: { places[$0].isFilled }) { return "filled in \(range)" }
        guard index < places.count else { continue }
        let (content, number) = (places[index].content, places[index].number)
        if table.firstIndex(notBeforeContent: content) != places.firstIndex(where: { $0.content >= content }) {
          return "the first at \(content)"
        }
        if number >= 0, table.index(ofNumber: number) != index { return "place \(number)" }
      }
      return nil
    }
  }

  @Test func `a table of places is a plain array`() {
    for seed in UInt64(1)...Sample.of(40, few: 2) {
      var random = SeededGenerator(seed: seed)
      var world = World(count: [0, 1, 4_095, 4_096, 4_097, 9_000][Int(seed) % 6])
      let copy = (table: world.table, places: world.places)
      for step in 0..<Sample.of(10, few: 3) {
        for _ in 0..<60 {
          let count = world.places.count
          switch Int.random(in: 0..<6, using: &random) {
          case 0: world.append(content: (world.places.last?.content ?? 0) + Int.random(in: 0...2, using: &random))
          case 1: for _ in 0..<40 { world.insert(at: Int.random(in: 0...min(world.places.count, 50), using: &random)) }
          case 2 where count > 0:
            world.setFilled(Bool.random(using: &random), at: Int.random(in: 0..<count, using: &random))
          case 3 where count > 0:
            world.insertRows(Int.random(in: 1...3, using: &random), before: world.places[count / 2].content)
          case 4 where count > 0:
            let first = Int.random(in: 0..<count, using: &random)
            for index in first..<min(count, first + 700) { world.setFilled(step % 2 == 0, at: index) }
          default:
            if let index = world.places.lastIndex(where: { $0.isFilled }) { world.display(index) }
          }
        }
        world.number()
        if let fault = world.fault(&random) { Issue.record("seed \(seed), step \(step): \(fault)") }
      }
      #expect(copy.table.elementsEqual(copy.places), "seed \(seed): a copy has changed")
    }
  }
}
