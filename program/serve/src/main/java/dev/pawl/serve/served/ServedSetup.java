package dev.pawl.serve.served;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.start.FailureWatch;
import java.io.PrintStream;

/**
 * What all sessions that one program serves share.
 *
 * @param places where a session works
 * @param shutdown called when a hook asks the program to end
 */
public record ServedSetup(CommandLine line, Places places, PrintStream err, FailureWatch failures, Runnable shutdown) {
    public ServedSetup at(Places other) {
        return new ServedSetup(line, other, err, failures, shutdown);
    }
}
