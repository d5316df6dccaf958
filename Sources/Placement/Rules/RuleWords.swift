/// The words of a rule line, one after another, each with the column where it starts.
struct RuleWords {
  /// A word, and its first byte's column, counted from 1.
  struct Word {
    var text: String
    var column: Int
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ line: String) { bytes = Array(line.utf8) }

  /// The next word without taking it.
  var peek: Word? {
    var copy = self
    return copy.next()
  }

  /// The column after the last byte.
  var endColumn: Int { bytes.count + 1 }

  /// Takes the next word.
  mutating func next() -> Word? {
    while position < bytes.count, RuleWords.isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count, !RuleWords.isSpace(bytes[position]) { position += 1 }
    return Word(text: String(decoding: bytes[start..<position], as: UTF8.self), column: start + 1)
  }

  /// Takes a list of values, which go on after a comma even when a space follows it.
  mutating func nextList() -> [Word]? {
    guard var word = next() else { return nil }
    var values = RuleWords.values(of: word)
    while word.text.hasSuffix(","), let following = next() {
      word = following
      values.removeLast()
      values += RuleWords.values(of: word)
    }
    return values
  }

  /// The parts of a word between its commas.
  private static func values(of word: Word) -> [Word] {
    var column = word.column
    return word.text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      defer { column += part.utf8.count + 1 }
      return Word(text: String(part), column: column)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= byte)
  }
}
