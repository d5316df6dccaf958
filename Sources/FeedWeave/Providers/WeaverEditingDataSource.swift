public import ListModel
public import Placement

/// Says which inserted rows can be edited and moved, and carries it out.
///
/// Part of ``WeaverDataSource``; every method is optional, and its default leaves the matter to the list.
///
/// UIKit takes rows to be editable of which nothing is said, since who deletes them also gives them. An insertion is given by
/// another than who lets a person edit the list, so that one of which nothing is said can be neither edited nor moved.
public protocol WeaverEditingDataSource: AnyObject {
  /// Whether an inserted row can be edited; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, canEditRowAt path: FeedPath) -> Bool
  /// An inserted row is to be deleted, or a row inserted there.
  func weaver(_ weaver: ListWeaver, commit style: ListEditingStyle, forRowAt path: FeedPath)
  /// Whether an inserted row can be moved; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, canMoveRowAt path: FeedPath) -> Bool
  /// An inserted row has been moved by a person, which the list shows without being told.
  ///
  /// It is asked for there from now on, and what stands between goes one place up or down. An ad side that changes what it asks
  /// for when it is told has the list reloaded.
  func weaver(_ weaver: ListWeaver, moveRowAt path: FeedPath, to target: FeedPath)
}

extension WeaverEditingDataSource {
  /// No.
  public func weaver(_ weaver: ListWeaver, canEditRowAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, commit style: ListEditingStyle, forRowAt path: FeedPath) {}
  /// No.
  public func weaver(_ weaver: ListWeaver, canMoveRowAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, moveRowAt path: FeedPath, to target: FeedPath) {}
}
