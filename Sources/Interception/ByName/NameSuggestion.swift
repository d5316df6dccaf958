/// Finds the names that someone may have meant.
enum NameSuggestion {
  /// The names that are near, the nearest first: at most three, and as many slips as a third of their letters, one at least.
  ///
  /// A slip is a letter too many, one too few, a wrong one, or two that have changed places. A selector is near, too, when only
  /// what it says of its arguments is wrong: `deposit` is near `deposit(_:)`.
  ///
  /// - Complexity: O(names · letters²); a name of much more or fewer letters is not looked at.
  static func near(_ word: String, in names: some Sequence<String>) -> [String] {
    names.compactMap { name in slips(from: word, to: name).map { (name: name, slips: $0) } }
      .sorted { ($0.slips, $0.name) < ($1.slips, $1.name) }
      .prefix(3).map(\.name)
  }

  /// How far a name is from a word; nil where that is too far.
  private static func slips(from word: String, to name: String) -> Int? {
    if base(of: word) == base(of: name) { return 0 }
    let letters = Array(word.lowercased().unicodeScalars.prefix(100))
    let goal = Array(name.lowercased().unicodeScalars)
    let most = max(1, goal.count / 3)
    guard abs(goal.count - letters.count) <= most else { return nil }
    let slips = distance(from: letters, to: goal)
    return slips <= most ? slips : nil
  }

  /// What a method is called, apart from its arguments; of a class, what it is called in its module.
  private static func base(of name: String) -> String {
    let method = name.prefix { $0 != "(" && $0 != ":" }
    return method.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// The optimal string alignment distance, row by row.
  private static func distance(from one: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
    var former: [Int] = []
    var current = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var next = [row + 1]
      for (column, goal) in other.enumerated() {
        var least = min(next[column] + 1, current[column + 1] + 1, current[column] + (letter == goal ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == goal {
          least = min(least, former[column - 1] + 1)
        }
        next.append(least)
      }
      (former, current) = (current, next)
    }
    return current[other.count]
  }
}
