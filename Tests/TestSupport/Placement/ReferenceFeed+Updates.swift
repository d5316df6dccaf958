/// What becomes of a reference feed's content, row by row.
extension ReferenceFeed {
  /// What becomes of a section: where it comes from, and how its rows change.
  public struct SectionChange {
    /// The section that it was; nil for a new one.
    public var origin: Int?
    /// All its rows, where nothing is known of them but how many there are, or where it is new.
    public var reloaded: [ReferenceRow]?
    /// The old rows that go.
    public var leaving: [Int] = []
    /// The new rows that come, ascending.
    public var coming: [(row: Int, content: ReferenceRow)] = []

    /// A section that stays as it is.
    public init(origin: Int?) { self.origin = origin }
  }

  /// Changes all sections at once; answers the places that are gone and those that are new.
  public mutating func apply(_ changes: [SectionChange]) -> (dropped: [Int], added: [Int]) {
    let former = sections
    var dropped = Set(former.indices)
    sections = changes.map { change in
      guard let origin = change.origin else { return newSection(change.reloaded ?? []) }
      var section = former[origin]
      if let rows = change.reloaded {
        section.reload(rows)
      } else if section.rows.count > 0, change.leaving.count == section.rows.count {
        return newSection(change.coming.map(\.content))
      } else {
        for row in change.leaving.sorted(by: >) { section.delete(row) }
        for (row, content) in change.coming { section.insert(content, at: row) }
      }
      dropped.remove(origin)
      return section
    }
    for (number, change) in changes.enumerated() {
      guard let origin = change.origin, change.reloaded == nil, !dropped.contains(origin), !former[origin].rows.isEmpty
      else { continue }
      planOnTop(number, change.coming.enumerated().prefix { $0 == $1.row }.count)
    }
    let gone = former.indices.filter { dropped.contains($0) }.flatMap { former[$0].places.compactMap(\.place.number) }
    return (gone, plan())
  }
}

extension ReferenceFeed.Section {
  /// Where in the elements the content row of a number stands; nil at the end.
  private func index(ofRow row: Int) -> Int? {
    let rows = elements.indices.filter { if case .row = elements[$0] { true } else { false } }
    return rows.indices.contains(row) ? rows[row] : nil
  }

  /// Where the content ends: before what is missing.
  var end: Int { elements.firstIndex { if case .missing = $0 { true } else { false } } ?? elements.count }

  mutating func delete(_ row: Int) {
    guard let index = index(ofRow: row) else { return }
    let wasLast = row == rows.count - 1
    let hadFilledEnd = hasFilledEnd
    elements.remove(at: index)
    // What waits further on waits for as many rows as before.
    elements.insert(.missing, at: end)
    if wasLast, !hadFilledEnd || holdsEnd { holdsEnd = hasFilledEnd }
  }

  mutating func insert(_ row: ReferenceRow, at number: Int) {
    let count = rows.count
    let firstMissing = elements.firstIndex { if case .missing = $0 { true } else { false } }
    if number == count {
      // It comes where it was awaited, or after all.
      if let firstMissing {
        elements[firstMissing] = .row(row, isSeen: false)
      } else {
        elements.append(.row(row, isSeen: false))
      }
      holdsEnd = false
    } else {
      if let firstMissing { elements.remove(at: firstMissing) }
      // Right behind the row before: what stands before the next goes on standing there.
      let place = number == 0 ? 0 : (index(ofRow: number - 1) ?? 0) + 1
      elements.insert(.row(row, isSeen: false), at: place)
      if !hasFilledEnd { holdsEnd = false }
    }
    closeSeen()
  }

  mutating func reload(_ rows: [ReferenceRow]) {
    let count = self.rows.count
    var next = rows[...]
    var seen: [Bool] = []
    for case .row(_, let isSeen) in elements { seen.append(isSeen) }
    for index in elements.indices {
      switch elements[index] {
      case .row, .missing:
        elements[index] = .missing
        guard let row = next.popFirst() else { continue }
        let number = rows.count - next.count - 1
        elements[index] = .row(row, isSeen: number < seen.count && seen[number])
      case .place, .mark: break
      }
    }
    elements += next.map { .row($0, isSeen: false) }
    if rows.count != count { holdsEnd = false }
  }
}
