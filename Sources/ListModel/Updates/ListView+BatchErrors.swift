/// Batches whose block throws what it likes.
extension ListView {
  /// Makes several changes as one; the data source is changed inside the block, which may throw errors of its own.
  ///
  /// ```swift
  /// try list.performBatchUpdates {
  ///   letters = try editions.next()
  ///   try list.deleteRows(at: [ListPath(row: 0, section: 0)])
  /// }
  /// ```
  ///
  /// It sends the message of `performBatchUpdates(_:completion:)`, as does the method whose block throws nothing but a
  /// ``ListUpdateError``.
  ///
  /// - Throws: ``ListUpdateError`` as ``endUpdates()`` does, or what the block throws; then nothing has changed.
  @_disfavoredOverload
  public final func performBatchUpdates(
    _ changes: @escaping () throws -> Void, completion: ((Bool) -> Void)? = nil
  ) throws {
    var failure: (any Error)?
    let block = { () throws(ListUpdateError) in
      do {
        try changes()
      } catch let error as ListUpdateError {
        throw error
      } catch {
        failure = error
        throw ListUpdateError.refused(method: "performBatchUpdates(_:completion:)", reason: "its block threw \(error)")
      }
    }
    do throws(ListUpdateError) {
      try performBatchUpdates(block, completion: completion)
    } catch {
      throw failure ?? error
    }
  }
}
