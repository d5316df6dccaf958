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
    try inSpace(.feed, body)
  }

  /// Runs `body` in user space: what the content side does.
  func inUserSpace<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try inSpace(.user, body)
  }

  private func inSpace<Result, Failure>(
    _ inner: CoordinateSpace, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = space
    space = inner
    defer { space = outer }
    return try body()
  }
}
