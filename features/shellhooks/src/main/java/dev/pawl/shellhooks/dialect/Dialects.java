package dev.pawl.shellhooks.dialect;

import java.util.List;

/** The dialects whose files are read. */
public final class Dialects {
    private Dialects() {}

    /** All of them, in the order in which their hooks run. */
    public static List<Dialect> all() {
        return List.of(
                Neutral.DIALECT,
                Claude.DIALECT,
                Codex.DIALECT,
                Copilot.DIALECT,
                Cursor.DIALECT,
                Gemini.DIALECT,
                Neutral.SCRIPTS);
    }

    /** The one of this name. */
    public static Dialect named(String name) {
        return all().stream()
                .filter(dialect -> dialect.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no agent " + name));
    }

    /** The one whose hooks stand in our own settings. */
    public static Dialect own() {
        return Neutral.DIALECT;
    }

    /** That of Claude Code, which others follow. */
    public static Dialect claude() {
        return Claude.DIALECT;
    }
}
