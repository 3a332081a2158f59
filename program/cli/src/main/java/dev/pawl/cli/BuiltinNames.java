package dev.pawl.cli;

import java.util.Set;

/** The names of the commands that come with the program, known before there is a screen. */
public final class BuiltinNames {
    private static final Set<String> ALL = Set.of(
            "settings",
            "model",
            "thinking",
            "scoped-models",
            "new",
            "resume",
            "tree",
            "fork",
            "clone",
            "name",
            "session",
            "compact",
            "recover",
            "export",
            "share",
            "import",
            "find",
            "copy",
            "hooks",
            "why",
            "login",
            "logout",
            "trust",
            "reload",
            "hotkeys",
            "changelog",
            "help",
            "quit");

    private BuiltinNames() {}

    public static boolean has(String name) {
        return ALL.contains(name);
    }
}
