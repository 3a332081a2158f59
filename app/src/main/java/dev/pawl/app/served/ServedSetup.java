package dev.pawl.app.acp;

import dev.pawl.app.cli.CommandLine;
import dev.pawl.app.cli.Places;
import dev.pawl.app.wiring.FailureWatch;
import java.io.PrintStream;

/**
 * What all sessions of one program share.
 *
 * @param places where a session works
 * @param shutdown called when a hook asks the program to end
 */
record AcpSetup(CommandLine line, Places places, PrintStream err, FailureWatch failures, Runnable shutdown) {
    AcpSetup at(Places other) {
        return new AcpSetup(line, other, err, failures, shutdown);
    }
}
