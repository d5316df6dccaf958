import Placement

/// The program: takes the words of a command line, does what they ask for, and says how it ended.
///
/// What it writes to standard output is whole: nothing is written until all of it has been made, so that an error leaves
/// standard output empty. It costs memory in proportion to the output. A trace, which may be far longer than the list, is
/// written as it grows, once everything has been read; a replay is written version by version.
struct CommandLineTool {
  /// The version that `--version` shows.
  static let version = "0.1.0"

  private let environment: CommandEnvironment

  init(_ environment: CommandEnvironment) { self.environment = environment }

  /// Does what the words behind the program's name ask for.
  func run(_ words: [String]) -> ExitCode {
    do throws(CommandError) {
      try obey(words)
      return .done
    } catch {
      environment.say(error.message)
      if error.exitCode == .usage { sayUsage(for: words) }
      return error.exitCode
    }
  }

  private func obey(_ words: [String]) throws(CommandError) {
    switch try CommandLineRequest(words, exists: environment.exists) {
    case .help(let command): try write(Array(HelpText(of: command).text.utf8))
    case .version: try write(Array("feedweave \(Self.version)\n".utf8))
    case .run(let command, let settings):
      switch command.work {
      case .render: try write(RenderCommand(settings, environment).output())
      case .map: try write(MapCommand(settings, environment).output())
      case .trace: try TraceCommand(settings, environment).run()
      case .replay: try ReplayCommand(settings, environment).run()
      }
    }
  }

  private func write(_ bytes: [UInt8]) throws(CommandError) {
    guard !bytes.isEmpty else { return }
    do throws(OutputFailure) { try environment.write(bytes) } catch { throw .cannotWrite(reason: error.reason) }
  }

  private func sayUsage(for words: [String]) {
    let command = words.first.flatMap(Command.named)
    let name = command.map { " \($0.name)" } ?? ""
    environment.complain(
      Array(
        "\(HelpText.usage(of: command, label: "Usage:"))\n  See 'feedweave\(name) --help' for more information.\n".utf8)
    )
  }
}
