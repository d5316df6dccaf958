import FeedFormats

/// The feeds of a viewer, which are read again when their files change, or when more of standard input arrives.
///
/// A version that cannot be read to its end, or that may not have been written to its end, is tried again with the next
/// look; until it can be read the version before stays. An empty file, or an input from which nothing has come yet, is a
/// feed without items.
struct FeedSources {
  /// What has changed since the last look.
  enum Change {
    /// A section has other items, of a feed that may also have another title.
    case items(section: Int, FeedDocument)
    /// A section shows the lines of a file that is not read whole.
    case lines(section: Int, FileLines)
    /// Bytes were appended to the file whose lines a section shows, or it has other content by now.
    case growth(section: Int)
    /// Something is to be said, and to be written to standard error.
    case message(Message)
    /// Something is wrong with a file, which is written at the end if it is not mended until then.
    case trouble(Message)
    /// All feeds have come or have failed, as the words say.
    case fetched(String)
  }

  let settings: Settings
  let environment: CommandEnvironment
  /// What fetches the feeds that are addresses; nil if there are none.
  let fetcher: FeedFetcher?
  /// The time and size of each list of feeds that is followed.
  private var lists: [String: System.FileStamp] = [:]
  /// When the addresses are fetched again by themselves.
  private var nextRefresh: Duration?
  /// The time and size of each file when it was last read; none for a file that has been deleted.
  private var stamps: [InputFile: System.FileStamp] = [:]
  /// The time and size of each file whose last version may not have been written to its end.
  private var unfinished: [InputFile: System.FileStamp] = [:]
  /// The findings of former versions.
  private var known: Set<Finding> = []
  /// What has come through standard input, and how many bytes of it were read as a feed.
  private let input = InputSpool()
  private var readCount = 0
  private var isInputOpen: Bool
  /// The feeds that are blended into one section.
  private var feeds: [FeedSection] = []
  /// The sections that show lines of files.
  private var lineSections: Set<Int> = []

  /// The size in bytes from which a file with an item per line is not read whole.
  private static let leastLinesSize = 1 << 20

  init(_ settings: Settings, _ environment: CommandEnvironment, _ fetcher: FeedFetcher? = nil) {
    self.settings = settings
    self.environment = environment
    self.fetcher = fetcher
    nextRefresh = settings.refresh.map { environment.elapsed() + $0 }
    isInputOpen = settings.feeds.contains { $0.file == .standardInput }
    let feeds = Set(settings.feeds.map(\.file))
    // What has come through a pipe cannot be read again, and the impressions of a run are counted once.
    guard !isInputOpen, settings.impressions == nil else { return }
    for case .path(let path) in settings.namedFeeds ?? [] where !feeds.contains(.path(path)) {
      lists[path] = environment.stamp(path)
    }
  }

  /// The exit code: whether a version of any feed could be read, now or before.
  var exitCode: ExitCode {
    let isFetched = !settings.feeds.isEmpty && settings.feeds.allSatisfy { $0.file.feedAddress != nil }
    return isFetched ? fetcher?.exitCode ?? .done : .done
  }

  /// Returns whether a list of feeds has changed since the last call; one that is gone has not.
  mutating func takeListsChanged() -> Bool {
    let changed = lists.compactMap { path, stamp in
      environment.stamp(path).flatMap { $0 == stamp ? nil : (path: path, stamp: $0) }
    }
    for (path, stamp) in changed { lists[path] = stamp }
    return !changed.isEmpty
  }

  /// The descriptors from which more of a feed may come.
  var descriptors: [Int32] { isInputOpen ? [0] : [] }

  /// What is to be said at the beginning, if anything.
  var greeting: Message? {
    isInputOpen && input.count == 0 ? Message("waiting for standard input") : nil
  }

  // MARK: - First versions

  /// Reads all files, and what has come from standard input so far.
  mutating func openInput() throws(CommandError) -> WovenInput {
    for case .path(let path) in settings.feeds.map(\.file) { stamps[.path(path)] = environment.stamp(path) }
    if isInputOpen { waitForInput() }
    if !isInputOpen { input.end() }
    let first = input.bytes
    readCount = first.count
    var environment = environmentWithInput
    let feeds = Set(settings.feeds.map(\.file))
    let format = settings.reading.format
    let mayBeEmpty = format == nil || format == .jsonFeed || isInputOpen
    environment.read = { [environment] file, limit throws(InputFailure) in
      let bytes = file == .standardInput ? first : try environment.read(file, limit)
      let isEmpty = feeds.contains(file) && bytes.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
      return isEmpty && mayBeEmpty ? Self.feedWithoutItems : bytes
    }
    environment.open = { [environment] file throws(InputFailure) in
      guard file == .standardInput else { return try environment.open(file) }
      throw InputFailure(reason: "standard input cannot be limited while it is followed")
    }
    var settings = settings
    // What has arrived may be the beginning of a document.
    settings.reading.partial = isInputOpen || settings.reading.partial
    if first.isEmpty, isInputOpen { settings.reading.format = nil }
    let woven = try WovenInput(settings, environment, leastLinesSize: Self.leastLinesSize)
    lineSections = Set(woven.sections.indices.filter { woven.sections[$0].lines != nil })
    known = Set(woven.feeds.flatMap(\.document.findings))
    if settings.isTimeline { self.feeds = woven.feeds }
    return woven
  }

  /// Waits a moment for standard input: most of what is piped comes at once.
  private mutating func waitForInput() {
    for _ in 0..<20 {
      readAvailableInput()
      if !isInputOpen || input.count > 0 { return }
      environment.sleep(.milliseconds(10))
    }
  }

  /// The environment in which standard input is a file that grows.
  private var environmentWithInput: CommandEnvironment {
    var environment = environment
    environment.openAtOffsets = { [environment, input] file throws(InputFailure) in
      file == .standardInput ? input.reader : try environment.openAtOffsets(file)
    }
    return environment
  }

  private static let feedWithoutItems = Array(#"{"version":"https://jsonfeed.org/version/1.1","items":[]}"#.utf8)

  // MARK: - Changes

  /// Reads again what has changed since the last call.
  mutating func changes() -> [Change] {
    var changes: [Change] = []
    for (section, feed) in settings.feeds.enumerated() {
      switch feed.file {
      case .standardInput: changes += changeOfInput(section)
      case .path(let path): changes += changeOfFile(path, section)
      case .address: continue
      }
    }
    return changes + changesOfAddresses()
  }

  /// Reads what has been fetched since the last call, and fetches again when it is time to.
  private mutating func changesOfAddresses() -> [Change] {
    guard let fetcher else { return [] }
    if let refresh = settings.refresh, let next = nextRefresh, environment.elapsed() >= next {
      nextRefresh = environment.elapsed() + refresh
      _ = fetcher.fetchAgain()
    }
    let (addresses, progress) = fetcher.takeArrived()
    guard !addresses.isEmpty else { return [] }
    var troubles: [Change] = []
    var documents: [(feed: Int, FeedDocument)] = []
    for address in addresses {
      let file = InputFile.address(address)
      guard let document = fetcher.newDocument(of: address) else { continue }
      troubles += report(document.findings, in: file)
      documents += settings.feeds.indices.filter { settings.feeds[$0].file == file }.map { ($0, document) }
    }
    // What is said would be cleared by items that are shown after it.
    return items(of: documents) + troubles + (progress.count < progress.total ? [] : [.fetched(words(for: progress))])
  }

  /// Returns how many feeds have come, or how many have failed, and why the first one has.
  private func words(for progress: FeedFetcher.Progress) -> String {
    let troubles = fetcher?.troubles ?? []
    guard let first = troubles.first else { return progress.words }
    return troubles.count == 1 ? first.words : "\(troubles.count) feeds have failed (! lists them): \(first.words)"
  }

  private mutating func changeOfInput(_ section: Int) -> [Change] {
    guard isInputOpen, environment.isInputReady() else { return [] }
    readAvailableInput()
    if !isInputOpen { input.end() }
    let end: [Change] = isInputOpen ? [] : [.message(Message("standard input has ended"))]
    if lineSections.contains(section) { return [.growth(section: section)] + end }
    if settings.readsLines, let lines = try? FileLines(of: .standardInput, settings.reading, environmentWithInput) {
      lineSections.insert(section)
      return [.lines(section: section, lines)] + end
    }
    // Of an input that comes fast, each version is larger than the one before by a part, so that all of them together
    // are read in linear time.
    guard !isInputOpen || !environment.isInputReady() || input.count > readCount + readCount / 2 else { return [] }
    readCount = input.count
    guard case .success(let document) = read(input.bytes, isPartial: isInputOpen) else { return end }
    return items(of: [(section, document)]) + end
  }

  /// Reads what can be read without waiting, up to a few pieces.
  private mutating func readAvailableInput() {
    for _ in 0..<64 where isInputOpen && environment.isInputReady() {
      let piece = (try? environment.readInput()) ?? []
      if piece.isEmpty || input.count > settings.reading.maxBytes { isInputOpen = false }
      input.append(piece)
    }
  }

  private mutating func changeOfFile(_ path: String, _ section: Int) -> [Change] {
    let file = InputFile.path(path)
    let stamp = environment.stamp(path)
    guard stamp != stamps[file] else { return [] }
    guard let stamp else {
      stamps[file] = nil
      return trouble(Message(file, "the file is gone; the last version is shown"), file)
    }
    guard stamp.isRegular else {
      // What waits for a writer would be read for ever.
      defer { stamps[file] = stamp }
      let wasRegular = stamps[file]?.isRegular ?? true
      return wasRegular ? trouble(Message(file, "it is no regular file any more; the last version is shown"), file) : []
    }
    if lineSections.contains(section), let former = stamps[file], stamp.mayHaveGrown(from: former) {
      stamps[file] = stamp
      return [.growth(section: section)]
    }
    return reopen(section: section, stamp)
  }

  /// Opens or reads the file of a section again, which is not what it was.
  mutating func reopen(section: Int) -> [Change] {
    guard case .path(let path) = settings.feeds[section].file, let stamp = environment.stamp(path) else { return [] }
    return reopen(section: section, stamp)
  }

  private mutating func reopen(section: Int, _ stamp: System.FileStamp) -> [Change] {
    let file = settings.feeds[section].file
    do throws(InputFailure) {
      if settings.readsLines,
        let lines = try FileLines(of: file, settings.reading, environment, from: Self.leastLinesSize)
      {
        stamps[file] = stamp
        lineSections.insert(section)
        return report([], in: file) + [.lines(section: section, lines)]
      }
      lineSections.remove(section)
      let bytes = try environment.read(file, settings.reading.maxBytes)
      let result = read(bytes, isPartial: false)
      // A file without a newline at its end, or that cannot be read, may be in the middle of being written.
      let isWhole = if case .success = result { bytes.last == 0x0A || unfinished[file] == stamp } else { false }
      guard isWhole || unfinished[file] == stamp else {
        unfinished[file] = stamp
        return []
      }
      stamps[file] = stamp
      unfinished[file] = nil
      switch result {
      case .success(let document): return items(of: [(section, document)]) + report(document.findings, in: file)
      case .failure(let error):
        return trouble(Message(file, "\(error); the version before is shown", isPlaced: true), file)
      }
    } catch {
      stamps[file] = stamp
      return trouble(Message(file, "\(error.reason); the version before is shown"), file)
    }
  }

  private func read(_ bytes: [UInt8], isPartial: Bool) -> Result<FeedDocument, FeedError> {
    var options = settings.reading
    options.partial = options.partial || isPartial
    options.keepsItemsEncoded = true
    do throws(FeedError) { return .success(try FeedReader(options: options).read(bytes)) } catch {
      return .failure(error)
    }
  }

  /// Returns the items of the sections that show feeds of which versions have been read; a timeline is blended once.
  private mutating func items(of documents: [(feed: Int, FeedDocument)]) -> [Change] {
    guard settings.isTimeline else {
      return documents.map { feed, document in
        var document = document
        if let limit = settings.limit { document.items = Array(document.items.prefix(limit)) }
        return .items(section: feed, document)
      }
    }
    for (feed, document) in documents { feeds[feed].document = document }
    return documents.isEmpty ? [] : [.items(section: 0, feeds.blended(settings)[0].document)]
  }

  /// Keeps why a version could not be read, until one is.
  private func trouble(_ message: Message, _ file: InputFile) -> [Change] {
    environment.messages.set([message], of: file)
    return [.trouble(message)]
  }

  /// Keeps the findings of a version in place of what was wrong before, and returns the first that is new.
  private mutating func report(_ findings: [Finding], in file: InputFile) -> [Change] {
    let loader = InputLoader(settings: settings, environment: environment)
    environment.messages.set(loader.messages(about: findings, in: file), of: file)
    let new = findings.filter { known.insert($0).inserted }
    guard let first = new.first, !settings.isQuiet else { return [] }
    let rest = new.count > 1 ? ", and \(new.count - 1) more" : ""
    return [.trouble(Message(file, "\(first)\(rest)", isPlaced: true))]
  }
}
