package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A question of a tool server to the user. Hooks that listen on {@link #CHANNEL} may answer it before the user is
 * asked, and those on {@link #RESULT} may answer otherwise than the user did; the first answer counts.
 */
public final class ElicitationQuestion {
    /** The channel of the event bus on which questions are sent. */
    public static final String CHANNEL = "elicitation";

    /** The channel on which questions are sent that have an answer, before the server gets it. */
    public static final String RESULT = "elicitation_result";

    private final String server;
    private final JsonObject params;
    private final @Nullable JsonObject result;
    private final HookContext context;
    private @Nullable JsonObject answer;

    /**
     * A question.
     *
     * @param params what the server sent: {@code message}, {@code mode}, {@code url}, {@code requestedSchema}
     * @param result the answer so far, as the server gets it; null if there is none
     */
    public ElicitationQuestion(String server, JsonObject params, @Nullable JsonObject result, HookContext context) {
        this.server = server;
        this.params = params;
        this.result = result;
        this.context = context;
    }

    /** Returns the name of the server. */
    public String server() {
        return server;
    }

    /** Returns what the server sent. */
    public JsonObject params() {
        return params;
    }

    /** Returns the answer so far; null if there is none. */
    public @Nullable JsonObject result() {
        return result;
    }

    /** Returns the session in which it is asked, for as long as the question waits. */
    public HookContext context() {
        return context;
    }

    /**
     * Answers it.
     *
     * @param action {@code accept}, {@code decline} or {@code cancel}
     * @param content the values of an answer that accepts; null for none
     */
    public synchronized void answer(String action, @Nullable JsonObject content) {
        var fields = JsonObject.of("action", action);
        answer = answer != null ? answer : fields.given("content", content);
    }

    /** Returns what a hook answered; null if none has. */
    public synchronized @Nullable JsonObject answer() {
        return answer;
    }
}
