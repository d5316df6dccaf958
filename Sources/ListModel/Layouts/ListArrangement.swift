/// The positions of a section's rows in a layout of one's own: where each row is, and which are in view.
///
/// Positions are relative to the area within the layout's insets, and in a list that scrolls horizontally transposed: an
/// arrangement always grows downwards. The list asks for what is in view only, and passes every
/// update on, so that an arrangement can keep what it knows. An arrangement is a value; it is never asked for a row that
/// does not exist.
///
/// Rows whose size the delegate gives are placed as they come into view: the list requests the size of the row that
/// ``rowToPlace(in:keeping:)`` returns, stores it by ``place(_:of:)``, and asks again until there is none.
public protocol ListArrangement: Sendable {
  /// The number of rows.
  var count: Int { get }
  /// The height of all rows together, which is where the section's footer begins.
  var height: Double { get }
  /// Returns the rectangle of a row; a row without height is in no window.
  func frame(of row: Int) -> ListRect
  /// Calls `body` with the rows at and after `row` of which a part is in a window, in order, until it returns false.
  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool)

  /// Replaces the rows by those of an update, which are given from the first to the last.
  mutating func rearrange(_ pieces: [ListRowPiece])
  /// Discards what is known of a row, whose content has changed.
  mutating func forget(_ row: Int)

  /// Whether the position of a row is final, and not assumed until the row comes into view.
  func isPlaced(_ row: Int) -> Bool
  /// Returns the row whose size is needed next so that all rows in a window have their positions; nil if none is.
  ///
  /// - Parameters:
  ///   - window: The part of the rows that is in view.
  ///   - seen: The rows that are on the screen and must stay beside each other; nil if there are none, or if the top of
  ///     the list stays instead.
  mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int?
  /// Returns the row whose size is needed next so that `row` has its final position; nil if none is, or if the position
  /// remains assumed until the row comes into view.
  mutating func rowToPlace(through row: Int) -> Int?
  /// Stores the size of a row, as the delegate gives it.
  mutating func place(_ size: ListSize, of row: Int)
}

/// The rules of arrangements that need no sizes.
extension ListArrangement {
  /// Does nothing.
  public mutating func forget(_ row: Int) {}
  /// Returns true.
  public func isPlaced(_ row: Int) -> Bool { true }
  /// Returns nil.
  public mutating func rowToPlace(in window: ListExtent, keeping seen: Range<Int>?) -> Int? { nil }
  /// Returns nil.
  public mutating func rowToPlace(through row: Int) -> Int? { nil }
  /// Does nothing.
  public mutating func place(_ size: ListSize, of row: Int) {}
}

/// A run of rows after an update.
public enum ListRowPiece: Hashable, Sendable {
  /// Rows that were there before, in their order, by their former numbers.
  case kept(Range<Int>)
  /// New rows.
  case new(Int)

  /// The number of rows.
  public var count: Int {
    switch self {
    case .kept(let rows): rows.count
    case .new(let count): count
    }
  }

  /// Returns the pieces with kept rows that stay next to each other in one piece, without empty pieces.
  static func joined(_ pieces: [ListRowPiece]) -> [ListRowPiece] {
    var result: [ListRowPiece] = []
    for piece in pieces where piece.count > 0 {
      if case .kept(let rows) = piece, case .kept(let former)? = result.last, former.upperBound == rows.lowerBound {
        result[result.count - 1] = .kept(former.lowerBound..<rows.upperBound)
      } else {
        result.append(piece)
      }
    }
    return result
  }

  /// Returns the number of leading rows that keep their positions.
  static func unchanged(_ pieces: [ListRowPiece]) -> Int {
    var end = 0
    for piece in pieces where piece.count > 0 {
      guard case .kept(let rows) = piece, rows.lowerBound == end else { break }
      end = rows.upperBound
    }
    return end
  }
}

// MARK: - Layouts of one's own

/// A layout of one's own, which arranges the rows of each section in which it is used; see ``ListLayout/custom(_:)``.
///
/// It is compared with the section's former layout, and what is known of the rows is kept if the two are equal.
public protocol CustomListLayout: Hashable, Sendable {
  /// The arrangement of the rows of a section.
  associatedtype Arrangement: ListArrangement

  /// Returns an arrangement of new rows.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - width: The extent across the scroll direction within the layout's insets.
  ///   - layout: The layout with the delegate's metrics, such as its spacings, for this section.
  func arrangement(of count: Int, width: Double, in layout: ListLayout) -> Arrangement
}

/// A custom layout, compared by its value.
struct AnyCustomLayout: Hashable, Sendable {
  let layout: any CustomListLayout

  static func == (one: AnyCustomLayout, other: AnyCustomLayout) -> Bool { one.layout.isEqual(to: other.layout) }

  func hash(into hasher: inout Hasher) { layout.hash(into: &hasher) }
}

extension CustomListLayout {
  fileprivate func isEqual(to other: any CustomListLayout) -> Bool { self == other as? Self }

  /// Returns the rows of a section in this layout.
  func rows(count: Int, in layout: SectionLayout) -> any SectionRows {
    CustomRows(
      arrangement: arrangement(of: count, width: layout.rowsWidth, in: layout.layout), inset: layout.layout.inset)
  }
}
