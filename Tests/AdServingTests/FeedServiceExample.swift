// The request handler of the article "Putting ads into a feed service", line for line; a test compares them.
import AdServing
import Foundation
import Placement

/// What a client asks for: a page, with the cursor that came with the page before, and what its user has seen so far.
struct FeedRequest: Codable {
  var user: String
  var cursor: FeedCursor?
  var seen = FrequencyHistory()
}

extension FeedRequest {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    user = try container.decode(String.self, forKey: .user)
    // A cursor that cannot be read is none: the client gets the first page.
    cursor = try? container.decodeIfPresent(FeedCursor.self, forKey: .cursor)
    seen = try container.decodeIfPresent(FrequencyHistory.self, forKey: .seen) ?? FrequencyHistory()
  }
}

/// What it gets: the entries, and the cursor to send with the next request.
struct FeedResponse: Codable {
  struct Entry: Codable, Equatable {
    var id: String
    var campaign: String?
    var reason: String?
  }

  var entries: [Entry]
  var cursor: FeedCursor
}

/// Answers requests; one for all threads.
struct FeedService: Sendable {
  let merger: FeedMerger
  let caps: [FrequencyCap]
  let posts: @Sendable (_ user: String, _ from: Int) async throws -> [String]
  let ads: @Sendable (_ user: String) async throws -> [Ad<String>]
  let log: @Sendable (_ user: String, _ page: FeedMeasures) -> Void

  func respond(to body: Data, at now: Duration) async throws -> Data {
    let request = try JSONDecoder().decode(FeedRequest.self, from: body)
    let page: MergedFeed<[String], [Ad<String>]>
    do {
      page = try await merge(request, after: request.cursor, at: now)
    } catch PlacementError.cursorOfOtherRules, PlacementError.invalidCursor {
      page = try await merge(request, after: nil, at: now)
    }
    log(request.user, FeedMeasures(of: page))
    let entries = page.map { entry in
      switch entry {
      case .content(let post, _): FeedResponse.Entry(id: post)
      case .ad(let ad, let slot):
        FeedResponse.Entry(id: ad.id, campaign: ad.campaign, reason: "\(merger.rules.place(of: slot).origin)")
      }
    }
    return try JSONEncoder().encode(FeedResponse(entries: entries, cursor: page.cursor))
  }

  private func merge(
    _ request: FeedRequest, after cursor: FeedCursor?, at now: Duration
  ) async throws -> MergedFeed<[String], [Ad<String>]> {
    async let posts = posts(request.user, cursor?.contentCount ?? 0)
    async let ads = ads(request.user)
    return try await merger.merge(posts, with: allowed(ads, request.seen, at: now), after: cursor)
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
