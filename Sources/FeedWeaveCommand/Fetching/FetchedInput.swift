import FeedFormats
import Synchronization

/// A command line whose lists of feeds have been replaced by their feeds, and whose addresses have been fetched.
///
/// The files of ``environment`` are those of the system, and besides them the addresses, as what was fetched.
struct FetchedInput {
  /// Something that is wrong with a list of feeds, or with what was fetched.
  struct Problem: Hashable {
    let file: InputFile
    let words: String
    /// Whether the words begin with a position.
    var isPlaced = false
  }

  /// The settings, in which no feed is a list.
  let settings: Settings
  /// The environment, in which an address can be read as a file can.
  let environment: CommandEnvironment
  /// What fetches the addresses again; nil if there are none.
  let fetcher: FeedFetcher?
  /// What is wrong with lists, and which addresses could not be fetched.
  ///
  /// An address without any version is left to its reader.
  let problems: [Problem]

  /// Reads lists, and fetches addresses.
  ///
  /// - Parameters:
  ///   - saysProblems: whether problems are messages at once.
  ///   - fetchesLater: whether nothing is fetched if there are versions from before, so that these can be shown at once.
  init(
    _ settings: Settings, _ environment: CommandEnvironment, saysProblems: Bool = true, fetchesLater: Bool = false
  ) throws(CommandError) {
    var lists = FeedLists(settings, environment)
    var settings = settings
    settings.feeds = try lists.expand(settings.feeds)
    let addresses = settings.feeds.compactMap(\.file.feedAddress)
    let fetcher = addresses.isEmpty ? nil : FeedFetcher(addresses, settings, environment)
    if let fetcher, !fetchesLater || !fetcher.takeKnown() { fetcher.fetchAll() }
    problems =
      lists.problems
      + (fetcher?.addresses ?? []).compactMap { address in
        guard fetcher?.fetched(address).version != nil else { return nil }
        let isPlaced = if case .unreadable = fetcher?.fetched(address).error { true } else { false }
        return fetcher?.problem(of: address).map {
          Problem(file: .address(address), words: $0, isPlaced: isPlaced)
        }
      }
    self.settings = settings
    if fetcher != nil { FeedCache(environment).dropUnused() }
    self.fetcher = fetcher
    self.environment = fetcher.map(environment.reading) ?? environment
    guard saysProblems else { return }
    for problem in problems { environment.say(Message(problem.file, problem.words, isPlaced: problem.isPlaced)) }
  }
}

extension CommandEnvironment {
  /// Returns an environment in which addresses are files with what was fetched.
  fileprivate func reading(_ fetcher: FeedFetcher) -> CommandEnvironment {
    let bytes: @Sendable (FeedAddress) throws(InputFailure) -> [UInt8] = { address throws(InputFailure) in
      let fetched = fetcher.fetched(address)
      if let version = fetched.version { return version.bytes }
      throw InputFailure(
        reason: fetched.error?.reason ?? "it was not fetched", isBadData: fetched.error?.isNoFeed ?? false)
    }
    var environment = self
    environment.read = { file, limit throws(InputFailure) in
      if let address = file.feedAddress { return try bytes(address) }
      return try self.read(file, limit)
    }
    environment.open = { file throws(InputFailure) in
      guard let address = file.feedAddress else { return try self.open(file) }
      let rest = Mutex(try bytes(address)[...])
      return { room throws(InputFailure) in
        let piece = rest.withLock { rest in
          let piece = rest.prefix(room.byteCount)
          rest = rest.dropFirst(piece.count)
          return piece
        }
        for (place, byte) in piece.enumerated() { room.storeBytes(of: byte, toByteOffset: place, as: UInt8.self) }
        return piece.count
      }
    }
    environment.openAtOffsets = { file throws(InputFailure) in
      file.feedAddress == nil ? try self.openAtOffsets(file) : nil
    }
    return environment
  }
}

/// The lists of feeds among the files of a command line.
private struct FeedLists {
  private let settings: Settings
  private let environment: CommandEnvironment
  /// What is wrong with lists.
  private(set) var problems: [FetchedInput.Problem] = []

  /// The most feeds of a list that are shown.
  private static let maxCount = 1000

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
  }

  /// Returns the feeds, with those of a list in its place.
  mutating func expand(_ feeds: [Settings.Feed]) throws(CommandError) -> [Settings.Feed] {
    var expanded: [Settings.Feed] = []
    for feed in feeds {
      guard let list = try list(in: feed.file) else {
        expanded.append(feed)
        continue
      }
      expanded += try self.feeds(of: list, feed.file)
    }
    return expanded
  }

  /// Reads a file if it is a list of feeds; nil for any other, and for what can be read only once.
  private func list(in file: InputFile) throws(CommandError) -> SubscriptionList? {
    // To open a named pipe twice would lose what its writer has written.
    guard case .path(let path) = file, environment.stamp(path)?.isRegular ?? true,
      let reader = try? environment.openAtOffsets(file)
    else { return nil }
    let beginning = try? nextBytes(atMost: min(reader.byteCount, 2048)) { room throws(InputFailure) in
      try reader.read(0, &room)
    }
    guard let beginning, SubscriptionList.isList(beginning) else { return nil }
    let loader = InputLoader(settings: settings, environment: environment)
    let bytes = try loader.bytes(of: file, limit: settings.reading.maxBytes)
    do throws(FeedError) { return try SubscriptionList.read(bytes, options: settings.reading) } catch {
      throw .badFeed(file, error)
    }
  }

  /// Returns the feeds of a list that can be fetched, each once.
  private mutating func feeds(of list: SubscriptionList, _ file: InputFile) throws(CommandError) -> [Settings.Feed] {
    for finding in list.findings.prefix(InputLoader.mostFindings) where !settings.isQuiet {
      problems.append(FetchedInput.Problem(file: file, words: "\(finding)", isPlaced: true))
    }
    var known: Set<FeedAddress> = []
    var feeds: [Settings.Feed] = []
    for feed in list.feeds {
      guard feeds.count < Self.maxCount else {
        add("the list has more than \(Self.maxCount) feeds; the others are left out", file)
        break
      }
      do throws(AddressFault) {
        let address = try FeedAddress(feed.feedURL)
        guard known.insert(address).inserted else { continue }
        feeds.append(Settings.Feed(name: feed.name == feed.feedURL ? nil : feed.name, file: .address(address)))
      } catch { add("\(Message.quoted(feed.feedURL)): \(error.problem); the feed is left out", file) }
    }
    guard feeds.isEmpty else { return feeds }
    for problem in problems { environment.say(Message(problem.file, problem.words, isPlaced: problem.isPlaced)) }
    throw .noInput(file, reason: "the list has no feed that can be fetched; 'feedweave add ADDRESS' adds one to yours")
  }

  /// Adds a problem, unless there are many.
  private mutating func add(_ words: String, _ file: InputFile) {
    guard problems.count < 2 * InputLoader.mostFindings else { return }
    problems.append(FetchedInput.Problem(file: file, words: words))
  }
}
