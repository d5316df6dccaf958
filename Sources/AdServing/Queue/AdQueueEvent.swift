/// An event of a queue and its source, for a log and for counters.
///
/// Each request ends with exactly one of ``answered(_:_:)``, ``noFill(_:)``, ``failed(_:reason:)``, ``timedOut(_:)`` and
/// ``cancelled(_:)``; after ``timedOut(_:)`` there may be a ``late(_:_:)``.
public enum AdQueueEvent: Hashable, Sendable {
  /// A request is sent to the source.
  case requested(AdRequest)
  /// The source sent ads in time; the receipt says how many were accepted.
  case answered(AdRequest, AdReceipt)
  /// The source has no ad at the moment.
  case noFill(AdRequest)
  /// The source failed, or could not be asked.
  case failed(AdRequest, reason: String)
  /// The source has not answered in time.
  case timedOut(AdRequest)
  /// The source answered a request that had timed out.
  case late(AdRequest, AdReceipt)
  /// The request was cancelled, since its pool ends.
  case cancelled(AdRequest)
  /// Ads expired before they were shown.
  case expired(tenant: String, ads: Int)
  /// All attempts have failed: the source is not asked until more ads are wanted or the queue is resumed.
  case gaveUp(tenant: String)
}

extension AdQueueEvent: CustomStringConvertible {
  /// The event in English, such as `sales: request 3 brought 4 ads, 1 refused: it is recalled`.
  public var description: String {
    switch self {
    case .requested(let request): "\(request) for \(Self.ads(request.count)), attempt \(request.attempt)"
    case .answered(let request, let receipt): "\(request) brought \(Self.words(receipt))"
    case .noFill(let request): "\(request) brought no ad"
    case .failed(let request, let reason): "\(request) failed: \(reason)"
    case .timedOut(let request): "\(request) timed out"
    case .late(let request, let receipt): "\(request), which had timed out, brought \(Self.words(receipt))"
    case .cancelled(let request): "\(request) was cancelled"
    case .expired(let tenant, let count): "\(tenant): \(Self.ads(count)) expired unused"
    case .gaveUp(let tenant): "\(tenant): all attempts have failed"
    }
  }

  private static func ads(_ count: Int) -> String { count == 1 ? "1 ad" : "\(count) ads" }

  private static func words(_ receipt: AdReceipt) -> String {
    let brought = ads(receipt.taken + receipt.refused.count)
    if receipt.refused.isEmpty { return brought }
    let reasons = Set(receipt.refused.map(\.reason.description)).sorted()
    return "\(brought), \(receipt.refused.count) refused: \(reasons.joined(separator: "; "))"
  }
}

extension AdRequest: CustomStringConvertible {
  /// The request's tenant and number, such as `sales: request 3`.
  public var description: String { "\(tenant): request \(number)" }
}
