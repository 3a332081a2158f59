package dev.pawl.config.settings;

/** The words that a setting of a few words may be; {@code ONE_AT_A_TIME} is written {@code "one-at-a-time"}. */
public final class Choices {
    private Choices() {}

    /** How the model reaches tools that scripts may call. */
    public enum Codemode {
        ON,
        ONLY
    }

    /** How many queued messages are delivered at once. */
    public enum QueueMode {
        ALL("all"),
        ONE_AT_A_TIME("one-at-a-time");

        private final String word;

        QueueMode(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** Which file hooks of other agents read as the transcript of a session. */
    public enum Transcript {
        SESSION,
        CLAUDE
    }

    /** What two Escapes in an empty editor do. */
    public enum DoubleEscape {
        TREE,
        FORK,
        NONE
    }

    /** Which entries the tree of a session shows at first. */
    public enum TreeFilter {
        DEFAULT,
        NO_TOOLS,
        USER_ONLY,
        LABELED_ONLY,
        ALL
    }

    /** What becomes of a project without a decision about its trust. */
    public enum ProjectTrust {
        ASK,
        ALWAYS,
        NEVER
    }

    /** Whose hooks come first. */
    public enum HookOrder {
        USER_FIRST,
        PROJECT_FIRST
    }

    /** How much of a session a power failure may take. */
    public enum Durability {
        LINE,
        TURN,
        OS
    }

    /** Whether the program has the whole terminal or writes below what is there. */
    public enum TuiMode {
        FULLSCREEN,
        REGULAR
    }

    /** When a screen of its own has a scrollbar. */
    public enum Scrollbar {
        AUTO,
        ALWAYS,
        HIDDEN
    }

    /** What is written into the shell when a screen of its own is left. */
    public enum ExitOutput {
        TRANSCRIPT,
        RESUME_HINT
    }

    /** How the user is called when a long run is over, or a question waits. */
    public enum Notify {
        OFF,
        BELL,
        MESSAGE
    }

    /**
     * What the top of the screen does without: everything ({@code true}), nothing ({@code false}) or what was loaded.
     */
    public enum QuietStartup {
        QUIET,
        ALL,
        HEADER
    }

    /** Whether something is done, or found out. */
    public enum Detected {
        AUTO,
        ON,
        OFF
    }

    /** How images get onto the terminal. */
    public enum ImageProtocol {
        AUTO,
        KITTY,
        ITERM2,
        SIXEL,
        NONE
    }

    /** When prompt caches of providers are kept warm. */
    public enum CacheWarming {
        OFF,
        STREAMING,
        IDLE
    }

    /** What becomes of an answer that broke a stream rule. */
    public enum RuleContext {
        DISCARD,
        KEEP
    }

    /** Whether a stream rule is applied again. */
    public enum RuleRepeat {
        ONCE,
        AFTER_GAP
    }
}
