/// The one value of a small JSON file, such as rules or a weaving plan, every byte of which has been checked.
struct JSONFile {
  /// Why a file was refused, and where.
  struct Fault: Error {
    let position: SourcePosition
    let problem: String
  }

  /// Where the bytes of the value stand in the file.
  let map: SourceMap
  /// The value.
  let value: JSONValue

  /// Checks a file.
  ///
  /// - Parameter name: what it holds, such as `plan`.
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: [UInt8], maxBytes: Int, maxDepth: Int, holding name: String) throws(Fault) {
    guard bytes.count <= maxBytes else {
      throw Fault(position: .start, problem: "the file has more than \(maxBytes) bytes")
    }
    let source: SourceText
    do throws(FeedError) { source = try SourceText(bytes) } catch {
      throw Fault(position: error.position, problem: error.problem)
    }
    map = source.map
    if let place = source.guessedAt {
      throw Fault(position: map.position(at: place), problem: "bytes that are no UTF-8")
    }
    var scanner = JSONScanner(source.bytes, maxDepth: maxDepth)
    do throws(JSONFault) { value = try scanner.onlyValue(within: name) } catch {
      throw Fault(position: map.position(at: error.offset), problem: error.words(ofWhole: "file"))
    }
    let flaws = [
      (scanner.flaws.firstInvalid, "bytes that are no UTF-8"),
      (scanner.flaws.firstTooDeep, "nested deeper than \(maxDepth)"),
    ]
    for case (let offset?, let problem) in flaws { throw Fault(position: map.position(at: offset), problem: problem) }
  }
}

extension JSONScanner {
  /// The value that is all there is but for white space.
  fileprivate mutating func onlyValue(within name: String) throws(JSONFault) -> JSONValue {
    skipWhitespace()
    let start = position
    try skipValue()
    let end = position
    skipWhitespace()
    if next != nil { throw fault("nothing behind the \(name)", within: "") }
    return JSONValue(bytes: bytes, range: start..<end)
  }
}
