extension AdQueuePolicy: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case stock, batch, concurrent, lifetime, timeout, retry, noFillPause
  }

  /// Reads a policy, of which any member may be missing.
  ///
  /// What is missing is as ``init(stock:batch:concurrent:lifetime:timeout:retry:noFillPause:)`` has it. A `lifetime` of `null`
  /// says that ads live for ever, a `timeout` of `null` that requests wait for ever.
  /// - Throws: ``PlacementError/unknownPolicyMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: PlacementError.unknownPolicyMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    stock = try container.decodeIfPresent(Int.self, forKey: .stock) ?? stock
    batch = try container.decodeIfPresent(Int.self, forKey: .batch) ?? batch
    concurrent = try container.decodeIfPresent(Int.self, forKey: .concurrent) ?? concurrent
    if container.contains(.lifetime) {
      lifetime = try container.decodeIfPresent(TimeText.self, forKey: .lifetime)?.duration
    }
    if container.contains(.timeout) {
      timeout = try container.decodeIfPresent(TimeText.self, forKey: .timeout)?.duration
    }
    retry = try container.decodeIfPresent(Backoff.self, forKey: .retry) ?? retry
    noFillPause = try container.decodeIfPresent(TimeText.self, forKey: .noFillPause)?.duration ?? noFillPause
    try validate()
  }

  /// Writes every member, times to the nearest millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stock, forKey: .stock)
    try container.encode(batch, forKey: .batch)
    try container.encode(concurrent, forKey: .concurrent)
    try container.encode(lifetime.map { TimeText($0) }, forKey: .lifetime)
    try container.encode(timeout.map { TimeText($0) }, forKey: .timeout)
    try container.encode(retry, forKey: .retry)
    try container.encode(TimeText(noFillPause), forKey: .noFillPause)
  }
}

extension Backoff: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case first, factor, most, jitter, attempts
  }

  /// Reads a back-off; what is missing is as ``init(first:factor:most:jitter:attempts:)`` has it.
  /// - Throws: ``PlacementError/unknownPolicyMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: PlacementError.unknownPolicyMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    first = try container.decodeIfPresent(TimeText.self, forKey: .first)?.duration ?? first
    factor = try container.decodeIfPresent(Double.self, forKey: .factor) ?? factor
    most = try container.decodeIfPresent(TimeText.self, forKey: .most)?.duration ?? most
    jitter = try container.decodeIfPresent(Double.self, forKey: .jitter) ?? jitter
    attempts = try container.decodeIfPresent(Int.self, forKey: .attempts)
    try validate()
  }

  /// Writes every member, times to the nearest millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(TimeText(first), forKey: .first)
    try container.encode(factor, forKey: .factor)
    try container.encode(TimeText(most), forKey: .most)
    try container.encode(jitter, forKey: .jitter)
    try container.encodeIfPresent(attempts, forKey: .attempts)
  }
}
