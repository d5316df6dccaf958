/// A row in view, as the weaver remembers it by its cell.
struct DisplayedRow {
  /// Whose the row was when it came into view.
  let owner: RowOwner
  /// Whether the insertions' side has heard of it, and so is to hear of its end.
  private(set) var isReported = false

  /// Notes that the insertions' side hears of it; answers whether it had not.
  mutating func report() -> Bool {
    defer { isReported = true }
    return !isReported
  }
}
