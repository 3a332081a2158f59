package dev.pawl.api.context;

import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.value.SystemPromptOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The context of a command: adds its arguments, and what would wait for itself inside a handler. */
public interface CommandContext extends HookContext {
    /** Returns the arguments, split as a shell would; quoted ones keep their spaces. */
    List<String> args();

    /** Everything behind the name and one space, as it was typed. */
    String argsRaw();

    /** Waits until the agent has nothing left to do. */
    void waitForIdle() throws InterruptedException;

    /** Returns the parts that the system prompt is made of. */
    SystemPromptOptions systemPromptOptions();

    /** Starts another session; false if a hook refused. Afterwards only the callback's context is good. */
    boolean newSession(NewSession options) throws InterruptedException;

    /** Opens another session; false if a hook refused. Afterwards only the callback's context is good. */
    boolean switchSession(Path file, Callback withSession) throws InterruptedException;

    /** Starts a session from an entry of this one: in front of it, or with it. */
    boolean fork(String entryId, ForkPosition position, Callback withSession) throws InterruptedException;

    /** Goes to another entry of the tree; false if a hook or the user refused. */
    boolean navigateTree(String targetId, Navigation options) throws InterruptedException;

    /** Loads all hooks again. Nothing of this context is good afterwards. */
    void reload() throws InterruptedException;

    /** Run with the context of the session that took over. */
    @FunctionalInterface
    interface Callback {
        void run(CommandContext ctx) throws Exception;

        static Callback nothing() {
            return _ -> {};
        }
    }

    /** Writes into the new session before it starts. */
    @FunctionalInterface
    interface Setup {
        void run(SessionDraft session) throws Exception;
    }

    record NewSession(@Nullable Path parentSession, Setup setup, Callback withSession) {
        public static NewSession plain() {
            return new NewSession(null, _ -> {}, Callback.nothing());
        }
    }

    enum ForkPosition {
        BEFORE,
        AT
    }

    record Navigation(
            boolean summarize,
            @Nullable String customInstructions,
            boolean replaceInstructions,
            @Nullable String label) {
        public static Navigation plain() {
            return new Navigation(false, null, false, null);
        }
    }
}
