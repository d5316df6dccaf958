import AdPlacing
import AdServing
import TestSupport

/// A source of ads as a network is: its answers come late, some after their time, and at times it fails.
///
/// The same ads come again and again: they are drawn from a fixed supply.
final class LateAds: AdSource {
  typealias Creative = Int

  private let clock: SoakClock
  private let name: String
  private var random: SeededGenerator
  /// The answers under way, in the order in which they were requested.
  private var answers: [(due: Duration, request: AdRequest, answer: AdAnswer<Int>)] = []

  private static let supply = 3_000
  private static let campaigns = 250

  init(_ name: String, clock: SoakClock, seed: UInt64) {
    (self.name, self.clock) = (name, clock)
    random = SeededGenerator(seed: seed)
  }

  /// The time at which the next answer comes.
  var nextDue: Duration? { answers.map(\.due).min() }

  /// Whether the network is down: half a minute in every ten minutes.
  var isDown: Bool { clock.now.components.seconds % 600 >= 570 }

  func placer(_ placer: AdPlacer<Int>, requests request: AdRequest) {
    let answer: AdAnswer<Int>
    switch Int.random(in: 0..<20, using: &random) {
    case _ where isDown, 0: answer = .failure
    case 1: answer = .noFill
    default: answer = .ads((0..<request.count).map { _ in ad() })
    }
    // The placer waits for ten seconds.
    let isLate = Int.random(in: 0..<25, using: &random) == 0
    let delay = Int.random(in: isLate ? 10_500...15_000 : 30...3_000, using: &random)
    answers.append((clock.now + .milliseconds(delay), request, answer))
  }

  /// Passes on the answers that have come.
  func deliver(to placer: AdPlacer<Int>) {
    while let index = answers.firstIndex(where: { $0.due <= clock.now }) {
      let (_, request, answer) = answers.remove(at: index)
      placer.answer(request, with: answer)
    }
  }

  /// Draws an ad, most of which may be shown for some minutes, and some for a few seconds.
  private func ad() -> Ad<Int> {
    let number = Int.random(in: 0..<LateAds.supply, using: &random)
    let isShort = Int.random(in: 0..<10, using: &random) == 0
    let life = Int.random(in: isShort ? 2...20 : 120...1_800, using: &random)
    return Ad(
      id: "\(name) \(number)", campaign: "\(name) campaign \(number % LateAds.campaigns)",
      expires: clock.now + .seconds(life), creative: number)
  }
}
