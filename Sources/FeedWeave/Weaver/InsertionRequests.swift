import Placement

/// What has been asked to be inserted, in the order asked, each under its number.
struct InsertionRequests {
  var rows: [NumberedRequest<FeedPath>] = []
  var sections: [NumberedRequest<Int>] = []
  /// How much has been asked for and withdrawn.
  var mark = RequestMark()

  mutating func ask(rows paths: [FeedPath]) {
    for path in paths {
      rows.append(NumberedRequest(number: mark.rows, position: path))
      mark.rows += 1
    }
  }

  mutating func ask(sections numbers: [Int]) {
    for section in numbers {
      sections.append(NumberedRequest(number: mark.sections, position: section))
      mark.sections += 1
    }
  }

  mutating func withdrawAll() {
    self = InsertionRequests(mark: RequestMark(generation: mark.generation + 1))
  }

  mutating func withdraw(rows numbers: Set<Int>) {
    rows.removeAll { numbers.contains($0.number) }
    mark.withdrawals += 1
  }

  /// Asks for rows at other positions, by their numbers.
  mutating func ask(rowsElsewhere positions: [Int: FeedPath]) {
    rows = rows.map { NumberedRequest(number: $0.number, position: positions[$0.number] ?? $0.position) }
  }

  /// Asks for insertions where they have come to stand in a map that showed what was asked for at a mark, and for what is no
  /// longer in it not at all.
  mutating func follow(_ map: InsertionMap, shown: RequestMark) {
    // What has been withdrawn stands in the list until it is reloaded, but is not asked for any more.
    guard shown.generation == mark.generation else { return }
    rows = InsertionRequests.follow(rows, map.rowPositions, below: shown.rows)
    sections = InsertionRequests.follow(sections, map.sectionPositions, below: shown.sections)
  }

  private static func follow<Position>(
    _ requests: [NumberedRequest<Position>], _ positions: [Int: Position], below count: Int
  ) -> [NumberedRequest<Position>] {
    requests.compactMap { request in
      guard request.number < count else { return request }
      return positions[request.number].map { NumberedRequest(number: request.number, position: $0) }
    }
  }
}

/// How much has been asked for and withdrawn at a time, so that two times can be told apart.
struct RequestMark: Equatable {
  /// How often all has been withdrawn, since numbers of requests mean others from then on.
  var generation = 0
  /// The numbers given to rows.
  var rows = 0
  /// The numbers given to sections.
  var sections = 0
  /// How often some have been withdrawn.
  var withdrawals = 0
}
