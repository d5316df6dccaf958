import Interception

/// Why a document is not saved.
enum DiskError: Error, Equatable {
  case full(String)
  case refused
}

/// The class that most tests of asynchronous messages hook; each makes subclasses or objects of its own where it hooks a class.
class Document: InterceptableObject {
  var saved: [String] = []

  override class var messages: MessageList { [save, load, flush, merge] }

  static let save = AsyncMessage<Document, String, Int>("save(to:)") { document, place in
    await Task.yield()
    document.saved.append(place)
    await Task.yield()
    return document.saved.count
  }
  @discardableResult
  nonisolated(nonsending) func save(to place: String) async -> Int { await send(Document.save, place) }

  static let load = AsyncThrowingMessage<Document, Int, Int, DiskError>("load(_:)") {
    (document, number) async throws(DiskError) in
    await Task.yield()
    guard number >= 0 else { throw .full("\(number)") }
    document.saved.append("\(number)")
    return number * 10
  }
  @discardableResult
  nonisolated(nonsending) func load(_ number: Int) async throws(DiskError) -> Int {
    try await send(Document.load, number)
  }

  static let merge = AsyncMessage<Document, (other: Document, times: Int), Int>("merge(_:times:)") { document, merge in
    for _ in 0..<merge.times { document.saved += merge.other.saved }
    return document.saved.count
  }
  nonisolated(nonsending) func merge(_ other: Document, times: Int) async -> Int {
    await send(Document.merge, (other: other, times: times))
  }

  static let flush = AsyncMessage<Document, Void, Void>("flush()") { document, _ in document.saved.removeAll() }
  nonisolated(nonsending) func flush() async { await send(Document.flush) }
}
