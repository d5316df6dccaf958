import TestSupport
import Testing

@testable import AdServing

@Suite struct WaitingLineTests {
  /// What each caller has refused, noted one by one.
  private struct Caller {
    var number: Int
    var count: Int
    var deadline: Duration
    var judgesCampaigns: Bool
    var refused: Set<String> = []

    func subject(_ ad: AdIdentity) -> String { judgesCampaigns ? ad.campaign : ad.adID }
  }

  @Test func `each caller is offered what it has not refused`() {
    for seed in UInt64(0)..<Sample.of(500, few: 50) {
      var random = SeededGenerator(seed: seed)
      var (line, callers) = (WaitingLine(), [Caller]())
      for step in 0..<100 {
        let label: Comment = "seed \(seed), step \(step)"
        let name = Int.random(in: 0...5, using: &random)
        let ad = AdIdentity(adID: "\(name)", campaign: "c\(name % 3)")
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<4:
          let (count, deadline) = (name + 1, Duration.milliseconds(step + Int.random(in: 1...20, using: &random)))
          let judgesCampaigns = Bool.random(using: &random)
          let number = line.add(count: count, until: deadline, judgesCampaigns: judgesCampaigns)
          callers.append(
            Caller(number: number, count: count, deadline: deadline, judgesCampaigns: judgesCampaigns))
        case 4:
          let number = callers.randomElement(using: &random)?.number ?? -1
          #expect(line.remove(number) == (number >= 0) && !line.remove(number), label)
          callers.removeAll { $0.number == number }
        case 5:
          let ended = callers.filter { $0.deadline <= .milliseconds(step) }.map(\.number)
          #expect(line.removeEnded(at: .milliseconds(step)) == ended, label)
          callers.removeAll { $0.deadline <= .milliseconds(step) }
        default:
          line.noteRefusal(of: ad)
          for index in callers.indices { callers[index].refused.insert(callers[index].subject(ad)) }
        }
        #expect(line.callers.map(\.number) == callers.map(\.number), label)
        #expect(line.wanted == callers.map(\.count).reduce(0, +), label)
        let isOffered = callers.filter { !$0.refused.contains($0.subject(ad)) }.map(\.number)
        #expect(line.open(to: [ad]).filter { line.isOpen($0, to: ad) }.map(\.number) == isOffered, label)
      }
    }
  }

  @Test func `callers that have refused all are not looked at`() {
    var line = WaitingLine()
    for number in 0..<200 { _ = line.add(count: 4, until: .seconds(number), judgesCampaigns: true) }
    let ads = (0..<4).map { AdIdentity(adID: "\($0)", campaign: "c\($0 % 2)") }
    #expect(line.open(to: ads).count == 200)
    for ad in ads { line.noteRefusal(of: ad) }
    #expect(line.open(to: ads).isEmpty)
    #expect(line.open(to: [AdIdentity(adID: "5", campaign: "c1")]).isEmpty, "another ad of a refused campaign")
    let number = line.add(count: 4, until: .seconds(1), judgesCampaigns: true)
    #expect(line.open(to: ads).map(\.number) == [number])
  }
}
