package dev.pawl.app;

import java.io.PrintStream;

/** What the program says in a terminal while its own screen is still to come. */
final class Greeting {
    private Greeting() {}

    static int print(PrintStream out) {
        out.println("Pawl, a coding agent whose every step can be hooked.");
        out.println();
        out.println("Its screen is still to come; it answers on the command line:");
        out.println();
        out.println("  pawl -p \"What is in this folder?\"    ask, and read the answer");
        out.println("  pawl -c -p \"And what is missing?\"    go on where you were");
        out.println("  pawl hooks                           what hooks are loaded");
        out.println("  pawl --list-models                   the models there are keys for");
        out.println("  pawl --help                          everything else");
        return 0;
    }
}
