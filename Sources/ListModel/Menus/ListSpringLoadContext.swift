/// A row over which something that is dragged is held, on the way to being opened by that.
public final class ListSpringLoadContext {
  /// The view that shows what happens, which is the row's cell unless the delegate puts another one here.
  public var targetView: ListCell?

  init(targetView: ListCell?) {
    self.targetView = targetView
  }
}

/// What is opened in a scene of its own.
public struct ListSceneActivation: Sendable, Hashable {
  /// The kind of what is opened.
  public var activityType: String
  /// What is to be known about it.
  public var userInfo: [String: String]

  /// Makes an activation.
  public init(activityType: String, userInfo: [String: String] = [:]) {
    self.activityType = activityType
    self.userInfo = userInfo
  }
}
