import TerminalUI

/// The standard output of a command, which is buffered and written in pieces of about 64 KiB.
///
/// The memory thus does not grow with the output, and the work ends early if the reader closes the pipe.
struct CommandOutput: Sendable {
  private let environment: CommandEnvironment
  private var bytes: [UInt8] = []

  init(_ environment: CommandEnvironment) { self.environment = environment }

  /// Adds the bytes that `append` appends, and writes the buffer once it is large enough.
  mutating func add(_ append: (inout [UInt8]) -> Void) throws(CommandError) {
    append(&bytes)
    if bytes.count >= Self.enough { try flush() }
  }

  /// Adds lines, written by a painter.
  mutating func add(_ lines: some Sequence<CardLine>, _ painter: LinePainter) throws(CommandError) {
    for line in lines { try add { painter.append(line, to: &$0) } }
  }

  /// Writes the buffer, which must be done at the end.
  ///
  /// - Throws: ``CommandError/cannotWrite(reason:)``; what could not be written is discarded.
  mutating func flush() throws(CommandError) {
    guard !bytes.isEmpty else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    do throws(OutputFailure) { try environment.write(bytes) } catch { throw .cannotWrite(reason: error.reason) }
  }

  private static let enough = 64 << 10
}
