import Foundation
import Placement
import TestSupport

@testable import AdServing

/// A user of a loaded service, with a device that delivers what is seen late, twice, and in any order.
struct LoadedUser {
  let name: String
  private(set) var cursor: String?
  private(set) var pending: [Impression] = []
  private(set) var seenCount = 0

  init(_ name: String) { self.name = name }

  /// Takes a page: most of its ads are seen, and some of those twice.
  mutating func show(_ page: FeedServer.Page, at now: Duration, _ random: inout SeededGenerator) {
    cursor = page.entries.isEmpty ? nil : page.cursor
    for ad in page.entries.compactMap(\.ad) where Int.random(in: 0..<4, using: &random) > 0 {
      pending.append(
        Impression(
          id: ImpressionID(device: "\(name)'s", stream: 0, number: seenCount), ad: ad.identity,
          place: FeedPath(section: 0, row: 1), display: seenCount, began: now, at: now))
      seenCount += 1
    }
  }

  /// What the device sends, in any order, and some of it twice.
  func upload(_ random: inout SeededGenerator) -> [Impression] {
    (pending + pending.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)
  }

  /// What somebody makes up from this user's ads: without a receipt, with a damaged one, or with that of another ad.
  func madeUp(_ random: inout SeededGenerator) -> [Impression] {
    guard let one = pending.randomElement(using: &random), let other = pending.randomElement(using: &random) else {
      return []
    }
    var ads = [one.ad, one.ad, one.ad]
    ads[0].receipt = nil
    ads[1].receipt?.append("A")
    ads[2].receipt = other.ad == one.ad ? nil : other.receipt
    return ads.map { ad in
      Impression(
        id: ImpressionID(device: "made up", stream: 0, number: .random(in: 0...9_999, using: &random)), ad: ad,
        place: one.place, display: 0, began: one.began, at: one.at)
    }
  }

  mutating func take(_ acknowledgements: [ImpressionAcknowledgement]) {
    for acknowledgement in acknowledgements { pending.removeAll { acknowledgement.covers($0.id) } }
  }
}
