/// Finds the word that someone may have meant.
enum Suggestion {
  /// The word that is nearest, when it is near: one slip of the hand for every three letters, one at least.
  ///
  /// A slip is a letter too many, one too few, a wrong one, or two that have changed places.
  ///
  /// - Complexity: O(*n*) in the letters of the words; a much longer word is never near, and not looked at.
  static func nearest(to word: String, in words: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().unicodeScalars.prefix(40))
    var best: (word: String, slips: Int)?
    for candidate in words {
      let goal = Array(candidate.lowercased().unicodeScalars)
      let most = max(1, goal.drop { $0 == "-" }.count / 3)
      guard abs(goal.count - letters.count) <= most else { continue }
      let slips = slips(from: letters, to: goal)
      if slips <= most, slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.word
  }

  /// The optimal string alignment distance, row by row.
  private static func slips(from one: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
    var previous = [Int](repeating: 0, count: other.count + 1)
    var current = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var next = [row + 1]
      for (column, goal) in other.enumerated() {
        var least = min(next[column] + 1, current[column + 1] + 1, current[column] + (letter == goal ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == goal {
          least = min(least, previous[column - 1] + 1)
        }
        next.append(least)
      }
      (previous, current) = (current, next)
    }
    return current.last ?? 0
  }
}
