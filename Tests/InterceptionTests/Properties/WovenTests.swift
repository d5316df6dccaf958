import Testing

@testable import Interception

@Suite("Stored properties that are woven", .serialized)
struct WovenTests {
  class Thermostat: InterceptableObject {
    @Woven("degrees") var degrees = 20
    static let degrees = Property("degrees", \Thermostat._degrees)

    @Woven("rooms") private(set) var rooms: [String] = []
    static let rooms = Property("rooms", \Thermostat._rooms)

    override class var messages: MessageList { [degrees, rooms] }

    func add(_ room: String) { rooms.append(room) }
  }

  final class Sensor: InterceptableObject, @unchecked Sendable {
    @Woven var reading: (value: Int, unit: String)
    static let reading = Property("reading", \Sensor._reading)

    init(_ value: Int) {
      _reading = Woven(wrappedValue: (value, "°C"), "reading")
      super.init()
    }
  }

  class Box<Item: Sendable>: InterceptableObject {
    @Woven var item: Item
    static var item: Property<Box, Item> { Property("item", \Box._item) }

    init(_ item: Item) {
      _item = Woven(wrappedValue: item, "item")
      super.init()
    }
  }

  @MainActor
  final class Panel: InterceptableObject {
    @Woven("title") var title = ""
    nonisolated static let title = Property(mainActor: "title", \Panel._title)
    override class var messages: MessageList { [title] }
  }

  @Test func `A woven property that nobody hooks is read and written`() {
    let thermostat = Thermostat()
    thermostat.degrees += 1
    thermostat.add("hall")
    thermostat.add("attic")
    #expect((thermostat.degrees, thermostat.rooms) == (21, ["hall", "attic"]))
    let sensor = Sensor(4)
    sensor.reading.value += 1
    #expect(sensor.reading == (5, "°C"))
  }

  @Test func `Advice on the getter and on the setter runs, and goes`() throws {
    let thermostat = Thermostat(), other = Thermostat()
    let writing = try Thermostat.degrees.setter.hook(.before) { call in call.arguments = min(call.arguments, 30) }
    let reading = try thermostat.hook(Thermostat.degrees.getter, .after) { call in call.result += 100 }
    thermostat.degrees = 50
    other.degrees = 50
    #expect((thermostat.degrees, other.degrees) == (130, 30))
    #expect((reading.remove(), thermostat.degrees) == (true, 30))
    #expect(writing.remove())
    thermostat.degrees = 50
    #expect(thermostat.degrees == 50)
  }

  @Test func `Another hooked message leaves the property as it is`() throws {
    let thermostat = Thermostat()
    let token = try Thermostat.degrees.setter.hook(.before) { call in call.arguments += 1 }
    defer { token.remove() }
    thermostat.add("hall")
    #expect((thermostat.rooms, thermostat.degrees) == (["hall"], 20))
  }

  @Test func `Advice may skip a write, and replace a read`() throws {
    let thermostat = Thermostat()
    let lock = try thermostat.hook(Thermostat.degrees.setter, .around) { call in
      if call.arguments < 30 { call.proceed() }
    }
    thermostat.degrees = 35
    #expect(thermostat.degrees == 20)
    thermostat.degrees = 25
    #expect((thermostat.degrees, lock.remove()) == (25, true))
    let fake = try thermostat.hook(Thermostat.degrees.getter, .instead) { _ in 0 }
    #expect((thermostat.degrees, fake.remove(), thermostat.degrees) == (0, true, 25))
  }

  private class Small: Thermostat {}

  @Test func `Observers see each write, on one object or a class`() throws {
    let log = Log()
    let thermostat: Thermostat = Small()
    let one = try thermostat.observe(Thermostat.degrees, .initial) {
      log.write("\($0.phase) \($0.old ?? -1) \($0.new ?? -1)")
    }
    let all = try Thermostat.degrees.observe(on: Small.self) { log.write("class \($0.old ?? -1) \($0.new ?? -1)") }
    thermostat.degrees = 22
    Thermostat().degrees = 23
    #expect(log.take() == ["initial -1 20", "class 20 22", "change 20 22"])
    #expect((one.remove(), all.remove()) == (true, true))
    thermostat.degrees = 24
    #expect(log.take() == [])
  }

  @Test func `Messages of a woven property are listed by name`() throws {
    let thermostat = Thermostat()
    let classObject = ClassObject.of(Thermostat.self)
    #expect(
      classObject.messages.map(\.selector.name) == ["getter:degrees", "getter:rooms", "setter:degrees", "setter:rooms"])
    let log = Log()
    let token = try Runtime.hook("Thermostat", "setter:degrees", .before) { (info: AspectInfo, degrees: Int) in
      log.write("\(degrees)")
    }
    thermostat.degrees = 7
    #expect((log.take(), token.remove()) == (["7"], true))
    #expect(thermostat.explain("setter:degrees") == "")
  }

  @Test func `Properties of Sendable and of generic classes are woven`() throws {
    let sensor = Sensor(4)
    try sensor.hook(Sensor.reading.setter, .before) { call in call.arguments.value *= 2 }
    sensor.reading.value = 3
    #expect(sensor.reading == (6, "°C"))
    let box = Box("a"), numbers = Box(1)
    try box.hook(Box<String>.item.setter, .before) { call in call.arguments += "!" }
    box.item = "b"
    numbers.item = 2
    #expect((box.item, numbers.item) == ("b!", 2))
  }

  @MainActor
  @Test func `A main-actor property is woven, with the actor's state`() throws {
    let panel = Panel()
    let token = try Panel.title.setter.hook(mainActor: .before) { call in
      call.arguments = "\(call.receiver.title)>\(call.arguments)"
    }
    defer { token.remove() }
    panel.title = "a"
    panel.title = "b"
    #expect(panel.title == ">a>b")
  }

  @Test func `A write in advice on the property is a write of its own`() throws {
    let thermostat = Thermostat()
    try thermostat.hook(Thermostat.degrees.setter, .after) { call in
      if call.arguments < 3 { call.receiver.degrees = call.arguments + 1 }
    }
    thermostat.degrees = 0
    #expect(thermostat.degrees == 3)
  }

  private class Amplifier: InterceptableObject {
    @Woven("volume") var volume = 5
    @Woven("bass") var bass = 5
    static let volume = Property("volume", \Amplifier._volume)
    static let volumes = Property("volumes", \Amplifier._volume)
    static let basses = Property("basses", \Amplifier._bass)
    static let other = Message<Amplifier, Void, Void>("other()") { _, _ in }
  }

  private class Loud: Amplifier {}

  @Test func `A constant of another name is refused after an access`() throws {
    let token = try Amplifier.other.hook(.before) { _ in }
    defer { token.remove() }
    let speaker = Amplifier()
    speaker.bass += 1
    func error(_ selector: Selector, _ known: String) -> AspectError {
      .propertyName(class: "Amplifier", selector: selector, known: known)
    }
    #expect(throws: error("setter:basses", "bass")) { try speaker.observe(Amplifier.basses) { _ in } }
    #expect(throws: error("getter:basses", "bass")) { try Amplifier.basses.getter.hook(.before) { _ in } }
    // The constant with the right name tells it too, before any access.
    #expect(try Amplifier.volume.setter.hook(.before) { _ in }.remove())
    #expect(throws: error("setter:volumes", "volume")) { try Amplifier.volumes.setter.hook(.before) { _ in } }
    let loud = try Amplifier.volume.setter.hook(on: Loud.self, .before) { call in call.arguments += 1 }
    let both = [speaker, Loud()]
    for speaker in both { speaker.volume = 7 }
    #expect((both.map(\.volume), loud.remove()) == ([7, 8], true))
  }

  /// A value that says when it is changed in place whether another copy of it is kept.
  struct Ledger {
    private final class Page: Sendable {}
    private var page = Page()
    private(set) var entries = 0

    mutating func isAloneForOneEntry() -> Bool {
      entries += 1
      return isKnownUniquelyReferenced(&page)
    }

    mutating func fail() throws(AccountError) {
      entries += 1
      throw .refused
    }
  }

  final class Archive: InterceptableObject {
    @Woven("ledger") var ledger = Ledger()
    static let ledger = Property("ledger", \Archive._ledger)
    static let close = Message<Archive, Void, Void>("close()") { _, _ in }
    override class var messages: MessageList { [ledger, close] }
  }

  @Test func `A value that nobody hooks is changed in place`() throws {
    let archive = Archive()
    let isAlone = archive.ledger.isAloneForOneEntry()
    let other = try Archive.close.hook(.before) { _ in }
    // However busy the registry is: the first accesses look for the messages by their names.
    let isAloneBesideAHook = archive.ledger.isAloneForOneEntry() && archive.ledger.isAloneForOneEntry()
    #expect((isAlone, isAloneBesideAHook, other.remove()) == (true, true, true))
    archive.ledger = Ledger()
    _ = archive.ledger.isAloneForOneEntry()
    var written: [Int] = []
    let token = try archive.hook(Archive.ledger.setter, .before) { call in written.append(call.arguments.entries) }
    let isAloneWhileHooked = archive.ledger.isAloneForOneEntry()
    try? archive.ledger.fail()
    #expect((written, isAloneWhileHooked, token.remove()) == ([2, 3], false, true))
  }

  @Test func `Only a setter has its key, whatever stands in a name`() {
    let name: StaticString = "sprint"
    let key = MessageTraits.setter.key(of: name)
    #expect(MessageTraits.setter.name(at: key) == "sprint")
    // Linkers store a name within another that ends in it.
    let addresses = (0...6).map { MessageTraits.getter.key(of: name) + $0 }
    #expect(!addresses.contains(key) && !addresses.map(~).contains(key))
  }
}
