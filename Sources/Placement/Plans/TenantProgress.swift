/// The progress of one tenant's rules in a section.
struct TenantProgress: Hashable, Sendable {
  /// The state of the tenant's next position.
  enum State: Hashable, Sendable {
    /// The position is decided on in feed order.
    case going
    /// The position may become possible when other tenants have more ads.
    case waiting
    /// Only more content can make the position possible.
    case ended
    /// Neither this position nor any later one can be filled in this content.
    case exhausted
  }

  /// The positions that have not been decided on.
  var positions: NamedPositions
  /// The last position that has been decided on or skipped.
  var passed: PassedPosition?
  /// The number of the tenant's places in the section, and in all sections.
  var own = 0
  var ownInAll = 0
  /// The number of ads that the tenant has in all sections; nil for no limit.
  var adCount: Int?
  var state = State.going
  /// With `nearest`, the content row from which on the current position is decided on, and the rows of which it is known
  /// that their content refuses the tenant's ads.
  var turn = 0
  var refused = 0..<0

  init(_ tenant: RuleTables, section: Int) { positions = NamedPositions(tenant, section: section) }

  /// The progress without the values that are valid only during a walk.
  var withoutWalkState: TenantProgress {
    var progress = self
    (progress.ownInAll, progress.state, progress.turn, progress.refused) = (0, .going, 0, 0..<0)
    return progress
  }

  /// Places an ad at the current position, below other places.
  mutating func place(at position: Int, below places: Int) {
    positions.advance()
    passed = PassedPosition(content: position - places, places: places)
    own += 1
    ownInAll += 1
  }

  /// Skips the positions up to a place below which content was added; the interval counts from there, unless it has
  /// begun.
  mutating func passOver(_ position: Int, places: Int) {
    guard let current = positions.current, current.position <= position else { return }
    passed = PassedPosition(content: position - places, places: places)
    positions.follow(lastPassed: position, movedBy: 0)
    positions.skip(to: position + 1)
  }

  /// Moves the last passed position with the content, and adjusts the later positions.
  mutating func follow(_ move: (inout PassedPosition) -> Void) {
    guard var moved = passed else { return }
    let former = moved.position
    move(&moved)
    passed = moved
    if moved.position != former { positions.follow(lastPassed: moved.position, movedBy: moved.position - former) }
  }
}

/// A position that moves with content: the numbers of content rows and places before it.
struct PassedPosition: Hashable, Sendable {
  var content: Int
  var places: Int

  /// The feed row of the position if every place is filled.
  var position: Int { content + places }

  /// Adjusts the position to a place that is added above it, so that its feed row stays the same.
  mutating func makeRoom(at row: Int) {
    if position <= row { return }
    content -= 1
    places += 1
  }
}
