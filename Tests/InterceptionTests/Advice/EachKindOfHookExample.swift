// What the article "Each kind of hook" shows, line for line; a test compares them.
import Interception

enum EachKindOfHookExample {
  class Player: InterceptableObject {
    @Woven("volume") var volume = 5
    static let volume = Property("volume", \Player._volume)

    static let play = Message<Player, String, Bool>("play(_:)") { player, song in player.volume > 0 }
    @discardableResult
    func play(_ song: String) -> Bool { send(Player.play, song) }

    static let fetch = AsyncMessage<Player, String, Int>("fetch(_:)") { player, song in song.count }
    nonisolated(nonsending) func fetch(_ song: String) async -> Int { await send(Player.fetch, song) }

    static let make = Message<ClassSide, Int, Player>(of: Player.self, "make(volume:)") { type, volume in
      let player = type.init()
      player.volume = volume
      return player
    }
    class func make(volume: Int) -> Player { send(Player.make, volume) }

    override required init() {}
    override class var messages: MessageList { [volume, play, fetch, make] }
  }

  class Radio: Player {}

  @MainActor
  final class Screen: InterceptableObject {
    var shown: [String] = []
    nonisolated static let show = Message<Screen, String, Int>(mainActor: "show(_:)") { screen, text in
      screen.shown.append(text)
      return screen.shown.count
    }
    @discardableResult
    func show(_ text: String) -> Int { send(Screen.show, text) }

    override class var messages: MessageList { [show] }
  }

  static func hookClass(_ print: @escaping @Sendable (Any...) -> Void) throws -> [AspectToken] {
    let everyPlayer = try Player.play.hook(.before) { call in print("playing", call.arguments) }
    let everyRadio = try Player.play.hook(on: Radio.self, .after) { call in print("on air", call.result) }
    return [everyPlayer, everyRadio]
  }

  static func hookObject(_ player: Player) throws -> AspectToken {
    let broken = try player.hook(Player.play, .instead) { call in false }
    return broken
  }

  static func hookProperty(_ player: Player) throws -> [AspectToken] {
    let limit = try Player.volume.setter.hook(.before) { call in call.arguments = min(call.arguments, 10) }
    let louder = try player.hook(Player.volume.getter, .afterReturning) { call in call.result += 1 }
    return [limit, louder]
  }

  static func observe(_ player: Player, _ print: @escaping @Sendable (Any...) -> Void) throws -> [AspectToken] {
    let one = try player.observe(Player.volume, .initial) { change in print(change.phase, change.new ?? 0) }
    let every = try Player.volume.observe { change in print("from", change.old ?? 0, "to", change.new ?? 0) }
    return [one, every]
  }

  static func move(_ player: Player, _ print: @escaping @Sendable (Any...) -> Void) throws {
    let muted = try ClassObject.of(Player.self).makeSubclass(named: "MutedPlayer")
    try muted.override(Player.play) { call in
      call.receiver.volume = 0
      return call.callSuper()
    }
    try muted.hook(Player.play, .before) { call in print("muted", call.arguments) }
    try player.setClass(muted)
  }

  static func hookClassSide() throws -> [AspectToken] {
    let everyClass = try Player.make.hook(.afterReturning) { call in call.result.volume += 1 }
    let radiosOnly = try Radio.classSide.hook(Player.make, .before) { call in call.arguments += 10 }
    return [everyClass, radiosOnly]
  }

  static func hookInScope(_ player: Player, _ print: @escaping @Sendable (Any...) -> Void) throws {
    try HookScope.run {
      try Player.play.hook(.instead, .scoped) { call in false }
      print("in the scope", player.play("Blue"))
    }
    print("after it", player.play("Blue"))
  }

  static func hookAsync(_ print: @escaping @Sendable (Any...) -> Void) throws -> AspectToken {
    let retry = try Player.fetch.hook(.around) { call in
      let first = await call.proceed()
      print("fetched", first)
      return first > 0 ? first : await call.proceed("silence")
    }
    return retry
  }

  @MainActor
  static func hookMainActor() throws -> AspectToken {
    let framed = try Screen.show.hook(mainActor: .before) { call in
      call.arguments = "\(call.receiver.shown.count + 1): \(call.arguments)"
    }
    return framed
  }

  static func hookByName(_ player: Player, _ print: @escaping @Sendable (Any...) -> Void) throws -> AspectToken {
    let byName = try Runtime.hook("Player", "play(_:)", [.before, .named("log")]) { (info: AspectInfo, song: String) in
      print(info.selector, song)
    }
    var invocation = Invocation(player, "play(_:)", ["Blue"])
    try invocation.invoke()
    print("invoked", invocation.result ?? "nothing")
    return byName
  }
}
