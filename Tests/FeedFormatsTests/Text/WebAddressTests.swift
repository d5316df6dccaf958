import TestSupport
import Testing

@testable import FeedFormats

@Suite struct WebAddressTests {
  /// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
  @Test func `references are resolved as the standard shows`() {
    let examples = [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"),
      ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
      ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
      ("g;x", "http://a/b/c/g;x"),
      ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
      ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
      ("g/../h", "http://a/b/c/h"),
      ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ]
    for (reference, address) in examples {
      #expect(WebAddress.resolve(reference, against: "http://a/b/c/d;p?q") == address, "\(reference)")
    }
  }

  @Test func `every reference is resolved as the rules of the standard say`() {
    for seed in 0..<Sample.of(50_000, few: 3_000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "ab..//?#;".randomElement(using: &random) ?? "a"
      }
      let base = "http://h/" + String(text.shuffled(using: &random))
      let reference = String(text)
      #expect(
        WebAddress.resolve(reference, against: base) == Reference(base).resolving(reference),
        "seed \(seed): \(reference) against \(base)")
    }
  }

  @Test func `without a usable base a reference stays`() {
    for base in [nil, "", "b", "mailto:a@b", "http:", "http://" + String(repeating: "a", count: 3000)] {
      #expect(WebAddress.resolve("g", against: base) == "g", "\(base ?? "nil")")
    }
    #expect(WebAddress.resolve("g", against: "http://a") == "http://a/g")
    #expect(WebAddress.resolve("g", against: "HTTPS://a?b/c#d/e") == "HTTPS://a/g")
    #expect(WebAddress.resolve("..", against: "http://a//b//c") == "http://a//b/")
  }
}

/// The algorithm of RFC 3986, section 5.2, rule by rule: slow, and without a line in common with the module.
private struct Reference {
  private var authority: String?
  private var path: String
  private var query: String?
  private var fragment: String?

  /// Splits an address without a scheme, or one of `http`.
  init(_ text: String) {
    var rest = Substring(text)
    if rest.hasPrefix("http:") { rest = rest.dropFirst(5) }
    if let mark = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if rest.hasPrefix("//") {
      authority = String(rest.dropFirst(2).prefix { $0 != "/" })
      rest = rest.dropFirst(2).drop { $0 != "/" }
    }
    path = String(rest)
  }

  /// Returns the target of a reference; one with an authority is taken as it is.
  func resolving(_ text: String) -> String {
    let reference = Reference(text)
    guard reference.authority == nil else { return "http:" + text }
    var target = reference
    target.authority = authority
    if reference.path.isEmpty {
      target.path = path
      target.query = reference.query ?? query
    } else if reference.path.hasPrefix("/") {
      target.path = Self.withoutDots(reference.path)
    } else {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
      target.path = Self.withoutDots(folder + reference.path)
    }
    return "http://\(target.authority ?? "")\(target.path)"
      + (target.query.map { "?" + $0 } ?? "") + (target.fragment.map { "#" + $0 } ?? "")
  }

  private static func withoutDots(_ path: String) -> String {
    var input = path
    var output = ""
    while !input.isEmpty {
      if input.hasPrefix("/./") {
        input.removeFirst(2)
      } else if input == "/." {
        input = "/"
      } else if input.hasPrefix("/../") || input == "/.." {
        input = input == "/.." ? "/" : String(input.dropFirst(3))
        output = output.lastIndex(of: "/").map { String(output[..<$0]) } ?? ""
      } else {
        output.append(input.removeFirst())
        while input.first.map({ $0 != "/" }) ?? false { output.append(input.removeFirst()) }
      }
    }
    return output
  }
}
