import FeedFormats
import Placement

/// `feedweave validate`: lists the problems of files, each of which is validated whatever the others contain.
struct ValidateCommand {
  private let settings: Settings
  private let environment: CommandEnvironment
  private let loader: InputLoader
  private let options: FeedReader.Options

  /// What is wrong with lists of feeds, and with what was fetched.
  private let problems: [FetchedInput.Problem]

  init(_ input: FetchedInput) {
    settings = input.settings
    environment = input.environment
    problems = input.problems
    loader = InputLoader(settings: settings, environment: environment)
    // A document that ends too early is a finding, like those in the items before that.
    var options = settings.reading
    options.partial = true
    self.options = options
  }

  /// Validates the files of options and then the others, and returns the worst exit code.
  func run() throws(CommandError) -> ExitCode {
    var report = ValidationReport(environment)
    let line = try loader.rulesOfCommandLine()
    guard line != nil || !settings.files.isEmpty else { throw .missing("a file") }
    for finding in line?.findings ?? [] { try report.add("\(finding)", about: line?.option ?? "") }
    var rules = line?.rules
    if let file = settings.ads {
      try report.add(file) { report throws(CommandError) in
        try validateAds(loader.bytes(of: file, limit: options.maxBytes), file, &report)
      }
    }
    if let file = settings.plan {
      try report.add(file) { report throws(CommandError) in
        rules = try validateRules(loader.bytes(ofPlan: file, limit: RulesReader.maxBytes), file, &report)
      }
    }
    if let file = settings.aspects {
      try report.add(file) { report throws(CommandError) in
        try validateAspects(loader.bytes(ofPlan: file, limit: WeavingPlanReader.maxBytes), file, &report)
      }
    }
    if let file = settings.flights {
      try report.add(file) { report throws(CommandError) in
        let findings = try loader.flightFile(file).findings
        try report.add(findings.map { PlacedFinding($0) }, in: file)
      }
    }
    for problem in problems { try report.add(problem.words, about: "\(problem.file)", isPlaced: problem.isPlaced) }
    for feed in settings.feeds {
      try report.add(feed.file) { report throws(CommandError) in try validate(feed.file, rules, &report) }
    }
    try report.finish(hasSummary: !settings.isQuiet)
    return report.exitCode
  }

  /// Validates a file as what its content is.
  private func validate(
    _ file: InputFile, _ rules: PlacementRules?, _ report: inout ValidationReport
  ) throws(CommandError) {
    let (input, kind) = try open(file)
    switch kind {
    case .feed: try validateFeed(input.bytes, file, &report)
    case .versions: try validateVersions(input.bytes, file, &report)
    case .requests: try validateRequests(input, file, rules, &report)
    case .rules: _ = try validateRules(input.bytes, file, &report)
    case .weavingPlan: try validateAspects(input.bytes, file, &report)
    }
  }

  /// Opens a file, and reads as much of it as its kind takes: all of it, except for requests.
  private func open(_ file: InputFile) throws(CommandError) -> (ValidationInput, FileKind) {
    do throws(InputFailure) {
      let input = try ValidationInput(file, limit: options.maxBytes, environment)
      let kind = options.format == nil ? try FileKind.detect(in: input) : .feed
      if kind != .requests { try input.readAll() }
      return (input, kind)
    } catch { throw .noInput(file, error) }
  }
}

// MARK: - Kinds

extension ValidateCommand {
  private func validateFeed(
    _ bytes: [UInt8], _ file: InputFile, _ report: inout ValidationReport
  ) throws(CommandError) {
    let document: FeedDocument
    do throws(FeedError) { document = try FeedReader(options: options).read(bytes) } catch {
      throw .badFeed(file, error)
    }
    try report.add(PlacedFinding.findings(in: document), in: file)
  }

  private func validateAds(_ bytes: [UInt8], _ file: InputFile, _ report: inout ValidationReport) throws(CommandError) {
    let document: AdDocument
    do throws(FeedError) { document = try AdReader(options: options).read(bytes) } catch { throw .badFeed(file, error) }
    try report.add(PlacedFinding.findings(in: document), in: file)
  }

  /// Validates each line as a feed; a line that cannot be read is a finding.
  private func validateVersions(
    _ bytes: [UInt8], _ file: InputFile, _ report: inout ValidationReport
  ) throws(CommandError) {
    guard bytes.count <= options.maxBytes else { throw .badFeed(file, .tooManyBytes(limit: options.maxBytes)) }
    var lines = LineReader(of: bytes, limit: options.maxBytes)
    while let line = try? lines.next() {
      if line.isBlank { continue }
      var findings: [PlacedFinding]
      do throws(FeedError) {
        findings = PlacedFinding.findings(in: try FeedReader(options: options).read(line.bytes))
      } catch {
        findings = [PlacedFinding(error.position, error.problem)]
      }
      for index in findings.indices {
        findings[index].position = findings[index].position.moved(byLines: line.number - 1)
      }
      try report.add(findings, in: file)
    }
  }

  /// Validates each line as a request to merge, without storing more than some of the lines.
  private func validateRequests(
    _ input: ValidationInput, _ file: InputFile, _ rules: PlacementRules?, _ report: inout ValidationReport
  ) throws(CommandError) {
    guard let merger = try? StreamMerger(rules: rules ?? PlacementRules(every: 6)) else {
      throw .internalError("rules that were valid are refused")
    }
    var faults: [MergeFault] = []
    _ = try merger.run(onFault: .report) { room throws(CommandError) in
      do throws(InputFailure) { return try input.read(into: &room) } catch {
        throw .noInput(file, error)
      }
    } write: { _ throws(CommandError) in
      // The faults of a line come before what is written in its place.
      try report.add(faults.map(PlacedFinding.init), in: file)
      faults = []
    } report: {
      faults.append($0)
    } note: {
      faults.append($0)
    }
  }

  /// Validates rules, and returns them if they can be used.
  private func validateRules(
    _ bytes: [UInt8], _ file: InputFile, _ report: inout ValidationReport
  ) throws(CommandError) -> PlacementRules? {
    do throws(CommandError) {
      let rules = try loader.rules(of: bytes, in: file)
      try report.add(rules.findings.map { PlacedFinding(.start, "\($0)") }, in: file)
      return rules
    } catch {
      guard case .badRules(_, let position, let problem) = error, Self.isObject(bytes) else { throw error }
      try report.add([PlacedFinding(position, problem)], in: file)
      return nil
    }
  }

  private func validateAspects(
    _ bytes: [UInt8], _ file: InputFile, _ report: inout ValidationReport
  ) throws(CommandError) {
    do throws(CommandError) { try loader.aspects(of: bytes, in: file).check() } catch {
      guard case .badAspects(_, let position, let problem) = error, Self.isObject(bytes) else { throw error }
      try report.add([PlacedFinding(position, problem)], in: file)
    }
  }

  /// Whether bytes begin like a JSON object; a file of rules or aspects that does not is no such file.
  private static func isObject(_ bytes: [UInt8]) -> Bool {
    bytes.first { !$0.isBlankOrMark } == UInt8(ascii: "{")
  }
}

extension PlacedFinding {
  /// Creates a finding from a fault of a request.
  fileprivate init(_ fault: MergeFault) {
    self.init(SourcePosition(line: fault.line, column: fault.column), fault.problem)
  }
}
