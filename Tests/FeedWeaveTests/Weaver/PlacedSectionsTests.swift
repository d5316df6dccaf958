import Placement
import TestSupport
import Testing

@testable import FeedWeave

@Suite struct PlacedSectionsTests {
  /// What a feed section is.
  private enum Owner: Equatable {
    case content(Int)
    case insertion(Int)
  }

  /// The first feed sections, one by one.
  private func owners(_ requests: [NumberedRequest<Int>], count: Int) -> [Owner] {
    var owners: [Owner?] = Array(repeating: nil, count: count)
    for request in requests.sorted(by: { ($0.position, $0.number) < ($1.position, $1.number) }) {
      let free = owners.indices.first { $0 >= request.position && owners[$0] == nil }
      if let free { owners[free] = .insertion(request.number) }
    }
    var content = 0
    return owners.map { owner in
      if let owner { return owner }
      content += 1
      return .content(content - 1)
    }
  }

  @Test func `every section is found among other insertions`() {
    let all = lists(of: [0, 1, 2, 4], upTo: 3).map { positions in
      positions.enumerated().map { (number: $0.offset * 2, position: $0.element) }
    }
    for (former, kept) in all.flatMap({ former in arrangements(of: Array(former.indices)).map { (former, $0) } })
    where kept == kept.sorted() {
      let left = kept.map { former[$0] }
      let (before, after) = (owners(former, count: 30), owners(left, count: 30))
      for section in 0..<12 {
        let found = PlacedSections(former).section(section, among: PlacedSections(left))
        #expect(found == after.firstIndex(of: before[section]), "\(section) of \(former), to \(left)")
      }
    }
  }
}
