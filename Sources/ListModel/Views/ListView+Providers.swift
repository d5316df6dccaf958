public import Interception

extension ListView {
  /// The message of getting ``dataSource``.
  public static let getDataSource = Message<ListView, Void, (any ListDataSource)?>("dataSource") { list, _ in
    list.rawDataSource
  }

  /// The message of setting ``dataSource``.
  public static let setDataSource = Message<ListView, (any ListDataSource)?, Void>("setDataSource(_:)") { list, new in
    list.installDataSource(new)
  }

  /// Who says what stands in the list; not kept alive by it.
  ///
  /// Another one is asked when the list is next looked at.
  public final var dataSource: (any ListDataSource)? {
    get { send(ListView.getDataSource) }
    set { send(ListView.setDataSource, newValue) }
  }

  /// The message of getting ``delegate``.
  public static let getDelegate = Message<ListView, Void, (any ListDelegate)?>("delegate") { list, _ in
    list.rawDelegate
  }

  /// The message of setting ``delegate``.
  public static let setDelegate = Message<ListView, (any ListDelegate)?, Void>("setDelegate(_:)") { list, new in
    list.installDelegate(new)
  }

  /// Who says how rows look and hears what happens to them; not kept alive by the list.
  public final var delegate: (any ListDelegate)? {
    get { send(ListView.getDelegate) }
    set { send(ListView.setDelegate, newValue) }
  }

  /// Has another one asked, without a message that could be hooked.
  package final func installDataSource(_ new: (any ListDataSource)?) {
    rawDataSource = new
    discardData()
  }

  /// Has another one asked and told, without a message that could be hooked.
  package final func installDelegate(_ new: (any ListDelegate)?) {
    rawDelegate = new
    discardHeights()
  }
}
