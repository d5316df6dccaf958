import Interception
import Testing

struct DeallocationTests {
  class Room: InterceptableObject {
    var name: String
    let log: Log
    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }
    deinit { log.write("\(name) deinit") }
  }

  final class Hall: Room {
    var seats: [Int] = [1, 2, 3]
    deinit { log.write("\(seats.count) seats") }
  }

  @Test func `Deallocation advice finds the stored properties`() throws {
    let log = Log()
    weak var gone: Hall?
    do {
      let hall = Hall("hall", log)
      gone = hall
      try hall.hook(InterceptableObject.deallocation, .before) { call in
        let hall = call.receiver as? Hall
        log.write("advice \(hall?.name ?? "") \(hall?.seats ?? [])")
      }
      withExtendedLifetime(hall) { #expect(log.take().isEmpty) }
    }
    #expect(gone == nil)
    #expect(log.take() == ["3 seats", "hall deinit", "advice hall [1, 2, 3]"])
  }

  private class Cell: Room {}

  @Test func `Deallocation advice on a class runs for each object`() throws {
    let log = Log()
    let token = try InterceptableObject.deallocation.hook(on: Cell.self, .before) { call in log.write("class") }
    do {
      let cell = Cell("cell", log)
      try cell.hook(InterceptableObject.deallocation, .before) { _ in log.write("object") }
    }
    #expect(log.take() == ["cell deinit", "class", "object"])
    _ = Cell("next", log)
    #expect(log.take() == ["next deinit", "class"])
    token.remove()
    _ = Cell("last", log)
    #expect(log.take() == ["last deinit"])
  }

  private class Cell2: Room {
    static let ring = Message<Cell2, Void, Void>("ring()") { cell, _ in cell.log.write("ring \(cell.name)") }
    func ring() { send(Cell2.ring) }
  }

  @Test func `The last message may send hook and unhook`() throws {
    let log = Log()
    var token: AspectToken?
    do {
      let cell = Cell2("cell", log)
      try cell.hook(Cell2.ring, .before) { _ in log.write("before ring") }
      token = try cell.hook(InterceptableObject.deallocation, .before) { call in
        let cell = call.receiver as? Cell2
        cell?.ring()
        log.write("\(token?.remove() ?? false)")
        _ = try? cell?.hook(Cell2.ring, .after) { _ in log.write("after ring") }
        cell?.ring()
      }
      withExtendedLifetime(cell) {}
    }
    #expect(
      log.take() == ["cell deinit", "before ring", "ring cell", "true", "before ring", "ring cell", "after ring"])
    #expect(token?.remove() == false)
  }
}
