/// A text to search for, in which the case of ASCII letters does not matter.
struct SearchText {
  /// The text in UTF-8, with small ASCII letters.
  private let bytes: [UInt8]

  /// Takes a text; an empty one is found nowhere.
  init(_ text: String) { bytes = text.utf8.map(Self.small) }

  /// Returns whether the title, an author's name or the text of an item has it; HTML is searched as it is spelled.
  func isFound(in item: FeedItem) -> Bool {
    isFound(in: item.title) || isFound(in: item.summary) || isFound(in: item.contentText)
      || isFound(in: item.contentHTML) || item.authors.contains { isFound(in: $0.name) }
  }

  private func isFound(in text: String?) -> Bool { text.map { isFound(in: Array($0.utf8)) } ?? false }

  /// Returns whether bytes have it.
  func isFound(in text: [UInt8]) -> Bool { text.withPlace(at: 0, end: text.count) { isFound(from: $0) } }

  /// Returns whether it is found from a place on.
  ///
  /// Sixteen places at a time are compared with its first and its last byte, and only those that agree with the rest.
  /// - Complexity: O(*n*) for most texts, O(*n* *m*) at worst, for *n* bytes and *m* bytes to search for.
  func isFound(from start: BoundedPlace) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    let (firsts, lasts) = (SIMD16<UInt8>(repeating: first), SIMD16<UInt8>(repeating: last))
    let firstCases = SIMD16<UInt8>(repeating: Self.caseBit(of: first))
    let lastCases = SIMD16<UInt8>(repeating: Self.caseBit(of: last))
    var place = start
    while place.left >= bytes.count {
      let beginnings = ByteFlags((place.vector | firstCases) .== firsts)
      let ends = ByteFlags(((place + (bytes.count - 1)).vector | lastCases) .== lasts)
      var candidates = beginnings.intersection(ends)
      while !candidates.isEmpty {
        if isFound(at: place + candidates.firstLane) { return true }
        candidates.removeFirst()
      }
      place = place + 16
    }
    return false
  }

  private func isFound(at start: BoundedPlace) -> Bool {
    guard start.left >= bytes.count else { return false }
    for offset in bytes.indices where Self.small((start + offset).byte) != bytes[offset] { return false }
    return true
  }

  private static func small(_ byte: UInt8) -> UInt8 { byte | caseBit(of: byte) }

  /// The bit that tells small from capital letters; none for other bytes.
  private static func caseBit(of byte: UInt8) -> UInt8 { byte.isASCIILetter ? 0x20 : 0 }
}
