/// Which supplement something is: its kind, and what it belongs to.
struct SupplementPlace: Hashable {
  enum Owner: Hashable {
    case row(ListPath)
    case section(Int)
  }

  let kind: String
  let owner: Owner

  /// The path under which it is asked for.
  var path: ListPath {
    switch owner {
    case .row(let path): path
    case .section(let section): ListPath(row: 0, section: section)
    }
  }

  /// Its place after a change, which is nil where what it belongs to has gone.
  func moved(row: (ListPath) -> ListPath?, section: (Int) -> Int?) -> SupplementPlace? {
    let owner: Owner? =
      switch owner {
      case .row(let path): row(path).map(Owner.row)
      case .section(let number): section(number).map(Owner.section)
      }
    return owner.map { SupplementPlace(kind: kind, owner: $0) }
  }
}

extension SupplementPlace: Comparable {
  /// Whether one belongs to what comes first, by kind where both belong to the same.
  static func < (one: SupplementPlace, other: SupplementPlace) -> Bool {
    (one.path, one.kind) < (other.path, other.kind)
  }
}
