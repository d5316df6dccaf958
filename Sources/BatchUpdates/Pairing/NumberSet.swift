/// A set of numbers below a bound that finds the next larger one, in steps of 64 numbers, 4,096 numbers, and so on.
///
/// The first level has a bit for each number; each higher level has a bit for each word of the level below that is not
/// zero (van Emde Boas's idea with words for nodes). All levels are in one array, whose words are passed to each method
/// as a span, which saves a uniqueness check for each access.
///
/// - Complexity: O(log `bound`) for each operation, by a logarithm to base 64.
struct NumberSet {
  typealias Words = MutableSpan<UInt64>

  /// For each level the index of its first word.
  private let starts: [Int]
  /// The words of a set without numbers.
  let noWords: [UInt64]

  /// Makes the layout of a set of numbers below `bound`.
  init(bound: Int) {
    var starts: [Int] = []
    var wordCount = 0
    var positions = bound
    repeat {
      starts.append(wordCount)
      positions = (positions + 63) / 64
      wordCount += positions
    } while positions > 1
    self.starts = starts
    noWords = [UInt64](repeating: 0, count: wordCount)
  }

  /// Returns the index of the word with a number's bit.
  @inline(__always)
  static func word(_ number: Int) -> Int { number &>> 6 }

  /// Returns a word with only a number's bit.
  @inline(__always)
  static func bit(_ number: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: number) }

  /// Adds numbers that share a word, given by their bits.
  @inline(__always)
  func insert(_ bits: UInt64, inWord word: Int, _ words: inout Words) {
    words[word] |= bits
    var position = word
    var level = 1
    while level < starts.count {
      words[starts[level] &+ NumberSet.word(position)] |= NumberSet.bit(position)
      position = NumberSet.word(position)
      level &+= 1
    }
  }

  /// Removes a number.
  @inline(__always)
  func remove(_ number: Int, _ words: inout Words) {
    var position = number
    var level = 0
    while level < starts.count {
      let index = starts[level] &+ NumberSet.word(position)
      words[index] &= ~NumberSet.bit(position)
      if words[index] != 0 { return }
      position = NumberSet.word(position)
      level &+= 1
    }
  }

  /// Returns the smallest number of the set that is not below `number`; there must be one.
  @inline(__always)
  func first(notBelow number: Int, _ words: borrowing Words) -> Int {
    var position = number
    var level = 0
    while true {
      let word = NumberSet.word(position)
      let bits = words[starts[level] &+ word] &>> UInt64(truncatingIfNeeded: position & 63)
      if bits != 0 {
        position &+= bits.trailingZeroBitCount
        break
      }
      position = word &+ 1
      level &+= 1
    }
    while level > 0 {
      level &-= 1
      position = position &<< 6 | words[starts[level] &+ position].trailingZeroBitCount
    }
    return position
  }
}
