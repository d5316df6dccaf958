// The code of the article "Impressions end to end", line for line; a test compares them.
import AdServing
import Foundation
import Placement

/// What a device keeps: the impressions that it has not delivered, and what its user has seen.
struct Device {
  var ledger: ImpressionLedger
  var history = FrequencyHistory()
  /// How many ads of each campaign it holds that its user has not seen.
  var held: [String: Int] = [:]
  let caps: [FrequencyCap]

  /// Takes what the ledger returns when an ad has been seen.
  mutating func note(_ seen: [Impression]) {
    for impression in seen {
      history.record(impression.campaign, caps: caps, at: impression.at)
      // An ad that is seen twice was held once.
      held[impression.campaign] = max(0, held[impression.campaign, default: 1] - 1)
    }
  }

  /// Sends what is pending, and removes what need not be sent again; call it as often as the network allows.
  mutating func upload(through send: (Data) async throws -> Data) async throws {
    let answer = try await send(JSONEncoder().encode(ledger.pending))
    for acknowledgement in try JSONDecoder().decode([ImpressionAcknowledgement].self, from: answer) {
      ledger.acknowledge(acknowledgement)
    }
  }
}

/// Receives impressions of all users, and counts each once.
actor ImpressionServer {
  /// An inbox for each user, so that the devices that one makes up have no effect on another's.
  private var inboxes: [String: ImpressionInbox] = [:]
  private(set) var counts: [String: Int] = [:]
  private(set) var refusals: [ImpressionRefusal.Reason: Int] = [:]

  func receive(_ body: Data, of user: String, at now: Duration) throws -> Data {
    let upload = try JSONDecoder().decode([Impression].self, from: body)
    let receipt = inboxes[user, default: ImpressionInbox(capacity: 16)].receive(upload, at: now)
    for impression in receipt.new { counts[impression.campaign, default: 0] += 1 }
    for refusal in receipt.refused { refusals[refusal.reason, default: 0] += 1 }
    return try JSONEncoder().encode(receipt.acknowledgements)
  }
}

/// A line of a journal: an upload as it came, and the server's time.
struct JournaledUpload: Codable {
  var time: Duration
  var impressions: [Impression]
}

/// Returns an inbox as it was before a crash, and the impressions that were new since it was stored, to count them again.
func restored(_ stored: Data, journal: [Data]) throws -> (inbox: ImpressionInbox, new: [Impression]) {
  var inbox = try JSONDecoder().decode(ImpressionInbox.self, from: stored)
  let new = try journal.flatMap { line in
    let upload = try JSONDecoder().decode(JournaledUpload.self, from: line)
    return inbox.receive(upload.impressions, at: upload.time).new
  }
  return (inbox, new)
}

/// Hands out ads with receipts, and counts what is seen and clicked of them.
actor BillingServer {
  private var inbox = ReceiptInbox()
  /// The authentication code of a message, such as an HMAC with a key of the service.
  private let seal: @Sendable (_ message: [UInt8]) -> [UInt8]
  /// What each campaign owes, in billionths of the unit of its currency.
  private(set) var owed: [String: Int64] = [:]
  private(set) var clicks: [String: Int] = [:]
  private(set) var refusals: [ImpressionRefusal.Reason: Int] = [:]

  init(seal: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]) { self.seal = seal }

  /// Returns an ad with a receipt for a user, which counts for a day.
  nonisolated func handOut(_ ad: Ad<String>, to user: String, at now: Duration) throws -> Ad<String> {
    let receipt = try ServingReceipt(
      of: ad.identity, for: user, price: ad.price, issued: now, expires: now + .seconds(86_400))
    var ad = ad
    ad.receipt = receipt.text(tag: seal)
    return ad
  }

  func receive(_ body: Data, of user: String, at now: Duration) throws -> Data {
    let upload = try JSONDecoder().decode([Impression].self, from: body)
    let receipt = inbox.receive(upload, from: user, at: now, tag: seal)
    for served in receipt.receipts { owed[served.campaign, default: 0] += served.price?.micros ?? 0 }
    for refusal in receipt.refused { refusals[refusal.reason, default: 0] += 1 }
    return try JSONEncoder().encode(receipt.acknowledgements)
  }

  /// Counts a click of an ad, which may have been sent before.
  func click(_ receipt: String?, of user: String, at now: Duration) {
    do {
      let served = try inbox.redeem(receipt, for: .click, from: user, at: now, tag: seal)
      clicks[served.campaign, default: 0] += 1
    } catch {
      refusals[error, default: 0] += 1
    }
  }
}

/// Returns the ads that a page may have, each campaign no more often than its caps still allow.
///
/// `held` is how many ads of each campaign the client has, and its user has not seen.
func allowed(
  _ ads: [Ad<String>], caps: [FrequencyCap], seen: FrequencyHistory, held: [String: Int], at now: Duration
) -> [Ad<String>] {
  // What a client says is input: any number.
  var reserved = held.mapValues { min(max($0, 0), AdQueuePolicy.limit) }
  return ads.filter { ad in
    let others = reserved[ad.campaign, default: 0]
    guard seen.allows(ad.campaign, caps: caps, reserved: others, at: now) else { return false }
    reserved[ad.campaign] = others + 1
    return true
  }
}
