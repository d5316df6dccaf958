#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// Another program to run, without a shell, and how much of what it writes is taken.
struct ProgramCall: Sendable, Equatable {
  /// The name, which is looked for on PATH.
  var program: String
  /// The arguments after the name.
  var arguments: [String]
  /// The most bytes of standard output; a program that writes more is ended.
  var outputLimit: Int
  /// The time after which the program is ended.
  var time: Duration
  /// Whether the program is to be ended, by what it has written to standard error so far; asked whenever there is more.
  var isToEnd: @Sendable (_ messages: [UInt8]) -> Bool = { _ in false }

  static func == (a: ProgramCall, b: ProgramCall) -> Bool {
    (a.program, a.arguments, a.outputLimit, a.time) == (b.program, b.arguments, b.outputLimit, b.time)
  }
}

/// What a program has written, and how it ended.
struct ProgramOutcome: Sendable, Equatable {
  /// Why a program was ended before its own end.
  enum Ending: Sendable { case outputLimit, time, asked }

  /// The exit code, or 128 and the signal, as a shell counts.
  var code: Int32 = 0
  /// Why it was ended; nil if it ended by itself.
  var ending: Ending?
  /// Standard output.
  var output: [UInt8] = []
  /// What was written to descriptor 3, up to ``sideLimit`` bytes.
  var side: [UInt8] = []
  /// The end of standard error, up to twice ``sideLimit`` bytes.
  var messages: [UInt8] = []

  /// The number of bytes that are kept of what stands beside the output.
  static let sideLimit = 64 << 10
}

extension System {
  /// Runs a program to its end; returns nil if there is none of that name on PATH.
  ///
  /// Its standard input is empty, and descriptor 3 is a pipe besides standard output and standard error.
  static func run(_ call: ProgramCall) -> ProgramOutcome? {
    #if canImport(WinSDK)
      return nil
    #else
      guard let path = executable(call.program), let child = ChildProgram(path, call.arguments) else { return nil }
      return child.outcome(of: call)
    #endif
  }

  #if !canImport(WinSDK)
    /// Returns the path of a program; entries of PATH that depend on the current folder are passed over.
    private static func executable(_ name: String) -> String? {
      (variable("PATH") ?? "").split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        .first { path in unsafe access(path, X_OK) == 0 }
    }
  #endif
}

#if !canImport(WinSDK)
  /// A program that has been started, with the pipes that it writes to.
  private struct ChildProgram {
    private let child: pid_t
    /// The reading ends of standard output, standard error and descriptor 3.
    private let pipes: [Int32]

    /// Starts a program; nil if the system refuses.
    init?(_ path: String, _ arguments: [String]) {
      let ends = System.starting.withLock { _ in (0..<3).compactMap { _ in Self.newPipe() } }
      defer { for end in ends { close(end.writing) } }
      guard ends.count == 3 else {
        for end in ends { close(end.reading) }
        return nil
      }
      let child = System.spawn(path, arguments, descriptors: [nil] + ends.map(\.writing))
      guard let child else {
        for end in ends { close(end.reading) }
        return nil
      }
      self.child = child
      pipes = ends.map(\.reading)
    }

    /// Returns the ends of a pipe, which no program inherits that is started beside this one.
    private static func newPipe() -> (reading: Int32, writing: Int32)? {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { return nil }
      _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
      // Above the descriptors that the program gets.
      let writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
      close(ends[1])
      if writing < 0 { close(ends[0]) }
      return writing < 0 ? nil : (ends[0], writing)
    }

    /// Takes what the program writes until it ends, or has to be ended.
    func outcome(of call: ProgramCall) -> ProgramOutcome {
      var outcome = ProgramOutcome()
      let deadline = ContinuousClock.now + call.time
      var open = pipes
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      while !open.isEmpty, outcome.ending == nil {
        let left = max(.zero, deadline - .now) / .milliseconds(1)
        var requests = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = unsafe poll(&requests, nfds_t(requests.count), Int32(clamping: Int(left.rounded(.up))))
        if count == 0 { outcome.ending = .time }
        for request in requests where count > 0 && request.revents != 0 {
          let size = unsafe chunk.withUnsafeMutableBytes { unsafe read(request.fd, $0.baseAddress, $0.count) }
          if size < 0, errno == EINTR { continue }
          if size <= 0 { open.removeAll { $0 == request.fd } }
          take(chunk.prefix(max(0, size)), from: request.fd, call, &outcome)
        }
      }
      outcome.code = end(by: deadline, &outcome.ending)
      // Not before, or one that has to be ended might end by the closed pipe instead.
      for pipe in pipes { close(pipe) }
      return outcome
    }

    /// Waits for the end of the program, which may have closed its pipes before, and returns its exit code.
    private func end(by deadline: ContinuousClock.Instant, _ ending: inout ProgramOutcome.Ending?) -> Int32 {
      var status: Int32 = 0
      while true {
        if ending == nil, .now >= deadline { ending = .time }
        if ending != nil { kill(child, SIGKILL) }
        let result = unsafe waitpid(child, &status, ending == nil ? WNOHANG : 0)
        if result == child || result < 0 && errno != EINTR { break }
        if result == 0 { System.sleep(.milliseconds(1)) }
      }
      return System.exitCode(status)
    }

    private func take(
      _ bytes: ArraySlice<UInt8>, from pipe: Int32, _ call: ProgramCall, _ outcome: inout ProgramOutcome
    ) {
      let limit = ProgramOutcome.sideLimit
      switch pipe {
      case pipes[0]:
        outcome.output += bytes
        if outcome.output.count > call.outputLimit { outcome.ending = .outputLimit }
      case pipes[1]:
        outcome.messages += bytes
        if outcome.messages.count > 2 * limit { outcome.messages.removeFirst(outcome.messages.count - limit) }
        if call.isToEnd(outcome.messages) { outcome.ending = .asked }
      default: outcome.side += bytes.prefix(limit - outcome.side.count)
      }
    }
  }

  extension System {
    /// Held while a program is started, so that none inherits what is made for another.
    fileprivate static let starting = Mutex(())

    /// Starts a program, which is looked for on PATH unless it is a path, without a shell; nil if the system refuses.
    ///
    /// Its descriptors from 0 on are the given ones, or empty. The viewer blocks signals, and whoever started that may
    /// ignore some: the program has none of this.
    ///
    /// - Parameter inGroup: whether it is in a group of its own, which the terminal's keys do not reach.
    static func spawn(
      _ program: String, _ arguments: some Sequence<String>, descriptors: [Int32?], inGroup: Bool = false
    ) -> pid_t? {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      unsafe posix_spawnattr_init(&attributes)
      defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
      }
      for (place, descriptor) in descriptors.enumerated() {
        if let descriptor {
          unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
        } else {
          unsafe posix_spawn_file_actions_addopen(&actions, Int32(place), "/dev/null", O_RDWR, 0)
        }
      }
      var none = sigset_t()
      var all = sigset_t()
      unsafe sigemptyset(&none)
      unsafe sigfillset(&all)
      unsafe posix_spawnattr_setsigmask(&attributes, &none)
      unsafe posix_spawnattr_setsigdefault(&attributes, &all)
      let group = inGroup ? POSIX_SPAWN_SETPGROUP : 0
      unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
      let words = unsafe ([program] + arguments).map { unsafe strdup($0) }
      defer { unsafe words.forEach { unsafe free($0) } }
      var child = pid_t()
      let result = starting.withLock { _ in
        unsafe posix_spawnp(&child, program, &actions, &attributes, words + [nil], environ)
      }
      return result == 0 ? child : nil
    }
  }
#endif
