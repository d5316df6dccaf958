import ListModel

/// How much of a row can be seen.
struct VisibleShare: Equatable {
  /// The share of the row's own area that is within the viewport; none for a row without area.
  let ofRow: Double
  /// The share of the viewport's area that the row covers.
  let ofViewport: Double

  init(of row: ListRect, in viewport: ListRect) {
    let width = min(row.maxX, viewport.maxX) - max(row.minX, viewport.minX)
    let height = min(row.maxY, viewport.maxY) - max(row.minY, viewport.minY)
    // Side by side, so that a row as wide as the viewport has exactly the share of its height.
    func share(of size: ListSize) -> Double {
      size.width > 0 && size.height > 0 && width > 0 && height > 0
        ? min(1, width / size.width) * min(1, height / size.height) : 0
    }
    ofRow = share(of: row.size)
    ofViewport = share(of: viewport.size)
  }
}
