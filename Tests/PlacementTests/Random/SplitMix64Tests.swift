import Placement
import Testing

struct SplitMix64Tests {
  @Test func `the first numbers are those of the reference`() {
    // The first outputs of the authors' C program for seed 1234567.
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      [random.next(), random.next(), random.next()] == [6457827717110365317, 3203168211198807973, 9817491932198370423])
  }

  @Test func `numbers stay within their range and reach both ends`() {
    var random = SplitMix64(seed: 1)
    let small = (0..<1_000).map { _ in random.number(in: -2...3) }
    #expect(Set(small) == Set(-2...3))
    #expect(random.number(in: 7...7) == 7)
    let all = (0..<100).map { _ in random.number(in: .min ... .max) }
    #expect(Set(all).count == 100)
    #expect((0..<1_000).allSatisfy { _ in (0..<1).contains(random.fraction()) })
  }
}
