import AdServing
import FeedFormats
import TestSupport

/// Bids of any bytes are read, with findings in the file, and become ads; requests are read again as they are written.
enum BidProperties {
  static func check(_ input: [UInt8]) throws {
    try check(BidReader().read(input), of: input)
    guard let (request, findings) = read(input) else { return }
    try check(findings, of: input)
    try require(FeedJSONOracle.accepts(request.json), "a request that is written is not JSON")
    try require(try BidRequest.read(request.json).request == request, "a request is read again as another one")
    try check(BidReader(request: request).read(input), of: input)
  }

  private static func read(_ input: [UInt8]) -> (request: BidRequest, findings: [Finding])? {
    do throws(FeedError) { return try BidRequest.read(input) } catch {
      _ = error.description
      return nil
    }
  }

  private static func check(_ response: BidResponse, of input: [UInt8]) throws(FuzzFailure) {
    try check(response.findings, of: input)
    for ad in response.ads(auctionedAt: .seconds(1), expiringAfter: .seconds(600)) {
      let addresses = [ad.creative.link.address, ad.creative.image?.url, ad.creative.icon?.url].compactMap { $0 }
      for address in addresses + ad.creative.link.clickTrackers {
        try require(address.lowercased().hasPrefix("http"), "an address is not of the web: \(address)")
      }
      try require(!ad.id.isEmpty && ad.expires.map { $0 > .zero } == true, "an ad has no name or no expiry")
      let item = FeedItem(ad)
      try require(item.raw.map { FeedJSONOracle.accepts(Array($0)) } == true, "the item of an ad is not JSON")
    }
  }

  private static func check(_ findings: [Finding], of input: [UInt8]) throws(FuzzFailure) {
    let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
    try require(findings.count <= 1002, "there are \(findings.count) findings")
    for finding in findings {
      let (line, column) = (finding.position.line, finding.position.column)
      try require(1...lines ~= line && 1...(input.count + 1) ~= column, "outside the file: \(finding)")
    }
    for (one, next) in zip(findings, findings.dropFirst()) {
      try require(one.position <= next.position, "findings are out of order: \(one), \(next)")
    }
  }
}
