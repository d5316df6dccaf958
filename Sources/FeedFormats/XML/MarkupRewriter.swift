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
  /// The number of bytes that are in the output, unchanged or replaced.
  private var copied = 0
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
  }

  /// Returns HTML with its addresses resolved.
  ///
  /// - Complexity: O(*n*) for *n* bytes and what the budget allows to add.
  static func resolved(_ html: String, against base: String, _ budget: inout AddressBudget) -> String {
    guard html.utf8.contains(UInt8(ascii: "<")) else { return html }
    var rewriter = MarkupRewriter(Array(html.utf8), nil, depth: 0, base: base, budget)
    rewriter.rewrite()
    budget = rewriter.budget
    return rewriter.copied == 0 ? html : rewriter.text
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
    return rewriter.text
  }

  private var isXML: Bool { namespaces != nil }

  private mutating func rewrite() {
    while position < bytes.count {
      while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
      if position < bytes.count { readMarkup() }
    }
  }

  /// Replaces a range; what is between replaced ranges is copied.
  private mutating func replace(_ range: Range<Int>, with replacement: some Sequence<UInt8>) {
    output += bytes[copied..<range.lowerBound]
    output += replacement
    copied = range.upperBound
  }

  /// The result.
  private var text: String { String(decoding: output + bytes[copied...], as: UTF8.self) }

  private mutating func readMarkup() {
    let start = position
    guard let markup = Markup(in: bytes, at: start, isXML: isXML) else { return position += 1 }
    position = markup.end
    switch markup.kind {
    case .startTag: if markup.isComplete { readStartTag(markup) }
    case .endTag:
      _ = removePrefix(of: markup.name)
      leaveElement()
    case .cdata where isXML:
      var escaped: [UInt8] = []
      for byte in bytes[markup.content(ofCDATAAt: start)] { escaped.append(escaping: byte) }
      replace(start..<position, with: escaped)
    case .instruction where isXML: replace(start..<position, with: [])
    case .comment, .cdata, .instruction, .declaration: break
    }
  }
}

// MARK: - Tags

extension MarkupRewriter {
  private mutating func readStartTag(_ markup: Markup) {
    let (name, end) = (markup.name, markup.end - 1)
    let attributes = name.upperBound..<end
    depth += 1
    namespaces?.enter(attributes, of: bytes, depth: depth)
    if isXML, let own = bytes.attribute("xml:base", in: attributes)?.nonEmpty { enterBase(own) }
    let written = removePrefix(of: name)
    let element = written.count <= 16 ? bytes.string(in: written).lowercased() : ""
    rewrite(attributes, of: element)
    if isXML, markup.isEmpty, !Self.voidElements.contains(element) { close(written, at: end) }
    if markup.isEmpty { leaveElement() }
    if !isXML, !markup.isEmpty, Self.rawElements.contains(element) { skip(toEndOf: element) }
  }

  /// Replaces the `/` at the end of a start tag by an end tag, since HTML ignores it.
  private mutating func close(_ name: Range<Int>, at end: Int) {
    var start = end
    while start > max(copied, name.upperBound), bytes[start - 1].isWhitespace || bytes[start - 1] == UInt8(ascii: "/") {
      start -= 1
    }
    replace(start..<end, with: "></".utf8 + bytes[name])
  }

  /// Removes the prefix from the name of an element, and returns what stays.
  private mutating func removePrefix(of name: Range<Int>) -> Range<Int> {
    let written = writtenName(name)
    if written != name { replace(name.lowerBound..<written.lowerBound, with: []) }
    return written
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

  /// Moves to the end tag of an element in which nothing else is markup, or to the end.
  private mutating func skip(toEndOf element: String) {
    while let behind = bytes.offset(behind: "</", from: position) {
      position = behind
      let name = bytes.nameOfTag(from: behind)
      if name.count == element.utf8.count, bytes.string(in: name).lowercased() == element {
        position = behind - 2
        return
      }
    }
    position = bytes.count
  }

  private static let voidElements: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
  ]

  private static let rawElements: Set<String> = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed"]
}

// MARK: - Attributes

extension MarkupRewriter {
  private mutating func rewrite(_ attributes: Range<Int>, of element: String) {
    var reader = XMLAttributes(bytes, attributes)
    while let attribute = reader.next() {
      let name = attribute.name.count <= 16 ? bytes.string(in: attribute.name).lowercased() : ""
      if isXML, name == "xml:base" || isNamespaceDeclaration(attribute.name) {
        var start = attribute.whole.lowerBound
        while start > max(copied, attributes.lowerBound), bytes[start - 1].isWhitespace { start -= 1 }
        replace(start..<attribute.whole.upperBound, with: [])
      } else if let kind = AddressAttribute(name, of: element), let address = resolved(attribute.value, kind) {
        var value = Array("=\"".utf8)
        for byte in address.utf8 { value.append(escaping: byte) }
        value.append(UInt8(ascii: "\""))
        replace(attribute.name.upperBound..<attribute.whole.upperBound, with: value)
      }
    }
  }

  private func isNamespaceDeclaration(_ name: Range<Int>) -> Bool {
    guard bytes.hasBytes("xmlns", at: name.lowerBound), name.count >= 5 else { return false }
    return name.count == 5 || bytes[name.lowerBound + 5] == UInt8(ascii: ":")
  }

  /// Returns the resolved value of an attribute, or nil if it is not relative or the budget is used up.
  private mutating func resolved(_ value: Range<Int>, _ kind: AddressAttribute) -> String? {
    guard !budget.isExceeded, let base = bases.last?.address, kind == .candidates || !isComplete(value) else {
      return nil
    }
    let text = bytes.decodedHTML(in: value)
    let address =
      switch kind {
      case .address: resolved(text, against: base)
      case .candidates: resolvedCandidates(text, against: base)
      }
    guard address != text, budget.take(address.utf8.count) else { return nil }
    return address
  }

  /// Whether an address begins with a scheme as it is written, which most do.
  private func isComplete(_ value: Range<Int>) -> Bool {
    let scheme = bytes[value].prefix { $0.isASCIILetter }
    return !scheme.isEmpty && scheme.endIndex < value.upperBound && bytes[scheme.endIndex] == UInt8(ascii: ":")
  }

  /// Returns an address resolved; a fragment stays, and so does what has a control character and thus is no address.
  private func resolved(_ reference: String, against base: String) -> String {
    let isRelative = !reference.isEmpty && !reference.hasPrefix("#") && !reference.utf8.contains { $0 < 0x20 }
    return isRelative ? WebAddress.resolve(reference, against: base) : reference
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
