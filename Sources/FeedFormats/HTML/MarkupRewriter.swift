/// Makes the markup of a feed independent of the feed: complete addresses, and HTML instead of XML.
///
/// Relative addresses in attributes are resolved against a base; nothing else of HTML is changed. A fragment such as
/// `#note` stays, since it leads to a place in the same markup. In markup that was written as XML, elements of XHTML,
/// SVG and MathML also lose their prefixes, namespace declarations and `xml:base` are removed, CDATA sections become
/// text, and `<b/>` becomes `<b></b>`. Markup with errors is copied as it is.
struct MarkupRewriter {
  private let bytes: [UInt8]
  private var position = 0
  private var output: [UInt8] = []
  /// The namespaces in scope in markup that was written as XML; nil for HTML.
  private var namespaces: XMLNamespaces?
  /// The base of each open element that has an own one, after the base of the markup.
  private var bases: [(depth: Int, address: String?)]
  private var depth: Int
  private let outerDepth: Int
  private var budget: AddressBudget

  private init(_ bytes: [UInt8], _ namespaces: XMLNamespaces?, depth: Int, base: String?, _ budget: AddressBudget) {
    self.bytes = bytes
    self.namespaces = namespaces
    self.depth = depth
    outerDepth = depth
    bases = [(depth, base)]
    self.budget = budget
    output.reserveCapacity(bytes.count)
  }

  /// Returns HTML with its addresses resolved.
  ///
  /// - Complexity: O(*n*) for *n* bytes and what the budget allows to add.
  static func resolved(_ html: String, against base: String, _ budget: inout AddressBudget) -> String {
    guard html.utf8.contains(UInt8(ascii: "<")) else { return html }
    var rewriter = MarkupRewriter(Array(html.utf8), nil, depth: 0, base: base, budget)
    rewriter.rewrite()
    budget = rewriter.budget
    return String(decoding: rewriter.output, as: UTF8.self)
  }

  /// Returns XML markup of a document as HTML with its addresses resolved.
  ///
  /// - Parameter outer: the attributes of an element around the markup that is not part of the result.
  /// - Complexity: O(*n*) for *n* bytes and what the budget allows to add.
  static func html(
    of markup: Range<Int>, within outer: Range<Int>?, of scanner: XMLScanner, base: String?,
    _ budget: inout AddressBudget
  ) -> String {
    let namespaces = scanner.namespaces
    var rewriter = MarkupRewriter(
      Array(scanner.bytes[markup]), namespaces, depth: scanner.depth + 1, base: base, budget)
    if let outer {
      rewriter.namespaces?.enter(outer, of: scanner.bytes, depth: scanner.depth + 1)
      if let own = scanner.bytes.attribute("xml:base", in: outer)?.nonEmpty { rewriter.enterBase(own) }
    }
    rewriter.rewrite()
    budget = rewriter.budget
    return String(decoding: rewriter.output, as: UTF8.self)
  }

  private var isXML: Bool { namespaces != nil }

  private mutating func rewrite() {
    while position < bytes.count {
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
      output += bytes[start..<position]
      if position < bytes.count { copyMarkup() }
    }
  }

  private mutating func copyMarkup() {
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    if next.isASCIILetter {
      copyStartTag()
    } else if next == UInt8(ascii: "/") {
      copyEndTag()
    } else if bytes.hasBytes("<!--", at: position) {
      copy(behind: "-->", from: position + 4)
    } else if bytes.hasBytes("<![CDATA[", at: position) {
      copyCDATA()
    } else if next == UInt8(ascii: "?"), isXML {
      position = bytes.offset(behind: "?>", from: position) ?? bytes.count
    } else {
      output.append(bytes[position])
      position += 1
    }
  }

  /// Copies up to the next occurrence of a text, or to the end.
  private mutating func copy(behind text: String, from start: Int) {
    let end = bytes.offset(behind: text, from: start) ?? bytes.count
    output += bytes[position..<end]
    position = end
  }

  private mutating func copyCDATA() {
    guard isXML else { return copy(behind: "]]>", from: position) }
    let start = position + 9
    let end = bytes.offset(behind: "]]>", from: start)
    for byte in bytes[start..<(end.map { $0 - 3 } ?? bytes.count)] { output.append(escaping: byte) }
    position = end ?? bytes.count
  }
}

// MARK: - Tags

extension MarkupRewriter {
  private func nameOfTag(from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, !bytes[end].endsName { end += 1 }
    return start..<end
  }

  private mutating func copyStartTag() {
    let name = nameOfTag(from: position + 1)
    let end = bytes.endOfTag(from: name.upperBound)
    guard end < bytes.count else { return copy(behind: ">", from: bytes.count) }
    let isEmpty = end > name.upperBound && bytes[end - 1] == UInt8(ascii: "/")
    let attributes = name.upperBound..<end
    depth += 1
    namespaces?.enter(attributes, of: bytes, depth: depth)
    if isXML, let own = bytes.attribute("xml:base", in: attributes)?.nonEmpty { enterBase(own) }
    let written = writtenName(name)
    output.append(UInt8(ascii: "<"))
    output += bytes[written]
    let element = written.count <= 16 ? bytes.string(in: written).lowercased() : ""
    copyAttributes(attributes, of: element)
    if isXML, isEmpty, !Self.voidElements.contains(element) {
      while let last = output.last, last.isWhitespace || last == UInt8(ascii: "/") { output.removeLast() }
      output += "></".utf8
      output += bytes[written]
    }
    output.append(UInt8(ascii: ">"))
    position = end + 1
    if isEmpty { leaveElement() }
    if !isXML, !isEmpty, Self.rawElements.contains(element) { copy(behindEndOf: element) }
  }

  private mutating func copyEndTag() {
    let name = nameOfTag(from: position + 2)
    output += "</".utf8
    output += bytes[writtenName(name)]
    position = name.upperBound
    leaveElement()
  }

  /// Returns the name without its prefix if it is the name of an element that HTML knows.
  private func writtenName(_ name: Range<Int>) -> Range<Int> {
    guard let namespaces, name.count <= 64, let colon = bytes[name].firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < name.upperBound,
      namespaces.vocabulary(of: bytes.string(in: name.lowerBound..<colon)).isPartOfHTML
    else { return name }
    return colon + 1..<name.upperBound
  }

  fileprivate mutating func enterBase(_ address: String) {
    bases.append((depth, WebAddress.resolve(address, against: bases.last?.address)))
  }

  private mutating func leaveElement() {
    guard depth > outerDepth else { return }
    namespaces?.leave(depth: depth)
    while bases.count > 1, let last = bases.last, last.depth >= depth { bases.removeLast() }
    depth -= 1
  }

  /// Copies the content of an element in which only its own end tag is markup.
  private mutating func copy(behindEndOf element: String) {
    let start = position
    while let behind = bytes.offset(behind: "</", from: position) {
      position = behind
      let name = nameOfTag(from: behind)
      if name.count == element.utf8.count, bytes.string(in: name).lowercased() == element {
        position = behind - 2
        output += bytes[start..<position]
        return
      }
    }
    position = bytes.count
    output += bytes[start...]
  }

  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
  ]

  private static let rawElements: Set<String> = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed"]
}

// MARK: - Attributes

extension MarkupRewriter {
  /// Copies the rest of a start tag up to its `>`.
  private mutating func copyAttributes(_ attributes: Range<Int>, of element: String) {
    var reader = XMLAttributes(bytes, attributes)
    var copied = attributes.lowerBound
    while let attribute = reader.next() {
      let name = attribute.name.count <= 16 ? bytes.string(in: attribute.name).lowercased() : ""
      if isXML, name == "xml:base" || isNamespaceDeclaration(attribute.name) {
        var end = attribute.whole.lowerBound
        while end > copied, bytes[end - 1].isWhitespace { end -= 1 }
        output += bytes[copied..<end]
        copied = attribute.whole.upperBound
      } else if let kind = AddressAttribute(name, of: element), let address = resolved(attribute.value, kind) {
        output += bytes[copied..<attribute.name.upperBound]
        output += "=\"".utf8
        for byte in address.utf8 { output.append(escaping: byte) }
        output.append(UInt8(ascii: "\""))
        copied = attribute.whole.upperBound
      }
    }
    output += bytes[copied..<attributes.upperBound]
  }

  private func isNamespaceDeclaration(_ name: Range<Int>) -> Bool {
    guard bytes.hasBytes("xmlns", at: name.lowerBound), name.count >= 5 else { return false }
    return name.count == 5 || bytes[name.lowerBound + 5] == UInt8(ascii: ":")
  }

  /// Returns the resolved value of an attribute, or nil if it is not relative or the budget is used up.
  private mutating func resolved(_ value: Range<Int>, _ kind: AddressAttribute) -> String? {
    guard !budget.isExceeded, let base = bases.last?.address else { return nil }
    let text = bytes.decodedHTML(in: value)
    let address =
      switch kind {
      case .address: resolved(text, against: base)
      case .candidates: resolvedCandidates(text, against: base)
      }
    guard address != text, budget.take(address.utf8.count) else { return nil }
    return address
  }

  private func resolved(_ reference: String, against base: String) -> String {
    reference.isEmpty || reference.hasPrefix("#") ? reference : WebAddress.resolve(reference, against: base)
  }

  /// Resolves the addresses of a `srcset`, which are separated by commas and followed by a width or a density.
  private func resolvedCandidates(_ text: String, against base: String) -> String {
    guard text.utf8.count <= 4096 else { return text }
    let candidates = text.split(separator: ",").map { candidate in
      let parts = candidate.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard let first = parts.first else { return String(candidate) }
      let address = resolved(String(first), against: base)
      return parts.count == 2 ? "\(address) \(parts[1])" : address
    }
    // An address may contain a comma, and so does every `data:` address.
    return text.contains("data:") || text.contains("://") ? text : candidates.joined(separator: ", ")
  }
}

/// What an attribute with addresses contains.
private enum AddressAttribute {
  case address
  /// Addresses with sizes, of which a browser chooses one.
  case candidates

  /// Returns nil for attributes that contain no address.
  init?(_ name: String, of element: String) {
    switch (name, element) {
    case ("href", _), ("src", _), ("xlink:href", _), ("cite", _), ("poster", _), ("longdesc", _), ("background", _),
      ("action", "form"), ("formaction", _), ("data", "object"):
      self = .address
    case ("srcset", _): self = .candidates
    default: return nil
    }
  }
}

/// The number of bytes that resolved addresses may add to a document.
///
/// A base is repeated in each address, so that a small hostile document could become very large.
struct AddressBudget {
  private var left: Int

  /// Creates the budget of a document of so many bytes.
  init(ofDocument bytes: Int) { left = max(1 << 20, min(bytes, 1 << 40) * 2) }

  /// Whether an address was not resolved because it would have exceeded the budget; then no other one is either.
  private(set) var isExceeded = false

  /// Takes the bytes of an address; returns false if there are not as many left.
  mutating func take(_ bytes: Int) -> Bool {
    guard bytes <= left else {
      isExceeded = true
      return false
    }
    left -= bytes
    return true
  }
}

extension [UInt8] {
  /// Appends a byte of text or of a quoted value, escaped where HTML requires it.
  fileprivate mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): self += "&amp;".utf8
    case UInt8(ascii: "<"): self += "&lt;".utf8
    case UInt8(ascii: ">"): self += "&gt;".utf8
    case UInt8(ascii: "\""): self += "&quot;".utf8
    default: append(byte)
    }
  }
}
