/// Detects web addresses and resolves relative ones, as far as feeds need it.
enum WebAddress {
  /// Whether a text is an http or https address.
  static func isWebAddress(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return (scheme == "http" || scheme == "https") && text.dropFirst(scheme.count).hasPrefix("://")
  }

  /// Resolves a reference against a base as in RFC 3986, section 5.2; without a usable base, returns the reference.
  static func resolve(_ reference: String, against base: String?) -> String {
    guard let base, base.utf8.count <= longestBase, isWebAddress(base), !hasScheme(reference) else { return reference }
    let scheme = base.prefix { $0 != ":" }
    if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
    let authority = base.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let origin = "\(scheme)://\(authority)"
    let page = base.prefix { $0 != "#" }
    let document = page.prefix { $0 != "?" }
    switch reference.first {
    case nil, "#": return page + reference
    case "?": return document + reference
    case "/": return origin + withoutDots(reference)
    default:
      let path = document.dropFirst(origin.count)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
      return origin + withoutDots(folder + reference)
    }
  }

  /// The maximum length of a base in bytes; it is repeated in each link, so a longer one could make a small document
  /// large.
  private static let longestBase = 2083

  private static func hasScheme(_ reference: String) -> Bool {
    let scheme = reference.utf8.prefix { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    return scheme.first?.isASCIILetter == true && reference.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
  }

  /// Returns a path without `.` and `..` segments; a query or a fragment at its end is kept.
  private static func withoutDots(_ path: String) -> String {
    let end = path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex
    var kept: [Substring] = []
    let segments = path[..<end].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (place, segment) in segments.enumerated() {
      if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
      if place == segments.count - 1, segment == "." || segment == ".." { kept.append("") }
    }
    return "/" + kept.joined(separator: "/") + path[end...]
  }
}
