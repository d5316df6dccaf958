/// A feed that changes, as plain arrays of rows and places that stand among each other: quadratic, and obviously right.
///
/// A place is an element between rows. So it travels with the row that follows it, stays in the gap when that goes, and needs no
/// arithmetic; its content row is how many rows stand before it.
public struct ReferenceFeed {
  /// A place.
  public struct Place: Equatable {
    /// Its number; nil until it gets one.
    public var number: Int?
    /// Whose it is.
    public var tenant: Int
    /// The fixed position, or nil for a repeated one.
    public var fixed: Int?
    /// Whether an ad is in it, and whether that has been displayed.
    public var isFilled = false, isDisplayed = false
  }

  /// What a section is made of.
  public enum Element {
    /// A row, and whether it has been displayed.
    case row(ReferenceRow, isSeen: Bool)
    /// A place.
    case place(Place)
    /// A row that was there before a reload, and is awaited where places still stand behind it.
    case missing
    /// Where a tenant's last decided position was: right before what stood there.
    case mark(tenant: Int)
  }

  /// What a tenant's rules have still to name.
  struct Lane {
    /// The fixed positions that lie ahead.
    var fixed: [Int]
    /// How far below the mark the next repeated position is, before it is moved by a seed; nil before the first.
    var distance: Int?
    /// How many repeated positions have been passed.
    var repetition = 0
  }

  /// A section.
  public struct Section {
    /// The rows and the places among them.
    public var elements: [Element] = []
    var lanes: [Lane]
    /// Whether filled places at the very end, having lost their content, are hidden.
    var holdsEnd = false
  }

  /// The tenants.
  public let tenants: [ReferenceTenant]
  /// The sections.
  public internal(set) var sections: [Section] = []
  var nextNumber = 0

  /// A feed without content.
  public init(_ tenants: [ReferenceTenant]) { self.tenants = tenants }

  /// Begins anew with other content; answers the new places.
  public mutating func load(_ content: [[ReferenceRow]]) -> [Int] {
    sections = content.map(newSection)
    return plan()
  }

  func newSection(_ rows: [ReferenceRow]) -> Section {
    Section(
      elements: rows.map { .row($0, isSeen: false) }, lanes: tenants.map { Lane(fixed: $0.at.sorted()) })
  }
}

// MARK: - What stands where

extension ReferenceFeed.Section {
  /// The content.
  public var rows: [ReferenceRow] {
    elements.compactMap { if case .row(let row, _) = $0 { row } else { nil } }
  }

  /// The places, in order, each with the rows before it, those that are awaited included.
  public var places: [(place: ReferenceFeed.Place, content: Int)] {
    var content = 0
    var found: [(ReferenceFeed.Place, Int)] = []
    for element in elements {
      switch element {
      case .row, .missing: content += 1
      case .place(let place): found.append((place, content))
      case .mark: break
      }
    }
    return found
  }

  /// The rows and filled places that are shown.
  public var shown: [ReferenceFeed.Shown] {
    let count = rows.count
    var content = 0
    var shown: [ReferenceFeed.Shown] = []
    for element in elements {
      switch element {
      case .row(let row, _):
        shown.append(.row(row.id))
        content += 1
      case .missing: content += 1
      case .place(let place):
        if place.isFilled, content < count || content == count && !holdsEnd { shown.append(.ad(place.number ?? -1)) }
      case .mark: break
      }
    }
    return shown
  }

  var hasFilledEnd: Bool { places.contains { $0.place.isFilled && $0.content == rows.count } }

  mutating func change(_ number: Int, _ change: (inout ReferenceFeed.Place) -> Void) {
    for index in elements.indices {
      guard case .place(var place) = elements[index], place.number == number else { continue }
      change(&place)
      elements[index] = .place(place)
    }
  }
}

extension ReferenceFeed {
  /// A row that is shown: content, or the ad of a place.
  public enum Shown: Equatable {
    case row(Int)
    case ad(Int)
  }

  /// Fills or clears places.
  public mutating func setFilled(_ isFilled: Bool, _ numbers: [Int]) {
    for section in sections.indices {
      let count = sections[section].rows.count
      for (place, content) in sections[section].places
      where place.isFilled != isFilled && numbers.contains(place.number ?? -1) {
        sections[section].change(place.number ?? -1) { ($0.isFilled, $0.isDisplayed) = (isFilled, false) }
        if isFilled, content == count { sections[section].holdsEnd = false }
      }
      if !sections[section].hasFilledEnd { sections[section].holdsEnd = false }
    }
  }

  /// Notes that a row that is shown has been displayed.
  public mutating func didDisplay(_ row: Int, in section: Int) {
    guard sections.indices.contains(section), sections[section].shown.indices.contains(row) else { return }
    switch sections[section].shown[row] {
    case .ad(let number): sections[section].change(number) { $0.isDisplayed = true }
    case .row(let id):
      for index in sections[section].elements.indices {
        if case .row(let row, _) = sections[section].elements[index], row.id == id {
          sections[section].elements[index] = .row(row, isSeen: true)
        }
      }
    }
    sections[section].closeSeen()
  }
}

extension ReferenceFeed.Section {
  /// What lies between displayed rows counts as displayed.
  mutating func closeSeen() {
    let seen = elements.indices.filter { if case .row(_, true) = elements[$0] { true } else { false } }
    guard let first = seen.first, let last = seen.last else { return }
    for index in first...last {
      if case .row(let row, _) = elements[index] { elements[index] = .row(row, isSeen: true) }
    }
  }
}
