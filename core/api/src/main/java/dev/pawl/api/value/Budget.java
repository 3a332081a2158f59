package dev.pawl.api.value;

/** How long one handler of a point may take. The clock stands still while the handler waits in a dialog. */
public enum Budget {
    /** The setting {@code hookTimeout}, 30 seconds unless changed; 0 switches it off. */
    HOOK_TIMEOUT("hookTimeout"),
    /** As long as it takes: the handler may be waiting for a user or a model. */
    NONE("none"),
    /** As long as it takes, unless the setting {@code toolCallHookTimeout} specifies another limit. */
    TOOL_CALL_CAP("none, or toolCallHookTimeout"),
    /** Two seconds when the program quits, {@code hookTimeout} otherwise. */
    SHUTDOWN("hookTimeout, 2 s at quit");

    private final String words;

    Budget(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
