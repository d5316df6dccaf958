/// One section as a plain array of tagged rows: slow, and obviously right.
public struct ReferenceSection: Equatable {
  /// A row that is shown.
  public enum Row: Equatable {
    /// A content row; its number is its place in the array's content.
    case content
    /// The caller's insertion of this number.
    case insertion(Int)
  }

  /// An insertion that is not shown, and the feed row that it waits for.
  public struct Waiting: Equatable {
    /// The feed row.
    public var position: Int
    /// The caller's number.
    public var insertion: Int
  }

  /// What is shown.
  public private(set) var rows: [Row] = []
  /// Insertions that lost the content after them.
  public private(set) var held: [Int] = []
  /// Insertions that the content has not reached.
  public private(set) var waiting: [Waiting] = []

  /// Puts each insertion, by position and then by number, on the first free row at or after the one asked for.
  public init(contentCount: Int, requests: [Int]) {
    var taken: [Int: Int] = [:]
    for wanted in Set(requests).sorted() {
      for (insertion, request) in requests.enumerated() where request == wanted {
        var position = request
        while taken[position] != nil { position += 1 }
        taken[position] = insertion
      }
    }
    lay(contentCount: contentCount, insertions: taken)
  }

  /// Lays insertions on their rows, and content on the rows between.
  private mutating func lay(contentCount: Int, insertions: [Int: Int]) {
    var insertions = insertions
    var left = contentCount
    (rows, held, waiting) = ([], [], [])
    while true {
      if let insertion = insertions.removeValue(forKey: rows.count) {
        rows.append(.insertion(insertion))
      } else if left > 0 {
        rows.append(.content)
        left -= 1
      } else {
        break
      }
    }
    waiting = insertions.sorted { $0.key < $1.key }.map { Waiting(position: $0.key, insertion: $0.value) }
  }
}

// MARK: - Questions

extension ReferenceSection {
  /// The content rows.
  public var contentCount: Int { rows.filter { $0 == .content }.count }

  /// The content row shown at a feed row.
  public func userRow(forFeed row: Int) -> Int? {
    guard rows.indices.contains(row), rows[row] == .content else { return nil }
    return rows[..<row].filter { $0 == .content }.count
  }

  /// The feed row of a content row, and of the row after the last.
  public func feedRow(forUser row: Int) -> Int? {
    if row == contentCount { return rows.count }
    var seen = 0
    for (feed, shown) in rows.enumerated() where shown == .content {
      if seen == row { return feed }
      seen += 1
    }
    return nil
  }

  /// The caller's insertion at a feed row.
  public func insertion(at row: Int) -> Int? {
    guard rows.indices.contains(row), case .insertion(let insertion) = rows[row] else { return nil }
    return insertion
  }

  /// The feed row of every insertion, shown or not.
  public var positions: [Int: Int] {
    var positions: [Int: Int] = [:]
    for (row, shown) in rows.enumerated() { if case .insertion(let insertion) = shown { positions[row] = insertion } }
    for (offset, insertion) in held.enumerated() { positions[rows.count + offset] = insertion }
    for one in waiting { positions[one.position] = one.insertion }
    return positions
  }
}

// MARK: - Updates

extension ReferenceSection {
  /// Replaces the content, and leaves every insertion on its feed row.
  public mutating func setContentCount(_ count: Int) {
    if count != contentCount { lay(contentCount: count, insertions: positions) }
  }

  /// Inserts a content row whose insertions keep their feed rows.
  public mutating func insertPinned() { setContentCount(contentCount + 1) }

  /// Deletes a content row whose insertions keep their feed rows.
  public mutating func deletePinned() { setContentCount(contentCount - 1) }

  /// Inserts a content row; insertions before the row that stood there stay before that one.
  public mutating func insertAnchored(at row: Int) {
    if row == contentCount { return insertPinned() }
    var place = feedRow(forUser: row) ?? rows.count
    while place > 0, rows[place - 1] != .content { place -= 1 }
    rows.insert(.content, at: place)
    admit()
  }

  /// Deletes a content row; insertions before it go over to the next one, or wait when there is none.
  public mutating func deleteAnchored(at row: Int) {
    guard let place = feedRow(forUser: row), row < contentCount else { return }
    let isLast = place == rows.count - 1
    rows.remove(at: place)
    if !isLast { return }
    var orphans: [Int] = []
    while case .insertion(let insertion)? = rows.last {
      orphans.insert(insertion, at: 0)
      rows.removeLast()
    }
    held = orphans + held
  }

  /// Puts an insertion at a feed row; at the end what is held there shows as well.
  public mutating func addInsertion(_ insertion: Int, at row: Int) {
    if row > rows.count {
      var position = row
      while positions[position] != nil { position += 1 }
      let place = waiting.firstIndex { $0.position > position } ?? waiting.count
      waiting.insert(Waiting(position: position, insertion: insertion), at: place)
    } else if row == rows.count {
      rows += ([insertion] + held).map { .insertion($0) }
      held = []
    } else {
      rows.insert(.insertion(insertion), at: row)
    }
    admit()
  }

  /// Takes the insertion at a feed row away.
  public mutating func removeInsertion(at row: Int) {
    if insertion(at: row) != nil { rows.remove(at: row) }
  }

  /// Shows what the content has come to reach, or holds it when the row before it is held.
  private mutating func admit() {
    while let next = waiting.first, next.position == rows.count + held.count {
      waiting.removeFirst()
      if held.isEmpty { rows.append(.insertion(next.insertion)) } else { held.append(next.insertion) }
    }
  }
}
