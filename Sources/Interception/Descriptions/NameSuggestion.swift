/// Suggestions of similar names.
package enum NameSuggestion {
  /// Returns at most three similar names, the most similar first; each differs in at most a third of its letters, or in
  /// a single one.
  ///
  /// A difference is an inserted, missing, replaced or transposed letter. A selector is also similar if only its
  /// argument labels are wrong: `deposit` is similar to `deposit(_:)`.
  ///
  /// - Complexity: O(names · letters²); names of very different length are skipped.
  static func near(_ word: String, in names: some Sequence<String>) -> [String] {
    let compared = names.compactMap { name in
      (base(of: word) == base(of: name) ? 0 : slips(from: word, to: name)).map { (name: name, slips: $0) }
    }
    return compared.sorted { ($0.slips, $0.name) < ($1.slips, $1.name) }.prefix(3).map(\.name)
  }

  /// Returns the most similar of the words of a command line or a file, the first of several that are equally similar.
  ///
  /// Dashes at the beginning of a word are not counted as letters. There are no argument labels.
  ///
  /// - Complexity: O(words · letters²); words of very different length are skipped.
  package static func nearest(to word: String, in words: some Sequence<String>) -> String? {
    words.compactMap { candidate in slips(from: word, to: candidate).map { (word: candidate, slips: $0) } }
      .min { $0.slips < $1.slips }?.word
  }

  /// Returns a "did you mean" question that suggests names, or an empty string if there are none.
  static func question(_ near: [some CustomStringConvertible]) -> String {
    near.isEmpty ? "" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// Returns the number of differences between a name and a word; nil if there are too many.
  private static func slips(from word: String, to name: String) -> Int? {
    let letters = Array(word.lowercased().unicodeScalars.prefix(100))
    let goal = Array(name.lowercased().unicodeScalars)
    let most = max(1, goal.drop { $0 == "-" }.count / 3)
    guard abs(goal.count - letters.count) <= most else { return nil }
    let slips = distance(from: letters, to: goal)
    return slips <= most ? slips : nil
  }

  /// Returns a method's name without its argument labels, or a class's name without its module.
  private static func base(of name: String) -> String {
    let method = name.prefix { $0 != "(" && $0 != ":" }
    return method.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// The optimal string alignment distance between two words.
  ///
  /// - Complexity: O(letters · letters), one row of the table at a time.
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
