import AdServing
import Placement
import TestSupport

/// Something that a ledger is told, for tests that make up histories.
enum LedgerEvent: Hashable {
  case begin(Int)
  case show(Int, Double)
  case load(Int)
  case end(Int)
  case pause
  case resume
  case advance

  /// What is told of displays 0 and 1, and of time.
  static let all: [LedgerEvent] = [
    .begin(0), .begin(1), .show(0, 0.5), .show(0, 0.4), .show(1, 1), .end(0), .pause, .resume, .advance,
  ]

  /// Any event about a few displays.
  static func random(displays: Range<Int>, using generator: inout SeededGenerator) -> LedgerEvent {
    let display = Int.random(in: displays, using: &generator)
    switch Int.random(in: 0..<13, using: &generator) {
    case 0...2: return .begin(display)
    case 3...6: return .show(display, [0, 0.25, 0.499, 0.5, 0.75, 1, .nan].randomElement(using: &generator) ?? 0)
    case 7: return .end(display)
    case 8: return .pause
    case 9, 10: return .resume
    case 11: return .load(display)
    default: return .advance
    }
  }

  static func ad(_ display: Int) -> AdIdentity { AdIdentity(adID: "ad \(display % 2)", campaign: "campaign") }

  static func place(_ display: Int) -> FeedPath { FeedPath(section: 0, row: display) }

  func tell(_ ledger: inout ImpressionLedger, at now: Duration) -> [Impression] {
    switch self {
    case .begin(let display):
      ledger.begin(display, LedgerEvent.ad(display), place: LedgerEvent.place(display), at: now)
    case .show(let display, let share): ledger.show(display, share: share, area: Double(display % 3), at: now)
    case .load(let display): ledger.load(display, at: now)
    case .end(let display): ledger.end(display, at: now)
    case .pause: ledger.pause(at: now)
    case .resume: ledger.resume(at: now)
    case .advance: ledger.advance(to: now)
    }
  }

  func tell(_ model: inout ImpressionModel, at tick: Int) {
    switch self {
    case .begin(let display): model.begin(display, at: tick)
    case .show(let display, let share): model.show(display, isMet: share >= 0.5, at: tick)
    case .end(let display): model.end(display, at: tick)
    case .pause: model.setPaused(true, at: tick)
    case .resume: model.setPaused(false, at: tick)
    case .advance, .load: model.go(to: tick)
    }
  }
}

extension Impression {
  /// It as the model has it.
  func count(tick: Duration) -> ImpressionModel.Count {
    ImpressionModel.Count(
      display: display, began: Int((began / tick).rounded()), tick: Int((at / tick).rounded()))
  }
}
