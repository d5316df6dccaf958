/// The offsets of up to 1024 lines.
struct LineOffsets {
  /// The maximum number of offsets.
  static let capacity = 1024

  private let base: Int
  /// The distances from the base; empty if one of them is too large.
  private var narrow: [UInt32] = []
  /// The offsets, if a distance is too large.
  private var wide: [Int] = []

  /// Creates a list without offsets; none of them will be less than the base.
  init(base: Int) {
    self.base = base
    narrow.reserveCapacity(Self.capacity)
  }

  /// The number of offsets.
  var count: Int { narrow.count + wide.count }

  /// Returns the offset of a line, counted from 0.
  func start(of line: Int) -> Int { wide.isEmpty ? base + Int(narrow[line]) : wide[line] }

  /// Appends the offset of a line.
  mutating func append(_ start: Int) {
    if wide.isEmpty, let distance = UInt32(exactly: start - base) {
      narrow.append(distance)
      return
    }
    if wide.isEmpty { wide = narrow.map { base + Int($0) } }
    narrow = []
    wide.append(start)
  }
}
