import Foundation
import Placement
import TestSupport
import Testing

@Suite struct SectionedMeasuresTests {
  private static let lines = ["every 2", "at 0,1,2 every 3", "at 1 max 1", "every 4 max 3 in all"]
  private static let worlds = [[0], [7], [4, 0, 5], [1, 1, 1, 1], [0, 3], [6, 2]]

  @Test func `measures of pages add up to those of the whole wherever they are cut`() throws {
    for line in Self.lines {
      let merger = try FeedMerger(line)
      for counts in Self.worlds {
        let whole = try merger.merge(sections: counts.map { 0..<$0 }, with: 0..<99)
        for section in counts.indices {
          for cut in 0...counts[section] {
            let first = try merger.merge(sections: counts[..<section].map { 0..<$0 } + [0..<cut], with: 0..<99)
            let rest = [cut..<counts[section]] + counts[(section + 1)...].map { 0..<$0 }
            let second = try merger.merge(sections: rest, with: 0..<99, after: first.cursor)
            var sum = SectionedMeasures(of: first)
            sum.append(SectionedMeasures(of: second))
            #expect(sum == SectionedMeasures(of: whole), "'\(line)', \(counts) cut at \(section):\(cut)")
            #expect(sum.whole == FeedMeasures(of: whole), "'\(line)', \(counts) cut at \(section):\(cut)")
          }
        }
      }
    }
  }

  @Test func `a section is measured as if it stood alone`() throws {
    for line in Self.lines where !line.contains("in all") {
      let merger = try FeedMerger(line)
      for counts in Self.worlds {
        let measures = SectionedMeasures(of: try merger.merge(sections: counts.map { 0..<$0 }, with: 0..<99))
        #expect(measures.sections.map(\.number) == Array(counts.indices))
        for (section, count) in counts.enumerated() {
          #expect(measures[section: section] == FeedMeasures(of: try merger.merge(0..<count, with: 0..<99)))
        }
        #expect(measures[section: counts.count] == nil && measures[section: -1] == nil)
      }
    }
  }

  @Test func `figures are read and written`() throws {
    let measures = SectionedMeasures(of: try FeedMerger("every 3").merge(sections: [0..<4, 0..<2], with: 0..<9))
    #expect(
      "\(measures)" == """
        section 0: 4 content rows and 1 ad, 20.0 % ads · first ad after 2 rows · longest run without an ad 2
        section 1: 2 content rows and 0 ads, 0.0 % ads · longest run without an ad 2
        in all: 6 content rows and 1 ad, 14.3 % ads · first ad after 2 rows · longest run without an ad 4
        """)
    let data = try JSONEncoder().encode(measures)
    #expect(try JSONDecoder().decode(SectionedMeasures.self, from: data) == measures)
    let text = String(decoding: data, as: UTF8.self)
    for number in ["0", "-1", "\(RowMap.limit + 1)"] {
      let wrong = Data(text.replacing("\"section\":1", with: "\"section\":\(number)").utf8)
      let refusal = DecodingRefusal<PlacementError> { try JSONDecoder().decode(SectionedMeasures.self, from: wrong) }
      #expect(refusal?.reason == .invalidMeasures("section \(number) stands where no such section can"))
      #expect(refusal?.path == "1.section")
    }
  }
}
