/** The command line: options, the table of subcommands, and the streams and places of one start. */
@org.jspecify.annotations.NullMarked
module dev.pawl.cli {
    requires transitive dev.pawl.agent;
    requires transitive dev.pawl.tui;
    requires dev.pawl.base;

    exports dev.pawl.cli;

    provides System.LoggerFinder with
            dev.pawl.cli.ProgramLoggers;
}
