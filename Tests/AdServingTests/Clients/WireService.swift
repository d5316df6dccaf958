import Foundation
import Placement

@testable import AdServing

/// A feed service behind lines of JSON, for clients in other languages: pages with ads within caps, and an inbox.
struct WireService {
  /// Something that a service does wrong, and a client has to find.
  enum Fault {
    case countsRepeats, forgetsItsInbox, losesImpressions, acknowledgesAll, ignoresCaps, skipsRows, placesFewerAds
  }

  /// What a user has there.
  private struct User {
    var posts: [String]
    var merger: FeedMerger
    var history = FrequencyHistory()
    var counts: [AdIdentity: Int] = [:]
    var refusedCount = 0
  }

  private let fault: Fault?
  private var users: [String: User] = [:]
  private var caps: [FrequencyCap] = []
  private var ads: [Ad<String>] = []
  private var pageSize = 0
  private var inbox = ImpressionInbox()
  private var uploadCount = 0

  init(fault: Fault? = nil) { self.fault = fault }

  /// Returns the answer to a line: its status, and its body or why it is refused.
  mutating func answer(_ line: Data) throws -> Data {
    do {
      let question = try JSONDecoder().decode(Question.self, from: line)
      return try answer(question, at: question.now.time)
    } catch {
      return try Answer(status: 400, body: "\(error)").data
    }
  }

  private mutating func answer(_ question: Question, at now: Duration) throws -> Data {
    if let setup = question.setup {
      try setUp(setup)
      return try Answer(body: users.count).data
    }
    if let request = question.page { return try Answer(body: page(request, at: now)).data }
    if let upload = question.upload { return try Answer(body: receive(upload, of: question.user, at: now)).data }
    return try Answer(body: report(question.report)).data
  }

  private mutating func setUp(_ setup: Question.Setup) throws {
    (ads, pageSize) = (setup.ads, setup.pageSize)
    caps = try FrequencyCap.list(setup.caps)
    for user in setup.users {
      let merger = try FeedMerger(fault == .placesFewerAds ? user.rules + " maxInAll 2" : user.rules)
      users[user.user] = User(posts: (0..<user.posts).map { "\(user.user)/\($0)" }, merger: merger)
    }
  }
}

// MARK: - Pages

extension WireService {
  private func user(_ name: String?) throws -> User {
    guard let name, let user = users[name] else { throw Unknown(user: name) }
    return user
  }

  private func page(_ request: Question.Page, at now: Duration) throws -> PageBody {
    let user = try user(request.user)
    let cursor = try request.cursor.map { text in
      try FeedCursor(text: text, for: request.user, tag: seal)
    }
    if let cursor { try user.merger.check(cursor) }
    let from = min((cursor?.contentCount ?? 0) + (fault == .skipsRows && cursor != nil ? 1 : 0), user.posts.count)
    let posts = user.posts[from...].prefix(pageSize)
    let page = try user.merger.merge(posts, with: ads(for: request, of: user, at: now), after: cursor)
    return PageBody(
      entries: Array(page), cursor: page.cursor.text(for: request.user, tag: seal),
      more: page.cursor.contentCount < user.posts.count, measures: FeedMeasures(of: page),
      decisions: Array(page.jointDecisions))
  }

  /// The ads that the user may see, by what the device and this service know of.
  private func ads(for request: Question.Page, of user: User, at now: Duration) -> [Ad<String>] {
    let ads = ads.filter { !$0.hasExpired(at: now) }
    if fault == .ignoresCaps { return ads }
    let seen = user.history.merging(request.seen ?? FrequencyHistory())
    return allowed(ads, caps: caps, seen: seen, held: request.held ?? [:], at: now)
  }

  /// A tag by which a cursor that was changed, or is another user's, is recognized; a real service takes an HMAC.
  private func seal(_ message: [UInt8]) -> [UInt8] {
    let sum = message.reduce(7 as UInt32) { $0 &* 31 &+ UInt32($1) }
    return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }
}

// MARK: - Impressions

extension WireService {
  private mutating func receive(
    _ upload: [Impression], of name: String?, at now: Duration
  ) throws -> [ImpressionAcknowledgement] {
    var user = try user(name)
    uploadCount += 1
    if uploadCount.isMultiple(of: 64) { try restart() }
    if fault == .forgetsItsInbox, uploadCount.isMultiple(of: 16) { inbox = ImpressionInbox() }
    let receipt = inbox.receive(upload, at: now)
    for impression in fault == .countsRepeats ? upload : receipt.new {
      if fault == .losesImpressions, impression.number == 5 { continue }
      user.counts[AdIdentity(adID: impression.adID, campaign: impression.campaign), default: 0] += 1
    }
    for impression in receipt.new { user.history.record(impression.campaign, caps: caps, at: impression.at) }
    user.refusedCount += receipt.refused.count
    if let name { users[name] = user }
    guard fault == .acknowledgesAll else { return receipt.acknowledgements }
    return receipt.acknowledgements.map {
      ImpressionAcknowledgement(device: $0.device, firstStream: ImpressionLedger.mostNumber, streams: [])
    }
  }

  /// Goes on with what is stored.
  private mutating func restart() throws {
    inbox = try JSONDecoder().decode(ImpressionInbox.self, from: JSONEncoder().encode(inbox))
  }

  private func report(_ name: String?) throws -> Report {
    let user = try user(name)
    let counts = user.counts.map { Report.Count(ad: $0.key.adID, campaign: $0.key.campaign, count: $0.value) }
    return Report(counts: counts, refused: user.refusedCount, seen: user.history)
  }
}

// MARK: - Lines

/// A line of the client: what is to be done, and when.
private struct Question: Decodable {
  struct Setup: Decodable {
    struct User: Decodable {
      var user: String
      var posts: Int
      var rules: String
    }

    var users: [User]
    var ads: [Ad<String>]
    var caps: String
    var pageSize: Int
  }

  struct Page: Decodable {
    var user: String
    var cursor: String?
    var seen: FrequencyHistory?
    var held: [String: Int]?
  }

  var now: LedgerTime
  var setup: Setup?
  var page: Page?
  var upload: [Impression]?
  var user: String?
  var report: String?
}

/// A user whom the service does not know.
private struct Unknown: Error {
  var user: String?
}

private struct Answer<Body: Encodable>: Encodable {
  var status = 200
  var body: Body

  var data: Data { get throws { try JSONEncoder().encode(self) } }
}

private struct PageBody: Encodable {
  var entries: [FeedEntry<String, Ad<String>>]
  var cursor: String
  var more: Bool
  var measures: FeedMeasures
  var decisions: [JointDecision]
}

/// What the service has counted of a user.
private struct Report: Encodable {
  struct Count: Encodable {
    var ad: String
    var campaign: String
    var count: Int
  }

  var counts: [Count]
  var refused: Int
  var seen: FrequencyHistory
}
