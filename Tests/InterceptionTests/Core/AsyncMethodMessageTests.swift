import Interception
import Testing

@Suite("Asynchronous messages whose original is a method")
struct AsyncMethodMessageTests {
  struct Full: Error, Equatable {}

  class Shelf: InterceptableObject {
    var books: [String] = []
    override class var messages: MessageList { [put, take, clear] }

    static let put = AsyncMessage("put(_:at:)", Shelf.onPut)
    @discardableResult
    nonisolated(nonsending) final func put(_ book: String, at place: Int) async -> Int {
      await send(Shelf.put, book, place)
    }
    nonisolated(nonsending) func onPut(_ book: String, at place: Int) async -> Int {
      await Task.yield()
      books.insert(book, at: place)
      return books.count
    }

    static let take = AsyncThrowingMessage("take(_:)", Shelf.onTake)
    nonisolated(nonsending) final func take(_ place: Int) async throws(Full) -> String {
      try await send(Shelf.take, place)
    }
    nonisolated(nonsending) func onTake(_ place: Int) async throws(Full) -> String {
      guard books.indices.contains(place) else { throw Full() }
      return books.remove(at: place)
    }

    static let clear = AsyncMessage("clear()", Shelf.onClear)
    nonisolated(nonsending) final func clear() async { await send(Shelf.clear) }
    nonisolated(nonsending) func onClear() async { books = [] }
  }

  class Archive: Shelf {
    override nonisolated(nonsending) func onPut(_ book: String, at place: Int) async -> Int {
      await super.onPut("archived \(book)", at: place)
    }
  }

  @Test func `They run, throw, and take several arguments or none`() async throws {
    let shelf = Shelf()
    #expect(await shelf.put("a", at: 0) == 1)
    #expect(try await shelf.take(0) == "a")
    await #expect(throws: Full()) { try await shelf.take(0) }
    await shelf.put("b", at: 0)
    await shelf.clear()
    #expect(shelf.books.isEmpty)
  }

  @Test func `Advice surrounds a subclass's override that calls up`() async throws {
    let archive = Archive()
    let token = try Shelf.put.hook(on: Archive.self, .around) { call in
      call.arguments.0 = "new \(call.arguments.0)"
      return await call.proceed() + 10
    }
    defer { token.remove() }
    #expect(await archive.put("a", at: 0) == 11)
    #expect(archive.books == ["archived new a"])
  }

  @Test func `The original runs past all advice`() async throws {
    let shelf = Shelf()
    try shelf.hook(Shelf.take, .instead) { _ in "nothing" }
    shelf.books = ["a"]
    #expect(try await shelf.take(0) == "nothing")
    #expect(try await Shelf.take.callOriginal(on: shelf, 0) == "a")
    #expect(shelf.books.isEmpty)
  }

  @Test func `They are hooked and sent by name`() async throws {
    let shelf = Shelf()
    try shelf.hook(selector: "put(_:at:)", .before) { (info: AspectInfo, book: String, place: Int) in
      try info.setArgument("\(book)\(place)", at: 0)
    }
    #expect(try await shelf.perform("put(_:at:)", "a", 0) as? Int == 1)
    #expect(shelf.books == ["a0"])
  }
}
