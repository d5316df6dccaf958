import Interception
import TestSupport
import Testing

/// Random installs and removals against an array: what is listed and what runs is right after each step.
@Suite("What is installed and removed, against a plain array") struct InstallationOrderTests {
  class Upper: Account {}
  class Middle: Upper {}
  class Lower: Middle {}

  /// One advice of the model.
  struct Entry {
    let token: AspectToken
    /// 0 to 2 for the classes, the most derived first; 3 and more for the objects.
    let level: Int
    let position: AdvicePosition
    let priority: Int
    let name: String
    var number: UInt64 { token.aspect.identifier }
    /// Sorts the entries of one position: a high priority is far outside.
    var rank: Int { position == .after || position == .afterReturning ? priority : -priority }
  }

  /// What is installed, and what it does in a call.
  final class World {
    let log = Log()
    let classes = [Lower.self, Middle.self, Upper.self] as [Upper.Type]
    let objects: [(object: Account, level: Int)] = [(Lower(), 0), (Lower(), 0), (Middle(), 1), (Upper(), 2)]
    /// In the order of registration.
    var entries: [Entry] = []

    /// The entries of one level; those of one position in the order in which they run.
    func entries(at level: Int) -> [Entry] {
      var sorted: [Entry] = []
      for entry in entries where entry.level == level {
        sorted.insert(entry, at: sorted.firstIndex { $0.rank > entry.rank } ?? sorted.endIndex)
      }
      return sorted
    }

    /// The layers of an object's calls, the outermost first.
    func layers(of index: Int) -> [[Entry]] {
      (objects[index].level...2).map { level in
        entries(at: level) + (level == objects[index].level ? entries(at: 3 + index) : [])
      }
    }

    /// What a call writes: each proceeds once, the insteads too.
    func trace(_ layers: ArraySlice<[Entry]>) -> [String] {
      guard let layer = layers.first else { return [] }
      func standing(_ positions: AdvicePosition...) -> [Entry] { layer.filter { positions.contains($0.position) } }
      func words(_ entries: [Entry]) -> [String] { entries.map { "\($0.number)" } }
      let inner = trace(layers.dropFirst())
      let insteads = standing(.instead)
      return words(standing(.before)) + words(standing(.around))
        + (insteads.isEmpty ? inner : insteads.flatMap { ["\($0.number)"] + inner })
        + words(standing(.after, .afterReturning))
    }

    /// What is listed.
    func listing(_ layers: ArraySlice<[Entry]>) -> [UInt64] {
      guard let layer = layers.first else { return [] }
      func standing(_ positions: AdvicePosition...) -> [UInt64] {
        layer.filter { positions.contains($0.position) }.map(\.number)
      }
      return standing(.before) + standing(.around) + standing(.instead) + listing(layers.dropFirst())
        + standing(.after, .afterReturning)
    }

    func install(at level: Int, _ position: AdvicePosition, priority: Int, _ name: String) throws {
      let log = log, number = Number()
      let options: AspectOptions = [.priority(priority), .named(name)]
      let message = Account.deposit
      let token: AspectToken
      if level < 3 {
        let type = classes[level]
        token =
          switch position {
          case .before: try message.hook(on: type, .before, options) { _ in log.write(number.word) }
          case .around:
            try message.hook(on: type, .around, options) { call in
              log.write(number.word)
              return call.proceed()
            }
          case .instead:
            try message.hook(on: type, .instead, options) { call in
              log.write(number.word)
              return call.proceed()
            }
          case .afterReturning: try message.hook(on: type, .afterReturning, options) { _ in log.write(number.word) }
          default: try message.hook(on: type, .after, options) { _ in log.write(number.word) }
          }
      } else {
        let object = objects[level - 3].object
        token =
          switch position {
          case .before: try object.hook(message, .before, options) { _ in log.write(number.word) }
          case .around:
            try object.hook(message, .around, options) { call in
              log.write(number.word)
              return call.proceed()
            }
          case .instead:
            try object.hook(message, .instead, options) { call in
              log.write(number.word)
              return call.proceed()
            }
          case .afterReturning: try object.hook(message, .afterReturning, options) { _ in log.write(number.word) }
          default: try object.hook(message, .after, options) { _ in log.write(number.word) }
          }
      }
      number.word = "\(token.aspect.identifier)"
      entries.append(Entry(token: token, level: level, position: position, priority: priority, name: name))
    }

    func removeAll(named name: String, at level: Int) -> Int {
      let count = entries.count
      entries.removeAll { $0.level == level && $0.name == name }
      let removed =
        level < 3
        ? ClassObject.of(classes[level]).removeAspects(named: name)
        : objects[level - 3].object.removeAspects(named: name)
      #expect(removed == count - entries.count)
      return removed
    }
  }

  /// The number of an aspect, which is known when it is installed.
  final class Number: @unchecked Sendable {
    var word = ""
  }

  @Test func `Random steps on three classes and four objects`() throws {
    // One after the other: all worlds hook the same classes.
    for seed in 0..<Sample.of(6, few: 2) as Range<UInt64> { try runSteps(seed: seed) }
  }

  private func runSteps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = World()
    defer { for entry in world.entries { entry.token.remove() } }
    let positions: [AdvicePosition] = [.before, .before, .around, .around, .after, .after, .afterReturning]
    for step in 0..<150 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<12:
        // Insteads multiply what is inside them, so there are few.
        let isInstead = Int.random(in: 0..<8, using: &random) == 0
        let mayBe = world.entries.count { $0.position == .instead } < 3
        try world.install(
          at: Int.random(in: 0..<7, using: &random),
          isInstead && mayBe ? .instead : positions.randomElement(using: &random) ?? .before,
          priority: Int.random(in: -1...1, using: &random), ["a", "b", "c"].randomElement(using: &random) ?? "a")
      case 12..<18 where !world.entries.isEmpty:
        let removed = world.entries.remove(at: Int.random(in: 0..<world.entries.count, using: &random))
        #expect((removed.token.remove(), removed.token.remove()) == (true, false))
      default:
        _ = world.removeAll(
          named: ["a", "b", "c"].randomElement(using: &random) ?? "a", at: Int.random(in: 0..<7, using: &random))
      }
      for (index, (object, _)) in world.objects.enumerated() {
        let layers = world.layers(of: index)
        #expect(
          object.aspects(of: "deposit(_:)").map(\.identifier) == world.listing(layers[...]),
          "seed \(seed), step \(step), object \(index)")
        object.deposit(1)
        #expect(world.log.take() == world.trace(layers[...]), "seed \(seed), step \(step), object \(index)")
        #expect(object.isHooked == world.entries.contains { $0.level == 3 + index })
      }
    }
  }
}
