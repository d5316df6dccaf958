import Interception

extension ListWeaver {
  static let indexMessages: MessageList = []
}
