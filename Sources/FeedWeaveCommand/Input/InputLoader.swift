import FeedFormats
import Placement

/// Reads what a command line names, all of it before anything is written, and says what was wrong with it.
struct InputLoader {
  let settings: Settings
  let environment: CommandEnvironment

  /// The feeds, cut to the limit.
  func feeds() throws(CommandError) -> [FeedSection] {
    var sections: [FeedSection] = []
    var room = settings.limit ?? .max
    for feed in settings.feeds {
      let bytes = try bytes(of: feed.file, limit: settings.reading.maxBytes)
      var document = try readFeed(bytes, of: feed.file)
      report(document.findings, in: feed.file)
      document.items.removeLast(max(0, document.items.count - room))
      room -= document.items.count
      sections.append(FeedSection(file: feed.file, name: feed.name, document: document))
    }
    return sections
  }

  /// The ads; nil where none are named.
  func ads() throws(CommandError) -> [FeedItem]? {
    guard let file = settings.ads else { return nil }
    let bytes = try bytes(of: file, limit: settings.reading.maxBytes)
    let document = try read(file) { () throws(FeedError) in try AdReader(options: settings.reading).read(bytes) }
    report(document.findings, in: file)
    return document.items
  }

  /// Says that rules do nothing without ads, if there are rules and no ads.
  func sayThatRulesDoNothing(_ rules: PlacementRules, ads: [FeedItem]?) {
    guard rules != PlacementRules(), !settings.isQuiet, ads?.isEmpty ?? true else { return }
    if let file = settings.ads {
      environment.say(Message(file, "there are no ads in it, so the rules do nothing"))
    } else {
      environment.say(Message("there are rules, but no ads (--ads), so the rules do nothing"))
    }
  }

  /// Says that rules which are as they should be have found no place for any ad.
  func sayThatNoAdStands(_ tally: Tally, _ rules: PlacementRules, ads: [FeedItem]?) {
    guard tally.ads == 0, tally.items > 0, ads?.isEmpty == false, !settings.isQuiet, rules != PlacementRules(),
      rules.findings.isEmpty
    else { return }
    environment.say(Message("the rules name no place for an ad in this feed; 'feedweave map -v' says why"))
  }

  /// The rules: of the file, or of `--rule` and `--at`; `every 6` where there are ads and no rule.
  ///
  /// What is doubtful about them is said.
  func rules() throws(CommandError) -> PlacementRules {
    if let file = settings.plan {
      let rules = try rules(in: file)
      report(rules.findings) { Message(file, $0) }
      return rules
    }
    if settings.rule == nil, settings.positions == nil {
      return settings.ads == nil && settings.userCount == nil ? PlacementRules() : PlacementRules(every: 6)
    }
    var rules = settings.rule ?? PlacementRules()
    if let positions = settings.positions { rules.at = positions }
    do throws(PlacementError) { try rules.validate() } catch { throw .refusedPlan(error) }
    let option = settings.rule == nil ? "--at" : "--rule"
    // Rules of nobody ask for nothing; a line without a word may come from a variable that was never set.
    report(rules == PlacementRules() ? [.namesNoPlace] : rules.findings) { Message("\(option): \($0)") }
    return rules
  }

  /// The aspects to weave; nil where none are named.
  func aspects() throws(CommandError) -> PlannedAspects? {
    guard let file = settings.aspects else { return nil }
    let bytes = try bytes(of: file, limit: WeavingPlanReader.maxBytes)
    do throws(WeavingPlanError) { return PlannedAspects(file, try WeavingPlanReader.read(bytes)) } catch {
      throw .badAspects(file, error.position, problem: error.problem)
    }
  }

  private func rules(in file: InputFile) throws(CommandError) -> PlacementRules {
    let bytes = try bytes(of: file, limit: RulesReader.maxBytes)
    do throws(RulesError) { return try RulesReader.read(bytes) } catch {
      let near = error.unknownMember.flatMap { Suggestion.nearest(to: $0, in: RulesReader.memberNames) }
      throw .badRules(file, error.position, problem: error.problem + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  /// The bytes of a file, or a little more of them than the limit.
  func bytes(of file: InputFile, limit: Int) throws(CommandError) -> [UInt8] {
    do throws(InputFailure) { return try environment.read(file, limit) } catch {
      throw .noInput(file, reason: error.reason)
    }
  }

  private func readFeed(_ bytes: [UInt8], of file: InputFile) throws(CommandError) -> FeedDocument {
    do throws(FeedError) { return try FeedReader(options: settings.reading).read(bytes) } catch {
      let itemCount = itemCount(before: error, in: bytes)
      throw itemCount > 0 ? .cutFeed(file, error, itemCount: itemCount) : .badFeed(file, error)
    }
  }

  /// How many items `--partial` would take of a feed that breaks off; 0 for other errors.
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

  private func report(_ findings: [RuleFinding], _ message: (String) -> Message) {
    guard !settings.isQuiet else { return }
    for finding in findings.prefix(Self.mostFindings) { environment.say(message("\(finding)")) }
    let more = findings.count - Self.mostFindings
    if more > 0 { environment.say(message("and \(more) more")) }
  }

  /// Tells what is wrong with a file, or with a part of it that begins behind so many lines.
  func report(_ findings: [Finding], in file: InputFile, linesBefore: Int = 0) {
    guard !settings.isQuiet else { return }
    for finding in findings.prefix(Self.mostFindings) {
      let finding = Finding(at: finding.position.moved(byLines: linesBefore), finding.problem, finding.remedy)
      environment.say(Message(file, "\(finding)", isPlaced: true))
    }
    let more = findings.count - Self.mostFindings
    if more > 0 { environment.say(Message(file, "and \(more) more")) }
  }

  /// The findings of a file or of rules that are told; the others are counted.
  static let mostFindings = 20
}

/// Where something is read from: a path, or standard input.
enum InputFile: Hashable, Sendable {
  case standardInput
  case path(String)

  /// Takes a word of the command line, in which `-` is standard input.
  init(_ word: String) { self = word == "-" ? .standardInput : .path(word) }
}

extension InputFile: CustomStringConvertible {
  /// The name that messages use; as untrusted as the word was.
  var description: String {
    switch self {
    case .standardInput: "<stdin>"
    case .path(let path): path
    }
  }
}

// MARK: - Address

extension InputFile {
  /// Takes the value of an option or an argument; a URL is refused, with the command that fetches it.
  ///
  /// - Parameter place: how standard input is named in that command, such as `-` or `--ads -`.
  init(local word: String, place: String) throws(CommandError) {
    guard Self.isAddress(word) else {
      self.init(word)
      return
    }
    throw .address(word, instead: "curl -fsSL \(Self.shellQuoted(word)) | feedweave \(place)")
  }

  /// Whether a word is a URL: a scheme and two slashes.
  private static func isAddress(_ word: String) -> Bool {
    guard let end = word.utf8.firstIndex(of: UInt8(ascii: ":")), word[end...].hasPrefix("://") else { return false }
    let scheme = word[..<end]
    return scheme.utf8.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private static func shellQuoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

/// A feed as the program shows it: its content, and the name that its section has.
struct FeedSection: Sendable {
  /// Where the feed came from.
  let file: InputFile
  /// The name that the command line gave it.
  let name: String?
  /// What was read.
  var document: FeedDocument

  /// What the section's header says: the name given, else the feed's own title, else the file.
  var title: String {
    if let name { return name }
    let title = document.title ?? ""
    return title.allSatisfy(\.isWhitespace) ? file.description : title
  }
}
