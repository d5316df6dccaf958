import Placement
import Testing

@Suite struct OneOrMoreTests {
  @Test func `it is an array that has an element`() {
    #expect(OneOrMore([Int]()) == nil)
    for count in 1...5 {
      let array = Array(10..<10 + count)
      guard let list = OneOrMore(array) else {
        Issue.record("\(count)")
        continue
      }
      #expect(Array(list) == array && list.count == count && list.last == array.last && list.head == 10)
      #expect(list.indices.map { list[$0] } == array && list == OneOrMore(10, Array(array.dropFirst())))
      #expect(Array(list.mapped { $0 * 2 }) == array.map { $0 * 2 })
    }
  }

  @Test func `it is changed as an array is`() {
    for count in 1...4 {
      for position in 0...count {
        var array = Array(0..<count)
        var list = OneOrMore(0, Array(1..<count))
        array.insert(9, at: position)
        list.insert(9, at: position)
        #expect(Array(list) == array, "\(count), \(position)")
        list[position] += 1
        array[position] += 1
        list.append(7)
        #expect(Array(list) == array + [7], "\(count), \(position)")
      }
    }
  }
}
