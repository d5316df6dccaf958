import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct AdStockTests {
  /// Adding and taking at either end, and in the middle, beside an array.
  @Test func `it holds what an array would hold`() {
    for seed in UInt64(0)..<Sample.of(200, few: 50) {
      var random = SeededGenerator(seed: seed)
      var (stock, array) = (AdStock<Int>(), [Ad<Int>]())
      for step in 0..<300 {
        let ad = Ad(id: "\(step)", creative: step)
        // For a while it rather grows, for a while it rather shrinks.
        switch Int.random(in: 0..<(step / 50 % 2 == 0 ? 8 : 14), using: &random) {
        case 0, 1, 2:
          stock.append(ad)
          array.append(ad)
        case 3, 4:
          stock.prepend(ad)
          array.insert(ad, at: 0)
        case 5 where !array.isEmpty:
          let index = Int.random(in: array.indices, using: &random)
          #expect(stock.remove(at: index) == array.remove(at: index), "seed \(seed), step \(step)")
        case 6 where step.isMultiple(of: 7):
          stock.removeAll { $0.creative.isMultiple(of: 3) }
          array.removeAll { $0.creative.isMultiple(of: 3) }
        case 7 where step.isMultiple(of: 5):
          let odd = array.filter { !$0.creative.isMultiple(of: 2) }
          let first = Set(odd.prefix(Int.random(in: 0...odd.count, using: &random)).map(\.creative))
          stock.removeFirst(first.count) { !$0.creative.isMultiple(of: 2) }
          array.removeAll { first.contains($0.creative) }
        case 7... where !array.isEmpty:
          #expect(stock.remove(at: 0) == array.removeFirst(), "seed \(seed), step \(step)")
        default: break
        }
        #expect(Array(stock) == array && stock.count == array.count, "seed \(seed), step \(step)")
      }
      var other = AdStock(array)
      #expect(stock == other)
      other.append(Ad(id: "x", creative: 0))
      #expect(stock != other)
    }
  }

  private final class Creative {}

  @Test func `what has been taken is let go of`() {
    weak var first: Creative?
    var stock = AdStock<Creative>()
    do {
      let creative = Creative()
      first = creative
      stock.append(Ad(id: "a", creative: creative))
      stock.append(Ad(id: "b", creative: Creative()))
    }
    #expect(first != nil)
    _ = stock.remove(at: 0)
    #expect(first == nil && stock.count == 1)
  }
}
