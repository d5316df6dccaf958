/// Which places of a reference feed may be filled, each looked at among all others.
extension ReferenceFeed {
  /// Why a place may not be filled.
  public enum Refusal: Equatable {
    case unknown, filled, displayed, waiting
    case rule(ReferenceRefusal)
  }

  /// Where places may be filled.
  public enum Policy: CaseIterable, Sendable {
    case below, outside, anywhere
  }

  /// Why each place may not be filled, if so, and the rows from it to what has been displayed; in feed order.
  ///
  /// Rows are counted as if every place was filled.
  public func judgements(_ policy: Policy) -> [(number: Int, refusal: Refusal?, distance: Int)] {
    let items = items
    return items.indices.compactMap { index in
      guard case .place(let place) = items[index].element else { return nil }
      let side = side(of: index, items)
      return (place.number ?? -1, refusal(of: place, items[index].section, side.policy, policy), side.distance)
    }
  }

  /// Why a place may not be filled; nil if it may.
  public func refusal(of number: Int, _ policy: Policy) -> Refusal? {
    let found = judgements(policy).first { $0.number == number }
    return found.map(\.refusal) ?? .unknown
  }

  /// Something in feed order, rows that are missing too, with its row if every place was filled, and whether it was displayed.
  private typealias Item = (section: Int, element: Element, row: Int, isSeen: Bool)

  private var items: [Item] {
    var start = 0
    return sections.enumerated().flatMap { number, section in
      var row = start
      let rowCount = section.rows.count
      start += rowCount + section.places.count { $0.content <= rowCount }
      return section.elements.compactMap { element in
        switch element {
        case .row(_, let isSeen):
          row += 1
          return (number, element, row - 1, isSeen)
        case .place(let place):
          row += 1
          return (number, element, row - 1, place.isDisplayed)
        case .missing:
          row += 1
          return (number, element, row - 1, false)
        case .mark: return nil
        }
      }
    }
  }

  /// Where a place lies, and the rows from there to what has been displayed.
  private func side(of index: Int, _ items: [Item]) -> (policy: Policy, distance: Int) {
    let row = items[index].row
    guard let first = items.firstIndex(where: \.isSeen), let last = items.lastIndex(where: \.isSeen) else {
      return (.below, row + 1)
    }
    if index > last { return (.below, row - items[last].row) }
    if index < first { return (.outside, items[first].row - row) }
    return (.anywhere, 0)
  }

  private func refusal(of place: Place, _ section: Int, _ side: Policy, _ policy: Policy) -> Refusal? {
    let places = sections[section].places
    guard let index = places.firstIndex(where: { $0.place.number == place.number }) else { return .unknown }
    let content = places[index].content
    if place.isFilled { return .filled }
    if side == .anywhere && policy != .anywhere || side == .outside && policy == .below { return .displayed }
    func neighbour(_ other: (place: Place, content: Int)) -> (content: Int, gap: Int) {
      (other.content, tenants[place.tenant].gap(to: tenants[other.place.tenant]))
    }
    let filled = places.filter(\.place.isFilled)
    let reason = tenants[place.tenant].refusal(
      section: section, content: content, rows: sections[section].rows,
      own: filled.count { $0.place.tenant == place.tenant }, ownInAll: countFilled(place.tenant), all: filled.count,
      above: places[..<index].last { $0.place.isFilled }.map(neighbour),
      below: places[(index + 1)...].first { $0.place.isFilled }.map(neighbour))
    return reason == .noContent ? .waiting : reason.map { .rule($0) }
  }

  /// The shown ads that a rule forbids, each judged with those above that remain.
  public func forbidden() -> [(number: Int, reason: ReferenceRefusal)] {
    var found: [(number: Int, reason: ReferenceRefusal)] = []
    var remaining: [(section: Int, place: Place, content: Int)] = []
    for (number, section) in sections.enumerated() {
      let shown = section.shown
      for (place, content) in section.places where place.isFilled {
        let above = remaining.filter { $0.section == number }
        let reason = tenants[place.tenant].refusal(
          section: number, content: content, rows: section.rows, own: above.count { $0.place.tenant == place.tenant },
          ownInAll: remaining.count { $0.place.tenant == place.tenant }, all: above.count,
          above: above.last.map { ($0.content, tenants[place.tenant].gap(to: tenants[$0.place.tenant])) }, below: nil)
        if let reason, shown.contains(.ad(place.number ?? -1)) {
          found.append((place.number ?? -1, reason))
        } else {
          remaining.append((number, place, content))
        }
      }
    }
    return found
  }

  private func countFilled(_ tenant: Int) -> Int {
    sections.reduce(0) { $0 + $1.places.count { $0.place.tenant == tenant && $0.place.isFilled } }
  }
}
