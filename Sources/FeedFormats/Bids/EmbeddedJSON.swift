/// JSON text in a string of a document, with the place of each of its bytes in the document.
struct EmbeddedJSON: Sendable {
  /// The text, with the escape sequences of the string decoded.
  let bytes: [UInt8]
  /// The offset in the document of each byte, and of the end.
  private let offsets: [Int]

  /// Decodes a string.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ string: JSONValue) {
    let source = string.bytes
    var (bytes, offsets) = ([UInt8](), [Int]())
    var offset = string.range.lowerBound + 1
    let end = string.range.upperBound - 1
    while offset < end {
      let start = offset
      if source[offset] == UInt8(ascii: "\\") {
        offset = JSONValue.decodeEscape(in: source, at: offset, into: &bytes)
      } else {
        bytes.append(source[offset])
        offset += 1
      }
      while offsets.count < bytes.count { offsets.append(start) }
    }
    self.bytes = bytes
    self.offsets = offsets + [end]
  }

  /// Returns the offset in the document of an offset in the text.
  func offsetInDocument(of offset: Int) -> Int { offsets[min(max(offset, 0), offsets.count - 1)] }
}

extension JSONItemReader {
  /// Reads an object that is given as a string of JSON or as it is, with or without a root `native`.
  ///
  /// - Parameters:
  ///   - label: What findings call the object.
  ///   - remedy: What becomes of it if it cannot be read.
  /// - Returns: What `read` returns; nil, with a finding, if there is no such object.
  mutating func embedded<Result>(
    _ value: JSONValue, _ label: String, _ remedy: Finding.Remedy = .valueLeftOut,
    read: (_ object: JSONValue, _ reader: inout JSONItemReader) -> Result?
  ) -> Result? {
    guard value.kind == .string else { return rootObject(value, label, remedy).flatMap { read($0, &self) } }
    let text = EmbeddedJSON(value)
    findings.embedded = text
    defer { findings.embedded = nil }
    var scanner = JSONScanner(text.bytes, maxDepth: 512)
    scanner.allowsFlaws = true
    let root: JSONValue
    do throws(JSONFault) { root = try scanner.onlyValue(within: "text") } catch {
      findings.add(at: error.offset, remedy, "\(label) is not JSON: \(error.words(ofWhole: "text"))")
      return nil
    }
    if let offset = scanner.flaws.firstTooDeep {
      findings.add(at: offset, remedy, "\(label) is nested deeper than 512")
      return nil
    }
    reportRepairs(of: scanner.flaws)
    return rootObject(root, label, remedy).flatMap { read($0, &self) }
  }

  /// Returns an object, or the one that is its member `native`.
  private mutating func rootObject(_ value: JSONValue, _ label: String, _ remedy: Finding.Remedy) -> JSONValue? {
    guard value.kind == .object else {
      findings.add(
        at: value.range.lowerBound, remedy, "\(label) is \(value.kind.rawValue), not an object of native markup")
      return nil
    }
    let names = value.members.map { value.name(of: $0) }
    guard let place = names.lastIndex(of: "native"), !names.contains("assets") else { return value }
    let native = value.members[place].value
    if native.kind == .object { return native }
    findings.add(
      at: native.range.lowerBound, remedy, "\(label) has a native that is \(native.kind.rawValue), not an object")
    return nil
  }
}
