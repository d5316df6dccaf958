import FeedFormats

/// What a file contains, as far as the kinds are validated in different ways.
enum FileKind: Hashable {
  /// A feed of any format, or nothing that is known.
  case feed
  /// Successive versions of a feed, one JSON Feed per line.
  case versions
  /// Requests to merge, one per line.
  case requests
  /// Placement rules.
  case rules
  /// A weaving plan.
  case weavingPlan
}

extension FileKind {
  /// Detects the kind of an input from its content, and reads as much of it as that takes.
  ///
  /// If the first line is a whole object, its members decide, together with whether more lines follow. Otherwise the whole
  /// input is read, up to the limit of its size.
  static func detect(in input: ValidationInput) throws(InputFailure) -> FileKind {
    if let kind = try ofFirstLine(of: input) { return kind }
    try input.readAll()
    return kind(of: input.bytes)
  }

  /// Returns what the first line shows if it is a whole object; nil if it shows nothing.
  static func ofFirstLine(of input: ValidationInput) throws(InputFailure) -> FileKind? {
    let line = try input.firstLine()
    let outline = JSONOutline(line)
    guard outline.first == UInt8(ascii: "{"), let end = outline.end, line[end...].allSatisfy(\.isBlankOrMark) else {
      return nil
    }
    let shape = ObjectShape(outline)
    if shape == .request { return .requests }
    let isAlone = try !input.hasMore(after: line.endIndex)
    if shape == .items {
      let isFeed = isAlone && outline.members.contains { feedMembers.contains($0.name) }
      return isFeed ? .feed : .requests
    }
    if shape == .feed, !isAlone { return .versions }
    return isAlone ? shape.kind : nil
  }

  /// The members that a feed without a version may have, and a request to merge does not.
  private static let feedMembers: Set = ["title", "home_page_url", "feed_url", "description", "authors", "language"]

  /// Returns the kind of a whole file that does not begin with an object on a line.
  private static func kind(of bytes: [UInt8]) -> FileKind {
    let outline = JSONOutline(bytes[...])
    let isObject = outline.first == UInt8(ascii: "{")
    if isObject, let end = outline.end, bytes[end...].allSatisfy(\.isBlankOrMark) { return ObjectShape(outline).kind }
    if outline.first == UInt8(ascii: "<") || outline.first == UInt8(ascii: "[") { return .feed }
    return hasRequestAsLine(bytes)
      ? .requests : isObject && !outline.members.isEmpty ? ObjectShape(outline).kind : .feed
  }

  private static func hasRequestAsLine(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      guard line.first == UInt8(ascii: "{") else { return false }
      let outline = JSONOutline(line)
      guard let end = outline.end, line[end...].allSatisfy(\.isBlankOrMark) else { return false }
      return [.request, .items].contains(ObjectShape(outline))
    }
  }
}

/// What an object is, judged by the names of its members.
private enum ObjectShape {
  case feed, request, rules, weavingPlan, other
  /// An object with `items` that may be a feed or a request.
  case items

  init(_ outline: JSONOutline) {
    let names = Set(outline.members.map(\.name))
    let sections = outline.members.first { $0.name == "sections" }.map(outline.beginning)
    let hasSections = sections.map { $0.outer == UInt8(ascii: "[") && $0.inner == UInt8(ascii: "{") } ?? false
    let ruleCount = names.intersection(RulesReader.memberNames).count
    let isOfRequest = hasSections || names.contains("placement") || names.contains("ads")
    if names.contains("groups"), !names.contains("items") {
      self = .weavingPlan
    } else if names.contains("items") || isOfRequest {
      let isRequest = isOfRequest || (names.contains("id") && !names.contains("version"))
      self = isRequest ? .request : names.contains("version") ? .feed : .items
    } else {
      // Some of the names may be misspelled.
      self = ruleCount * 2 >= names.count ? .rules : .other
    }
  }

  /// The kind of a file that holds only this object.
  var kind: FileKind {
    switch self {
    case .feed, .items, .other: .feed
    case .request: .requests
    case .rules: .rules
    case .weavingPlan: .weavingPlan
    }
  }
}
