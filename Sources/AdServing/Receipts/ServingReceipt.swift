import Placement

/// What a service gives out with an ad, so that impressions and clicks of it can be told from those that are made up.
///
/// It says which ad was handed out, to whom, when, at which price, and until when that counts. Its text goes to the client
/// with the ad and comes back with the impression, under a tag that only the service can compute.
///
/// ```swift
/// let receipt = try ServingReceipt(
///   of: ad.identity, for: user, price: ad.price, issued: now, expires: now + .seconds(86_400))
/// ad.receipt = receipt.text(tag: tag)
/// ```
/// A ``ReceiptInbox`` counts what comes back with a receipt, each once. Receipts that are equal are the same receipt: an ad
/// that a user gets twice needs two names, or two times of issue. Whoever can read a text can read its price and its user.
public struct ServingReceipt: Hashable, Sendable {
  /// The user to whom the ad was handed out.
  public let user: String
  /// The name of the ad.
  public let adID: String
  /// The campaign that the ad belongs to.
  public let campaign: String
  /// The price of a thousand impressions of the ad; nil if none was agreed.
  public let price: Price?
  /// The time at which the ad was handed out, in whole milliseconds.
  public let issued: Duration
  /// The first time at which the receipt does not count any more, in whole milliseconds.
  public let expires: Duration

  /// The largest number of UTF-8 bytes of the name of a user, an ad or a campaign.
  public static let longestName = 256

  /// Makes a receipt; its times are rounded down to whole milliseconds.
  ///
  /// - Parameters:
  ///   - ad: The ad, of which its name and its campaign are part of the receipt.
  ///   - user: The name of the user, which may be empty.
  ///   - price: The price of a thousand impressions.
  ///   - issued: The server's time.
  ///   - expires: The time by which the impression must have arrived: the longest time for which clients keep an ad, and
  ///     then its impression until there is a network. A receipt that was used is remembered until then.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)`` if a name is too long or missing, or the
  ///   receipt expires when it is issued.
  public init(
    of ad: AdIdentity, for user: String, price: Price? = nil, issued: Duration, expires: Duration
  ) throws(AdServingError) {
    for (word, name, least) in [("user", user, 0), ("ad", ad.adID, 1), ("campaign", ad.campaign, 1)] {
      guard least...ServingReceipt.longestName ~= name.utf8.count else {
        let expected = "\(least) to \(ServingReceipt.longestName) bytes of UTF-8"
        throw .invalidValue(word: word, value: String(name.prefix(16)), expected: expected, column: nil)
      }
    }
    self.issued = .milliseconds(issued.wholeMilliseconds)
    self.expires = .milliseconds(expires.wholeMilliseconds)
    (self.user, adID, campaign, self.price) = (user, ad.adID, ad.campaign, price)
    guard self.issued < self.expires else {
      throw .invalidValue(word: "expires", value: "\(expires)", expected: "a time after \(issued)", column: nil)
    }
  }

  /// Returns whether the receipt does not count any more.
  public func hasExpired(at now: Duration) -> Bool { expires <= now }
}

/// Something that happens to an ad that was handed out, for which its receipt is good once.
public enum ServingEvent: String, Hashable, Sendable, Codable, CaseIterable {
  /// The ad was seen.
  case impression
  /// The ad was clicked.
  case click
}
