import FeedFormats
import Synchronization
import TerminalUI

/// Fetches feeds, eight at once, and keeps the last version of each that could be read.
///
/// Beside what was fetched in this run, it knows the versions of the cache, of which a server is asked whether they are
/// still the present ones.
final class FeedFetcher: Sendable {
  /// What is known of an address after fetching.
  struct Fetched: Sendable {
    /// The version to show: the one that was fetched, else the one before; nil if there is none.
    var version: FeedCache.Version?
    /// Why the version is not the present one.
    var error: FetchError?
    /// The feed that was read of the version, if it differs from the one that was known before.
    var newDocument: FeedDocument?
  }

  /// How far fetching has come.
  struct Progress: Hashable, Sendable {
    /// The number of feeds that have come, or have failed.
    var count = 0
    /// The number of those that have failed.
    var failedCount = 0
    /// The number of feeds that are fetched.
    var total = 0

    /// The progress in words.
    var words: String {
      let failed = failedCount > 0 ? ", \(failedCount) failed" : ""
      return "\(count - failedCount) of \(total) \(total == 1 ? "feed has" : "feeds have") come\(failed)"
    }
  }

  private struct State {
    var fetched: [FeedAddress: Fetched] = [:]
    /// The addresses that nobody has asked for since they were fetched.
    var arrived: [FeedAddress] = []
    /// The addresses that are to be fetched, the next one last.
    var queue: [FeedAddress] = []
    /// The addresses that are to be fetched or are being fetched.
    var pending: Set<FeedAddress> = []
    var progress = Progress()

    /// Takes the next address, unless as many are being fetched as may be at once.
    mutating func next() -> FeedAddress? {
      pending.count - queue.count < FeedFetcher.parallelCount ? queue.popLast() : nil
    }
  }

  /// The addresses, each once.
  let addresses: [FeedAddress]
  private let settings: Settings
  private let environment: CommandEnvironment
  private let cache: FeedCache
  private let state = Mutex(State())

  /// The number of feeds that are fetched at once.
  private static let parallelCount = 8

  init(_ addresses: [FeedAddress], _ settings: Settings, _ environment: CommandEnvironment) {
    var known: Set<FeedAddress> = []
    self.addresses = addresses.filter { known.insert($0).inserted }
    self.settings = settings
    self.environment = environment
    cache = FeedCache(environment)
  }

  // MARK: - All feeds

  /// Takes the versions of the cache as those to show.
  func takeKnown() {
    for address in addresses {
      guard let version = cache.version(of: address, limit: maxBytes) else { continue }
      state.withLock { $0.fetched[address] = Fetched(version: version) }
    }
  }

  /// What is being fetched, in words; nil if nothing is.
  var present: String? {
    let progress = state.withLock { $0.progress }
    guard progress.count < progress.total else { return nil }
    return progress.count > 0 ? progress.words : "fetching \(progress.total) \(progress.total == 1 ? "feed" : "feeds")"
  }

  /// Fetches all feeds, and returns when the last one has come; on a terminal a line says how many have.
  func fetchAll() {
    guard begin() else { return }
    Threads.run(min(Self.parallelCount, addresses.count)) {
      self.fetchQueued { self.show($0.words) }
    }
    show("")
    _ = takeArrived()
  }

  /// Fetches the feeds again that are not being fetched, on other threads; returns false if there are none.
  func fetchAgain() -> Bool {
    guard begin() else { return false }
    let threadCount = (0..<min(Self.parallelCount, addresses.count)).count { _ in
      Threads.detach { self.fetchQueued { _ in } }
    }
    if threadCount == 0 { state.withLock { ($0.queue, $0.pending, $0.progress) = ([], [], Progress()) } }
    return threadCount > 0
  }

  /// Begins to fetch the feeds that are not being fetched; returns false if there are none.
  private func begin() -> Bool {
    state.withLock { state in
      let new = addresses.filter { state.pending.insert($0).inserted }
      guard !new.isEmpty else { return false }
      state.queue = new.reversed() + state.queue
      state.progress = Progress(total: state.pending.count)
      return true
    }
  }

  private func fetchQueued(_ report: (Progress) -> Void) {
    while let address = state.withLock({ $0.next() }) {
      let fetched = fetch(address)
      report(
        state.withLock { state in
          state.fetched[address] = fetched
          state.arrived.append(address)
          state.pending.remove(address)
          state.progress.count += 1
          if fetched.error != nil { state.progress.failedCount += 1 }
          return state.progress
        })
    }
  }

  /// Shows a line in place of the one before, where that can be done.
  private func show(_ line: String) {
    guard environment.showsProgress, !settings.isQuiet else { return }
    let columns = 40
    environment.writeError(Array("\r\(line)\(String(repeating: " ", count: max(0, columns - line.count)))\r".utf8))
  }

  // MARK: - Results

  /// What is known of an address.
  func fetched(_ address: FeedAddress) -> Fetched { state.withLock { $0.fetched[address] } ?? Fetched() }

  /// The addresses that were fetched since the last call, and how far fetching has come.
  func takeArrived() -> (addresses: [FeedAddress], progress: Progress) {
    state.withLock { state in
      defer { state.arrived = [] }
      return (state.arrived, state.progress)
    }
  }

  /// Returns the feed that was fetched last, if it differs from the one before.
  func newDocument(of address: FeedAddress) -> FeedDocument? { fetched(address).newDocument }

  /// What is to be said of an address: why it was not fetched, and how old the version is that is shown; nil if it was.
  func problem(of address: FeedAddress) -> String? {
    let fetched = fetched(address)
    guard let error = fetched.error else { return nil }
    guard let version = fetched.version else { return "\(error.reason); nothing was read" }
    let age = Age.words(from: version.time, now: environment.now()).string
    return "\(error.reason); the version of \(age == "now" ? "just now" : age.isDay ? age : "\(age) ago") is shown"
  }

  /// What is wrong with each feed that could not be fetched last.
  var troubles: [Message] {
    addresses.compactMap { address in
      let isPlaced = if case .unreadable = fetched(address).error { true } else { false }
      return problem(of: address).map { Message(.address(address), $0, isPlaced: isPlaced) }
    }
  }

  /// How many feeds could not be fetched last, in words: those that are shown as they were, and the others; nil if all were.
  var failureWords: String? {
    let failed = state.withLock { state in addresses.compactMap { state.fetched[$0] }.filter { $0.error != nil } }
    let oldCount = failed.count { $0.version != nil }
    let words = [(oldCount, "old"), (failed.count - oldCount, "not read")].filter { $0.0 > 0 }.map { count, word in
      "\(count) \(count == 1 ? "feed" : "feeds") \(word)"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The exit code where no version of any feed could be read, now or before; nil if one was, or may still come.
  var exitCode: ExitCode? {
    let all = addresses.map(fetched)
    guard all.allSatisfy({ $0.version == nil && $0.error != nil }) else { return nil }
    return all.first?.error?.isNoFeed == true ? .badData : .noInput
  }

  // MARK: - One feed

  /// Fetches a feed.
  private func fetch(_ address: FeedAddress) -> Fetched {
    let known = fetched(address).version ?? cache.version(of: address, limit: maxBytes)
    do throws(FetchError) {
      let (version, document) = try version(of: address, known)
      cache.keep(version, of: address)
      return Fetched(version: version, newDocument: version.bytes == known?.bytes ? nil : document)
    } catch { return Fetched(version: known, error: error) }
  }

  /// The most bytes of a version; what is allowed for a file is a great deal for what comes from elsewhere.
  private var maxBytes: Int { settings.maxFetchedBytes ?? FeedReader.Options().maxBytes / 4 }

  /// Returns the present version, and the feed that was read of it unless it is the one that is known.
  private func version(
    of address: FeedAddress, _ known: FeedCache.Version?
  ) throws(FetchError) -> (FeedCache.Version, FeedDocument?) {
    let call = CurlCall(
      address: address, known: known?.validators ?? FeedValidators(), maxBytes: maxBytes, maxTime: settings.maxTime)
    guard let outcome = environment.run(call.program) else { throw .noCurl }
    let answer = CurlAnswer(outcome.side)
    if let error = FetchError(outcome, answer, call) { throw error }
    if answer.status == 304, var known {
      known.time = environment.now()
      return (known, nil)
    }
    let bytes = answer.charset.map { FeedReader.utf8(outcome.output, sentAs: $0) } ?? outcome.output
    return (
      FeedCache.Version(bytes: bytes, time: environment.now(), validators: answer.validators),
      try read(bytes, of: address)
    )
  }

  private static let mostFeedsOfPage = 5

  /// Reads a feed; what is none is rejected, so that the version before is kept.
  private func read(_ bytes: [UInt8], of address: FeedAddress) throws(FetchError) -> FeedDocument {
    var options = settings.reading(of: .address(address))
    options.keepsItemsEncoded = true
    do throws(FeedError) { return try FeedReader(options: options).read(bytes) } catch {
      guard bytes.isPage else { throw .unreadable(error) }
      let feeds = FeedReader.addressesOfFeeds(inPage: bytes, at: address.string)
      throw .page(feeds: feeds.compactMap { try? FeedAddress($0) }.prefix(Self.mostFeedsOfPage).map(\.string))
    }
  }
}

extension [UInt8] {
  /// Whether they begin as a page for a browser does.
  fileprivate var isPage: Bool {
    let beginning = String(decoding: drop { $0.isBlankOrMark }.prefix(1000), as: UTF8.self).lowercased()
    return beginning.hasPrefix("<!doctype html") || beginning.contains("<html")
  }
}

extension String {
  /// Whether an age is a day, and no span of time.
  fileprivate var isDay: Bool { contains("-") }
}
