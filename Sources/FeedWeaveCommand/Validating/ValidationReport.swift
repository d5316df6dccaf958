import FeedFormats
import TerminalUI

/// Writes the findings of a validation, one per line, and counts them.
struct ValidationReport {
  /// The worst exit code so far.
  private(set) var exitCode = ExitCode.done

  private let environment: CommandEnvironment
  private var output: CommandOutput
  private var findingCount = 0
  private var fileCount = 0
  private var failureCount = 0

  init(_ environment: CommandEnvironment) {
    self.environment = environment
    output = CommandOutput(environment)
  }

  /// Validates a file; an error that concerns only this file is a message.
  mutating func add(
    _ file: InputFile, _ validate: (inout ValidationReport) throws(CommandError) -> Void
  ) throws(CommandError) {
    fileCount += 1
    do throws(CommandError) { try validate(&self) } catch {
      guard [.noInput, .badData].contains(error.exitCode) else { throw error }
      failureCount += 1
      note(error.exitCode)
      // The findings of the files before it come first.
      try output.flush()
      environment.say(error.message)
    }
  }

  /// Writes findings about a file.
  mutating func add(_ findings: some Sequence<PlacedFinding>, in file: InputFile) throws(CommandError) {
    for finding in findings { try add("\(finding.position): \(finding.problem)", about: "\(file)", isPlaced: true) }
  }

  /// Writes a finding about a file or an option.
  mutating func add(_ problem: String, about name: String, isPlaced: Bool = false) throws(CommandError) {
    findingCount += 1
    note(.findings)
    let line = Message.line(about: name, problem, isPlaced: isPlaced) + "\n"
    try output.add { $0 += line.utf8 }
  }

  /// Writes what is left of the findings and, if it is wanted, how many there were.
  mutating func finish(hasSummary: Bool) throws(CommandError) {
    try output.flush()
    guard hasSummary else { return }
    let findings = "\(findingCount == 0 ? "no" : "\(findingCount)") \(findingCount == 1 ? "finding" : "findings")"
    var parts: [String] = []
    let readCount = fileCount - failureCount
    if readCount > 0 { parts.append("\(findings) in \(Self.files(readCount))") }
    // An option can have findings, and so can the beginning of a file.
    if readCount == 0, fileCount == 0 || findingCount > 0 { parts.append(findings) }
    if failureCount > 0 { parts.append("\(Self.files(failureCount)) could not be read") }
    environment.say(Message(parts.joined(separator: "; ")))
  }

  private static func files(_ count: Int) -> String { "\(count) \(count == 1 ? "file" : "files")" }

  private mutating func note(_ code: ExitCode) {
    if code.rawValue > exitCode.rawValue { exitCode = code }
  }
}

/// A problem at a position of a file.
struct PlacedFinding {
  var position: SourcePosition
  var problem: String

  init(_ position: SourcePosition, _ problem: String) {
    self.position = position
    self.problem = problem
  }

  /// Creates a finding from that of a reader.
  init(_ finding: Finding) { self.init(finding.position, "\(finding.problem); \(finding.remedy.rawValue)") }
}

// MARK: - Unsafe content

extension PlacedFinding {
  /// The maximum number of findings about unsafe content in a document; the others are counted.
  static let mostUnsafe = 1000

  /// Returns the findings of a feed, in order of position: those of its reader, and those about unsafe content.
  static func findings(in document: FeedDocument) -> [PlacedFinding] {
    let unsafe = SafetyCheck(metadataOf: document).problems.map { PlacedFinding(.start, "the feed: \($0)") }
    return ordered(document.findings.map(PlacedFinding.init) + capped(unsafe, document.items, called: "item"))
  }

  /// Returns the findings of ads, in order of position.
  static func findings(in document: AdDocument) -> [PlacedFinding] {
    ordered(document.findings.map(PlacedFinding.init) + capped([], document.items, called: "ad"))
  }

  /// Adds findings about items, up to the maximum.
  private static func capped(_ findings: [PlacedFinding], _ items: [FeedItem], called noun: String) -> [PlacedFinding] {
    var findings = findings
    var more = 0
    var firstMore: SourcePosition?
    for (index, item) in items.enumerated() {
      for problem in SafetyCheck(item).problems {
        if findings.count < mostUnsafe {
          let id = item.id.map { " \(Message.quoted($0))" } ?? ""
          findings.append(PlacedFinding(item.position, "\(noun) \(index)\(id): \(problem)"))
        } else {
          more += 1
          firstMore = firstMore ?? item.position
        }
      }
    }
    if let firstMore {
      findings.append(PlacedFinding(firstMore, "\(more) more findings about unsafe characters and links"))
    }
    return findings
  }

  private static func ordered(_ findings: [PlacedFinding]) -> [PlacedFinding] {
    findings.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
  }
}
