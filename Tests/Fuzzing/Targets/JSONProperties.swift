import FeedFormats
import TestSupport

/// The scanners of documents and of lines judge any text as the grammar of JSON does, and copy it byte for byte.
enum JSONProperties {
  static func check(_ input: [UInt8]) throws {
    try checkDocument(input)
    try checkLine(input.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 })
  }

  /// An ad is scanned as a document; as a member of a feed, it is copied.
  private static func checkDocument(_ text: [UInt8]) throws {
    let isJSON = FeedJSONOracle.accepts(text)
    let isAd = (try? StreamMerger(ads: [text])) != nil
    try require(
      isAd == (isJSON && !text.contains(UInt8(ascii: "\n"))), "as an ad it is \(isAd ? "taken" : "refused")")
    guard FeedJSONOracle.accepts(text, maxDepth: 511) else { return }
    let head = #"{"version":"https://jsonfeed.org/version/1.1","x":"#
    let document = try FeedReader().read(Array(head.utf8) + text + Array(#","items":[]}"#.utf8))
    let member = document.members.first { $0.name == "x" }
    try require(member.map { Array($0.rawValue) } == trimmed(text), "as a member it is not copied")
  }

  private static func checkLine(_ text: [UInt8]) throws {
    let line = Array(#"{"items":[],"x":"#.utf8) + trimmed(text) + [UInt8(ascii: "}")]
    let isJSON = FeedJSONOracle.accepts(line)
    do {
      let merged = try StreamMerger().merge(line: line)
      try require(isJSON, "as a member of a request it is taken")
      try require(FeedJSONOracle.accepts(merged), "the merged request is not JSON")
      if FeedJSONOracle.accepts(text, maxDepth: 511) {
        let expected = line.dropLast() + Array(#","placements":[]}"#.utf8)
        try require(merged == expected, "as a member of a request it is not copied")
      }
    } catch let fault as MergeFault {
      try require(fault.line == 1 && 1...(line.count + 1) ~= fault.column, "the fault is outside the line: \(fault)")
      // Members of the request itself may be in the text, which can be wrong in other ways.
      try require(!FeedJSONOracle.accepts(text, maxDepth: 511), "a valid member of a request is refused: \(fault)")
    }
  }

  /// Returns the text without white space around it.
  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(text[first...last])
  }
}
