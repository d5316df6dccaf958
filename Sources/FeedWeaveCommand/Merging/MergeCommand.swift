import FeedFormats
import Interception
import Placement

/// `feedweave merge`: merges requests, a line each.
struct MergeCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Merges standard input, or one file after the other.
  func run() throws(CommandError) {
    // The requests are on standard input where no file is named.
    if settings.feeds.isEmpty, settings.files.contains(.standardInput) { throw .standardInputTwice }
    let merger = try merger()
    let files = settings.feeds.isEmpty ? [.standardInput] : settings.feeds.map(\.file)
    // A feed on one line could be a request, but hardly among several files.
    if files.count > 1, let feed = files.first(where: isFeedOnOneLine) {
      let fault = MergeFault(line: 1, column: 1, problem: "a feed, not a request")
      throw .feedToMerge(feed, fault, files: files)
    }
    for file in files { try MergeJobs(merger, file, self).run() }
  }

  private func isFeedOnOneLine(_ file: InputFile) -> Bool {
    do throws(InputFailure) { return try input(file).map(FileKind.ofFirstLine) == .feed } catch { return false }
  }

  /// Whether a file, which is no file of requests, is a feed with items.
  fileprivate func isFeed(_ file: InputFile) -> Bool {
    do {
      guard let input = try input(file), [.feed, .versions].contains(try FileKind.detect(in: input)) else {
        return false
      }
      try input.readAll()
      var options = settings.reading
      options.partial = true
      return try !FeedReader(options: options).read(input.bytes).items.isEmpty
    } catch { return false }
  }

  /// Returns a file to look at before it is merged; nil for what cannot be read twice.
  private func input(_ file: InputFile) throws(InputFailure) -> ValidationInput? {
    guard try environment.openAtOffsets(file) != nil else { return nil }
    return try ValidationInput(file, limit: settings.reading.maxBytes, environment)
  }

  private func merger() throws(CommandError) -> StreamMerger {
    let loader = InputLoader(settings: settings, environment: environment)
    let hasRules = settings.rule != nil || settings.positions != nil || settings.plan != nil
    let rules = hasRules ? try loader.rules() : PlacementRules(every: 6)
    // The JSON of an ad has line ends between its tokens at most; a merged request is one line.
    let ads = try loader.ads()?.compactMap { ad in ad.raw.map { $0.filter { $0 != 0x0A && $0 != 0x0D } } }
    do {
      return try StreamMerger(ads: ads ?? [], rules: rules)
    } catch let error as PlacementError {
      throw .refusedPlan(error)
    } catch {
      throw .internalError("the ads: \(error)")
    }
  }
}

/// The threads that merge a file: each reads a block of lines in turn, merges it, and writes it when those before have
/// been written.
private final class MergeJobs: Sendable {
  private struct Input: ~Copyable {
    var source = LineSource()
    /// The number of blocks that have been read.
    var count = 0
    var isEnded = false
  }

  private struct Output {
    var sink: MergeSink
    /// The number of bids, and parts of them, that were left out.
    var findingCount = 0
    /// What has ended the merging.
    var failure: CommandError?
  }

  private let merger: StreamMerger
  private let file: InputFile
  private let command: MergeCommand
  private var settings: Settings { command.settings }
  private var environment: CommandEnvironment { command.environment }
  private let read: ByteReader
  private let input = VisibleMutex(Input())
  private let output: VisibleMutex<Output>
  private let turns = Turns()

  init(_ merger: StreamMerger, _ file: InputFile, _ command: MergeCommand) throws(CommandError) {
    (self.merger, self.file, self.command) = (merger, file, command)
    do throws(InputFailure) { read = try command.environment.open(file) } catch {
      throw .noInput(file, reason: error.reason)
    }
    let settings = command.settings
    let name = settings.feeds.count > 1 ? "\(file)" : nil
    output = VisibleMutex(Output(sink: MergeSink(settings.faultPolicy, file: name)))
  }

  func run() throws(CommandError) {
    Threads.run(settings.jobs) { self.work() }
    let unsaid = output.withLock { $0.findingCount } - InputLoader.mostFindings
    if unsaid > 0, !settings.isQuiet { environment.say(Message(file, "and \(unsaid) more in bids")) }
    if let failure = output.withLock({ $0.failure }) { throw failure }
  }

  private func work() {
    let block = ByteBlock(), merged = ByteBlock()
    var worker = MergeWorker(merger)
    while let turn = next(block) {
      worker.merge(block, into: merged)
      turns.wait(for: turn)
      write(merged, worker)
      turns.advance()
    }
  }

  /// Reads the next block; returns its number, or nil at the end.
  private func next(_ block: ByteBlock) -> Int? {
    let next: (turn: Int?, failure: InputFailure?) = input.withLock { input in
      if input.isEnded { return (nil, nil) }
      do throws(InputFailure) {
        input.isEnded = try !input.source.fill(block, read)
      } catch {
        input.isEnded = true
        return (input.count, error)
      }
      if input.isEnded { return (nil, nil) }
      input.count += 1
      return (input.count - 1, nil)
    }
    guard let failure = next.failure, let turn = next.turn else { return next.turn }
    // What has been read before is written first.
    turns.wait(for: turn)
    end(.noInput(file, reason: failure.reason))
    return nil
  }

  private func write(_ merged: ByteBlock, _ worker: MergeWorker) {
    let failure: CommandError? = output.withLock { output in
      if output.failure != nil { return nil }
      do throws(CommandError) {
        try write(merged, worker, to: &output)
        return nil
      } catch { return error }
    }
    if let failure { end(failure) }
  }

  private func write(_ merged: ByteBlock, _ worker: MergeWorker, to output: inout Output) throws(CommandError) {
    var last: MergeFault?
    var findingCount = output.findingCount
    defer { output.findingCount = findingCount }
    do throws(OutputFailure) {
      let goesOn = try output.sink.write(merged, worker, environment.writeSpan) { fault in
        last = fault
        reportSkipped(fault)
      } _: { finding in
        findingCount += 1
        if findingCount > InputLoader.mostFindings || settings.isQuiet { return }
        environment.say(Message(file, "\(finding)", isPlaced: true))
      }
      if goesOn { return }
    } catch { throw .cannotWrite(reason: error.reason) }
    guard let last else { return }
    let isFeed = command.isFeed(file)
    throw isFeed ? .feedToMerge(file, last, files: settings.feeds.map(\.file)) : .badRequest(file, last)
  }

  private func end(_ failure: CommandError) {
    output.withLock { $0.failure = $0.failure ?? failure }
    input.withLock { $0.isEnded = true }
  }

  private func reportSkipped(_ fault: MergeFault) {
    guard settings.faultPolicy == .skip, !settings.isQuiet else { return }
    environment.say(Message(file, "\(fault); the line was skipped", isPlaced: true))
  }
}
