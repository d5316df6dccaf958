/// A request to merge feeds and ads, as a line of JSON: where its items, its ads and its other members are.
///
/// The whole line is validated. The members are only looked at where they are: nothing is decoded, so that all of them
/// can be written as they were spelled. A request is reused for the next line, which keeps its memory.
struct MergeRequest {
  /// The bytes from one place to another.
  struct Stretch {
    var start: BytePlace
    var end: BytePlace
  }

  /// A member of the request that is written again.
  struct Member {
    /// From the comma before it, or from its name for the first member, to the end of its value.
    var stretch: Stretch
    /// Whether its value is ``sections``, or the items of the only one.
    var hasItems: Bool
  }

  /// The items of a section, or of the whole request.
  struct Section {
    /// The array, from its opening to after its closing bracket.
    var array: Stretch
    /// The indices of its elements in ``items``.
    var items: Range<Int>
  }

  /// The deepest nesting of a line.
  static let maxDepth = 512

  /// The members that are written again, in their order.
  private(set) var members: [Member] = []
  /// The items of all sections.
  private(set) var items: [Stretch] = []
  private(set) var sections: [Section] = []
  /// Whether the request has `sections` instead of `items`.
  private(set) var hasSections = false
  /// The elements of `ads`; nil if it has none of its own.
  var ads: [Stretch]? { hasAds ? adElements : nil }
  /// The value of `placement`.
  private(set) var placement: Stretch?
  /// The white space before the closing brace.
  private(set) var tail: Stretch?

  private var adElements: [Stretch] = []
  /// What was left out of bids, and where.
  private(set) var bidFindings: [(place: BytePlace, problem: String)] = []
  /// The items of the ads of bids, one after the other.
  private let bidItems = ByteBlock()
  private var hasAds = false
  private var skipper = JSONSkipper<BytePlace>(maxDepth: maxDepth)

  /// What is wrong with a line, and where.
  struct Fault: Error {
    let place: BytePlace
    let problem: String
  }

  /// Reads a line, and returns the place of its newline.
  mutating func read(_ line: BytePlace) throws(Fault) -> BytePlace {
    reset()
    let start = JSONSkipper.afterSpace(line)
    guard start.byte == UInt8(ascii: "{") else {
      throw Fault(place: start, problem: "expected an object, which is a request")
    }
    var gap = start + 1
    var place = JSONSkipper.afterSpace(gap)
    if place.byte == UInt8(ascii: "}") { throw Fault(place: start, problem: "the request has no items") }
    while true {
      let end = try readMember(place, after: members.isEmpty ? place : gap)
      place = JSONSkipper.afterSpace(end)
      gap = end
      if place.byte != UInt8(ascii: ",") { break }
      place = JSONSkipper.afterSpace(place + 1)
    }
    guard place.byte == UInt8(ascii: "}") else { throw expected("a comma or a closing brace", at: place) }
    tail = Stretch(start: gap, end: place)
    let end = JSONSkipper.afterSpace(place + 1)
    guard end.byte == UInt8(ascii: "\n") else { throw Fault(place: end, problem: "expected the end of the line") }
    if sections.isEmpty, !hasSections { throw Fault(place: start, problem: "the request has no items") }
    return end
  }

  private mutating func reset() {
    members.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    sections.removeAll(keepingCapacity: true)
    adElements.removeAll(keepingCapacity: true)
    bidItems.removeAll()
    bidFindings.removeAll()
    (hasSections, hasAds, placement, tail, skipper) = (false, false, nil, nil, JSONSkipper(maxDepth: Self.maxDepth))
  }

  // MARK: - Members

  private mutating func readMember(_ name: BytePlace, after gap: BytePlace) throws(Fault) -> BytePlace {
    guard name.byte == UInt8(ascii: "\"") else { throw expected("a member's name in quotes", at: name) }
    guard let nameEnd = skipper.skipString(name), let value = skipper.skipColon(nameEnd) else { throw skipperFault }
    switch MemberName(from: name, to: nameEnd) {
    case .items:
      try checkOnly(name, "items", isFirst: sections.isEmpty && !hasSections)
      let end = try readSection(value)
      members.append(Member(stretch: Stretch(start: gap, end: end), hasItems: true))
      return end
    case .sections:
      try checkOnly(name, "sections", isFirst: sections.isEmpty && !hasSections)
      hasSections = true
      let end = try readSections(value)
      members.append(Member(stretch: Stretch(start: gap, end: end), hasItems: true))
      return end
    case .ads:
      try checkOnly(name, "ads", isFirst: !hasAds)
      hasAds = true
      if value.byte == UInt8(ascii: "{") { return try readBids(value) }
      return try readArray(value, named: "ads", depth: 1, ofAds: true)
    case .placement:
      try checkOnly(name, "placement", isFirst: placement == nil)
      let end = try skip(value, depth: 1)
      placement = Stretch(start: value, end: end)
      return end
    case .placements: throw Fault(place: name, problem: "the request has a member 'placements' of its own")
    case nil:
      let end = try skip(value, depth: 1)
      members.append(Member(stretch: Stretch(start: gap, end: end), hasItems: false))
      return end
    }
  }

  private func checkOnly(_ name: BytePlace, _ word: String, isFirst: Bool) throws(Fault) {
    if isFirst { return }
    let isOther = word != "ads" && word != "placement" && hasSections != (word == "sections")
    throw Fault(
      place: name, problem: isOther ? "the request has both 'items' and 'sections'" : "duplicate member '\(word)'")
  }

  private mutating func readSections(_ start: BytePlace) throws(Fault) -> BytePlace {
    guard start.byte == UInt8(ascii: "[") else { throw Fault(place: start, problem: "'sections' is not an array") }
    var place = JSONSkipper.afterSpace(start + 1)
    if place.byte == UInt8(ascii: "]") { return place + 1 }
    while true {
      place = JSONSkipper.afterSpace(try readSectionObject(place))
      if place.byte != UInt8(ascii: ",") { break }
      place = JSONSkipper.afterSpace(place + 1)
    }
    if place.byte == UInt8(ascii: "]") { return place + 1 }
    throw expected("a comma or a closing bracket", at: place)
  }

  private mutating func readSectionObject(_ start: BytePlace) throws(Fault) -> BytePlace {
    guard start.byte == UInt8(ascii: "{") else { throw Fault(place: start, problem: "a section is not an object") }
    let before = sections.count
    var place = JSONSkipper.afterSpace(start + 1)
    while place.byte != UInt8(ascii: "}") {
      guard place.byte == UInt8(ascii: "\"") else { throw expected("a member's name in quotes", at: place) }
      guard let nameEnd = skipper.skipString(place), let value = skipper.skipColon(nameEnd) else { throw skipperFault }
      let end: BytePlace
      if MemberName(from: place, to: nameEnd) == .items {
        if sections.count > before { throw Fault(place: place, problem: "duplicate member 'items'") }
        end = try readSection(value, depth: 3)
      } else {
        end = try skip(value, depth: 3)
      }
      place = JSONSkipper.afterSpace(end)
      if place.byte == UInt8(ascii: "}") { break }
      guard place.byte == UInt8(ascii: ",") else { throw expected("a comma or a closing brace", at: place) }
      place = JSONSkipper.afterSpace(place + 1)
      if place.byte == UInt8(ascii: "}") { throw expected("a member's name in quotes", at: place) }
    }
    if sections.count == before { throw Fault(place: start, problem: "the section has no items") }
    return place + 1
  }

  private mutating func readSection(_ start: BytePlace, depth: Int = 1) throws(Fault) -> BytePlace {
    let first = items.count
    let end = try readArray(start, named: "items", depth: depth)
    sections.append(Section(array: Stretch(start: start, end: end), items: first..<items.count))
    return end
  }

  // MARK: - Values

  private mutating func readArray(
    _ start: BytePlace, named name: StaticString, depth: Int, ofAds: Bool = false
  ) throws(Fault) -> BytePlace {
    guard start.byte == UInt8(ascii: "[") else { throw Fault(place: start, problem: "'\(name)' is not an array") }
    var place = JSONSkipper.afterSpace(start + 1)
    if place.byte == UInt8(ascii: "]") { return place + 1 }
    while true {
      guard let end = skipper.skipValue(place, depth: depth + 1) else { throw skipperFault }
      let element = Stretch(start: place, end: end)
      if ofAds { adElements.append(element) } else { items.append(element) }
      place = JSONSkipper.afterSpace(end)
      if place.byte != UInt8(ascii: ",") { break }
      place = JSONSkipper.afterSpace(place + 1)
    }
    if place.byte == UInt8(ascii: "]") { return place + 1 }
    throw expected("a comma or a closing bracket", at: place)
  }

  /// Reads ads that are a bid response; bids that cannot be used are left out.
  private mutating func readBids(_ start: BytePlace) throws(Fault) -> BytePlace {
    let end = try skip(start, depth: 1)
    guard let ads = AdReader.bids(start.bytes(to: end)) else {
      throw Fault(place: start, problem: "'ads' is neither an array nor a bid response")
    }
    bidFindings = ads.findings.map {
      (start + ($0.position.column - 1), "\($0.problem); \($0.remedy.rawValue)")
    }
    let lengths = ads.items.compactMap { ad in
      ad.raw.map { item in
        bidItems.append(item)
        return item.count
      }
    }
    var place = bidItems.start
    for length in lengths {
      adElements.append(Stretch(start: place, end: place + length))
      place = place + length
    }
    return end
  }

  private mutating func skip(_ value: BytePlace, depth: Int) throws(Fault) -> BytePlace {
    guard let end = skipper.skipValue(value, depth: depth) else { throw skipperFault }
    return end
  }

  private func expected(_ what: String, at place: BytePlace) -> Fault {
    let isEnd = place.byte == UInt8(ascii: "\n")
    return Fault(place: place, problem: isEnd ? "the line ends too early, within the request" : "expected \(what)")
  }

  private var skipperFault: Fault {
    guard let fault = skipper.fault else { preconditionFailure("nothing is wrong") }
    return Fault(place: fault.place, problem: fault.problem.words(isEnd: fault.place.byte == UInt8(ascii: "\n")))
  }
}

/// The members of a request that have a meaning.
private enum MemberName: String {
  case items, sections, ads, placement, placements

  /// Reads a name with its quotes; nil for any other.
  @inline(__always)
  init?(from start: BytePlace, to end: BytePlace) {
    let (first, rest) = (start.word64, (start + 8).word32)
    switch end - start {
    case 5 where first & 0xFF_FFFF_FFFF == 0x22_7364_6122: self = .ads
    case 7 where first & 0xFF_FFFF_FFFF_FFFF == 0x22_736D_6574_6922: self = .items
    case 10 where first == 0x6E6F_6974_6365_7322 && rest & 0xFFFF == 0x2273: self = .sections
    case 11 where first == 0x656D_6563_616C_7022 && rest & 0xFF_FFFF == 0x22_746E: self = .placement
    case 12 where first == 0x656D_6563_616C_7022 && rest == 0x2273_746E: self = .placements
    default: self.init(escapedFrom: start, to: end)
    }
  }

  /// Reads a name that is spelled with escapes; `\u0061ds` is `ads`.
  @inline(never)
  private init?(escapedFrom start: BytePlace, to end: BytePlace) {
    // Each letter of the longest name as an escape.
    guard 7...62 ~= end - start else { return nil }
    let bytes = start.bytes(to: end)
    guard bytes.contains(UInt8(ascii: "\\")) else { return nil }
    self.init(rawValue: JSONValue.decodeString(in: bytes, 0..<bytes.count))
  }
}

extension JSONSkipper.Problem {
  /// A description; a fault where the line ends is that it ends.
  fileprivate func words(isEnd: Bool) -> String {
    switch self {
    case .expected(_, let within) where isEnd: "the line ends too early, within \(within)"
    case .word where isEnd, .badNumber where isEnd: "the line ends too early, within a value"
    case .expected(let what, _): "expected \(what)"
    case .word(let word): "expected \(word)"
    case .tooDeep: "nested deeper than \(MergeRequest.maxDepth)"
    case .controlCharacter: "an unescaped control character in a string"
    case .badEscape: "invalid escape sequence"
    case .badNumber: "invalid number"
    case .notUTF8: "invalid UTF-8"
    }
  }
}
