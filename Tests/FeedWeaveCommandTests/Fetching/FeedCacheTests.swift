import FeedFormats
import Testing

@testable import FeedWeaveCommand

@Suite struct FeedCacheTests {
  private let world = TestWorld()
  private var cache: FeedCache { FeedCache(world.environment) }
  private let version = FeedCache.Version(
    bytes: Array("a\n\nb".utf8), time: 17, validators: FeedValidators(tag: "\"t\"", modified: "m"))

  init() { world.variables["XDG_CACHE_HOME"] = "/cache" }

  @Test func `a version is found again, and under its own address only`() throws {
    let address = try FeedAddress("http://h/x")
    #expect(cache.version(of: address, limit: 100) == nil)
    cache.keep(version, of: address)
    #expect(cache.version(of: address, limit: 100) == version)
    #expect(cache.version(of: address, limit: 4) == version && cache.version(of: address, limit: 3) == nil)
    let other = try FeedAddress("http://h/y")
    let path = try #require(cache.path(of: other))
    world.files[path] = world.files[try #require(cache.path(of: address))]
    #expect(cache.version(of: other, limit: 100) == nil)
  }

  @Test func `a file has a hash as its name`() throws {
    for word in ["http://h/../../x", "http://h/" + String(repeating: "a/", count: 900)] {
      let path = try #require(cache.path(of: try FeedAddress(word)))
      #expect(path.wholeMatch(of: /\/cache\/feedweave\/[0-9a-f]{16}/) != nil, "\(path)")
    }
    world.variables = [:]
    #expect(cache.path(of: try FeedAddress("http://h/x")) == nil)
    cache.keep(version, of: try FeedAddress("http://h/x"))
    #expect(world.files.isEmpty)
  }

  @Test func `a file that is damaged is no version`() throws {
    let address = try FeedAddress("http://h/x")
    cache.keep(version, of: address)
    let path = try #require(cache.path(of: address))
    let whole = try #require(world.files[path])
    let header = whole.count - version.bytes.count
    for count in 0..<header {
      world.files[path] = Array(whole.prefix(count))
      #expect(cache.version(of: address, limit: 100) == nil, "\(count)")
    }
    for text in ["\n\n\n\n\n\n", "feedweave 1\nhttp://h/x\nsoon\nt \nm \n\n", String(repeating: "x", count: 10_000)] {
      world.files[path] = Array(text.utf8)
      #expect(cache.version(of: address, limit: 100_000) == nil, "\(text.prefix(40))")
    }
    world.files[path] = Array("feedweave 1\nhttp://h/x\n17\nt a\u{1B}\nm \n\nx".utf8)
    #expect(cache.version(of: address, limit: 100)?.validators == FeedValidators())
  }

  @Test func `versions that nobody asks for are deleted after 90 days`() throws {
    var version = version
    let day: Int64 = 86_400
    for (name, age) in [("new", 0), ("old", 90 * day), ("unused", 90 * day + 1)] {
      version.time = TestWorld.now - age
      cache.keep(version, of: try FeedAddress("http://h/\(name)"))
    }
    world.files["/cache/feedweave/notes"] = Array("feedweave 1\nx\n1\n".utf8)
    world.files["/cache/feedweave/0123456789abcdef"] = Array("a poem\nx\n1\n".utf8)
    cache.dropUnused()
    #expect(world.files.count == 4)
    let addresses = try ["new", "old", "unused"].map { try FeedAddress("http://h/\($0)") }
    #expect(addresses.map { cache.version(of: $0, limit: 100) != nil } == [true, true, false])
    cache.drop(addresses[0])
    #expect(cache.version(of: addresses[0], limit: 100) == nil)
  }

  @Test func `a cache that cannot be written is none`() throws {
    world.replaceFailure = OutputFailure(reason: "No space")
    cache.keep(version, of: try FeedAddress("http://h/x"))
    #expect(world.files.isEmpty)
  }
}
