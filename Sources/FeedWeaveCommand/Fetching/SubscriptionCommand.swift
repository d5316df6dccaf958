import FeedFormats
import Interception

/// `feedweave add`, `remove` and `feeds`: keep the user's list of feeds, and show it.
struct SubscriptionCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// Adds feeds at the end of the list, under their own titles or a given name; what turns out to be no feed is an error.
  ///
  /// A feed that cannot be fetched at present is added all the same, unless its server says that there is none.
  ///
  /// The feeds of a list have their names, and are added without being fetched.
  func add() throws(CommandError) {
    let list = try read().list
    let addresses = try self.addresses()
    var known = Set(list.feeds.compactMap { try? FeedAddress($0.feedURL) })
    let fetcher = FeedFetcher(addresses.filter { !known.contains($0) }, settings, environment)
    fetcher.fetchAll()
    var messages: [Message] = []
    var new: [Subscription] = []
    for address in addresses where known.contains(address) {
      let words = settings.feedName.map { "its name is \(Message.quoted($0)) now" } ?? "it is in your list already"
      messages.append(Message(.address(address), words))
    }
    for address in fetcher.addresses {
      let fetched = fetcher.fetched(address)
      let name = settings.feedName ?? title(of: fetched) ?? address.name
      if let error = fetched.error {
        guard !error.isNoFeed, !error.isFinal else { throw .notFetched(address, error) }
        messages.append(Message(.address(address), "\(error.reason); added as \(Message.quoted(name))"))
      } else {
        messages.append(Message(.address(address), "added as \(Message.quoted(name))"))
      }
      new.append(Subscription(name: name, feedURL: address.string))
    }
    known.formUnion(addresses)
    for file in settings.feeds.map(\.file) where isList(file) {
      let all = try read(file).list.feeds
      let feeds = all.filter { feed in (try? FeedAddress(feed.feedURL)).map { known.insert($0).inserted } ?? false }
      new += feeds
      let rest = feeds.count < all.count ? "; the others are there already, or have no address" : ""
      messages.append(Message(file, "\(feeds.count) of \(all.count) feeds added\(rest)"))
    }
    try change { list in
      let present = Set(list.feeds.map(\.feedURL))
      list.feeds += new.filter { !present.contains($0.feedURL) }
      guard let name = settings.feedName else { return }
      // What is renamed is written as another line, at the end.
      let isMeant = { (feed: Subscription) in (try? FeedAddress(feed.feedURL)) == addresses.first && feed.name != name }
      let meant = list.feeds.filter(isMeant)
      list.feeds.removeAll(where: isMeant)
      list.feeds += meant.map {
        Subscription(name: name, feedURL: $0.feedURL, homePage: $0.homePage, folders: $0.folders)
      }
    }
    say(messages)
  }

  /// Removes feeds, each named by its address or by its name.
  func remove() throws(CommandError) {
    guard !settings.feeds.isEmpty else { throw .missing("an address") }
    let words = settings.feeds.map(\.file.description)
    var removed: [String] = []
    try change { list throws(CommandError) in
      for word in words {
        let found = Set(list.feeds.lazy.filter { $0.feedURL == word || $0.name == word }.map(\.feedURL))
        guard found.count < 2 else { throw .severalInList(word, found.sorted()) }
        guard !found.isEmpty else {
          let names = list.feeds.flatMap { [$0.feedURL, $0.name] }
          throw .notInList(word, near: NameSuggestion.nearest(to: word, in: names))
        }
        list.feeds.removeAll { found.contains($0.feedURL) }
        removed += found
      }
    }
    for address in removed.compactMap({ try? FeedAddress($0) }) { FeedCache(environment).drop(address) }
    say(words.map { Message("removed \(Message.quoted($0)) from your list") })
  }

  /// Writes the address and the name of each feed, a line each, or the list as other feed readers take it.
  func show() throws(CommandError) {
    let list = try read().list
    var output = CommandOutput(environment)
    if settings.isOPML { try output.add { $0 += list.opml } }
    for feed in list.feeds where !settings.isOPML {
      let line = Message.line(feed.feedURL) + "\t" + Message.line(feed.name) + "\n"
      try output.add { $0 += line.utf8 }
    }
    try output.flush()
    if list.feeds.isEmpty { say([Message("your list has no feeds; 'feedweave add ADDRESS' adds one")]) }
  }

  // MARK: - The list

  /// Reads the list; an empty one if there is none.
  private func read() throws(CommandError) -> (list: SubscriptionList, file: InputFile, bytes: [UInt8]) {
    guard let path = environment.listOfFeeds else {
      throw .cannotCreate(.path("feeds.opml"), reason: "neither XDG_CONFIG_HOME nor HOME names a folder")
    }
    let file = InputFile.path(path)
    guard environment.exists(path) else { return (SubscriptionList(), file, []) }
    let (list, bytes) = try read(file)
    return (list, file, bytes)
  }

  private func read(_ file: InputFile) throws(CommandError) -> (list: SubscriptionList, bytes: [UInt8]) {
    let loader = InputLoader(settings: settings, environment: environment)
    let bytes = try loader.bytes(of: file, limit: settings.reading.maxBytes)
    do throws(FeedError) { return (try SubscriptionList.read(bytes), bytes) } catch {
      // A feed in a file can't be fetched again.
      let isFeed = (try? FeedReader(options: settings.reading).read(bytes)) != nil
      throw isFeed ? .notAnAddress("\(file)", near: nil) : .badFeed(file, error)
    }
  }

  /// Whether an argument is a file, which can only be a list of feeds.
  private func isList(_ file: InputFile) -> Bool {
    if case .path(let path) = file { environment.exists(path) } else { false }
  }

  /// Changes the list as it is by now, while no other run of the program does.
  private func change(_ body: (inout SubscriptionList) throws(CommandError) -> Void) throws(CommandError) {
    var failure: CommandError?
    environment.lock(environment.listOfFeeds ?? "") {
      do throws(CommandError) {
        var (list, file, bytes) = try read()
        let former = Set(list.feeds)
        try body(&list)
        list.title = list.title ?? "Feeds"
        var kept = list
        kept.feeds.removeAll { !former.contains($0) }
        let opml = list.opml(changing: kept.opml(changing: bytes))
        do throws(OutputFailure) { try environment.replace(file.description, opml) } catch {
          throw .cannotCreate(file, reason: error.reason)
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Returns the addresses of the command line, each once.
  private func addresses() throws(CommandError) -> [FeedAddress] {
    guard !settings.feeds.isEmpty else { throw .missing("an address") }
    var addresses: [FeedAddress] = []
    for file in settings.feeds.map(\.file) where !isList(file) {
      guard let address = file.feedAddress else {
        let near = try? FeedAddress("https://\(file)")
        throw .notAnAddress("\(file)", near: near?.host.contains(".") == true ? near?.string : nil)
      }
      if !addresses.contains(address) { addresses.append(address) }
    }
    if settings.feedName != nil, settings.feeds.count > 1 || addresses.isEmpty {
      throw .exclusive("'--name'", "several feeds or a list")
    }
    return addresses
  }

  private func title(of fetched: FeedFetcher.Fetched) -> String? {
    guard let bytes = fetched.version?.bytes, let document = try? FeedReader(options: settings.reading).read(bytes)
    else { return nil }
    return document.title?.asFeedName
  }

  private func say(_ messages: [Message]) {
    for message in messages where !settings.isQuiet { environment.say(message) }
  }
}

extension CommandEnvironment {
  /// The path of the user's list of feeds; nil without a folder for it.
  var listOfFeeds: String? { folders.config.map { "\($0)/feeds.opml" } }
}
