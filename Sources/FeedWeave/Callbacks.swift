import Interception
import ListModel
import Placement

/// Declaring the callbacks of a woven list: the name of each, and how its owner is asked on either side.
///
/// The content provider is asked in user space with content coordinates, the inserted provider in feed space with feed
/// coordinates. Where the owner has no provider, the answer is the default of the provider's protocol.
///
/// ``ListWeaver/indentationLevelForRow`` is an example.
///
/// Everything is inlined, so that a message calls the provider's method without calling a closure.
extension ThrowingMessage where Receiver == ListWeaver, Arguments: OwnedPlace, Failure == Never {
  /// Declares a callback about a place, which the owner's provider of a kind receives.
  @inline(__always)
  init<Kind: ProviderKind>(
    _ name: StaticString, asking kind: Kind.Type = Delegates.self,
    _ content: @escaping @Sendable (Kind.Content, ListView, Arguments.ContentPosition) -> Result,
    insertion: @escaping @Sendable (Kind.Inserted, ListWeaver, Arguments.FeedPosition) -> Result,
    line: UInt32 = #line
  ) {
    self.init(name, { weaver, place in weaver.ask(place, asking: kind, content, insertion: insertion) }, line: line)
  }
}

extension ListWeaver {
  /// Asks the owner of a place through its provider of a kind.
  @discardableResult
  @inline(__always)
  func ask<Kind: ProviderKind, Place: OwnedPlace, Answer>(
    _ place: Place, asking kind: Kind.Type = Delegates.self,
    _ content: (Kind.Content, ListView, Place.ContentPosition) -> Answer,
    insertion: (Kind.Inserted, ListWeaver, Place.FeedPosition) -> Answer
  ) -> Answer {
    askOwner(
      of: place, { content(kind.content(of: self) ?? kind.noContent, $0, $1) },
      insertion: { insertion(kind.inserted(of: self) ?? kind.noInserted, self, $0) })
      ?? insertion(kind.noInserted, self, place.feedPosition)
  }

  /// Asks one of the providers of a kind about what is no place.
  @discardableResult
  @inline(__always)
  func ask<Kind: ProviderKind, Answer>(
    ofInsertion isInserted: Bool, asking kind: Kind.Type = Delegates.self,
    _ content: (Kind.Content, ListView) -> Answer, insertion: (Kind.Inserted, ListWeaver) -> Answer
  ) -> Answer {
    ask(
      OwningProvider(isInserted: isInserted), asking: kind, { provider, list, _ in content(provider, list) },
      insertion: { provider, weaver, _ in insertion(provider, weaver) })
  }

  /// Asks the owner of a place, the content in user space or the insertions in feed space; nil without a list.
  @discardableResult
  @inline(__always)
  func askOwner<Place: OwnedPlace, Answer>(
    of place: Place, _ content: (ListView, Place.ContentPosition) -> Answer,
    insertion: (Place.FeedPosition) -> Answer
  ) -> Answer? {
    guard let position = place.contentPosition else { return inFeedSpace { insertion(place.feedPosition) } }
    return listOfEndingDisplays.map { list in inUserSpace { content(list, position) } }
  }
}

// MARK: - Providers

/// A kind of provider, of which the content has one and the insertions have one.
protocol ProviderKind: SendableMetatype {
  associatedtype Content
  associatedtype Inserted

  static func content(of weaver: ListWeaver) -> Content?
  static func inserted(of weaver: ListWeaver) -> Inserted?
  /// A provider that implements nothing, whose answers are the defaults.
  static var noContent: Content { get }
  /// A provider that implements nothing, whose answers are the defaults.
  static var noInserted: Inserted { get }
}

enum Delegates: ProviderKind {
  static func content(of weaver: ListWeaver) -> (any ListDelegate)? { weaver.content.delegate }
  static func inserted(of weaver: ListWeaver) -> (any WeaverDelegate)? { weaver.delegate }
  static var noContent: any ListDelegate { Nobody.shared }
  static var noInserted: any WeaverDelegate { Nobody.shared }
}

enum DataSources: ProviderKind {
  static func content(of weaver: ListWeaver) -> (any ListDataSource)? { weaver.content.dataSource }
  static func inserted(of weaver: ListWeaver) -> (any WeaverDataSource)? { weaver.dataSource }
  static var noContent: any ListDataSource { Nobody.shared }
  static var noInserted: any WeaverDataSource { Nobody.shared }
}

enum DragDelegates: ProviderKind {
  static func content(of weaver: ListWeaver) -> (any ListDragDelegate)? { weaver.content.dragDelegate }
  static func inserted(of weaver: ListWeaver) -> (any WeaverDelegate)? { weaver.delegate }
  static var noContent: any ListDragDelegate { Nobody.shared }
  static var noInserted: any WeaverDelegate { Nobody.shared }
}

enum DropDelegates: ProviderKind {
  static func content(of weaver: ListWeaver) -> (any ListDropDelegate)? { weaver.content.dropDelegate }
  static func inserted(of weaver: ListWeaver) -> (any WeaverDelegate)? { weaver.delegate }
  static var noContent: any ListDropDelegate { Nobody.shared }
  static var noInserted: any WeaverDelegate { Nobody.shared }
}

/// A provider that implements nothing that is optional.
private final class Nobody: ListDataSource, ListDelegate, ListDragDelegate, ListDropDelegate, WeaverDataSource,
  WeaverDelegate, Sendable
{
  static let shared = Nobody()

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 0 }
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
  func list(_ list: ListView, itemsForBeginning session: ListDragSession, at path: ListPath) -> [ListDragItem] { [] }
  func list(_ list: ListView, performDropWith coordinator: ListDropCoordinator) {}
  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { ListCell(reuseIdentifier: nil) }
}
