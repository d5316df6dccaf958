import TerminalUI

/// What a command writes to standard output: collected, and handed on in pieces of about 64 KiB.
///
/// So memory does not grow with what is written, and the work ends early where the reader goes away.
struct CommandOutput: Sendable {
  private let environment: CommandEnvironment
  private var bytes: [UInt8] = []

  init(_ environment: CommandEnvironment) { self.environment = environment }

  /// Takes what `append` appends, and hands on what there is once it is enough.
  mutating func add(_ append: (inout [UInt8]) -> Void) throws(CommandError) {
    append(&bytes)
    if bytes.count >= Self.enough { try flush() }
  }

  /// Takes lines as a painter writes them.
  mutating func add(_ lines: some Sequence<CardLine>, _ painter: LinePainter) throws(CommandError) {
    for line in lines { try add { painter.append(line, to: &$0) } }
  }

  /// Hands on what there is; nothing is handed on by itself.
  ///
  /// - Throws: ``CommandError/cannotWrite(reason:)``; what could not be written is gone.
  mutating func flush() throws(CommandError) {
    guard !bytes.isEmpty else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    do throws(OutputFailure) { try environment.write(bytes) } catch { throw .cannotWrite(reason: error.reason) }
  }

  private static let enough = 64 << 10
}
