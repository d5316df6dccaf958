import Interception
import ListModel

/// The dynamic subclass of a list's class whose overrides translate for the content side.
enum WovenClass {
  /// The woven subclass of the class that a list is of: `Woven_` and its name.
  ///
  /// It is made once and then shared by all woven lists of the class. Of several classes of one name all but the first get it
  /// with the full name of the list's type.
  static func of(_ list: ListView) throws(AspectError) -> ClassObject {
    let superclass = list.actualClass
    do {
      return try of(superclass, named: "Woven_" + superclass.name)
    } catch AspectError.classPairUnavailable {
      return try of(superclass, named: "Woven_" + superclass.name + "_" + String(reflecting: type(of: list)))
    }
  }

  private static func of(_ superclass: ClassObject, named name: String) throws(AspectError) -> ClassObject {
    let woven = try superclass.makeSubclass(named: name)
    // Overriding once more replaces an override by its like, so that two lists may be woven at the same time.
    guard !woven.overrides(ListView.reloadData.selector) else { return woven }
    try overrideProviders(in: woven)
    try overrideCounts(in: woven)
    try overrideRectangles(in: woven)
    try overrideVisible(in: woven)
    try overrideSelection(in: woven)
    try overrideScrolling(in: woven)
    try overrideUpdates(in: woven)
    try overrideBatch(in: woven)
    try overrideEditing(in: woven)
    try overrideMovement(in: woven)
    try overrideFocus(in: woven)
    try overridePrefetching(in: woven)
    try overrideMenus(in: woven)
    try overrideIndex(in: woven)
    try overrideLayouts(in: woven)
    // Last, since it tells that all are there.
    try overrideReload(in: woven)
    return woven
  }

  /// Overrides a message for what the content side says; what is said in feed space reaches the list as it is.
  static func translate<Arguments, Result, Failure>(
    _ message: ThrowingMessage<ListView, Arguments, Result, Failure>, in woven: ClassObject,
    _ override:
      @escaping @Sendable (
        ListWeaver, inout OverrideCall<ListView, Arguments, Result, Failure>
      ) throws(Failure) -> Result
  ) throws(AspectError) {
    try woven.override(message) { call throws(Failure) in
      guard let weaver = call.receiver.woven, weaver.space == .user else { return try call.callSuper() }
      return try override(weaver, &call)
    }
  }
}

extension ListWeaver {
  /// Has the list do what the content side asks for about a row, a section or an element, of which it is given the path.
  ///
  /// The list translates the path again after its callbacks, so that it acts on what the content side means by then.
  func callSuper<Arguments, Result, Failure>(
    _ call: borrowing OverrideCall<ListView, Arguments, Result, Failure>, about place: ContentPlace,
    _ arguments: (ListPath) -> Arguments
  ) throws(Failure) -> Result {
    loadList()
    let request = ContentRequest(about: place, translated: feedPath(place))
    return try inFeedSpace(for: request) { () throws(Failure) in try call.callSuper(arguments(request.translated)) }
  }

  /// Has the list do what the content side asked for, in feed space and, where they are given, with the feed's arguments.
  func callSuper<Arguments, Result, Failure>(
    _ call: borrowing OverrideCall<ListView, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try inFeedSpace { () throws(Failure) in try call.callSuper(arguments) }
  }
}

// MARK: - Providers

extension WovenClass {
  /// The list answers with the content's own data source and delegate, and sets them behind the router, whoever asks.
  static func overrideProviders(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.dataSource.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.content.dataSource
    }
    try woven.override(ListView.delegate.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.receiver.woven else { return raw }
      return weaver.content.delegate
    }
    try woven.override(ListView.dataSource.setter) { call in
      guard let weaver = call.receiver.woven, call.arguments !== weaver.router else { return call.callSuper() }
      weaver.content.dataSource = call.arguments
      weaver.callSuper(call, weaver.router)
    }
    try woven.override(ListView.delegate.setter) { call in
      guard let weaver = call.receiver.woven, call.arguments !== weaver.router else { return call.callSuper() }
      weaver.content.delegate = call.arguments
      weaver.callSuper(call, weaver.router)
    }
  }
}
