import FeedFormats
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ReadMarksTests {
  private let key = ItemKey(["1", "https://a.example/1"])

  @Test func `an item is named by its id and its page, or its title`() {
    var item = FeedItem()
    item.id = "1"
    item.title = "one"
    let titled = item.key
    item.url = "https://a.example/1"
    #expect(item.key == key && titled == ItemKey(["1", "one"]))
    item.title = "renamed"
    #expect(item.key == key)
    item.url = "https://b.example/1"
    #expect(item.key != key, "ids such as 1 are those of many feeds")
  }

  @Test func `the name of words is that of every run`() {
    // Vectors of FNV-1a with 64 bits, as its authors give them.
    #expect(ItemKey([""]).bits == 0xCBF2_9CE4_8422_2325)
    #expect(ItemKey(["a"]).bits == 0xAF63_DC4C_8601_EC8C)
    #expect(ItemKey(["foobar"]).bits == 0x8594_4171_F739_67E8)
  }

  @Test func `marks are read as they were written`() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<Sample.of(300, few: 30) {
      var marks = ReadMarks()
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let mark: ReadMarks.Mark =
          [
            .read(place: Int.random(in: 0...1_000_000, using: &random)), .unread,
            .selected(ItemKey(bits: .random(in: 0 ... .max, using: &random))),
          ].randomElement(using: &random) ?? .unread
        marks.set(
          mark, for: ItemKey(bits: .random(in: 0 ... .max, using: &random)), at: .random(in: 0...9, using: &random))
      }
      #expect(ReadMarks(marks.bytes()) == marks)
    }
  }

  @Test func `lines that say nothing are passed over`() throws {
    let text = """
      feedweave marks 1
      00000000000000ff 7 r 5
      nonsense
      00000000000000fe x r 5
      00000000000000fd 7 r 1000001
      00000000000000fc 7 z 5
      00000000000000fb 7 u 0
      """
    let marks = try #require(ReadMarks(Array(text.utf8)))
    #expect(marks[ItemKey(bits: 0xFF)] == .read(place: 5))
    #expect(marks[ItemKey(bits: 0xFB)] == .unread)
    for bits: UInt64 in [0xFE, 0xFD, 0xFC] { #expect(marks[ItemKey(bits: bits)] == nil, "\(bits)") }
    #expect(ReadMarks(Array("something else\n".utf8)) == nil)
  }

  @Test func `of two runs the later mark of an item counts`() {
    var one = ReadMarks()
    var other = ReadMarks()
    one.set(.unread, for: key, at: 5)
    other.set(.read(place: 0), for: key, at: 4)
    other.set(.unread, for: ItemKey(bits: 1), at: 1)
    var merged = one
    merged.merge(other)
    #expect(merged[key] == .unread && merged[ItemKey(bits: 1)] == .unread)
    other.merge(one)
    #expect(other == merged)
  }

  @Test func `the oldest marks are left out of a text that is too long`() throws {
    var marks = ReadMarks()
    for number in 0..<1_000 { marks.set(.unread, for: ItemKey(bits: UInt64(number)), at: Int64(number)) }
    let bytes = marks.bytes(atMost: 10_000)
    #expect(bytes.count <= 10_000 && bytes.count > 10_000 - 40)
    let kept = try #require(ReadMarks(bytes))
    #expect(kept[ItemKey(bits: 999)] == .unread && kept[ItemKey(bits: 0)] == nil)
  }
}
