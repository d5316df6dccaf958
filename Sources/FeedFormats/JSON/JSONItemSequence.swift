/// Reads items from JSON text one after the other, and leaves out those that cannot be taken.
struct JSONItemSequence {
  var scanner: JSONScanner
  var reader: JSONItemReader
  private(set) var items: [FeedItem] = []
  private let options: FeedReader.Options
  private var isFull = false

  init(_ source: SourceText, at start: Int, _ options: FeedReader.Options) {
    scanner = JSONScanner(source.bytes, at: start, maxDepth: options.maxDepth)
    scanner.allowsFlaws = true
    reader = JSONItemReader(source)
    self.options = options
  }

  /// Reads the array of items that begins here.
  mutating func readArray(outerDepth: Int) throws(JSONFault) {
    scanner.outerDepth = outerDepth + 1
    defer { scanner.outerDepth = outerDepth }
    scanner.position += 1
    scanner.skipWhitespace()
    guard scanner.next != UInt8(ascii: "]") else {
      scanner.position += 1
      return
    }
    repeat { try readItem() } while try scanner.skipComma(orClosing: UInt8(ascii: "]"))
  }

  /// Reads the item that begins here.
  mutating func readItem() throws(JSONFault) { take(try scanItem()) }

  /// A value where an item is expected, and what of it was passed over.
  struct Candidate {
    let range: Range<Int>
    let flaws: JSONScanner.Flaws
  }

  /// Moves behind the value that begins here, whose faults are its own.
  mutating func scanItem() throws(JSONFault) -> Candidate {
    let start = scanner.position
    let outside = scanner.flaws
    scanner.flaws = JSONScanner.Flaws()
    defer { scanner.flaws = outside }
    try scanner.skipValue()
    return Candidate(range: start..<scanner.position, flaws: scanner.flaws)
  }

  /// Keeps the item of a value, or leaves it out with a finding.
  mutating func take(_ candidate: Candidate) {
    if items.count >= options.maxItems {
      noteThatNoMoreAreTaken(at: candidate.range.lowerBound)
    } else if let offset = candidate.flaws.firstTooDeep {
      reader.findings.add(at: offset, .itemLeftOut, "nested deeper than \(options.maxDepth)")
    } else if let offset = candidate.flaws.firstInvalid {
      reader.findings.add(at: offset, .itemLeftOut, "bytes that are no UTF-8")
    } else if var item = reader.item(JSONValue(bytes: scanner.bytes, range: candidate.range)) {
      noteRepairs(of: candidate.flaws)
      if candidate.flaws.wantRepair { item.raw = item.raw.map(JSONRepair.repaired) }
      items.append(item)
    }
  }

  /// Tells what was read although it is not JSON.
  mutating func noteRepairs(of flaws: JSONScanner.Flaws) {
    if let offset = flaws.firstControlCharacter {
      reader.findings.add(at: offset, .kept, "a control character is not escaped in a string")
    }
    if let offset = flaws.firstTrailingComma {
      reader.findings.add(at: offset, .kept, "a comma before a closing bracket")
    }
  }

  private mutating func noteThatNoMoreAreTaken(at start: Int) {
    guard !isFull else { return }
    isFull = true
    reader.findings.add(at: start, .restLeftOut, "more than \(options.maxItems) items")
  }
}
