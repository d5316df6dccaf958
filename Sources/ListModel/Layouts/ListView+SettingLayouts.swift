public import Interception

/// Changing the layout. Content stays, heights and places are found anew, and the highest row in view stays in view.
extension ListView {
  /// What is told when a change of the layout is done; the argument says whether it was carried out.
  public typealias LayoutCompletion = (Bool) -> Void

  /// The message of getting ``layout``.
  public static let getLayout = Message<ListView, Void, ListLayout>("layout") { list, _ in
    list.ownLayout
  }

  /// The message of ``setLayout(_:animated:)``.
  public static let setLayout = Message<ListView, (layout: ListLayout, animated: Bool), Void>(
    "setLayout(_:animated:)"
  ) { list, request in
    list.changeLayout(to: request.layout)
  }

  /// The message of ``setLayout(_:animated:completion:)``.
  public static let setLayoutWithCompletion = Message<
    ListView, (layout: ListLayout, animated: Bool, completion: LayoutCompletion?), Void
  >("setLayout(_:animated:completion:)") { list, request in
    list.changeLayout(to: request.layout)
    request.completion?(true)
  }

  /// How the rows of a section stand; a table, unless said otherwise.
  ///
  /// While a transition is under way it is still the former one.
  public final var layout: ListLayout {
    get { send(ListView.getLayout) }
    set { setLayout(newValue, animated: false) }
  }

  /// Has rows stand otherwise; whoever draws animates it or not.
  public final func setLayout(_ layout: ListLayout, animated: Bool) {
    send(ListView.setLayout, (layout: layout, animated: animated))
  }

  /// Has rows stand otherwise, and says when that is done, which is at once.
  public final func setLayout(_ layout: ListLayout, animated: Bool, completion: LayoutCompletion?) {
    send(ListView.setLayoutWithCompletion, (layout: layout, animated: animated, completion: completion))
  }

  /// The message of ``startInteractiveTransition(to:completion:)``.
  public static let startInteractiveTransition = Message<
    ListView, (layout: ListLayout, completion: LayoutCompletion?), Void
  >("startInteractiveTransition(to:completion:)") { list, request in
    list.startTransition(to: request.layout, request.completion)
  }

  /// Shows another layout, with the way back kept, until the transition is finished or cancelled.
  ///
  /// The delegate may have a third layout shown meanwhile. One that is under way is cancelled.
  public final func startInteractiveTransition(to layout: ListLayout, completion: LayoutCompletion? = nil) {
    send(ListView.startInteractiveTransition, (layout: layout, completion: completion))
  }

  /// The message of ``finishInteractiveTransition()``.
  public static let finishInteractiveTransition = Message<ListView, Void, Void>("finishInteractiveTransition()") {
    list, _ in
    list.endTransition(isFinished: true)
  }

  /// Makes the layout that a transition leads to the list's own; does nothing where none is under way.
  public final func finishInteractiveTransition() { send(ListView.finishInteractiveTransition) }

  /// The message of ``cancelInteractiveTransition()``.
  public static let cancelInteractiveTransition = Message<ListView, Void, Void>("cancelInteractiveTransition()") {
    list, _ in
    list.endTransition(isFinished: false)
  }

  /// Goes back to the layout before a transition; does nothing where none is under way.
  public final func cancelInteractiveTransition() { send(ListView.cancelInteractiveTransition) }

  /// The layout that is shown.
  final var layoutInForce: ListLayout { transition?.shown ?? ownLayout }

  private func changeLayout(to layout: ListLayout) {
    endTransition(isFinished: false)
    show { ownLayout = layout }
  }

  private func startTransition(to target: ListLayout, _ completion: LayoutCompletion?) {
    endTransition(isFinished: false)
    let former = ownLayout
    let between = rawDelegate?.list(self, transitionLayoutForOldLayout: former, newLayout: target)
    show { transition = LayoutTransition(target: target, shown: between ?? target, completion: completion) }
  }

  private func endTransition(isFinished: Bool) {
    guard let ended = transition else { return }
    show {
      transition = nil
      if isFinished { ownLayout = ended.target }
    }
    ended.completion?(isFinished)
  }

  /// Has everything stand as another layout says, and asks the delegate how far to scroll.
  private func show(_ change: () -> Void) {
    let former = layoutInForce
    change()
    guard isLoaded, layoutInForce != former else { return }
    discardHeights()
    let revision = revision
    let proposed = keptInContent(offset)
    let wanted = rawDelegate?.list(self, targetContentOffsetForProposedContentOffset: proposed) ?? proposed
    if revision == self.revision, wanted != proposed { scrollRaw(toOffset: wanted) }
  }
}

/// A change of the layout that can still be taken back.
struct LayoutTransition {
  let target: ListLayout
  let shown: ListLayout
  var completion: ListView.LayoutCompletion?
}
