/// How far one tenant's rules have come in a section.
struct TenantLane: Hashable, Sendable {
  /// What becomes of the tenant's next position.
  enum State: Hashable, Sendable {
    /// It is decided on in its turn.
    case going
    /// It may be met when other tenants have got more ads.
    case waiting
    /// Only more content can meet it.
    case ended
    /// Nothing can, nor any that content reaches.
    case exhausted
  }

  /// The positions that have not been decided on.
  var positions: NamedPositions
  /// The last position that has been decided on, or passed over.
  var passed: PassedPosition?
  /// The tenant's places in the section, and in all.
  var own = 0
  var ownInAll = 0
  var state = State.going

  init(_ tenant: RuleTables, section: Int) { positions = NamedPositions(tenant, section: section) }

  /// The same without what is only known while it is walked.
  var atRest: TenantLane {
    var lane = self
    (lane.ownInAll, lane.state) = (0, .going)
    return lane
  }

  /// Goes on below a place to which content has come; the interval counts from there, unless it has begun.
  mutating func passOver(_ position: Int, places: Int) {
    guard let current = positions.current, current.position <= position else { return }
    passed = PassedPosition(content: position - places, places: places)
    positions.follow(lastPassed: position, movedBy: 0)
    positions.skip(to: position + 1)
  }

  /// Goes where the content takes the last position that has been passed.
  mutating func follow(_ move: (inout PassedPosition) -> Void) {
    guard var moved = passed else { return }
    let former = moved.position
    move(&moved)
    passed = moved
    if moved.position != former { positions.follow(lastPassed: moved.position, movedBy: moved.position - former) }
  }
}

/// A position as it travels with content: the content rows and the places before it.
struct PassedPosition: Hashable, Sendable {
  var content: Int
  var places: Int

  /// The feed row, with every place filled.
  var position: Int { content + places }

  /// Keeps its feed row when a place comes above it.
  mutating func makeRoom(at row: Int) {
    if position <= row { return }
    content -= 1
    places += 1
  }
}
