import FeedFormats

/// What is asked of `curl`: one address, with limits, if it has changed since a version that is known.
struct CurlCall: Sendable {
  /// The address to fetch.
  var address: FeedAddress
  /// What the server said of the version that is known, sent back so that it need not be sent again.
  var known = FeedValidators()
  /// The most bytes to receive, and the most bytes after decompression.
  var maxBytes: Int
  /// The longest time that fetching may take.
  var maxTime: Duration

  /// The call of the program; every value is an argument of its own.
  var program: ProgramCall {
    let maxBytes = maxBytes
    return ProgramCall(
      program: "curl", arguments: arguments, outputLimit: maxBytes,
      // The program ends itself by then.
      time: maxTime + .seconds(2), isToEnd: { CurlMeter.receivedBytes(in: $0) > maxBytes })
  }

  /// The arguments of `curl`.
  var arguments: [String] {
    let seconds = "\(Double(maxTime.components.seconds) + Double(maxTime.components.attoseconds) / 1e18)"
    var arguments = [
      // The first one: what a user has configured is not read.
      "--disable", "--globoff", "--fail", "--compressed",
      "--proto", "=http,https", "--proto-redir", "=http,https",
      "--location", "--max-redirs", "5",
      "--max-time", seconds, "--connect-timeout", "10", "--max-filesize", "\(maxBytes)",
      "--user-agent", "feedweave/\(CommandLineTool.version)", "--header", "Accept: \(Self.accepted)",
      "--dump-header", "/dev/fd/3",
    ]
    for line in known.requestHeaders { arguments += ["--header", line] }
    return arguments + ["--url", address.string]
  }

  private static let accepted =
    "application/feed+json, application/atom+xml, application/rss+xml, application/json;q=0.9, application/xml;q=0.9, "
    + "text/xml;q=0.9, */*;q=0.5"
}

/// What a server says of a version, by which it can tell later whether there is another one.
struct FeedValidators: Hashable, Sendable {
  /// The value of `ETag`.
  private(set) var tag: String?
  /// The value of `Last-Modified`.
  private(set) var modified: String?

  /// The longest value that is kept, in bytes.
  private static let maxBytes = 512

  init(tag: String? = nil, modified: String? = nil) {
    self.tag = Self.kept(tag)
    self.modified = Self.kept(modified)
  }

  /// The lines of a request that ask for other versions only.
  var requestHeaders: [String] {
    [tag.map { "If-None-Match: \($0)" }, modified.map { "If-Modified-Since: \($0)" }].compactMap { $0 }
  }

  /// Returns a value that can be sent back: not empty, short, and in printable ASCII; nil for any other.
  private static func kept(_ value: String?) -> String? {
    guard let value, 1...maxBytes ~= value.utf8.count, value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    return value
  }
}

/// The last answer of a server, from the header lines of all answers.
struct CurlAnswer: Hashable, Sendable {
  /// The status, such as 200; nil without an answer.
  private(set) var status: Int?
  /// What it says of the version.
  private(set) var validators = FeedValidators()
  /// The encoding that it names.
  private(set) var charset: String?

  /// Reads header lines; those that belong to no answer, such as trailers, are passed over.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ lines: [UInt8]) {
    var isInHeader = false
    var values: [String: String] = [:]
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !isInHeader, line.starts(with: "HTTP/".utf8) {
        isInHeader = true
        values = [:]
        status = line.split(separator: UInt8(ascii: " ")).dropFirst().first.flatMap {
          Int(String(decoding: $0, as: UTF8.self))
        }
      } else if line.isEmpty {
        isInHeader = false
      } else if isInHeader, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(decoding: line[..<colon].prefix(32), as: UTF8.self).lowercased()
        let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        if values[name] == nil { values[name] = String(decoding: value, as: UTF8.self) }
      }
    }
    validators = FeedValidators(tag: values["etag"], modified: values["last-modified"])
    charset = values["content-type"].flatMap(Self.charset)
  }
}

extension CurlAnswer {
  /// Returns the value of the parameter `charset` of a media type.
  private static func charset(of type: String) -> String? {
    let parameters = type.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } }
    let value = parameters.first { $0.prefix(8).lowercased() == "charset=" }?.dropFirst(8)
    return value.map { $0.trimmingQuotes }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Substring {
  /// The text without the quotes and spaces around it.
  fileprivate var trimmingQuotes: String {
    func isOuter(_ character: Character) -> Bool { character == "\"" || character == " " }
    return String(drop(while: isOuter).reversed().drop(while: isOuter).reversed())
  }
}

/// The figures that `curl` writes to standard error about once a second while it receives.
enum CurlMeter {
  /// Returns how many bytes have been received, as the last line of figures says; 0 without one.
  ///
  /// What was received is more than what is written if it is decompressed; a stream that gives nothing is seen here only.
  static func receivedBytes(in messages: [UInt8]) -> Int {
    let lines = messages.suffix(1000).split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    for line in lines.reversed() {
      let words = line.split(separator: UInt8(ascii: " "))
      // % Total % Received % Xferd, two average speeds, three times, the current speed.
      guard words.count == 12, let number = number(words[3]) else { continue }
      return number
    }
    return 0
  }

  /// Returns a number such as 512, 1024k or 2.5M.
  private static func number(_ word: ArraySlice<UInt8>) -> Int? {
    let units = Array("kMGTP".utf8)
    let unit = word.last.flatMap { units.firstIndex(of: $0 == UInt8(ascii: "K") ? UInt8(ascii: "k") : $0) }
    let digits = String(decoding: unit == nil ? word : word.dropLast(), as: UTF8.self)
    guard let value = Double(digits), 0..<10_000_000_000 ~= value else { return nil }
    return Int(clamping: Int64(min(value * Double(1 << (10 * ((unit ?? -1) + 1))), 1e18)))
  }
}
