import FeedFormats

/// The feeds of a viewer, which are read again when their files change, or when more of standard input arrives.
struct FeedSources {
  /// What has changed since the last look.
  enum Change {
    /// A section has other items.
    case items(section: Int, [FeedItem])
    /// A file could not be read.
    case problem(Message)
  }

  private let settings: Settings
  private let environment: CommandEnvironment
  /// The time and size of each file when it was last read.
  private var stamps: [InputFile: System.FileStamp] = [:]
  /// The bytes of standard input so far.
  private var input: [UInt8] = []
  private var isInputOpen: Bool

  init(_ settings: Settings, _ environment: CommandEnvironment) {
    self.settings = settings
    self.environment = environment
    isInputOpen = settings.feeds.contains { $0.file == .standardInput }
  }

  /// The descriptors from which more of a feed may come.
  var descriptors: [Int32] { isInputOpen ? [0] : [] }

  /// Reads all files, and the first piece of standard input.
  mutating func openInput() throws(CommandError) -> WovenInput {
    note()
    var environment = environment
    guard isInputOpen else { return try WovenInput(settings, environment) }
    readPiece()
    let first = input
    environment.read = { [environment] file, limit throws(InputFailure) in
      file == .standardInput ? first : try environment.read(file, limit)
    }
    environment.open = { [environment] file throws(InputFailure) in
      guard file == .standardInput else { return try environment.open(file) }
      throw InputFailure(reason: "standard input cannot be limited while it is followed")
    }
    var settings = settings
    // What has arrived may be the beginning of a document.
    settings.reading.partial = isInputOpen || settings.reading.partial
    return try WovenInput(settings, environment)
  }

  /// Reads again what has changed since the last call.
  mutating func changes() -> [Change] {
    var changes: [Change] = []
    for (section, feed) in settings.feeds.enumerated() {
      switch feed.file {
      case .standardInput: changes += changeOfInput(section)
      case .path(let path): changes += changeOfFile(path, section)
      }
    }
    return changes
  }

  private mutating func changeOfInput(_ section: Int) -> [Change] {
    guard isInputOpen, System.isReadable(0) else { return [] }
    readPiece()
    return read(input, of: .standardInput, section, isPartial: isInputOpen)
  }

  private mutating func changeOfFile(_ path: String, _ section: Int) -> [Change] {
    let file = InputFile.path(path)
    let stamp = System.stamp(of: path)
    guard let stamp, stamp != stamps[file] else { return [] }
    stamps[file] = stamp
    do throws(InputFailure) {
      // A file that is being written is shown as far as it goes; the next look sees the rest.
      return read(try environment.read(file, settings.reading.maxBytes), of: file, section, isPartial: true)
    } catch { return [.problem(Message(file, "\(error.reason); the version before is shown"))] }
  }

  private func read(_ bytes: [UInt8], of file: InputFile, _ section: Int, isPartial: Bool) -> [Change] {
    var options = settings.reading
    options.partial = options.partial || isPartial
    options.keepsItemsEncoded = true
    do throws(FeedError) {
      let items = try FeedReader(options: options).read(bytes).items
      return [.items(section: section, settings.limit.map { Array(items.prefix($0)) } ?? items)]
    } catch { return [.problem(Message(file, "\(error); the version before is shown", isPlaced: true))] }
  }

  private mutating func readPiece() {
    let piece = (try? environment.readInput()) ?? []
    if piece.isEmpty || input.count > settings.reading.maxBytes { isInputOpen = false }
    input += piece
  }

  private mutating func note() {
    for case .path(let path) in settings.feeds.map(\.file) { stamps[.path(path)] = System.stamp(of: path) }
  }
}
