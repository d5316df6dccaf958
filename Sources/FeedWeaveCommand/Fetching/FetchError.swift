import FeedFormats

/// The reason why a feed was not fetched.
enum FetchError: Error, Equatable {
  /// There is no `curl` on PATH.
  case noCurl
  /// The server has answered with a status that is no success.
  case status(Int)
  /// More bytes than allowed were sent, or came of them after decompression.
  case tooLarge(limit: Int)
  /// It took longer than allowed.
  case tooSlow(Duration)
  /// It is a page for a browser, which names some feeds.
  case page(feeds: [String])
  /// It is not a feed, or not a whole one.
  case unreadable(FeedError)
  /// The program has failed with an exit code and a message.
  case failed(code: Int32, message: String)

  /// Whether a version was sent that is no feed.
  var isNoFeed: Bool {
    switch self {
    case .page, .unreadable: true
    default: false
    }
  }

  /// Whether the server says that there is no feed, and none to be waited for.
  var isFinal: Bool { [.status(404), .status(410)].contains(self) }

  /// The reason in words.
  var reason: String {
    switch self {
    case .noCurl:
      "fetching needs the program 'curl', which is not on PATH; install it with the system's packages, such as "
        + "'apt install curl'"
    case .status(let status): "the server has answered with \(status)\(Self.words(for: status))"
    case .tooLarge(let limit): "it has more than \(limit) bytes (--max-bytes)"
    case .tooSlow(let time): "it has not come within \(time.inWholeUnits) (--max-time)"
    case .page(let feeds):
      "it is an HTML page, not a feed, "
        + (feeds.isEmpty
          ? "and names none" : "and names \(feeds.count == 1 ? "this one" : "these"): \(feeds.joined(separator: ", "))")
    case .unreadable(let error): "\(error.position): \(error.problem)"
    case .failed(let code, let message): message.isEmpty ? "curl has ended with \(code)" : message
    }
  }

  private static func words(for status: Int) -> String {
    switch status {
    case 401, 403: ", access denied"
    case 404: ", not found"
    case 410: ", gone"
    case 429: ", too many requests"
    case 500...599: ", an error of its own"
    default: ""
    }
  }
}

extension FetchError {
  /// Finds out what an outcome of `curl` says has failed; nil if it was successful.
  init?(_ outcome: ProgramOutcome, _ answer: CurlAnswer, _ call: CurlCall) {
    switch (outcome.ending, outcome.code) {
    case (.outputLimit, _), (.asked, _), (_, 63): self = .tooLarge(limit: call.maxBytes)
    case (.time, _), (_, 28): self = .tooSlow(call.maxTime)
    case (_, 22): self = answer.status.map { .status($0) } ?? .failed(code: 22, message: "")
    case (_, 1): self = .failed(code: 1, message: "it is redirected to an address that is neither http nor https")
    case (_, 47): self = .failed(code: 47, message: "it is redirected more than 5 times")
    case (_, 6): self = .failed(code: 6, message: "the host is not found")
    case (_, 7): self = .failed(code: 7, message: "there is no connection to the server")
    case (_, 18): self = .failed(code: 18, message: "the connection ended before all of it had come")
    case (_, 0):
      guard let status = answer.status, !(200...299 ~= status || status == 304) else { return nil }
      self = .status(status)
    case (_, let code): self = .failed(code: code, message: Self.message(in: outcome.messages))
    }
  }

  /// Returns what `curl` says has failed, without its name and number.
  private static func message(in messages: [UInt8]) -> String {
    let lines = messages.split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    guard let line = lines.last(where: { $0.starts(with: "curl: (".utf8) }) else { return "" }
    let words = line.drop { $0 != UInt8(ascii: ")") }.dropFirst().drop { $0 == 0x20 }
    return String(decoding: words.prefix(300), as: UTF8.self)
  }
}

extension Duration {
  /// The duration in its largest whole unit, such as 30 s or 15 min.
  var inWholeUnits: String {
    let seconds = components.seconds
    if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600) h" }
    if seconds > 0, seconds % 60 == 0 { return "\(seconds / 60) min" }
    return "\(seconds) s"
  }
}
