/// What a placer is doing, so that what calls it meanwhile waits its turn.
struct PlacerActivity {
  /// Whether it is doing what is due.
  var isSettling = false
  /// Whether the list is being changed.
  var isChangingList = false
  /// Whether something more has come up that may be due.
  var isDue = false
  /// Whether something could not be done because the list could not be changed.
  var isBehind = false
  /// How often the list has been loaded.
  var loads = 0
  /// Calls that came while the list was being changed.
  var waiting: [() -> Void] = []

  /// Has the queues take in once more what sources have answered while the list was being changed, should that be undone.
  var answers: [() -> Void] = []

  /// Whether something is due that nothing keeps from being done, and nobody is about to do.
  var hasMoreToDo: Bool { isDue && !isBehind && !isSettling && !isChangingList }

  /// How often it looks again whether more is due, before it lets whoever waits go on.
  static let mostRounds = 16
}
