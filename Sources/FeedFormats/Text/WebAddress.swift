/// Detects web addresses and resolves relative ones, as far as feeds need it.
enum WebAddress {
  /// Whether a text is an http or https address.
  static func isWebAddress(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    for letter in "http".utf8 {
      guard let byte = bytes.next(), byte | 0x20 == letter else { return false }
    }
    var next = bytes.next()
    if let byte = next, byte | 0x20 == UInt8(ascii: "s") { next = bytes.next() }
    return next == UInt8(ascii: ":") && bytes.next() == UInt8(ascii: "/") && bytes.next() == UInt8(ascii: "/")
  }

  /// Resolves a reference against a base as in RFC 3986, section 5.2; without a usable base, returns the reference.
  ///
  /// - Complexity: O(*n*) in the number of bytes of both.
  static func resolve(_ reference: String, against base: String?) -> String {
    guard let base, !hasScheme(reference), base.utf8.count <= longestBase, isWebAddress(base) else { return reference }
    let parts = Parts(Array(base.utf8))
    let reference = Array(reference.utf8)
    let resolved: [UInt8]
    switch reference.first {
    case nil, UInt8(ascii: "#"): resolved = parts.page + reference
    case UInt8(ascii: "?"): resolved = parts.document + reference
    case UInt8(ascii: "/") where reference.starts(with: "//".utf8): resolved = parts.scheme + reference
    case UInt8(ascii: "/"): resolved = parts.origin + withoutDots(reference)
    default: resolved = parts.origin + withoutDots(parts.folder + reference)
    }
    return String(decoding: resolved, as: UTF8.self)
  }

  /// The maximum length of a base in bytes; it is repeated in each link, so a longer one could make a small document
  /// large.
  private static let longestBase = 2083

  private static func hasScheme(_ reference: String) -> Bool {
    let scheme = reference.utf8.prefix { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    return scheme.first?.isASCIILetter == true && reference.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
  }

  /// The parts of a base; each begins with the first byte.
  private struct Parts {
    /// Up to the colon, `https:`.
    let scheme: ArraySlice<UInt8>
    /// Up to the path.
    let origin: ArraySlice<UInt8>
    /// Up to the query.
    let document: ArraySlice<UInt8>
    /// Up to the fragment.
    let page: ArraySlice<UInt8>
    /// The path up to its last `/`.
    let folder: ArraySlice<UInt8>

    init(_ base: [UInt8]) {
      scheme = base.prefix { $0 != UInt8(ascii: "/") }
      page = base.prefix { $0 != UInt8(ascii: "#") }
      document = page.prefix { $0 != UInt8(ascii: "?") }
      let host = document.dropFirst(scheme.count + 2)
      origin = base[..<(host.firstIndex(of: UInt8(ascii: "/")) ?? host.endIndex)]
      let path = document[origin.endIndex...]
      folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? [UInt8(ascii: "/")]
    }
  }

  /// Returns a path without `.` and `..` segments; a query or a fragment at its end is kept.
  private static func withoutDots(_ path: some Collection<UInt8>) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let end = path.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? path.endIndex
    var kept: [UInt8] = []
    var rest = path[..<end].dropFirst()
    while true {
      let segment = rest.prefix { $0 != slash }
      let isLast = segment.endIndex == rest.endIndex
      let isParent = segment.elementsEqual("..".utf8)
      if isParent, let last = kept.lastIndex(of: slash) { kept.removeSubrange(last...) }
      if !isParent, !segment.elementsEqual(".".utf8) {
        kept.append(slash)
        kept += segment
      } else if isLast {
        kept.append(slash)
      }
      if isLast { break }
      rest = rest[segment.endIndex...].dropFirst()
    }
    return kept + path[end...]
  }
}
