/// A name in which `*` stands for any letters, or none.
///
/// - Complexity: matching is O(letters of the pattern × letters of the name).
struct NamePattern: Sendable, Hashable {
  /// What stands between the stars; one piece where there is no star.
  private let pieces: [[Character]]

  init(_ text: Substring) {
    pieces = text.split(separator: "*", omittingEmptySubsequences: false).map(Array.init)
  }

  /// Whether any name but one could be meant.
  var hasWildcard: Bool { pieces.count > 1 }

  /// The name without its stars, which may be near what was meant.
  var letters: String { String(pieces.joined()) }

  /// Whether it begins with a star.
  var beginsOpen: Bool { hasWildcard && pieces.first?.isEmpty == true }

  /// Whether it ends with a star.
  var endsOpen: Bool { hasWildcard && pieces.last?.isEmpty == true }

  /// Whether a name is as the pattern says.
  ///
  /// The first piece must begin the name, and the last one end it; of those between, each is best taken as early as it comes.
  func matches(_ name: String) -> Bool {
    let letters = Array(name)
    guard let first = pieces.first, let last = pieces.last, letters.starts(with: first) else { return false }
    guard hasWildcard else { return letters.count == first.count }
    var start = first.count
    for piece in pieces.dropFirst().dropLast() {
      guard let found = NamePattern.firstIndex(of: piece, in: letters[start...]) else { return false }
      start = found + piece.count
    }
    return letters.count - start >= last.count && letters.suffix(last.count).elementsEqual(last)
  }

  private static func firstIndex(of piece: [Character], in letters: ArraySlice<Character>) -> Int? {
    guard letters.count >= piece.count else { return nil }
    return (letters.startIndex...letters.endIndex - piece.count).first { letters[$0...].starts(with: piece) }
  }
}

extension NamePattern: CustomStringConvertible {
  /// The pattern as it is written.
  var description: String { pieces.map { String($0) }.joined(separator: "*") }
}
