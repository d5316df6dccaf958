/// Says which rows can be edited and moved, and carries it out.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListEditingDataSource: AnyObject {
  /// Whether a row can be edited; yes, unless said otherwise.
  ///
  /// In a collection this is what `canEditItemAt` asks.
  func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool
  /// A row is to be deleted, or one inserted: the data source does so, and tells the list.
  func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath)
  /// Whether the data source moves rows; yes, unless said otherwise.
  ///
  /// UIKit takes it for a no when `moveRowAt` is not there, which cannot be seen here: who moves no rows says so, or has those
  /// that are dropped go back.
  func movesRows(in list: ListView) -> Bool
  /// Whether a row can be moved; what ``movesRows(in:)`` answers, unless said otherwise.
  func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool
  /// A row has been moved by a person: the data source does the same; the list shows it without being told.
  ///
  /// The target is where the row stands when it has been taken out and put in again.
  func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath)
}

extension ListEditingDataSource {
  /// Yes.
  public func list(_ list: ListView, canEditRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, commit style: ListEditingStyle, forRowAt path: ListPath) {}
  /// Yes.
  public func movesRows(in list: ListView) -> Bool { true }
  /// What ``movesRows(in:)`` answers.
  public func list(_ list: ListView, canMoveRowAt path: ListPath) -> Bool { movesRows(in: list) }
  /// Has the row go back to where it was.
  public func list(_ list: ListView, moveRowAt path: ListPath, to target: ListPath) {
    list.cancelInteractiveMovement()
  }
}
