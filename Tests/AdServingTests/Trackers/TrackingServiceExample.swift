// The code of the article "From an auction to an impression", line for line; a test compares them.
import AdServing
import Placement

/// What an ad shows, where it leads and what is tracked.
struct SoldAd: Sendable {
  var title: String
  var link = AdLink()
  var trackers = AdTrackers()
}

/// Sells the places of pages, and says which addresses are due.
actor TrackingService {
  /// What is stored, always together, before anything that is due leaves the service.
  struct State: Codable {
    var inbox = ReceiptInbox()
    var outbox = TrackerOutbox()
  }

  private(set) var state: State
  /// The ads that were handed out; they are stored as well, until their receipts expire, but not within the state: they
  /// are looked up while it changes.
  private var sold: [String: (ad: TrackedAd, link: AdLink)] = [:]
  private let policy = TrackerPolicy()
  /// The events that an impression means, by the name of the rule by which clients have counted it.
  private let events = ["": [1, 2], "video": [4]]
  private let seal: @Sendable (_ message: [UInt8]) -> [UInt8]
  private let store: @Sendable (State) throws -> Void

  init(
    _ state: State = State(), seal: @escaping @Sendable (_ message: [UInt8]) -> [UInt8],
    store: @escaping @Sendable (State) throws -> Void
  ) {
    (self.state, self.seal, self.store) = (state, seal, store)
  }

  /// Hands out the winners for which a page has room, and returns them with the notices that are due.
  func handOut(
    _ outcome: AuctionOutcome<SoldAd>, places: Int, to user: String, at now: Duration
  ) throws -> (page: [Ad<SoldAd>], due: [DueTracker]) {
    let expires = now + .seconds(86_400)
    func tracked(_ ad: Ad<SoldAd>) -> TrackedAd {
      TrackedAd(id: ad.id, trackers: ad.creative.trackers, expires: expires)
    }
    var (page, due): ([Ad<SoldAd>], [DueTracker]) = ([], [])
    for winner in outcome.winners.prefix(places) {
      var ad = winner.ad
      let receipt = try ServingReceipt(of: ad.identity, for: user, price: winner.price, issued: now, expires: expires)
      ad.receipt = receipt.text(tag: seal)
      sold[ad.id] = (tracked(ad), ad.creative.link)
      page.append(ad)
      due += state.outbox.win(tracked(ad), at: now, under: policy)
    }
    let unused = outcome.winners.dropFirst(places).map { ($0.ad, 2) } + outcome.losers.map { ($0.ad, $0.reason.code) }
    for (ad, code) in unused { due += state.outbox.lose(tracked(ad), code: code, at: now, under: policy) }
    try store(state)
    return (page, due)
  }

  /// Counts impressions, and returns what is due for them.
  func receive(
    _ upload: [Impression], of user: String, runsScripts: Bool, at now: Duration
  ) throws -> (answers: [ImpressionAcknowledgement], due: [DueTracker]) {
    let receipt = state.inbox.receive(upload, from: user, at: now, by: Set(events.keys), tag: seal)
    let due = state.outbox.count(receipt, as: events, at: now, under: policy, runsScripts: runsScripts) { served in
      sold[served.adID]?.ad
    }
    try store(state)
    return (receipt.acknowledgements, due)
  }

  /// Counts a click, and returns what is due for it.
  func click(_ receipt: String?, of user: String, at now: Duration) throws -> [DueTracker] {
    let served = try state.inbox.redeem(receipt, for: .click, from: user, at: now, tag: seal)
    guard let (ad, link) = sold[served.adID] else { return [] }
    let due = state.outbox.click("\(served.issued)", on: link, of: ad, at: now, under: policy)
    try store(state)
    return due
  }

  /// Notes that addresses were opened, or that a client has received them.
  func acknowledge(_ due: [DueTracker]) { state.outbox.acknowledge(due.map(\.id)) }

  /// Returns what is due again after a start: the former process may have opened it or not.
  func resume(at now: Duration) -> [DueTracker] { state.outbox.unacknowledged(at: now) }
}
