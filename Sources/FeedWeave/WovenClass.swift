import Interception
import ListModel

/// The dynamic subclass of a list's class, whose overrides translate the content provider's calls.
enum WovenClass {
  /// Returns the woven subclass of a list's class, named `Woven_` followed by the name of that class.
  ///
  /// It is made once and shared by all woven lists of the class. If several classes have the same name, the woven
  /// subclasses of all but the first also have the full name of the list's type in their names.
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
    // Overriding again replaces an override by an equal one, so two lists may be woven at the same time.
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
    // Last, since its presence shows that all overrides are there.
    try overrideReload(in: woven)
    return woven
  }

  /// What a woven list does for a call in user space.
  typealias Translation<Arguments, Result, Failure: Error> =
    @Sendable (
      ListWeaver, inout OverrideCall<ListView, Arguments, Result, Failure>
    ) throws(Failure) -> Result

  /// Overrides a message in user space; in feed space the call reaches the list unchanged.
  static func translate<Arguments, Result, Failure>(
    _ message: ThrowingMessage<ListView, Arguments, Result, Failure>, in woven: ClassObject,
    _ override: @escaping Translation<Arguments, Result, Failure>
  ) throws(AspectError) {
    try woven.override(message) { call throws(Failure) in
      guard let weaver = call.weaver, weaver.space == .user else { return try call.callSuper() }
      return try override(weaver, &call)
    }
  }
}

extension OverrideCall where Receiver == ListView {
  /// The weaver of the list, if it is still woven.
  var weaver: ListWeaver? { borrowReceiver { $0.woven } }
}

extension WovenClass {
  /// Overrides messages whose arguments and results mean the same to every caller: the list's own method runs in feed
  /// space.
  static func runInFeedSpace<Arguments, Result, Failure>(
    _ messages: ThrowingMessage<ListView, Arguments, Result, Failure>..., in woven: ClassObject
  ) throws(AspectError) {
    for message in messages {
      try translate(message, in: woven) { weaver, call throws(Failure) in try weaver.callSuper(call, call.arguments) }
    }
  }
}

extension ListWeaver {
  /// Calls the list's own method for a call of the content provider about a row, section or element, with its feed
  /// path.
  ///
  /// The list translates the path again after its callbacks, since the place may have moved.
  func callSuper<Arguments, Result, Failure>(
    _ call: borrowing OverrideCall<ListView, Arguments, Result, Failure>, about place: CallerPlace,
    _ arguments: (ListPath) -> Arguments
  ) throws(Failure) -> Result {
    call.borrowReceiver { loadList($0) }
    let request = ContentRequest(about: place, translated: feedPath(place))
    return try inFeedSpace(for: request) { () throws(Failure) in try call.callSuper(arguments(request.translated)) }
  }

  /// Calls the list's own method for a call of the content provider about an element of a layout, with its feed path.
  func callSuper<Arguments, Result, Failure>(
    _ call: borrowing OverrideCall<ListView, Arguments, Result, Failure>, aboutElement path: ListPath, kind: String,
    _ arguments: (ListPath) -> Arguments
  ) throws(Failure) -> Result {
    calledKinds.append(kind)
    defer { calledKinds.removeLast() }
    return try callSuper(call, about: .element(path, kind: calledKinds.count - 1), arguments)
  }

  /// Calls the list's own method in feed space, with arguments in feed coordinates.
  func callSuper<Arguments, Result, Failure>(
    _ call: borrowing OverrideCall<ListView, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try inFeedSpace { () throws(Failure) in try call.callSuper(arguments) }
  }
}

// MARK: - Providers

extension WovenClass {
  /// Overrides the data source and delegate.
  private static func overrideProviders(in woven: ClassObject) throws(AspectError) {
    try overrideProvider(ListView.dataSource, \.dataSource, in: woven) { weaver, _ in weaver.router }
    try overrideProvider(ListView.delegate, \.delegate, in: woven) { weaver, _ in weaver.router }
  }

  /// Overrides a provider of the list: reading returns the content's own, setting changes that, while the list itself
  /// gets what `installed` returns.
  static func overrideProvider<Provider>(
    _ property: Property<ListView, Provider?>,
    _ content: any WritableKeyPath<ContentProviders, Provider?> & Sendable, in woven: ClassObject,
    _ installed: @escaping @Sendable (ListWeaver, Provider?) -> Provider?
  ) throws(AspectError) {
    try woven.override(property.getter) { call in
      let raw = call.callSuper()
      guard let weaver = call.weaver else { return raw }
      return weaver.content[keyPath: content]
    }
    try woven.override(property.setter) { call in
      let new = call.arguments
      guard let weaver = call.weaver, new.map({ $0 as AnyObject }) !== weaver.router else {
        return call.callSuper()
      }
      weaver.content[keyPath: content] = new
      weaver.callSuper(call, installed(weaver, new))
    }
  }
}
