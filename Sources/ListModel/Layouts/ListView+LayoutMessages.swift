import Interception

extension ListView {
  static let layoutMessages: MessageList = [
    getLayout, setLayout, setLayoutWithCompletion,
    startInteractiveTransition, finishInteractiveTransition, cancelInteractiveTransition,
    layoutAttributesForItem, layoutAttributesForSupplementaryElement,
    supplementaryView, visibleSupplementaryViews, indexPathsForVisibleSupplementaryElements,
    dequeueReusableSupplementaryView,
  ]
}
