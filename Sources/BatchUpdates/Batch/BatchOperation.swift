/// One operation of a batch update: positions before the update for what is there, positions after it for targets.
public enum BatchOperation<Space: RowPathSpace>: Sendable, Hashable {
  /// A section is deleted.
  case deleteSection(Int)
  /// A section is inserted.
  case insertSection(Int)
  /// A section is reloaded.
  case reloadSection(Int)
  /// A section is moved.
  case moveSection(Int, to: Int)
  /// A row is deleted.
  case deleteRow(RowPath<Space>)
  /// A row is inserted.
  case insertRow(RowPath<Space>)
  /// A row is reloaded.
  case reloadRow(RowPath<Space>)
  /// A row is reconfigured.
  case reconfigureRow(RowPath<Space>)
  /// A row is moved.
  case moveRow(RowPath<Space>, to: RowPath<Space>)
}

extension BatchOperation: CustomStringConvertible {
  /// A description of the operation, such as `insert row 5 into section 1`.
  public var description: String {
    switch self {
    case .deleteSection(let section): "delete section \(section)"
    case .insertSection(let section): "insert section \(section)"
    case .reloadSection(let section): "reload section \(section)"
    case .moveSection(let section, let target): "move section \(section) to \(target)"
    case .deleteRow(let path): "delete row \(path.row) from section \(path.section)"
    case .insertRow(let path): "insert row \(path.row) into section \(path.section)"
    case .reloadRow(let path): "reload row \(path.row) of section \(path.section)"
    case .reconfigureRow(let path): "reconfigure row \(path.row) of section \(path.section)"
    case .moveRow(let path, let target):
      "move row \(path.row) of section \(path.section) to row \(target.row) of section \(target.section)"
    }
  }
}

// MARK: - Faults

/// A rule that a batch breaks, and the operations that break it; each module words it in its own error.
package enum BatchFault<Space: RowPathSpace>: Error {
  package typealias Operation = BatchOperation<Space>

  /// The state of the list in which a position counts.
  package enum State {
    case before, after
  }

  /// An operation names a section that the list does not have, or a row in it.
  case noSection(Int, of: Int, State, for: Operation)
  /// An operation names a row that its section does not have.
  case noRow(RowPath<Space>, of: Int, State, for: Operation)
  /// Two operations name the same section.
  case sectionTwice(Int, State, by: Operation, and: Operation)
  /// Two operations name the same row.
  case rowTwice(RowPath<Space>, State, by: Operation, and: Operation)
  /// A row moves out of a section (before) or into one (after) that another operation changes as a whole.
  case moveOfRow(from: RowPath<Space>, to: RowPath<Space>, State, because: Operation)
  /// The number of sections differs from the number that the batch produces.
  case sectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// The number of rows in a section differs from the number that the batch produces; `section` counts after it.
  case rowCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)
}
