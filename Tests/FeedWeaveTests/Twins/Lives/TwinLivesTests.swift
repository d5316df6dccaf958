import Foundation
import TestSupport
import Testing

/// Whatever both sides do, in callbacks too, the content side of a woven list hears and sees what that of a plain list does.
struct TwinLivesTests {
  #if DEBUG
    private static let lives = 300
  #else
    private static let lives = 12_000
  #endif

  /// The seeds of the lives; `TWIN_LIVES=5000` has so many of them, and `TWIN_LIVES=7001...7100` those.
  private static var seeds: ClosedRange<UInt64> {
    let words = ProcessInfo.processInfo.environment["TWIN_LIVES"]?.split(separator: ".").compactMap { UInt64($0) } ?? []
    switch words.count {
    case 0: return 1...UInt64(lives)
    case 1: return 1...words[0]
    default: return words[0]...words[1]
    }
  }

  @Test func theContentSideHearsAndSeesTheSame() {
    var different: [UInt64] = []
    for seed in Self.seeds {
      if ProcessInfo.processInfo.environment["TWIN_TRACE"] != nil { print("seed", seed); fflush(nil) }
      let life = TwinLife(seed: seed)
      guard life.difference() != nil else { continue }
      different.append(seed)
      guard different.count <= 25 else { continue }
      print(life.shrunk().report); fflush(nil)
    }
    #expect(different.isEmpty, "\(different.count) of \(Self.seeds.count) lives differ: \(different.prefix(100))")
  }
}

extension TwinLife {
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
