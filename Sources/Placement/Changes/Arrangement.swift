/// Where the rows of a list stand after changes: what is given a place has it, the rest fills the others in its order.
enum Arrangement {
  /// A new place, and the old one of what moves there; nil for what comes anew.
  typealias Given<Origin> = (place: Int, origin: Origin?)

  /// For each new place the old one of what stands there; nil for what is new, or has new content.
  ///
  /// - Throws: ``PlacementError/wrongCount(_:expected:section:)`` if what stays and what is given are not so many.
  static func origins<Origin>(
    staying: [Origin?], given: [Given<Origin>], count: Int, section: Int? = nil
  ) throws(PlacementError) -> [Origin?] {
    guard count == staying.count + given.count else {
      throw .wrongCount(count, expected: staying.count + given.count, section: section)
    }
    if let last = given.last, last.place >= count {
      throw .noSuchPlace("\(last.place)", count: count, operation: last.origin == nil ? .insert : .moveTo)
    }
    var given = given[...]
    var staying = staying[...]
    return (0..<count).map { place in
      given.first?.place == place ? given.removeFirst().origin : staying.removeFirst()
    }
  }
}

extension ListChanges where Position == Int {
  /// For each place of the new list the old one of what stands there; nil for what is new, or has new content.
  func origins(oldCount: Int, newCount: Int) throws(PlacementError) -> [Int?] {
    let sources = Set(deletes).union(moves.map(\.from))
    let reloaded = Set(reloads)
    if let place = sources.union(reloaded).max(), place >= oldCount {
      throw .noSuchPlace("\(place)", count: oldCount, operation: operation(takingFrom: place))
    }
    let staying = (0..<oldCount).filter { !sources.contains($0) }.map { reloaded.contains($0) ? nil : $0 }
    return try Arrangement.origins(staying: staying, given: given, count: newCount)
  }

  /// What comes and what moves, by its new place.
  var given: [Arrangement.Given<Int>] {
    let all = inserts.map { (place: $0, origin: Int?.none) } + moves.map { (place: $0.to, origin: $0.from) }
    return all.sorted { $0.place < $1.place }
  }
}
