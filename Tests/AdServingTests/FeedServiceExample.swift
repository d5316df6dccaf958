// The request handler of the article "Putting ads into a feed service", line for line; a test compares them.
import AdServing
import Foundation
import Placement

/// What a client asks for: a page, with the cursor that came with the page before, and what its user has seen so far.
struct FeedRequest: Codable {
  var user: String
  var cursor: String?
  var seen: FrequencyHistory?
}

/// What it gets: the entries, and the cursor to send with the next request.
struct FeedResponse: Codable {
  struct Entry: Codable, Equatable {
    var id: String
    var campaign: String?
    var reason: String?
  }

  var entries: [Entry]
  var cursor: String
}

/// Answers requests; one for all threads.
struct FeedService: Sendable {
  let merger: FeedMerger
  let caps: [FrequencyCap]
  /// The posts of a page that begins at an offset, which may lie beyond the last post by now.
  let posts: @Sendable (_ user: String, _ from: Int) async throws -> [String]
  let ads: @Sendable (_ user: String) async throws -> [Ad<String>]
  /// The authentication code of a message, such as an HMAC with a key of the service.
  let seal: @Sendable (_ message: [UInt8]) -> [UInt8]
  let log: @Sendable (_ user: String, _ page: FeedMeasures) -> Void

  /// Returns the status and the body of a response: 400 with the reason for a request that cannot be met.
  func respond(to body: Data, at now: Duration) async throws -> (status: Int, body: Data) {
    let (request, cursor): (FeedRequest, FeedCursor?)
    do {
      request = try JSONDecoder().decode(FeedRequest.self, from: body)
      cursor = try request.cursor.map { try self.cursor($0, of: request.user) }
    } catch {
      return (400, Data("\(error)".utf8))
    }
    async let posts = posts(request.user, cursor?.contentCount ?? 0)
    async let ads = allowed(ads(request.user), request.seen ?? FrequencyHistory(), at: now)
    let page = try await merger.merge(posts, with: ads, after: cursor)
    log(request.user, FeedMeasures(of: page))
    let entries = page.map { entry in
      switch entry {
      case .content(let post, _): FeedResponse.Entry(id: post)
      case .ad(let ad, let slot):
        FeedResponse.Entry(id: ad.id, campaign: ad.campaign, reason: "\(merger.origin(of: slot))")
      }
    }
    let next = page.cursor.text(for: request.user, tag: seal)
    return (200, try JSONEncoder().encode(FeedResponse(entries: entries, cursor: next)))
  }

  /// The cursor of a request, checked before anything is fetched; after a change of rules it goes on where the user is.
  private func cursor(_ text: String, of user: String) throws(PlacementError) -> FeedCursor {
    let cursor = try FeedCursor(text: text, for: user, tag: seal)
    do { try merger.check(cursor) } catch .cursorOfOtherRules { return merger.cursor(continuing: cursor) }
    return cursor
  }

  /// The ads that the user may see, each campaign no more often on one page than its caps still allow.
  private func allowed(_ ads: [Ad<String>], _ seen: FrequencyHistory, at now: Duration) -> [Ad<String>] {
    var reserved: [String: Int] = [:]
    return ads.filter { ad in
      let others = reserved[ad.campaign, default: 0]
      guard !ad.hasExpired(at: now), seen.allows(ad.campaign, caps: caps, reserved: others, at: now) else {
        return false
      }
      reserved[ad.campaign] = others + 1
      return true
    }
  }
}
