import Interception

extension ListView {
  static let movementMessages: MessageList = [
    beginInteractiveMovement, updateInteractiveMovement, endInteractiveMovement, cancelInteractiveMovement,
    getInteractiveMovement, settleMovement,
  ]
}
