/// What is known of the height of a row.
enum RowHeight: Equatable {
  /// Nothing: the row has the estimate of all rows.
  case unknown
  /// What somebody takes it to be.
  case estimated(Double)
  /// What it is.
  case measured(Double)

  /// The height, where anything is known of it.
  var value: Double? {
    switch self {
    case .unknown: nil
    case .estimated(let height), .measured(let height): height
    }
  }

  var isMeasured: Bool {
    if case .measured = self { true } else { false }
  }
}

/// A piece of a new arrangement of rows.
enum RowPiece: Equatable {
  /// Rows that were there, in their order.
  case kept(Range<Int>)
  /// Rows that were not.
  case new(Int)

  var count: Int {
    switch self {
    case .kept(let rows): rows.count
    case .new(let count): count
    }
  }
}
