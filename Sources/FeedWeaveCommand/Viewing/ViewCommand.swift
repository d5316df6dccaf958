import FeedFormats
import TerminalUI

/// `feedweave view`: the interactive viewer on a terminal; elsewhere the same as `render`.
struct ViewCommand {
  let settings: Settings
  let environment: CommandEnvironment

  /// What is viewed: feeds and ads as they were read, and what tells of new versions.
  struct Reading {
    let input: WovenInput
    let sources: FeedSources
  }

  /// Whether the viewer can be used, and nothing else is asked for.
  static func usesViewer(_ settings: Settings, _ environment: CommandEnvironment) -> Bool {
    isAsked(settings, environment) && (settings.isSpoken || !environment.isTerminalDumb)
  }

  /// Whether the viewer is asked for.
  static func isAsked(_ settings: Settings, _ environment: CommandEnvironment) -> Bool {
    environment.isTerminal && settings.form == nil && settings.size == nil
  }

  /// Shows the feeds until a person quits, and returns whether any could be read.
  func run() throws(CommandError) -> ExitCode {
    guard Self.usesViewer(settings, environment) else {
      let input = try FetchedInput(settings, environment)
      try RenderCommand(settings: input.settings, environment: input.environment).run()
      return .done
    }
    return try show(try read())
  }

  /// Shows the versions of a feed until a person quits.
  func replay() throws(CommandError) {
    let replay = try ViewerReplay(settings, environment)
    var none = settings
    none.feeds = []
    let section = FeedSection(file: settings.feeds[0].file, name: nil, document: replay.version.document)
    let input = try WovenInput(settings, environment, sections: [section])
    _ = try show(Reading(input: input, sources: FeedSources(none, environment)), replay)
  }

  /// Reads the lists of feeds, files, and what was fetched before.
  func read() throws(CommandError) -> Reading {
    let fetched = try FetchedInput(settings, environment, fetchesLater: true)
    var sources = FeedSources(fetched.settings, fetched.environment, fetched.fetcher)
    let input = try sources.openInput()
    return Reading(input: input, sources: sources)
  }

  /// Makes the viewer of what was read, and begins to fetch.
  func session(
    of reading: Reading, _ replay: ViewerReplay? = nil, size: ScreenSize, memory: ReaderMemory?
  ) throws(CommandError) -> ViewerSession {
    let sources = reading.sources
    var settings = sources.settings
    settings.isASCII = settings.isASCII || environment.isLocaleASCII
    let session = try ViewerSession(
      reading.input, replay, settings, sources.environment, size: size, memory: memory)
    if let greeting = sources.greeting { session.say(greeting) }
    if let failure = environment.messages.failure { session.say(failure.words) }
    session.fetcher = sources.fetcher
    _ = sources.fetcher?.fetchAgain()
    return session
  }

  private func show(_ reading: Reading, _ replay: ViewerReplay? = nil) throws(CommandError) -> ExitCode {
    let woven = try reading.input.aspects?.weave(environment)
    defer { woven?.end() }
    let terminal: Terminal
    do throws(TerminalUIError) {
      let enter = TerminalModes.enter + (settings.leavesMouse ? TerminalModes.releaseMouse : [])
      terminal =
        settings.isSpoken ? try Terminal(enter: [], leave: []) : try Terminal(enter: enter, leave: TerminalModes.leave)
    } catch { throw .noTerminal("\(error)") }
    defer { terminal.restore() }
    let memory = ReaderMemory(environment, isKept: !settings.isForgetful && replay == nil)
    let session = try session(of: reading, replay, size: terminal.size, memory: memory)
    var loop = ViewerLoop(terminal, session, reading.sources, settings, environment) { size throws(CommandError) in
      let reading = try read()
      return (try self.session(of: reading, size: size, memory: memory), reading.sources)
    }
    return loop.run()
  }
}

/// Passes what happens at a terminal and in files to a viewer, and shows its frames.
struct ViewerLoop {
  private let terminal: Terminal
  private var session: ViewerSession
  private let environment: CommandEnvironment
  /// Whether lines for a screen reader are written instead of screens.
  private let isSpoken: Bool
  private var sources: FeedSources
  /// Makes another viewer, after a list of feeds has changed.
  private let reopen: Reopening
  private var isReopeningDue = false
  private var screen: Screen
  private var keys = KeyParser()
  private var lastFrame: ContinuousClock.Instant?
  private var lastInput = ContinuousClock.now - typingTime
  private var nextLook = ContinuousClock.now + lookInterval
  /// The program that was started last to open a link, as long as it may fail.
  private var attempt: LinkOpener.Attempt?

  /// The time after a key within which another is likely.
  private static let typingTime = Duration.milliseconds(400)
  /// The time between two looks at the files.
  private static let lookInterval = Duration.milliseconds(500)
  /// The time between two frames, so that no more than 60 are drawn in a second.
  private static let frameInterval = Duration.milliseconds(17)
  /// The time without input after which the end of pasted text is no longer waited for.
  private static let pasteTime = Duration.seconds(2)
  /// How much of what was copied is said, in clusters.
  private static let shownOfCopy = 200
  /// The time after which an Escape is a key of its own.
  private static let escapeDelay = Duration.milliseconds(50)

  typealias Reopening = (ScreenSize) throws(CommandError) -> (ViewerSession, FeedSources)

  init(
    _ terminal: Terminal, _ session: ViewerSession, _ sources: FeedSources, _ settings: Settings,
    _ environment: CommandEnvironment, reopen: @escaping Reopening
  ) {
    // Bold and reversed text are not colours, and tell things apart without them.
    let depth = max(.monochrome, environment.depth(settings.color))
    isSpoken = settings.isSpoken
    self.terminal = terminal
    self.session = session
    self.sources = sources
    self.reopen = reopen
    self.environment = environment
    screen = Screen(depth: depth, hasHyperlinks: Self.takesHyperlinks(environment))
  }

  /// Runs until a person quits, and returns whether any feed could be read.
  mutating func run() -> ExitCode {
    while true {
      _ = session.advance()
      draw()
      let wakeup = terminal.wait(until: deadline, watching: sources.descriptors + session.descriptors)
      if let signal = wakeup.endSignal { end(by: signal) }
      if wakeup.isHungUp { end(by: Terminal.hangUp) }
      if wakeup.isStopRequested { suspend() }
      if wakeup.isContinued { screen.forget() }
      if wakeup.isResized || wakeup.isContinued { _ = session.handle(.resize(terminal.size)) }
      var events = keys.parse(wakeup.input)
      if wakeup.input.isEmpty, keys.isIncomplete { events += keys.flush() }
      if wakeup.input.isEmpty, keys.isPasting, .now >= lastInput + Self.pasteTime { events += keys.endPaste() }
      for event in events where !handle(event) {
        session.end()
        return sources.exitCode
      }
      // What a key does is shown at once, even if something else was drawn just now.
      if !events.isEmpty { lastFrame = nil }
      if !wakeup.input.isEmpty { lastInput = .now }
      if wakeup.input.isEmpty, session.isReading { session.readOn(isHurried: .now < lastInput + Self.typingTime) }
      if !wakeup.readable.isEmpty || ContinuousClock.now >= nextLook { look() }
    }
  }

  /// Handles an event; returns false if the viewer ends.
  private mutating func handle(_ event: TerminalEvent) -> Bool {
    if event == .key(.control("\\")) { end(by: Terminal.quit) }
    forceTrap(event)
    switch session.handle(event) {
    case .quit: return false
    case .interrupt: end(by: Terminal.interrupt)
    case .suspend: suspend()
    case .redraw: screen.forget()
    case .open(let link): open(link)
    case .copy(let text): copy(text)
    case nil: break
    }
    return true
  }

  private func end(by signal: Int32) -> Never {
    session.end()
    terminal.reraise(signal)
  }

  private mutating func suspend() {
    session.saveMarks()
    terminal.suspend()
    screen.forget()
    _ = session.handle(.resize(terminal.size))
  }

  private func copy(_ text: SafeText) {
    guard let bytes = Clipboard.bytes(copying: text) else {
      return session.say("this is too long to be copied")
    }
    terminal.write(bytes)
    let isLong = text.string.prefix(Self.shownOfCopy + 1).count > Self.shownOfCopy
    let beginning = text.string.prefix(Self.shownOfCopy).split(whereSeparator: \.isNewline).joined(separator: " ")
    session.say("copied, if the terminal takes it: \(beginning)\(isLong ? "…" : "")")
  }

  private mutating func open(_ link: SafeLink) {
    let commands = LinkOpener.commands(for: link, browsers: environment.variable("BROWSER"))
    for words in commands {
      guard let child = System.start(words) else { continue }
      attempt = LinkOpener.Attempt(program: words[0], host: link.readableHost.string, child: child)
      let missing = commands[0] == words ? "" : " with \(words[0]); $BROWSER cannot be started"
      return session.say("opening \(link.readableHost)\(missing)")
    }
    session.say("there is no program to open links with")
  }

  /// Draws what has changed, unless a frame was drawn just now.
  private mutating func draw() {
    let now = ContinuousClock.now
    if let lastFrame, now < lastFrame + Self.frameInterval { return }
    let bytes = isSpoken ? spokenBytes : screen.bytes(showing: session.frame)
    guard !bytes.isEmpty else { return }
    terminal.write(bytes)
    lastFrame = now
  }

  /// The lines that say what has changed; the terminal does not return to its first column by itself.
  private var spokenBytes: [UInt8] { session.viewer.takeAnnouncement().flatMap { Array("\($0.string)\r\n".utf8) } }

  /// The time by which something is due: a frame, the end of an Escape, an impression, or a look at the files.
  private var deadline: ContinuousClock.Instant {
    let now = ContinuousClock.now
    var deadline = session.isReading ? now : nextLook
    if keys.isPasting { deadline = min(deadline, lastInput + Self.pasteTime) }
    if keys.isIncomplete { deadline = min(deadline, now + Self.escapeDelay) }
    if let lastFrame, now < lastFrame + Self.frameInterval { deadline = min(deadline, lastFrame + Self.frameInterval) }
    if let due = session.advance() {
      deadline = min(deadline, now + max(.milliseconds(1), due - environment.elapsed()))
    }
    return deadline
  }

  /// Shows versions of the feeds that are new.
  private mutating func look() {
    nextLook = .now + Self.lookInterval
    if let report = attempt?.report {
      attempt = nil
      session.say(report)
    }
    for change in sources.changes() { show(change) }
    if sources.takeListsChanged() { isReopeningDue = true }
    // Who reads an opened item finishes it first.
    if isReopeningDue, !session.viewer.isOpen { followLists() }
  }

  /// Shows the feeds that the lists have by now; if they cannot be read, those before stay.
  private mutating func followLists() {
    isReopeningDue = false
    session.saveMarks()
    do throws(CommandError) {
      let (former, next) = (session, try reopen(terminal.size))
      (session, sources) = next
      session.goOn(from: former)
      session.sayProgress("the list of feeds has changed")
    } catch { session.show(error.message) }
  }

  private mutating func show(_ change: FeedSources.Change) {
    switch change {
    case .items(let section, let document): session.update(section: section, to: document)
    case .lines(let section, let lines): session.show(lines, section: section)
    case .growth(let section):
      if !session.grow(section: section) { for change in sources.reopen(section: section) { show(change) } }
    case .message(let message): session.say(message)
    case .trouble(let message): session.show(message)
    case .fetched(let words): session.sayProgress(words)
    }
  }

  /// Whether the terminal is known to take hyperlinks, or to ignore them.
  private static func takesHyperlinks(_ environment: CommandEnvironment) -> Bool {
    if environment.variable("WT_SESSION") != nil || environment.variable("VTE_VERSION") != nil { return true }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "tmux", "kitty"]
    return programs.contains(environment.variable("TERM_PROGRAM") ?? "")
      || environment.variable("TERM") == "xterm-kitty"
  }

  /// Traps on the key `!` where a test asks for it, to see the terminal given back.
  private func forceTrap(_ event: TerminalEvent) {
    guard event == .key(.character("!")), let kind = environment.variable("FEEDWEAVE_TEST_TRAP") else { return }
    if kind == "2" { _ = Self.overflow(0) }
    fatalError("a trap that a test has asked for")
  }

  private static func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) + overflow(depth + 2) + 1 }
}

extension CommandEnvironment {
  /// Whether the terminal can't move its cursor, as far as TERM says.
  var isTerminalDumb: Bool { ["", "dumb"].contains(variable("TERM") ?? "") }

  /// Whether the terminal's character set is ASCII, as the first variable that is set says; if none is, it is not.
  var isLocaleASCII: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }.first { !$0.isEmpty }
    return locale == "C" || locale == "POSIX"
  }
}
