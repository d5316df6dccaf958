import Interception

extension ListView {
  static let menuMessages: MessageList = []
}
