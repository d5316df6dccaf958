// The code of the article "Recipes"; a test compares the lines and runs them.
import Interception

enum RecipesExample {
  class Screen: InterceptableObject {
    override class var messages: MessageList { [appeared] }
    static let appeared = Message<Screen, Void, Void>("appeared()") { _, _ in }
    func appeared() { send(Screen.appeared) }
  }
  class StartScreen: Screen {}
  class ReaderScreen: Screen {}
  class HelpScreen: Screen {}

  class DiscBurner: InterceptableObject {
    var burned = 0
    override class var messages: MessageList { [burn, eject, label] }
    static let burn = Message<DiscBurner, Int, Int>("burn(copies:)") { panel, copies in
      panel.burned += copies
      return panel.burned
    }
    func burn(copies: Int) -> Int { send(DiscBurner.burn, copies) }
    static let eject = Message<DiscBurner, Void, Void>("eject()") { panel, _ in panel.burned = 0 }
    func eject() { send(DiscBurner.eject) }
    static let label = Message<DiscBurner, Int, String?>("label(of:)") { _, disc in "disc \(disc)" }
    func label(of disc: Int) -> String? { send(DiscBurner.label, disc) }
  }

  enum DiskError: Error { case full, worn, busy }

  class Disk: InterceptableObject {
    var failures: [DiskError] = []
    override class var messages: MessageList { [write] }
    static let write = ThrowingMessage<Disk, String, Int, DiskError>("write(_:)") { (disk, text) throws(DiskError) in
      if let error = disk.failures.popLast() { throw error }
      return text.count
    }
    func write(_ text: String) throws(DiskError) -> Int { try send(Disk.write, text) }
  }

  class Playlist: InterceptableObject {
    var songs = ["one", "two"]
    override class var messages: MessageList { [song, safeSong] }
    static let song = Message<Playlist, Int, String?>("song(at:)") { list, index in list.songs[index] }
    func song(at index: Int) -> String? { send(Playlist.song, index) }
    static let safeSong = Message<Playlist, Int, String?>("safeSong(at:)") { list, index in
      list.songs.indices.contains(index) ? list.safeSong(at: index) : nil  // the original, once exchanged
    }
    func safeSong(at index: Int) -> String? { send(Playlist.safeSong, index) }
  }

  /// The same advice on messages of any types.
  static func traced<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>, _ log: @escaping @Sendable (String) -> Void
  ) throws(AspectError) -> AspectToken {
    try message.hook(.around) { call throws(Failure) in
      log("\(message.selector) begins")
      defer { log("\(message.selector) ends") }
      return try call.proceed()
    }
  }

  /// Hooks of several kinds in one bundle.
  static func tracing(_ log: @escaping @Sendable (String) -> Void) throws -> HookBundle {
    let tracing = try HookBundle { hooks in
      try hooks.append(traced(Disk.write, log))
      try hooks.append(traced(DiscBurner.burn, log))
      for name in ["eject()", "label(of:)"] {
        try hooks.append(Runtime.hook("DiscBurner", Selector(name), .before) { log(name) })
      }
    }
    return tracing
  }

  /// One hook on the base class, with a table of pages by class name.
  static func pages(_ log: @escaping @Sendable (String) -> Void) throws -> (token: AspectToken, queue: EventDispatcher)
  {
    let pages = ["StartScreen": "page imp - main page", "ReaderScreen": "page imp - reader page"]
    let queue = EventDispatcher.queued()
    let impressions = try Screen.appeared.hook(.after) { call in
      guard let page = pages[call.receiver.statedClass.name] else { return }
      queue.dispatch { log(page) }
    }
    return (impressions, queue)
  }

  /// Handlers in place of methods, from a table of names.
  static func handlers(_ log: @escaping @Sendable (String) -> Void) throws -> [AspectToken] {
    let events = [("DiscBurner", "eject()", "eject button"), ("StartScreen", "appeared()", "home page")]
    let lite = try events.map { className, selector, event in
      try Runtime.hook(className, Selector(selector), .instead) { (info: AspectInfo) in
        log("\(event) on \(info.className): not in the lite edition")
      }
    }
    return lite
  }

  /// Switches for messages that return something.
  static func switches(_ panel: DiscBurner) throws -> [AspectToken] {
    let noBurning = try Runtime.hook("DiscBurner", "burn(copies:)", .instead) {
      (info: AspectInfo, copies: Int) -> Int in
      0
    }
    let noLabels = try panel.hook(selector: "label(of:)", .instead, BoxedAdvice { info in nil })  // callers get nil
    return [noBurning, noLabels]
  }

  /// A handler that returns nothing in place of a method that returns something.
  static func notice(_ log: @escaping @Sendable (String) -> Void) throws -> AspectToken {
    let notice = BoxedAdvice(taking: { (info: AspectInfo) in log("\(info.selector): not in the lite edition") })
    let noisy = try Runtime.hook("DiscBurner", "burn(copies:)", .instead, notice.fallingBack(on: 0))
    return noisy
  }

  /// Advice that changes a call by name, with a plain `try`.
  static func changes(_ panel: DiscBurner) throws -> [AspectToken] {
    let atMostTen = try panel.hook(selector: "burn(copies:)", .before) { (info: AspectInfo, copies: Int) in
      try info.setArgument(min(copies, 10), at: 0)
    }
    let doubled = try panel.hook(selector: "burn(copies:)", .after) { (info: AspectInfo) in
      if let burned = info.result as? Int { try info.setResult(burned * 2) }
    }
    return [atMostTen, doubled]
  }

  /// Advice that throws on what it catches.
  static func rethrowing(_ disk: Disk, _ log: @escaping (String) -> Void) throws -> [AspectToken] {
    let retry = try disk.hook(Disk.write, .around) { call throws(DiskError) in
      do throws(DiskError) {
        return try call.proceed()
      } catch .busy {
        return try call.proceed()
      } catch {
        throw error
      }
    }
    let rename = try disk.hook(Disk.write, .afterThrowing) { call in
      if call.error == .worn { call.error = .full }
    }
    let watch = try disk.hook(selector: "write(_:)", .around) { (info: AspectInfo) in
      do {
        return try info.proceed()
      } catch {
        log("\(info.selector) threw \(error)")
        throw error
      }
    }
    return [retry, rename, watch]
  }

  /// A guarded array.
  static func guarded(_ report: @escaping @Sendable (ArrayViolation) -> Void) throws -> [String] {
    let safety = try MutableArray<String>.installGuard { violation in report(violation) }
    let names = MutableArray(["a"])
    names.add(nil)  // add(_:): the value is missing
    names.insert("b", at: 1)
    names.replace(at: 2, with: "c")  // replace(at:with:): index 2 is out of bounds of 2 elements
    _ = names.read(at: -1)  // nil; read(at:): index -1 is out of bounds of 2 elements
    safety.remove()  // from here on these trap again
    return names.elements
  }

  /// The same for a class of one's own.
  static func exchanged() throws -> ExchangeToken {
    let safety = try ClassObject.of(Playlist.self).exchange(Playlist.song, Playlist.safeSong)
    return safety
  }
}
