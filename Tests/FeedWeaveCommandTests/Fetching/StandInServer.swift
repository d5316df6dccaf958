import Synchronization

@testable import FeedWeaveCommand

/// Stands in for `curl` and the servers that it asks.
final class StandInServer: Sendable {
  /// What is answered for an address.
  struct Page: Sendable {
    var body = ""
    var status = 200
    var tag: String?
    /// The exit code of the program, and what it says.
    var code: Int32 = 0
    var messages = ""
  }

  private let pages = Mutex<[String: Page]>([:])
  private let arguments = Mutex<[[String]]>([])
  private let waiting = Mutex<@Sendable (_ address: String) -> Void>({ _ in })

  /// What happens before each answer.
  var delay: @Sendable (_ address: String) -> Void {
    get { waiting.withLock(\.self) }
    set { waiting.withLock { $0 = newValue } }
  }

  /// The arguments of each call so far, in order of the addresses.
  var calls: [[String]] { arguments.withLock { $0.sorted { ($0.last ?? "") < ($1.last ?? "") } } }

  subscript(address: String) -> Page? {
    get { pages.withLock { $0[address] } }
    set { pages.withLock { $0[address] = newValue } }
  }

  /// Answers a call as `curl` does.
  func run(_ call: ProgramCall) -> ProgramOutcome? {
    arguments.withLock { $0.append(call.arguments) }
    let address = call.arguments.last ?? ""
    delay(address)
    guard let page = self[address] else {
      return ProgramOutcome(code: 6, messages: Array("curl: (6) Could not resolve host\n".utf8))
    }
    var outcome = ProgramOutcome(code: page.code, messages: Array(page.messages.utf8))
    guard page.code == 0 else { return outcome }
    let isKnown = page.tag.map { call.arguments.contains("If-None-Match: \($0)") } ?? false
    let status = isKnown ? 304 : page.status
    outcome.side = Array("HTTP/1.1 \(status) X\r\n\(page.tag.map { "ETag: \($0)\r\n" } ?? "")\r\n".utf8)
    if status >= 400 { outcome.code = 22 }
    if status == 200 { outcome.output = Array(page.body.utf8) }
    return outcome
  }
}

extension TestWorld {
  /// Makes a world with a home folder, in which a server answers.
  convenience init(_ server: StandInServer) {
    self.init()
    variables["HOME"] = "/someone"
    program = { server.run($0) }
  }

  /// The text of a file.
  func text(of path: String) -> String? { files[path].map { String(decoding: $0, as: UTF8.self) } }
}

/// A JSON Feed with one item for each letter.
func feed(_ letters: String, title: String = "T") -> String {
  let items = letters.map { #"{"id":"\#($0)","title":"\#($0)","content_text":"-"}"# }.joined(separator: ",")
  return #"{"version":"https://jsonfeed.org/version/1.1","title":"\#(title)","items":[\#(items)]}"#
}
