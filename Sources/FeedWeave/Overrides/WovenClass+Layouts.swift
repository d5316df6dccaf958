import Interception
import ListModel

extension WovenClass {
  /// The layout is one for content and insertions; its elements are named as the content side knows what they belong to.
  static func overrideLayouts(in woven: ClassObject) throws(AspectError) {
    try overrideSettingLayouts(in: woven)
    try overrideElements(in: woven)
    try translate(ListView.layoutAttributesForItem, in: woven) { weaver, call in
      let asked = call.arguments
      let found = weaver.callSuper(call, about: .row(asked)) { $0 }
      return found.map { ListLayoutAttributes(element: $0.element, path: asked, frame: $0.frame) }
    }
    try translate(ListView.dequeueReusableSupplementaryView, in: woven) { weaver, call in
      var request = call.arguments
      request.path = weaver.feedElementPath(request.path, ofKind: request.kind) ?? request.path
      return weaver.callSuper(call, request)
    }
  }

  private static func overrideSettingLayouts(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.setLayout, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments)
    }
    try translate(ListView.setLayoutWithCompletion, in: woven) { weaver, call in
      var request = call.arguments
      request.completion = weaver.toContent(request.completion)
      weaver.callSuper(call, request)
    }
    try translate(ListView.startInteractiveTransition, in: woven) { weaver, call in
      var request = call.arguments
      request.completion = weaver.toContent(request.completion)
      weaver.callSuper(call, request)
    }
    for message in [ListView.finishInteractiveTransition, ListView.cancelInteractiveTransition] {
      try translate(message, in: woven) { weaver, call in weaver.callSuper(call, ()) }
    }
  }

  private static func overrideElements(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.layoutAttributesForSupplementaryElement, in: woven) { weaver, call in
      let asked = call.arguments
      let found = weaver.callSuper(call, about: .element(asked.path, kind: asked.kind)) { (kind: asked.kind, path: $0) }
      return found.map { ListLayoutAttributes(element: $0.element, path: asked.path, frame: $0.frame) }
    }
    try translate(ListView.supplementaryView, in: woven) { weaver, call in
      let asked = call.arguments
      return weaver.callSuper(call, about: .element(asked.path, kind: asked.kind)) { (kind: asked.kind, path: $0) }
    }
    try translate(ListView.visibleSupplementaryViews, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments).filter { !weaver.showsInsertedElement($0) }
    }
    try translate(ListView.indexPathsForVisibleSupplementaryElements, in: woven) { weaver, call in
      let kind = call.arguments
      return weaver.callSuper(call, kind).compactMap { weaver.userElementPath($0, ofKind: kind) }
    }
  }
}

extension ListWeaver {
  /// The path under which the list knows an element that the content side names by its row, or by its section and row 0.
  func feedElementPath(_ user: ListPath, ofKind kind: String) -> ListPath? {
    guard let section = feedSection(user.section) else { return nil }
    guard belongsToSections(kind, in: section) else { return feedPath(user) }
    return user.row == 0 ? ListPath(row: 0, section: section) : nil
  }

  /// The path under which the content side knows an element of the list; nil for an insertion's.
  func userElementPath(_ feed: ListPath, ofKind kind: String) -> ListPath? {
    guard belongsToSections(kind, in: feed.section) else { return userPath(feed) }
    return userSection(feed.section).map { ListPath(row: 0, section: $0) }
  }

  private func belongsToSections(_ kind: String, in section: Int) -> Bool {
    list?.belongsToSections(kind: kind, in: section) ?? false
  }

  /// Whether a view in sight is that of an insertion's element.
  func showsInsertedElement(_ view: ListCell) -> Bool {
    switch displayedElements[ObjectIdentifier(view)] {
    case .row(let row): row.owner.isInsertion
    case .section(let section): section.userSection == nil
    case nil: false
    }
  }

  /// What the content side is to be told of, told in its own coordinates.
  func toContent(_ completion: ListView.LayoutCompletion?) -> ListView.LayoutCompletion? {
    completion.map { completion in
      { [weak self] isDone in
        guard let self else { return completion(isDone) }
        self.inUserSpace { completion(isDone) }
      }
    }
  }
}
