package dev.pawl.acceptance.driven;

/** Policies under which {@code touch made} is run by the bash tool, in a way into the program that a test drives. */
public enum TouchPolicy {
    FREE("{\"mode\": \"bypass\"}"),
    DENIED("{\"mode\": \"bypass\", \"deny\": [\"Bash(touch *)\"]}"),
    ASKED("{\"mode\": \"bypass\", \"ask\": [\"Bash(touch *)\"]}"),
    PLAN("{\"mode\": \"plan\"}");

    public static final String COMMAND = "touch made";

    private final String permissions;

    TouchPolicy(String permissions) {
        this.permissions = permissions;
    }

    /** The user's settings. */
    public String settings() {
        return "{\"permissions\": " + permissions + "}";
    }

    /** Whether the command runs where nobody answers a question. */
    public boolean runs() {
        return this == FREE;
    }
}
