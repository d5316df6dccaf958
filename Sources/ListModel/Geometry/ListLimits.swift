/// What a list makes of the numbers that others give it, so that no answer of theirs can break it.
package enum ListLimits {
  /// The most sections that a list shows; a data source that has more is taken to have as many.
  package static let sections = 1 << 20
  /// The most rows that a list shows, all sections together.
  package static let rows = 1 << 26
  /// The most columns of a section.
  static let columns = 1024
  /// The greatest height of anything.
  static let height = 1e9
  /// The smallest estimate; rows that were taken to have no height would never come to be measured.
  static let estimate = 1.0

  /// A height as it is used: none for what is negative or not a number.
  static func height(_ height: Double) -> Double {
    height > 0 ? min(height, Self.height) : 0
  }

  /// An estimate as it is used.
  static func estimate(_ height: Double) -> Double {
    max(estimate, Self.height(height))
  }

  /// A size as it is used.
  static func size(_ size: ListSize) -> ListSize {
    ListSize(width: height(size.width), height: height(size.height))
  }

  /// Insets as they are used.
  static func insets(_ insets: ListInsets) -> ListInsets {
    ListInsets(
      top: height(insets.top), left: height(insets.left), bottom: height(insets.bottom), right: height(insets.right))
  }
}
