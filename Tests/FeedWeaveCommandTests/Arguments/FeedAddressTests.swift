import Testing

@testable import FeedWeaveCommand

@Suite struct FeedAddressTests {
  @Test func `http and https addresses are taken`() throws {
    let table = [
      ("http://h", "http://h", "h"),
      ("HTTPS://Example.org:8080/a?b=c#d", "https://Example.org:8080/a?b=c#d", "example.org"),
      ("https://h/[1-9]{a,b}", "https://h/[1-9]{a,b}", "h"), ("https://h/é", "https://h/%C3%A9", "h"),
      ("https://u:p@h/-o/x", "https://u:p@h/-o/x", "h"),
      ("feed://h/a", "https://h/a", "h"), ("FEED:http://h/a", "http://h/a", "h"), ("feed:https://h", "https://h", "h"),
    ]
    for (word, string, host) in table {
      let address = try FeedAddress(word)
      #expect(address.string == string && address.host == host && FeedAddress.isURL(word), "\(word)")
    }
  }

  @Test func `what could be anything else is refused`() {
    let table: [(String, AddressFault)] = [
      ("http://h/a b", .refusedCharacter), ("http://h/\n-o", .refusedCharacter), ("http://h/\u{0}", .refusedCharacter),
      ("http://h/\r\nX: y", .refusedCharacter), ("http://h/'", .refusedCharacter), ("http://h/\"", .refusedCharacter),
      ("http://h/`id`", .refusedCharacter), ("http://h/\u{7F}", .refusedCharacter), (" http://h", .refusedCharacter),
      ("-o/tmp/x", .otherScheme), ("--url=http://h", .otherScheme), ("", .otherScheme), ("h", .otherScheme),
      ("file:///etc/passwd", .otherScheme), ("ftp://h", .otherScheme), ("mailto:a@h", .otherScheme),
      ("feed:h", .otherScheme), ("feed:file:///x", .otherScheme), ("@http://h", .otherScheme), ("http://", .noHost),
      ("http:///x", .noHost), ("https:h", .noHost),
      ("http://h/" + String(repeating: "x", count: 2083), .tooLong(most: 2083)),
    ]
    for (word, fault) in table {
      #expect(throws: fault, "\(word)") { try FeedAddress(word) }
      #expect(!fault.problem.isEmpty)
    }
  }
}
