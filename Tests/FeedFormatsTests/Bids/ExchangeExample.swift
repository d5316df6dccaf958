import AdServing
import FeedFormats

/// An exchange that sells native ads for the places of a page.
struct Exchange: Sendable {
  /// What an ad is to have, and the name of the list at the exchange.
  let wanted: WantedImpression
  /// Sends a request and returns the answer.
  let send: @Sendable (_ request: [UInt8]) async throws -> [UInt8]
  /// Receives what is wrong with an answer.
  let report: @Sendable (Finding) -> Void

  func ads(
    for page: PageRequest<some Sendable>, auction id: String, at now: Duration
  ) async throws -> [Ad<NativeCreative>] {
    let request = BidRequest(id: id, for: page, wanting: wanted)
    let response = BidReader(request: request).read(try await send(request.json))
    for finding in response.findings { report(finding) }
    return response.ads(auctionedAt: now, expiringAfter: .seconds(600))
  }
}
