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

  /// Everything in feed order, rows that are missing too: the section, and whether it has been displayed.
  private var items: [(section: Int, element: Element, isSeen: Bool)] {
    sections.enumerated().flatMap { number, section in
      section.elements.compactMap { element in
        switch element {
        case .row(_, let isSeen): (number, element, isSeen)
        case .place(let place): (number, element, place.isDisplayed)
        case .missing: (number, element, false)
        case .mark: nil
        }
      }
    }
  }

  private func index(of number: Int) -> Int? {
    items.firstIndex { if case .place(let place) = $0.element { place.number == number } else { false } }
  }

  /// Where a place lies, and the feed rows from there to what has been displayed.
  private func side(of number: Int) -> (policy: Policy, distance: Int)? {
    guard let index = index(of: number) else { return nil }
    let items = items
    guard let first = items.firstIndex(where: \.isSeen), let last = items.lastIndex(where: \.isSeen) else {
      return (.below, feedRow(index) + 1)
    }
    if index > last { return (.below, feedRow(index) - feedRow(last)) }
    if index < first { return (.outside, feedRow(first) - feedRow(index) + 1) }
    return (.anywhere, 0)
  }

  /// The feed row of an item, counted over all sections.
  private func feedRow(_ index: Int) -> Int {
    let section = items[index].section
    let above = sections[..<section].reduce(0) { $0 + $1.shown.count }
    return above
      + items[..<index].count { item in
        if item.section != section { return false }
        if case .place(let place) = item.element { return place.isFilled }
        return true
      }
  }

  /// Why a place may not be filled; nil if it may.
  public func refusal(of number: Int, _ policy: Policy) -> Refusal? {
    guard let side = side(of: number)?.policy,
      let section = sections.firstIndex(where: { $0.places.contains { $0.place.number == number } }),
      let index = sections[section].places.firstIndex(where: { $0.place.number == number })
    else { return .unknown }
    let places = sections[section].places
    let (place, content) = places[index]
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

  /// The places that may be filled, in feed order.
  public func fillable(_ policy: Policy, within rows: Int?) -> [Int] {
    sections.flatMap(\.places).compactMap(\.place.number).filter { number in
      refusal(of: number, policy) == nil && rows.map { (side(of: number)?.distance ?? 0) <= $0 } ?? true
    }
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
