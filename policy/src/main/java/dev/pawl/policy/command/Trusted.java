package dev.pawl.policy.command;

/** The folders in which a program of a well-known name is that program. */
final class Trusted {
    private Trusted() {}

    static boolean folder(String program) {
        return program.matches("/(usr/)?(local/)?s?bin/[^/]+");
    }
}
