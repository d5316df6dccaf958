import AdServing
import FeedFormats
import Interception
import Placement
import TerminalUI

/// Reads all files that a command line names, before anything is written, and reports their problems.
struct InputLoader {
  let settings: Settings
  let environment: CommandEnvironment
  /// The size in bytes from which a file with an item per line is not read whole; nil if every file is.
  var leastLinesSize: Int?

  /// Reads the feeds, up to the limit if they are not blended.
  ///
  /// A merged feed that is read again has its own sections, unless it has a name here or is followed in a viewer.
  func feeds() throws(CommandError) -> [FeedSection] {
    var sections: [FeedSection] = []
    var room = settings.isTimeline ? .max : settings.limit ?? .max
    var failures: [CommandError] = []
    for feed in settings.feeds {
      do throws(CommandError) { sections += try self.sections(of: feed, &room) } catch {
        // An address may be out of reach for a while; a file is a mistake, which a viewer shows beside the other feeds.
        guard feed.file.feedAddress != nil || leastLinesSize != nil else { throw error }
        failures.append(error)
        sections.append(FeedSection(file: feed.file, name: feed.name, document: FeedDocument(format: .jsonFeed)))
      }
    }
    let last = failures.count == settings.feeds.count ? failures.popLast() : nil
    for error in failures { environment.say(error.message, isFailure: true) }
    if let last { throw last }
    return sections
  }

  /// Reads a feed, with as many items as there is room for.
  private func sections(of feed: Settings.Feed, _ room: inout Int) throws(CommandError) -> [FeedSection] {
    if let lines = try lines(of: feed.file) {
      return [FeedSection(file: feed.file, name: feed.name, document: FeedDocument(format: .itemLines), lines: lines)]
    }
    let document = try document(of: feed.file, atMost: room)
    report(document.findings, in: feed.file)
    room -= document.items.count
    guard feed.name == nil, leastLinesSize == nil, !document.sections.isEmpty else {
      return [FeedSection(file: feed.file, name: feed.name, document: document)]
    }
    return zip(document.sections, document.documentsOfSections).map { section, document in
      FeedSection(file: feed.file, name: section.heading, document: document)
    }
  }

  /// Opens a file with an item per line that is not to be read whole; nil for any other.
  private func lines(of file: InputFile) throws(CommandError) -> FileLines? {
    guard let leastLinesSize, settings.readsLines else { return nil }
    do throws(InputFailure) {
      return try FileLines(of: file, settings.reading, environment, from: file == .standardInput ? 1 : leastLinesSize)
    } catch { throw .noInput(file, error) }
  }

  /// Reads a feed, or as much of it as has a number of items.
  private func document(of file: InputFile, atMost room: Int) throws(CommandError) -> FeedDocument {
    if room >= settings.reading.maxItems {
      return try readFeed(try bytes(of: file, limit: settings.reading.maxBytes), of: file)
    }
    var beginning = try FeedBeginning(of: file, settings.reading(of: file), environment)
    if let document = try beginning.read(itemCount: room) { return document }
    var document = try readFeed(beginning.bytes, of: file)
    document.items.removeLast(max(0, document.items.count - room))
    return document
  }

  /// Reads the ads; returns nil if none are named.
  func ads() throws(CommandError) -> [FeedItem]? {
    guard let file = settings.ads else { return nil }
    let bytes = try bytes(of: file, limit: settings.reading.maxBytes)
    let document = try read(file) { () throws(FeedError) in try AdReader(options: settings.reading).read(bytes) }
    report(document.findings, in: file)
    return document.items
  }

  /// Reports that rules do nothing without ads, if there are rules and no ads.
  func reportUnusedRules(_ rules: PlacementRules, ads: [FeedItem]?) {
    guard rules != PlacementRules(), !settings.isQuiet, ads?.isEmpty ?? true else { return }
    if let file = settings.ads {
      environment.say(Message(file, "the file has no ads, so the rules have no effect"))
    } else {
      environment.say(Message("there are no ads (--ads), so the rules have no effect"))
    }
  }

  /// Returns the rules: of the file, or of `--rule` and `--at`; `every 6` if there are ads or simulated users and no
  /// rule.
  ///
  /// Findings about the rules are reported.
  func rules() throws(CommandError) -> PlacementRules {
    if let file = settings.plan {
      let rules = try rules(of: bytes(ofPlan: file, limit: RulesReader.maxBytes), in: file)
      say(messages(about: rules.findings, { Message(file, "\($0)") }, more: { Message(file, $0) }))
      return rules
    }
    guard let line = try rulesOfCommandLine() else {
      return settings.ads == nil && settings.userCount == nil ? PlacementRules() : PlacementRules(every: 6)
    }
    let message = { (words: String) in Message("\(line.option): \(words)") }
    say(messages(about: line.findings, { message("\($0)") }, more: message))
    return line.rules
  }

  /// Returns the rules of `--rule` and `--at`, with the findings about them and the option; nil if there is neither.
  func rulesOfCommandLine() throws(CommandError) -> (rules: PlacementRules, findings: [RuleFinding], option: String)? {
    if settings.rule == nil, settings.positions == nil { return nil }
    var rules = settings.rule ?? PlacementRules()
    if let positions = settings.positions { rules.at = positions }
    do throws(PlacementError) { try rules.validate() } catch { throw .refusedPlan(error) }
    // Empty rules request nothing; but an empty argument may come from an unset variable, so it is reported.
    let findings = rules == PlacementRules() ? [.namesNoPlace] : rules.findings
    return (rules, findings, settings.rule == nil ? "--at" : "--rule")
  }

  /// Reads the flights in a file, which has at least one that can be simulated.
  func flights(in file: InputFile) throws(CommandError) -> [Flight] {
    let (flights, findings) = try flightFile(file)
    report(findings, in: file)
    if flights.isEmpty {
      let problem = "the file has no valid flight ('feedweave help formats')"
      throw .badFeed(file, .malformed(.start, problem: problem))
    }
    return flights
  }

  /// Reads a file of flights, with what is wrong in it.
  func flightFile(_ file: InputFile) throws(CommandError) -> (flights: [Flight], findings: [Finding]) {
    let bytes = try bytes(ofPlan: file, limit: FlightFile.maxBytes)
    do throws(FeedError) { return try FlightFile.read(bytes) } catch { throw .badFeed(file, error) }
  }

  /// Reads the aspects to weave; returns nil if none are named.
  func aspects() throws(CommandError) -> PlannedAspects? {
    guard let file = settings.aspects else { return nil }
    return try aspects(of: bytes(ofPlan: file, limit: WeavingPlanReader.maxBytes), in: file)
  }

  /// Returns the aspects in the bytes of a file.
  func aspects(of bytes: [UInt8], in file: InputFile) throws(CommandError) -> PlannedAspects {
    do throws(WeavingPlanError) { return PlannedAspects(file, try WeavingPlanReader.read(bytes)) } catch {
      throw .badAspects(file, error.position, problem: error.problem)
    }
  }

  /// Returns the rules in the bytes of a file.
  func rules(of bytes: [UInt8], in file: InputFile) throws(CommandError) -> PlacementRules {
    do throws(RulesError) { return try RulesReader.read(bytes) } catch {
      if let feed = try? FeedReader(options: settings.reading).read(bytes) {
        throw .badRules(file, .start, problem: "this is a feed (\(feed.format.title)), not placement rules")
      }
      let near = error.unknownMember.flatMap { NameSuggestion.nearest(to: $0, in: RulesReader.memberNames) }
      throw .badRules(file, error.position, problem: error.problem + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  /// Reads the bytes of a file, or slightly more of them than the limit.
  func bytes(of file: InputFile, limit: Int) throws(CommandError) -> [UInt8] {
    do throws(InputFailure) { return try environment.read(file, limit) } catch {
      throw .noInput(file, error)
    }
  }

  /// Reads the bytes of a file of rules, aspects or flights, which may not have more than the limit.
  func bytes(ofPlan file: InputFile, limit: Int) throws(CommandError) -> [UInt8] {
    let bytes = try bytes(of: file, limit: limit)
    if bytes.count <= limit { return bytes }
    let size = if case .path(let path) = file { environment.stamp(path)?.size } else { Int?.none }
    let words = size.map { "it has \($0.grouped) bytes, and" } ?? "it has more bytes than allowed:"
    throw .noInput(file, reason: "\(words) such a file may have \(limit.grouped)", exitCode: .badData)
  }

  private func readFeed(_ bytes: [UInt8], of file: InputFile) throws(CommandError) -> FeedDocument {
    var options = settings.reading(of: file)
    // A large feed takes little more memory than its file.
    options.keepsItemsEncoded = true
    do throws(FeedError) { return try FeedReader(options: options).read(bytes) } catch {
      let itemCount = itemCount(before: error, in: bytes)
      throw itemCount > 0 ? .cutFeed(file, error, itemCount: itemCount) : .badFeed(file, error)
    }
  }

  /// Returns how many items `--partial` would accept from a feed that ends early; 0 for other errors.
  private func itemCount(before error: FeedError, in bytes: [UInt8]) -> Int {
    switch error {
    case .truncated, .malformed:
      var options = settings.reading
      options.partial = true
      return (try? FeedReader(options: options).read(bytes))?.items.count ?? 0
    default: return 0
    }
  }

  private func read<Document>(
    _ file: InputFile, _ read: () throws(FeedError) -> Document
  ) throws(CommandError) -> Document {
    do throws(FeedError) { return try read() } catch { throw .badFeed(file, error) }
  }

  private func messages<Problem>(
    about problems: [Problem], _ message: (Problem) -> Message, more: (String) -> Message
  ) -> [Message] {
    if settings.isQuiet { return [] }
    let count = problems.count - Self.mostFindings
    return problems.prefix(Self.mostFindings).map(message) + (count > 0 ? [more("and \(count) more")] : [])
  }

  /// Reports the problems of a file, or of a part of it that begins after `linesBefore` lines; for a viewer they are kept,
  /// since another version may mend them.
  func report(_ findings: [Finding], in file: InputFile, linesBefore: Int = 0) {
    let messages = messages(about: findings, in: file, linesBefore: linesBefore)
    if leastLinesSize == nil { say(messages) } else { environment.messages.set(messages, of: file) }
  }

  private func say(_ messages: [Message]) {
    for message in messages { environment.say(message) }
  }

  /// Returns what is said of the problems of a file; many of one kind are one message.
  func messages(about findings: [Finding], in file: InputFile, linesBefore: Int = 0) -> [Message] {
    let message = { (findings: [Finding]) in
      let places = findings.map { $0.position.moved(byLines: linesBefore) }
      let others = places.dropFirst().prefix(3).map { "\($0)" }.joined(separator: ", ")
      let count = places.count > 1 ? " (×\(places.count), also at \(others)\(places.count > 4 ? ", …" : ""))" : ""
      return Message(file, "\(Finding(at: places[0], findings[0].problem, findings[0].remedy))\(count)", isPlaced: true)
    }
    return messages(about: findings.byKind, message, more: { Message(file, $0) })
  }

  /// The maximum number of findings that are reported for a file or for rules; the others are counted.
  static let mostFindings = 20
}

extension [Finding] {
  /// The findings one by one, but those of a kind with more than a few together, in the place of the first.
  fileprivate var byKind: [[Finding]] {
    let kinds = Dictionary(grouping: self, by: \.kind)
    var known: Set<String> = []
    return compactMap { finding in
      guard let all = kinds[finding.kind], all.count > 3 else { return [finding] }
      return known.insert(finding.kind).inserted ? all : nil
    }
  }
}

extension Finding {
  /// What is wrong and what was done, without the words that are quoted from the file.
  fileprivate var kind: String {
    let parts = problem.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    return parts.filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined() + remedy.rawValue
  }
}
