/// The last names that were recalled, so that what was asked for before does not bring them back.
struct RecallMarks: Hashable, Sendable {
  /// How many are remembered.
  static let limit = 256

  private struct Mark: Hashable, Sendable {
    var name: String
    /// The first request that was made afterwards.
    var nextRequest: Int
  }

  private var marks: [Mark] = []

  /// Remembers a name, instead of the oldest where there are too many.
  mutating func add(_ name: String, nextRequest: Int) {
    remove(name)
    marks.append(Mark(name: name, nextRequest: nextRequest))
    if marks.count > RecallMarks.limit { marks.removeFirst() }
  }

  /// Whether a name was recalled after a request had been made.
  func contains(_ name: String, since request: Int) -> Bool {
    marks.contains { $0.name == name && request < $0.nextRequest }
  }

  /// Forgets a name.
  mutating func remove(_ name: String) { marks.removeAll { $0.name == name } }
}
