// The service of the article "A whole feed service", line for line; a test compares them.
import AdServing
import Placement

/// A feed with ads of several demand sources, and what is seen of them; one for all threads of a process.
actor FeedServer {
  /// A demand source: the rules for its places, and its ads.
  struct Source: Sendable {
    let tenant: Tenant
    let pool: AdPool<String>
  }

  /// A row of a page: a post, or an ad with its receipt.
  struct Entry: Codable, Equatable {
    var post: String?
    var ad: Ad<String>?
  }

  struct Page: Codable {
    var entries: [Entry]
    var cursor: String
  }

  let sources: [Source]
  let merger: FeedMerger
  let caps: [FrequencyCap]
  /// The authentication code of a message, such as an HMAC with a key of the service.
  let seal: @Sendable (_ message: [UInt8]) -> [UInt8]
  private(set) var histories: [String: FrequencyHistory] = [:]
  private(set) var inbox: ReceiptInbox
  private var counters = ServingCounters()

  init(
    _ sources: [Source], caps: String, histories: [String: FrequencyHistory] = [:],
    inbox: ReceiptInbox = ReceiptInbox(), seal: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) throws {
    (self.sources, self.seal, self.histories, self.inbox) = (sources, seal, histories, inbox)
    merger = try FeedMerger(sources.map(\.tenant))
    self.caps = try FrequencyCap.list(caps)
  }

  /// GET /feed?cursor=…: a page of a user whom the server has authenticated; an error is the client's, status 400.
  func page(
    of user: String, after text: String?, at now: Duration, posts: @Sendable (_ from: Int) async throws -> [String]
  ) async throws -> Page {
    let cursor = try text.map { try self.cursor($0, of: user) }
    let posts = try await posts(cursor?.contentCount ?? 0)
    var taken: [[Ad<String>]] = []
    for source in sources {
      let others = taken.flatMap(\.self)
      let ads = await source.pool.take(
        upTo: 4, within: caps, seen: histories[user, default: FrequencyHistory()], reserved: ReservedAds(others),
        at: now,
        waiting: .milliseconds(50)
      ) { ad, chosen in !(others + chosen).contains { $0.creativeID == ad.creativeID } }
      taken.append(ads)
    }
    // Other connections of the user have been served meanwhile. This checks and records in one step.
    let served = taken.map { histories[user, default: FrequencyHistory()].record($0, within: caps, at: now) }
    let page = Result { try merger.merge(posts, adsByTenant: served.map(\.allowed), after: cursor) }
    for (tenant, source) in sources.enumerated() {
      let used = (try? page.get().slots.count { $0.tenant == tenant }) ?? 0
      let unused = served[tenant].allowed.dropFirst(used)
      for ad in unused { histories[user]?.withdraw(ad.identity, at: now) }
      await source.pool.putBack(unused + served[tenant].refused)
      if let page = try? page.get() { await source.pool.count { $0.count(adsOf: tenant, on: page) } }
    }
    counters.count(try page.get())
    let entries = try page.get().map { entry in
      switch entry {
      case .content(let post, _): Entry(post: post)
      case .ad(let ad, _): Entry(ad: handedOut(ad, to: user, at: now))
      }
    }
    return Page(entries: entries, cursor: try page.get().cursor.text(for: user, tag: seal))
  }

  private func cursor(_ text: String, of user: String) throws -> FeedCursor {
    do throws(PlacementError) {
      let cursor = try FeedCursor(text: text, for: user, tag: seal)
      do throws(PlacementError) { try merger.check(cursor) } catch .cursorOfOtherRules {
        return merger.cursor(continuing: cursor)
      }
      return cursor
    } catch {
      counters.count(error)
      throw error
    }
  }

  /// Returns an ad with a receipt that counts for a day; one whose names are too long for a receipt is not paid.
  private func handedOut(_ ad: Ad<String>, to user: String, at now: Duration) -> Ad<String> {
    var ad = ad
    let expires = now + .seconds(86_400)
    let receipt = try? ServingReceipt(of: ad.identity, for: user, price: ad.price, issued: now, expires: expires)
    ad.receipt = receipt?.text(tag: seal)
    return ad
  }

  /// POST /impressions: what a user has seen; the answer says what need not be sent again.
  func receive(_ upload: [Impression], from user: String, at now: Duration) -> [ImpressionAcknowledgement] {
    let receipt = inbox.receive(upload, from: user, at: now, tag: seal)
    counters.count(receipt)
    return receipt.acknowledgements
  }

  /// GET /metrics: the text that Prometheus reads.
  func metrics() async -> String {
    var counts = [(labels: [String: String](), counters: counters)]
    var states: [(labels: [String: String], status: AdPoolStatus)] = []
    for source in sources {
      counts.append((["source": source.tenant.name], await source.pool.counters))
      states.append((["source": source.tenant.name], await source.pool.status))
    }
    return ServingCounters.prometheusText(of: counts) + AdPoolStatus.prometheusText(of: states)
  }
}
