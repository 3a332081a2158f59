package dev.pawl.app.mcpserve;

import dev.pawl.app.cli.CommandLine;
import dev.pawl.app.cli.Places;
import dev.pawl.app.wiring.FailureWatch;
import java.io.PrintStream;

/**
 * What all sessions of one server share.
 *
 * @param places where a session works
 * @param shutdown called when a hook asks the program to end
 */
record ServeSetup(CommandLine line, Places places, PrintStream err, FailureWatch failures, Runnable shutdown) {
    ServeSetup at(Places other) {
        return new ServeSetup(line, other, err, failures, shutdown);
    }
}
