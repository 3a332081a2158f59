package dev.pawl.app;

import java.io.IOException;
import java.util.Objects;

/** The front door: reads the arguments and decides what to do. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        for (var arg : args) {
            switch (arg) {
                case "--version", "-v" -> print("version.txt");
                // --train is for the launcher: a run whose classes go into the start-up cache.
                case "--help", "-h", "--train" -> print("help.txt");
                default -> {
                    System.err.println("pawl: unknown option " + arg + " (pawl --help lists them)");
                    System.exit(2);
                }
            }
            return;
        }
        print("help.txt");
    }

    private static void print(String resource) throws IOException {
        try (var text = Objects.requireNonNull(Main.class.getResourceAsStream(resource), resource)) {
            text.transferTo(System.out);
        }
        System.out.flush();
    }
}
