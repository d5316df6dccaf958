import Interception

extension ListView {
  static let layoutMessages: MessageList = []
}
