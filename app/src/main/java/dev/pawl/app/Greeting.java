package dev.pawl.app;

import java.io.PrintStream;

/** What the program says while the agent itself is still to come. */
final class Greeting {
    private Greeting() {}

    static int print(Start start, PrintStream out) {
        int count = start.hooks().hooks().size();
        out.println("Pawl, a coding agent whose every step can be hooked.");
        out.println();
        out.println("This version is its heart: hooks load and run, the agent around them is still to come.");
        out.println(count == 1 ? "1 hook is loaded." : count + " hooks are loaded.");
        out.println();
        out.println("  pawl hooks                          what is loaded, and what it listens to");
        out.println("  pawl hooks try tool_call \"rm -rf x\" what your hooks would say to that");
        out.println("  pawl --help                         everything else");
        return 0;
    }
}
