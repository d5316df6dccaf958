import AdServing

/// Reads the bids for native ads in a bid response of OpenRTB 2.x, with markup of Native 1.0 to 1.2.
///
/// ```swift
/// let response = BidReader(request: request).read(bytes)
/// for finding in response.findings { print("bids.json:\(finding)") }
/// let ads = response.ads(auctionedAt: now, expiringAfter: .seconds(600))
/// ```
///
/// A response is read as far as possible, whatever its bytes: a bid that cannot be used is a finding that names it, and
/// so is the place from which on nothing can be read. Nothing is fetched: neither markup that is the answer to `nurl`,
/// nor what `assetsurl` and `dcourl` refer to; ``markup(_:for:)`` reads what the caller has fetched.
public struct BidReader: Sendable {
  /// What was asked, by which bids are judged; nil if it is not known.
  ///
  /// Bids for other impressions, and those without what was required, are refused.
  public let request: BidRequest?
  /// The limits for reading, of which `maxItems` is the number of bids; the format option is ignored.
  public let options: FeedReader.Options

  /// Creates a reader of answers to a request.
  public init(request: BidRequest? = nil, options: FeedReader.Options = FeedReader.Options()) {
    (self.request, self.options) = (request, options)
  }

  /// Reads a response.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public func read(_ bytes: [UInt8]) -> BidResponse {
    do throws(FeedError) {
      guard bytes.count <= options.maxBytes else { throw .tooManyBytes(limit: options.maxBytes) }
      let source = try SourceText(bytes)
      guard source.bytes[source.start] == UInt8(ascii: "{") else {
        let position = source.map.position(at: source.start)
        throw .malformed(position, problem: "a bid response is an object, not \(source.excerpt(at: source.start))")
      }
      var options = options
      options.partial = true
      return try BidReader(request: request, options: options).read(source, at: source.start)
    } catch {
      var response = BidResponse()
      response.findings = [Finding(at: error.position, error.problem, .restLeftOut)]
      return response
    }
  }

  /// Reads the response that begins at an offset; what ends too early is an error, unless it is to be read in part.
  func read(_ source: SourceText, at start: Int) throws(FeedError) -> BidResponse {
    var outline = BidOutline(source, at: start, options)
    do throws(JSONFault) { try outline.read() } catch {
      guard options.partial else { throw error.error(source.map) }
      outline.reader.findings.add(at: error.offset, .restLeftOut, error.words())
    }
    var judge = BidJudge(request: request, reader: outline.reader)
    judge.read(outline)
    return judge.response
  }

  /// Reads what the caller has fetched for a bid: markup as the answer to its `nurl`, or assets as that to `assetsurl` or
  /// `dcourl`, which take the place of the bid's.
  ///
  /// Assets are an array, or an object that has it and may have a link.
  /// - Returns: The markup, or nil if it is not native or lacks what the request requires; and the findings.
  /// - Complexity: O(*n*) for *n* bytes.
  public func markup(_ bytes: [UInt8], for bid: Bid) -> (markup: NativeMarkup?, findings: [Finding]) {
    do throws(FeedError) {
      guard bytes.count <= options.maxBytes else { throw .tooManyBytes(limit: options.maxBytes) }
      let source = try SourceText(bytes)
      var scanner = JSONScanner(source.bytes, maxDepth: options.maxDepth)
      scanner.allowsFlaws = true
      let value: JSONValue
      do throws(JSONFault) { value = try scanner.onlyValue(within: "markup") } catch { throw error.error(source.map) }
      var judge = BidJudge(request: request, reader: JSONItemReader(source))
      let markup = judge.fetchedMarkup(value, scanner.flaws, maxDepth: options.maxDepth, of: bid)
      return (markup, judge.reader.findings.ordered)
    } catch {
      return (nil, [Finding(at: error.position, error.problem, .restLeftOut)])
    }
  }

  /// Whether an object looks like a bid response: it has `seatbid`, or `nbr`, and nothing of a feed.
  static func isResponse(_ source: SourceText, at start: Int) -> Bool {
    var names: Set<String> = []
    var scanner = JSONScanner(source.bytes, at: start)
    scanner.allowsFlaws = true
    do throws(JSONFault) {
      guard scanner.openObject() else { return false }
      repeat {
        names.insert(JSONValue.decodeString(in: source.bytes, try scanner.skipName()))
        try scanner.skipValue()
      } while try scanner.skipToNextMember()
    } catch {}
    return !names.isDisjoint(with: ["seatbid", "nbr"]) && names.isDisjoint(with: ["items", "version"])
  }
}

/// Where the bids of a response are, and what is said around them.
struct BidOutline {
  /// The bids of a seat.
  struct Seat {
    var name: JSONValue?
    var group: JSONValue?
    var bids: [Candidate] = []
  }

  /// A value where a bid is expected, with the flaws found within it.
  struct Candidate {
    var value: JSONValue
    var flaws: JSONScanner.Flaws
  }

  /// The members of the response but `seatbid`; the last one of a name.
  private(set) var members: [String: JSONValue] = [:]
  private(set) var seats: [Seat] = []
  var reader: JSONItemReader
  let maxDepth: Int
  private var scanner: JSONScanner
  /// How many more bids are read.
  private var room: Int

  init(_ source: SourceText, at start: Int, _ options: FeedReader.Options) {
    reader = JSONItemReader(source)
    scanner = JSONScanner(source.bytes, at: start, maxDepth: options.maxDepth)
    scanner.allowsFlaws = true
    (maxDepth, room) = (options.maxDepth, options.maxItems)
  }

  /// Finds what is in the response, up to a fault.
  mutating func read() throws(JSONFault) {
    try readMembers { outline, name throws(JSONFault) in
      if name == "seatbid" { return try outline.readList("seatbid") { o throws(JSONFault) in try o.readSeat() } }
      outline.members[name] = try outline.candidate().value
    }
    scanner.skipWhitespace()
    if scanner.next != nil { throw scanner.fault("the end of the document", within: "") }
    if let offset = scanner.flaws.firstInvalid { reader.findings.add(at: offset, .replaced, "invalid UTF-8") }
    reader.reportRepairs(of: scanner.flaws)
  }

  private mutating func readSeat() throws(JSONFault) {
    guard scanner.next == UInt8(ascii: "{") else {
      return reader.complain(of: try candidate().value, "an element of seatbid", instead: .object)
    }
    seats.append(Seat())
    try readMembers { outline, name throws(JSONFault) in
      let last = outline.seats.count - 1
      if name == "bid" { return try outline.readList("bid") { o throws(JSONFault) in try o.readBid() } }
      let value = try outline.candidate().value
      if name == "seat" { outline.seats[last].name = value }
      if name == "group" { outline.seats[last].group = value }
    }
  }

  private mutating func readBid() throws(JSONFault) {
    let outside = scanner.flaws
    scanner.flaws = JSONScanner.Flaws()
    defer { scanner.flaws = outside }
    let candidate = try candidate()
    room -= 1
    if room >= 0 { seats[seats.count - 1].bids.append(candidate) }
    if room == -1 { reader.findings.add(at: candidate.value.range.lowerBound, .restLeftOut, "too many bids") }
  }

  /// Moves past the value at the current position.
  private mutating func candidate() throws(JSONFault) -> Candidate {
    let start = scanner.position
    try scanner.skipValue()
    return Candidate(value: JSONValue(bytes: scanner.bytes, range: start..<scanner.position), flaws: scanner.flaws)
  }

  /// Reads the members of the object at the current position.
  private mutating func readMembers(
    _ read: (inout BidOutline, _ name: String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard scanner.openObject() else { return }
    repeat {
      let name = JSONValue.decodeString(in: scanner.bytes, try scanner.skipName())
      try read(&self, name)
    } while try scanner.skipToNextMember()
  }

  /// Reads the elements of the array at the current position; another value is a finding.
  private mutating func readList(
    _ name: String, _ read: (inout BidOutline) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard scanner.next == UInt8(ascii: "[") else {
      return reader.complain(of: try candidate().value, name, instead: .array)
    }
    scanner.outerDepth += 1
    scanner.position += 1
    scanner.skipWhitespace()
    if scanner.next == UInt8(ascii: "]") {
      scanner.position += 1
    } else {
      repeat { try read(&self) } while try scanner.skipComma(orClosing: UInt8(ascii: "]"))
    }
    scanner.outerDepth -= 1
  }
}
