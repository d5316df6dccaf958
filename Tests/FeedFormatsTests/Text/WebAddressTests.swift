import Testing

@testable import FeedFormats

@Suite struct WebAddressTests {
  /// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
  @Test func referencesAreResolvedAsTheStandardShows() {
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

  @Test func withoutAUsableBaseAReferenceStays() {
    for base in [nil, "", "b", "mailto:a@b", "http:", "http://" + String(repeating: "a", count: 3000)] {
      #expect(WebAddress.resolve("g", against: base) == "g", "\(base ?? "nil")")
    }
    #expect(WebAddress.resolve("g", against: "http://a") == "http://a/g")
    #expect(WebAddress.resolve("g", against: "HTTPS://a?b/c#d/e") == "HTTPS://a/g")
    #expect(WebAddress.resolve("..", against: "http://a//b//c") == "http://a//b/")
  }
}
