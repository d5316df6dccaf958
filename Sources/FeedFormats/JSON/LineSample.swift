/// The first lines of a text, which show whether it has an item on each line although some lines are none.
struct LineSample {
  private var kind: JSONItemKind?
  private var itemCount = 0
  private var lineCount = 0
  /// Whether lines before the first item are as in JSON that is spread over several: with an open bracket or a comma at
  /// their end.
  private var isPartOfValue = false

  /// Looks at up to 100 lines, and at 256 KiB of longer ones.
  ///
  /// - Parameter kindOfOthers: The kind of objects that do not show theirs; nil if they are not items.
  /// - Complexity: O(*n*) for *n* bytes, of which there are few.
  init(_ source: SourceText, at start: Int, kindOfOthers: JSONItemKind?) {
    let bytes = source.bytes
    let limit = start + 256 << 10
    var position = start
    while position < bytes.count, position < limit, lineCount < 100 {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      take(bytes, position..<end, kindOfOthers)
      position = end + 1
    }
  }

  /// The kind of the items if at least a quarter of the lines are items, and none is a part of a larger value.
  var kindOfItems: JSONItemKind? { isPartOfValue || itemCount * 4 < lineCount ? nil : kind }

  private mutating func take(_ bytes: [UInt8], _ line: Range<Int>, _ kindOfOthers: JSONItemKind?) {
    guard let last = bytes[line].last(where: { !$0.isWhitespace }) else { return }
    lineCount += 1
    if kind == nil, last == UInt8(ascii: "{") || last == UInt8(ascii: "[") { isPartOfValue = true }
    let start = bytes[line].firstIndex { $0 == UInt8(ascii: "{") } ?? line.upperBound
    guard bytes[line.lowerBound..<start].allSatisfy({ $0.isWhitespace || [0xEF, 0xBB, 0xBF].contains($0) }) else {
      return
    }
    var scanner = JSONScanner(bytes, at: start)
    scanner.end = line.upperBound
    scanner.allowsFlaws = true
    do throws(JSONFault) { try scanner.skipValue() } catch { return }
    let object = JSONValue(bytes: bytes, range: start..<scanner.position)
    scanner.skipWhitespace()
    if kind == nil, lineCount > 1, scanner.next == UInt8(ascii: ",") { isPartOfValue = true }
    guard scanner.next == nil, let found = JSONItemKind(object) ?? kindOfOthers else { return }
    kind = kind ?? found
    itemCount += 1
  }
}
