import Foundation
import ListModel
import TestSupport
import Testing
import WeavingSupport

/// Whatever both sides do, in callbacks too, the content side of a woven list hears and sees what that of a plain list does.
struct TwinLivesTests {
  private static let lives = Sample.of(12_000, few: 40)

  /// The seeds of the lives; `TWIN_LIVES=5000` has so many of them, `TWIN_LIVES=7001...7100` those, and `TWIN_LIVES=7,81` these two.
  private static var seeds: [UInt64] {
    let words = ProcessInfo.processInfo.environment["TWIN_LIVES"] ?? ""
    if words.contains(",") { return words.split(separator: ",").compactMap { UInt64($0) } }
    let bounds = words.split(separator: ".").compactMap { UInt64($0) }
    switch bounds.count {
    case 0: return Array(1...UInt64(lives))
    case 1: return Array(1...bounds[0])
    default: return Array(bounds[0]...bounds[1])
    }
  }

  @Test func `the content side hears and sees the same`() {
    var different: [UInt64] = []
    for seed in Self.seeds {
      let life = TwinLife(seed: seed)
      if life.difference() == nil { continue }
      different.append(seed)
      if different.count <= 20 { Issue.record("\(life.shrunk().report)") }
    }
    #expect(different.isEmpty, "\(different.count) of \(Self.seeds.count) lives differ: \(different.prefix(200))")
  }

  @Test func `lives that once went wrong go well`() {
    // A placer is removed while it changes the list; a row without width is touched; a row is pushed out of view.
    #expect([3_001, 7_941, 2_622].filter { TwinLife(seed: $0).difference() != nil } == [])
  }

  @Test func `a difference is found and its life made short`() throws {
    // Insertions higher than the screen push content out of view.
    var life = try #require((1...1_000).lazy.map { TwinLife(seed: $0) }.first { $0.hasInsertionAtTop })
    #expect(life.difference() == nil)
    life.settings.adHeight = 5_000
    let shrunk = life.shrunk()
    #expect(shrunk.difference() != nil)
    #expect(shrunk.steps.isEmpty && shrunk.settings.rows.count == 1 && shrunk.settings.sections.isEmpty, "\(shrunk)")
  }

  @Test(.enabled(if: Sample.isWhole)) func `the lives receive every callback and act in each`() {
    // A list that shows all does not scroll; a header without a view is asked for at each layout; and where a row goes is seldom
    // asked just when something is to be done then.
    let passive: Set<TwinMoment> = [.didScroll, .headerView, .headerTitle, .target]
    // A drop elsewhere takes three steps in order, which random lives do not make; EditingTwinsTests drags rows.
    let all = Set(TwinMoment.allCases).subtracting([.moveRow])
    var heard: Set<TwinMoment> = []
    var acted: Set<TwinMoment> = []
    for seed in UInt64(1)...2_000 where heard != all || acted != all.subtracting(passive) {
      let words = TwinWorld(TwinLife(seed: seed), isWoven: false).run().flatMap(\.words)
      heard.formUnion(words.compactMap(\.moment))
      for (word, next) in zip(words, words.dropFirst()) {
        if let moment = word.moment, !word.words.hasPrefix("  "), next.words.hasPrefix("  ") { acted.insert(moment) }
      }
    }
    #expect(all.subtracting(heard).isEmpty)
    #expect(all.subtracting(passive).subtracting(acted).isEmpty)
  }
}

extension TwinLife {
  /// Whether an insertion is at the top of the content from the beginning.
  fileprivate var hasInsertionAtTop: Bool {
    settings.screen == .whole && settings.layout == .table && settings.isWovenAtOnce && !settings.usesPlacer
      && settings.rows.contains { $0 == feed(0, 0) } && settings.sections.isEmpty && articles[0].count > 3
  }

  /// The life in plain words, and how its lists differ.
  fileprivate var report: String {
    guard let difference = difference() else { return "\(self)\nno difference" }
    let first = zip(difference.plain, difference.woven).enumerated().first { $1.0 != $1.1 }?.offset
    let start = first ?? min(difference.plain.count, difference.woven.count)
    return """
      \(self)
      at step \(difference.step - 1), after \(difference.plain[..<start].suffix(12)):
      plain: \(difference.plain[start...].prefix(4))
      woven: \(difference.woven[start...].prefix(4))

      """
  }
}
