import FeedFormats
import Testing

@testable import FeedWeaveCommand

@Suite struct CurlCallTests {
  private func call(_ word: String = "http://h/x", _ known: FeedValidators = FeedValidators()) throws -> CurlCall {
    CurlCall(address: try FeedAddress(word), known: known, maxBytes: 1000, maxTime: .milliseconds(2500))
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `every limit is an argument, and the address the last`() throws {
    let known = FeedValidators(tag: "W/\"a b\"", modified: "Wed, 01 Jul 2026 12:00:00 GMT")
    let program = try call("http://h/[1-9]", known).program
    #expect(program.program == "curl" && program.outputLimit == 1000 && program.time == .milliseconds(4500))
    var arguments = program.arguments
    #expect(arguments.removeFirst() == "--disable")
    #expect(arguments.suffix(2) == ["--url", "http://h/[1-9]"])
    for flag in ["--globoff", "--fail", "--compressed", "--location"] { #expect(arguments.contains(flag), "\(flag)") }
    let values = [
      ("--proto", "=http,https"), ("--proto-redir", "=http,https"), ("--max-redirs", "5"), ("--max-time", "2.5"),
      ("--max-filesize", "1000"), ("--header", "If-None-Match: W/\"a b\""),
      ("--header", "If-Modified-Since: Wed, 01 Jul 2026 12:00:00 GMT"),
    ]
    for (name, value) in values {
      let found = zip(arguments, arguments.dropFirst()).contains { $0 == name && $1 == value }
      #expect(found, "\(name) \(value)")
    }
    #expect(!(try call().arguments).contains { $0.hasPrefix("If-") })
  }

  @Test func `values of a server are bounded and in one line`() {
    let hostile = ["", "a\r\nX: y", "a\nb", "a\u{0}b", "\u{1B}[2J", "é", "a\tb", String(repeating: "x", count: 513)]
    for value in hostile {
      #expect(FeedValidators(tag: value, modified: value).requestHeaders.isEmpty, "\(value)")
    }
    #expect(FeedValidators(tag: String(repeating: "x", count: 512)).tag?.count == 512)
  }

  @Test func `the last answer counts, without its trailers`() {
    let lines = """
      HTTP/1.1 302 Found\r\nETag: "old"\r\nLast-Modified: old\r\n\r\nHTTP/2 200 \r\netag:  "new" \r\nETag: "second"\r\n\
      X: HTTP/1.1 404\r\nHTTP/1.1 404 line\r\n\r\nETag: trailer\r\nLast-Modified: trailer\r\n\r\n
      """
    let answer = CurlAnswer(bytes(lines))
    #expect(answer.status == 200 && answer.validators == FeedValidators(tag: "\"new\" "))
    for text in ["", "\r\n", "HTTP/", "HTTP/1.1", "HTTP/1.1 x", "ETag: a", ":\n:", "\u{0}\u{FF}"] {
      #expect(CurlAnswer(bytes(text)) == CurlAnswer([]), "\(text)")
    }
  }

  @Test func `the encoding that a server names is read`() {
    for (type, charset) in [
      ("application/rss+xml; charset=Shift_JIS", "Shift_JIS"), ("text/xml;Charset=\"utf-8\" ", "utf-8"),
      ("text/xml; a=b; charset=koi8-r; c=d", "koi8-r"), ("text/xml", nil), ("charset=x", nil), ("a; charset=", nil),
    ] {
      #expect(CurlAnswer(bytes("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n")).charset == charset, "\(type)")
    }
  }

  @Test func `received bytes are read from the meter`() {
    let head = "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
    let line = { (word: String) in "\r 10  100M   10 \(word)    0     0  1024k      0 --:--:--  0:00:01 --:--:-- 1024k"
    }
    #expect(CurlMeter.receivedBytes(in: bytes(head)) == 0)
    let table = [("0", 0), ("512", 512), ("9.5M", 9_961_472), ("12k", 12288), ("12K", 12288), ("1G", 1 << 30)]
    for (word, count) in table {
      #expect(
        CurlMeter.receivedBytes(in: bytes(head + line("1") + line(word) + "\ncurl: (28) x\n")) == count, "\(word)")
    }
    for word in ["-1", "nan", "inf", "1e999", "x", "", "9999999999999999999P"] {
      #expect(CurlMeter.receivedBytes(in: bytes(line(word))) == 0, "\(word)")
    }
  }

  @Test func `each way to fail has its words`() throws {
    let call = try call()
    let found = CurlAnswer(bytes("HTTP/1.1 404 X\r\n\r\n"))
    let fine = CurlAnswer(bytes("HTTP/1.1 200 X\r\n\r\n"))
    let message = bytes("  0\r  0\rcurl: (60) certificate problem: x\n")
    let table: [(ProgramOutcome, CurlAnswer, FetchError?)] = [
      (ProgramOutcome(), fine, nil), (ProgramOutcome(), CurlAnswer(bytes("HTTP/1.1 304 X")), nil),
      (ProgramOutcome(), CurlAnswer(bytes("HTTP/1.1 302 X")), .status(302)),
      (ProgramOutcome(code: 22), found, .status(404)), (ProgramOutcome(code: 63), fine, .tooLarge(limit: 1000)),
      (ProgramOutcome(code: 137, ending: .outputLimit), fine, .tooLarge(limit: 1000)),
      (ProgramOutcome(code: 137, ending: .asked), fine, .tooLarge(limit: 1000)),
      (ProgramOutcome(code: 137, ending: .time), fine, .tooSlow(.milliseconds(2500))),
      (ProgramOutcome(code: 28), fine, .tooSlow(.milliseconds(2500))),
      (ProgramOutcome(code: 60, messages: message), fine, .failed(code: 60, message: "certificate problem: x")),
      (ProgramOutcome(code: 99), fine, .failed(code: 99, message: "")),
    ]
    for (outcome, answer, error) in table {
      #expect(FetchError(outcome, answer, call) == error)
      #expect(error?.reason.isEmpty != true)
    }
    #expect(FetchError.status(404).reason == "the server has answered with 404, not found")
    #expect(FetchError.tooSlow(.seconds(30)).reason == "it has not come within 30 s (--max-time)")
    #expect(FetchError.failed(code: 99, message: "").reason == "curl has ended with 99")
    #expect(FetchError(ProgramOutcome(code: 1), found, call)?.reason.hasSuffix("neither http nor https") == true)
  }
}
