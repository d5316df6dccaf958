import BatchUpdates
import Foundation
import Testing

@Suite struct RowPathTests {
  @Test func `paths are ordered by section and then by row`() {
    let paths = (0..<3).flatMap { section in (0..<3).map { FeedPath(section: section, row: $0) } }
    #expect(paths.shuffled().sorted() == paths)
    #expect(Set(paths + paths).count == 9)
  }

  @Test func `paths are worded by their space`() {
    #expect("\(FeedPath(section: 0, row: 3))" == "feed 0:3")
    #expect("\(UserPath(section: 1, row: 2))" == "user 1:2")
    #expect("\(ListPath(row: 2, section: 1))" == "1:2")
  }

  @Test func `paths are coded as section and row`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(UserPath(section: 1, row: 2))
    #expect(String(decoding: data, as: UTF8.self) == #"{"row":2,"section":1}"#)
    #expect(try JSONDecoder().decode(FeedPath.self, from: data) == FeedPath(section: 1, row: 2))
  }

  @Test func `an item is a row`() {
    var path = ListPath(item: 4, section: 1)
    path.item += 1
    #expect(path == ListPath(row: 5, section: 1))
  }
}
