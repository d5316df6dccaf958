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

    var message: Message { Message(file, words, isPlaced: isPlaced) }
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
  ///   - saysProblems: whether problems are messages at once; if nothing is fetched yet, they are kept for the viewer.
  ///   - fetchesLater: whether nothing is fetched, so that the versions from before, if any, can be shown at once.
  init(
    _ settings: Settings, _ environment: CommandEnvironment, saysProblems: Bool = true, fetchesLater: Bool = false
  ) throws(CommandError) {
    var lists = FeedLists(settings, environment, readsPipes: !fetchesLater)
    var settings = settings
    settings.namedFeeds = settings.feeds.map(\.file)
    settings.feeds = try lists.expand(settings.feeds)
    let environment = lists.environment
    let addresses = settings.feeds.compactMap(\.file.feedAddress)
    let fetcher = addresses.isEmpty ? nil : FeedFetcher(addresses, settings, environment)
    if fetchesLater { fetcher?.takeKnown() } else { fetcher?.fetchAll() }
    problems =
      lists.problems
      + (fetcher?.addresses ?? []).compactMap { address in
        guard fetcher?.fetched(address).version != nil else { return nil }
        let isPlaced = if case .unreadable = fetcher?.fetched(address).error { true } else { false }
        return fetcher?.problem(of: address).map {
          Problem(file: .address(address), words: $0, isPlaced: isPlaced)
        }
      }
    if fetcher != nil { FeedCache(environment).dropUnused() }
    self.settings = settings
    self.fetcher = fetcher
    self.environment = fetcher.map(environment.reading) ?? environment
    if fetchesLater {
      for file in settings.namedFeeds ?? [] {
        environment.messages.set(problems.filter { $0.file == file }.map(\.message), of: file)
      }
    } else if saysProblems {
      for problem in problems { environment.say(problem.message) }
    }
  }
}

extension CommandEnvironment {
  /// Returns an environment in which addresses are files with what was fetched.
  fileprivate func reading(_ fetcher: FeedFetcher) -> CommandEnvironment {
    let bytes: @Sendable (FeedAddress) throws(InputFailure) -> [UInt8] = { address throws(InputFailure) in
      let fetched = fetcher.fetched(address)
      if let version = fetched.version { return version.bytes }
      // What is still being fetched has no items yet.
      guard let error = fetched.error else {
        return Array(#"{"version":"https://jsonfeed.org/version/1.1","title":"","items":[]}"#.utf8)
      }
      throw InputFailure(reason: error.reason, isBadData: error.isNoFeed)
    }
    var environment = self
    environment.read = { file, limit throws(InputFailure) in
      if let address = file.feedAddress { return try bytes(address) }
      return try self.read(file, limit)
    }
    environment.open = { file throws(InputFailure) in
      guard let address = file.feedAddress else { return try self.open(file) }
      return Self.reader(of: try bytes(address))
    }
    environment.openAtOffsets = { file throws(InputFailure) in
      file.feedAddress == nil ? try self.openAtOffsets(file) : nil
    }
    return environment
  }

  /// Returns an environment in which a pipe is read on from its beginning, which has been read.
  fileprivate func reading(_ pipe: InputFile, from beginning: [UInt8], then rest: @escaping ByteReader)
    -> CommandEnvironment
  {
    let reader = Self.reader(of: beginning, then: rest)
    var environment = self
    environment.open = { file throws(InputFailure) in file == pipe ? reader : try self.open(file) }
    environment.read = { file, limit throws(InputFailure) in
      guard file == pipe else { return try self.read(file, limit) }
      var bytes: [UInt8] = []
      while bytes.count <= limit {
        let piece = try nextBytes(atMost: 256 << 10, reader)
        if piece.isEmpty { break }
        bytes += piece
      }
      return bytes
    }
    return environment
  }

  /// Returns what reads bytes, and then on.
  private static func reader(of bytes: [UInt8], then more: ByteReader? = nil) -> ByteReader {
    let rest = Mutex(bytes[...])
    return { room throws(InputFailure) in
      let piece = rest.withLock { rest in
        let piece = rest.prefix(room.byteCount)
        rest = rest.dropFirst(piece.count)
        return piece
      }
      if piece.isEmpty { return try more?(&room) ?? 0 }
      for (place, byte) in piece.enumerated() { room.storeBytes(of: byte, toByteOffset: place, as: UInt8.self) }
      return piece.count
    }
  }
}

/// The lists of feeds among the files of a command line.
private struct FeedLists {
  private let settings: Settings
  /// The environment, in which the beginning of a pipe can be read again.
  private(set) var environment: CommandEnvironment
  /// Whether pipes may be waited for.
  private let readsPipes: Bool
  /// What is wrong with lists.
  private(set) var problems: [FetchedInput.Problem] = []

  /// The most feeds of a list that are shown.
  private static let maxCount = 1000

  init(_ settings: Settings, _ environment: CommandEnvironment, readsPipes: Bool) {
    (self.settings, self.environment, self.readsPipes) = (settings, environment, readsPipes)
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

  /// Reads a file if it is a list of feeds; nil for any other.
  private mutating func list(in file: InputFile) throws(CommandError) -> SubscriptionList? {
    let isList: Bool?
    switch file {
    case .address: return nil
    case .path(let path) where environment.stamp(path)?.isRegular ?? true: isList = try? beginsList(file)
    case .path, .standardInput: isList = readsPipes ? try? pipeBeginsList(file) : false
    }
    guard isList == true else { return nil }
    let loader = InputLoader(settings: settings, environment: environment)
    let bytes = try loader.bytes(of: file, limit: settings.reading.maxBytes)
    do throws(FeedError) { return try SubscriptionList.read(bytes, options: settings.reading) } catch {
      throw .badFeed(file, error)
    }
  }

  private func beginsList(_ file: InputFile) throws(InputFailure) -> Bool {
    guard let reader = try environment.openAtOffsets(file) else { return false }
    return SubscriptionList.isList(
      try nextBytes(atMost: min(reader.byteCount, Self.enough)) { room throws(InputFailure) in
        try reader.read(0, &room)
      })
  }

  /// Reads the beginning of what cannot be opened twice; only of XML is more than the first piece waited for.
  private mutating func pipeBeginsList(_ pipe: InputFile) throws(InputFailure) -> Bool {
    let read = try environment.open(pipe)
    var beginning: [UInt8] = []
    repeat {
      let piece = try nextBytes(atMost: Self.enough - beginning.count, read)
      if piece.isEmpty { break }
      beginning += piece
    } while beginning.count < Self.enough && beginning.first { !$0.isBlankOrMark } ?? 0x3C == UInt8(ascii: "<")
    environment = environment.reading(pipe, from: beginning, then: read)
    return SubscriptionList.isList(beginning)
  }

  /// The number of bytes by which a list is known.
  private static let enough = 2048

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
    for problem in problems { environment.say(problem.message) }
    throw .noInput(file, reason: "the list has no feed that can be fetched; 'feedweave add ADDRESS' adds one to yours")
  }

  /// Adds a problem, unless there are many.
  private mutating func add(_ words: String, _ file: InputFile) {
    guard problems.count < 2 * InputLoader.mostFindings else { return }
    problems.append(FetchedInput.Problem(file: file, words: words))
  }
}
