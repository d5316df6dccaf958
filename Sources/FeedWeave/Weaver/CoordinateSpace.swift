import ListModel

/// In whose coordinates a list is spoken to.
enum CoordinateSpace {
  /// The content's own, which know no insertions.
  case user
  /// The list's, in which insertions count.
  case feed
}

extension ListWeaver {
  /// Runs `body` in feed space: what the list does itself, and what the insertions' side does.
  func inFeedSpace<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inSpace(.feed, for: nil, body)
  }

  /// Runs `body` in feed space: a method of the list that the content side has called.
  func inFeedSpace<Result, Failure>(
    for request: ContentRequest, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try inSpace(.feed, for: request, body)
  }

  /// Runs `body` in user space: what the content side does.
  func inUserSpace<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inSpace(.user, for: nil, body)
  }

  private func inSpace<Result, Failure>(
    _ inner: CoordinateSpace, for innerRequest: ContentRequest?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = (space, request)
    (space, request) = (inner, innerRequest)
    defer { (space, request) = outer }
    return try body()
  }
}
