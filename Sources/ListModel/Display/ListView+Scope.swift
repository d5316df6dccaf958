package import Interception

/// What the list does itself, for whoever has to tell it from what its owner asks it to do.
extension ListView {
  /// The message of ``asList(_:)``; it does nothing but run what it is given.
  ///
  /// It is not among the class's messages, since nobody calls it: whoever overrides it stands around the list's own work.
  package static let performAsList: Message<ListView, () -> Void, Void> = Message("performAsList(_:)") { _, body in
    body()
  }

  /// The message that what is in view stands where it does, sent after each layout; it does nothing.
  ///
  /// Like ``performAsList`` it is for whoever overrides it.
  package static let didLayOut: Message<ListView, Void, Void> = Message("didLayOut()") { _, _ in }

  /// Runs what the list does itself: a layout, a change of its viewport, or what a person does to it.
  package final func asList<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping(body) { body in
      send(ListView.performAsList) { result = body() }
    }
    // Where an aspect keeps it from running, the list is still at work.
    let answer = result ?? body()
    tellChanges()
    return answer
  }
}
