package dev.pawl.policy.command;

/** The system folders, in which a program can be trusted by its name. */
final class TrustedFolders {
    private TrustedFolders() {}

    static boolean contain(String program) {
        return program.matches("/(usr/)?(local/)?s?bin/[^/]+");
    }
}
