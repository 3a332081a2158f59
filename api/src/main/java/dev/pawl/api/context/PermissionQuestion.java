package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that the rules leave open. Hooks that listen on {@link #CHANNEL} may answer it before the user is asked;
 * the first answer counts.
 */
public final class PermissionQuestion {
    /** The channel of the event bus on which questions are sent. */
    public static final String CHANNEL = "permission_question";

    private final String toolName;
    private final String what;
    private final String why;
    private final List<String> rules;
    private final Call call;
    private final HookContext context;
    private @Nullable Answer answer;

    /**
     * A question.
     *
     * @param rules the rules that would allow it and others of its class
     * @param context of the hook that asks
     */
    public PermissionQuestion(
            String toolName, String what, String why, List<String> rules, Call call, HookContext context) {
        this.toolName = toolName;
        this.what = what;
        this.why = why;
        this.rules = List.copyOf(rules);
        this.call = call;
        this.context = context;
    }

    /**
     * The call that the question is about.
     *
     * @param toolCallId null for a command that a client or the user gives
     * @param parentToolCallId the call whose tool makes it; null if none does
     */
    public record Call(
            JsonObject arguments,
            @Nullable String toolCallId,
            @Nullable String parentToolCallId) {}

    /** Whether the call runs, and if not, the message to the model. */
    public record Answer(boolean allowed, String reason) {}

    public String toolName() {
        return toolName;
    }

    /** Its arguments, and which call it is. */
    public Call call() {
        return call;
    }

    /** The session in which it is asked, for as long as the question waits. */
    public HookContext context() {
        return context;
    }

    /** The call in one line: the tool, and its command or file. */
    public String what() {
        return what;
    }

    /** Why it is asked. */
    public String why() {
        return why;
    }

    /** The rules that would allow it and others of its class. */
    public List<String> rules() {
        return rules;
    }

    /** Lets the call run this once. */
    public synchronized void allow() {
        answer = answer == null ? new Answer(true, "") : answer;
    }

    /** Refuses the call; the reason is for the model. */
    public synchronized void deny(String reason) {
        answer = answer == null ? new Answer(false, reason) : answer;
    }

    /** The answer of a hook; null if none has answered. */
    public synchronized @Nullable Answer answer() {
        return answer;
    }
}
