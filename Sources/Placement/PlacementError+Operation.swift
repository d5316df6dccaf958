extension PlacementError {
  /// What an update does to a row or a section that it names.
  ///
  /// What is deleted, reloaded, moved from its place or taken out is numbered as before the update, all else as after it.
  public enum Operation: Sendable, Hashable, CaseIterable {
    /// It is deleted.
    case delete
    /// It is inserted.
    case insert
    /// It is reloaded.
    case reload
    /// It is moved from there.
    case moveFrom
    /// It is moved there.
    case moveTo
    /// It is deleted or moved from there, as a ``ContentUpdate`` has it.
    case takeOut
    /// It is inserted or moved there, as a ``ContentUpdate`` has it.
    case putIn
    /// Rows are appended.
    case append
    /// An insertion is added.
    case addInsertion
  }

  /// The same error for a row of a section, where it is told of a row alone.
  func inSection(_ section: Int) -> PlacementError {
    guard case .rowOutOfRange(let row, nil, let count, let operation) = self else { return self }
    return .rowOutOfRange(row, section: section, count: count, operation: operation)
  }
}

extension PlacementError.Operation {
  /// The operation on a row, or on a section, in words.
  func words(row: Int?, section: Int?) -> String {
    guard let row else {
      return self == .append ? "append rows to section \(section ?? 0)" : "\(verb) section \(section ?? 0)"
    }
    return "\(verb) row \(row)" + (section.map { " \(preposition) section \($0)" } ?? "")
  }

  /// Twice the same operation on a place, or two of them, in words.
  func words(and other: Self, at place: String) -> String {
    self == other ? "\(verb) \(place) twice" : "\(verb) and \(other.verb) \(place)"
  }

  var verb: String {
    switch self {
    case .delete: "delete"
    case .insert: "insert"
    case .reload: "reload"
    case .moveFrom: "move"
    case .moveTo: "move to"
    case .takeOut: "take out"
    case .putIn: "put in"
    case .append: "append"
    case .addInsertion: "add an insertion at"
    }
  }

  /// What it makes of what it names.
  var state: String {
    switch self {
    case .delete, .takeOut: "deleted"
    case .insert, .putIn, .append, .addInsertion: "inserted"
    case .reload: "reloaded"
    case .moveFrom, .moveTo: "moved"
    }
  }

  /// Whether it counts as before the update or after it.
  var time: String { isSource ? "before" : "after" }

  private var isSource: Bool {
    switch self {
    case .delete, .reload, .moveFrom, .takeOut: true
    case .insert, .moveTo, .putIn, .append, .addInsertion: false
    }
  }

  private var preposition: String {
    switch self {
    case .delete, .takeOut: "from"
    case .insert, .putIn: "into"
    case .reload, .moveFrom, .moveTo, .append, .addInsertion: "of"
    }
  }
}
