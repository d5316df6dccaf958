import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// A placer's long random life on a real list, judged from outside after each step.
struct AdPlacerModelTests {
  // In 393 an ad gives way to another while one between it and the next like it goes; in 490 one of a campaign goes below where
  // another of it comes.
  private static let seeds: [UInt64] = Sample.of(Array(1...400), few: [393, 490])
  private static let twins: ClosedRange<UInt64> = Sample.of(1...60, few: 1...2)

  @Test(arguments: [FillPolicy.belowDisplayed, .outsideDisplayed, .anywhere])
  func `every rule holds through random histories`(policy: FillPolicy) throws {
    var placed = 0
    for seed in Self.seeds {
      let life = try PlacerLife(seed: seed, policy: policy)
      for step in 0..<60 {
        try life.step()
        if let fault = life.fault {
          Issue.record("\(policy), seed \(seed), step \(step), \(life.words.last ?? ""): \(fault)")
          return
        }
      }
      placed += life.model.transcript.count { $0.hasPrefix("placed") }
    }
    #expect(placed > Self.seeds.count * 5)
  }

  @Test func `every rule holds while the clock is set by hours`() throws {
    for seed in Sample.of(Array(1...200), few: Array(1...10)) as [UInt64] {
      let life = try PlacerLife(seed: seed, policy: .belowDisplayed, setsClock: true)
      for step in 0..<60 where life.fault == nil {
        try life.step()
        if let fault = life.fault { Issue.record("seed \(seed), step \(step), \(life.words.suffix(2)): \(fault)") }
      }
    }
  }

  @Test func `the same seed gives the same history`() throws {
    var placed = 0
    for seed in Self.twins.prefix(Sample.of(Self.twins.count, few: 1)) {
      let transcripts = try (0..<2).map { _ in
        let life = try PlacerLife(seed: seed, policy: .belowDisplayed)
        for _ in 0..<60 { try life.step() }
        return life.words + life.model.transcript
      }
      #expect(transcripts[0] == transcripts[1], "seed \(seed)")
      placed += transcripts[0].count { $0.hasPrefix("placed") }
    }
    #expect(placed > Sample.of(Self.twins.count, few: 1) * 2)
  }

  @Test func `the content side never learns of the placer`() throws {
    let script = ContentScript(comparesGeometry: false)
    for seed in Self.twins {
      var transcripts: [[String]] = []
      var placed = 0
      for isWoven in [false, true] {
        let desk = NewsDesk([["a0", "a1", "dull2", "a3", "shy4"], [], ["c0", "c1"], ["d0"]])
        let list = makeList(desk)
        let placer = isWoven ? try TwinPlacer(list, seed: seed, withdraws: seed.isMultiple(of: 2)) : nil
        transcripts.append(script.run(on: list, desk, seed: seed, steps: 60))
        placed = placer?.placed ?? 0
        withExtendedLifetime(placer) {}
      }
      let difference = zip(transcripts[0], transcripts[1]).enumerated().first { $1.0 != $1.1 }
      #expect(
        difference == nil, "seed \(seed), step \(difference?.offset ?? 0): \(difference.map { "\($0.element)" } ?? "")")
      #expect(transcripts[0].count == transcripts[1].count && placed > 0, "seed \(seed)")
    }
  }
}

/// The ads' side of a list whose content side must not learn of it.
private final class TwinPlacer: WeaverDataSource, WeaverDelegate, AdPlacerDelegate {
  typealias Creative = String

  let placer: AdPlacer<String>
  private(set) var placed = 0

  init(_ list: DeskList, seed: UInt64, withdraws: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let source = TestAds.endless("a")
    let endless = source.answer
    source.answer = { request in Bool.random(using: &random) ? endless(request) : .noFill }
    var time = Duration.zero
    let options = AdPlacerOptions(
      fillPolicy: FillPolicy.allCases[Int(seed % 3)], lookahead: 3, withdraws: withdraws)
    placer = try AdPlacer([try tenant("every 2 gap 1", source, house: ["h"], repeats: 3)], options: options) {
      time += .seconds(20)
      return time
    }
    placer.delegate = self
    list.weaver.dataSource = self
    list.weaver.delegate = self
    try placer.attach(to: list.weaver)
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: "ad") }
  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 3 }
  func placer(_ placer: AdPlacer<String>, didPlace ad: PlacedAd<String>) { placed += 1 }
}
