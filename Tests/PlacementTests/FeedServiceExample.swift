// The request handler of the article "Putting ads into a feed service", line for line; a test compares them.
import Foundation
import Placement

/// What a client asks for: a page, and the cursor that came with the page before.
struct FeedRequest: Codable {
  var user: String
  var cursor: FeedCursor?
}

/// What it gets: the entries, and the cursor to send with the next request.
struct FeedResponse: Codable {
  struct Entry: Codable, Equatable {
    var id: String
    var isAd: Bool
    var reason: String?
  }

  var entries: [Entry]
  var cursor: FeedCursor
}

/// Answers requests; one for all threads.
struct FeedService: Sendable {
  let merger: FeedMerger
  let posts: @Sendable (_ user: String, _ from: Int) async throws -> [String]
  let ads: @Sendable (_ user: String, _ from: Int) async throws -> [String]

  func respond(to body: Data) async throws -> Data {
    let request = try JSONDecoder().decode(FeedRequest.self, from: body)
    async let posts = posts(request.user, request.cursor?.contentCount ?? 0)
    async let ads = ads(request.user, request.cursor?.adCount ?? 0)
    let page = try await merger.merge(posts, with: ads, after: request.cursor)
    let entries = page.map { entry in
      switch entry {
      case .content(let post, _): FeedResponse.Entry(id: post, isAd: false)
      case .ad(let ad, let slot):
        FeedResponse.Entry(id: ad, isAd: true, reason: "\(merger.rules.place(of: slot).origin)")
      }
    }
    return try JSONEncoder().encode(FeedResponse(entries: entries, cursor: page.cursor))
  }
}
