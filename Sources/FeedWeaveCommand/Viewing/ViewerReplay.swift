/// The versions of a replay in the viewer, and when each is shown.
///
/// With `--rate` versions follow by themselves. Without it, a person asks for each further one, except that those of
/// standard input are shown as they come unless there is `--step`.
struct ViewerReplay {
  /// The version that was read last.
  private(set) var version: FeedVersion
  /// The number of versions that have been read.
  private(set) var count = 1
  /// Whether all versions have been read.
  private(set) var isAtEnd = false

  private var versions: VersionReader
  private let pace: Pace
  private let environment: CommandEnvironment
  /// When the next version is shown, for those that follow by themselves.
  private var due: Duration

  private enum Pace {
    case every(Duration)
    case asTheyCome
    case byKey
  }

  /// Reads the first version.
  ///
  /// - Throws: ``CommandError/noVersion`` if there is none that can be read.
  init(_ settings: Settings, _ environment: CommandEnvironment) throws(CommandError) {
    self.environment = environment
    versions = try VersionReader(settings, environment)
    guard let first = try versions.next() else { throw .noVersion }
    version = first
    if let rate = settings.rate {
      pace = .every(.nanoseconds(Int64(1e9 / rate)))
    } else {
      let isStream = settings.feeds.contains { $0.file == .standardInput }
      pace = isStream && !settings.isStepwise ? .asTheyCome : .byKey
    }
    due = environment.elapsed()
    advanceDue()
  }

  /// The descriptors from which versions come that are shown as they come.
  var descriptors: [Int32] { if case .asTheyCome = pace, !isAtEnd { [0] } else { [] } }

  /// Whether the next version is to be shown now without being asked for.
  var isNextDue: Bool {
    switch pace {
    case _ where isAtEnd: false
    case .every: due <= environment.elapsed()
    case .asTheyCome: versions.isReady
    case .byKey: false
    }
  }

  /// The time at which the next version is due; nil if that is not known.
  var deadline: Duration? { if case .every = pace, !isAtEnd { due } else { nil } }

  /// Reads the next version; nil at the end.
  mutating func next() throws(CommandError) -> FeedVersion? {
    advanceDue()
    guard let next = try versions.next() else {
      isAtEnd = true
      return nil
    }
    version = next
    count += 1
    return next
  }

  private mutating func advanceDue() {
    guard case .every(let interval) = pace else { return }
    let now = environment.elapsed()
    // A pause is not made up for.
    due = due + interval > now ? due + interval : now + interval
  }
}
