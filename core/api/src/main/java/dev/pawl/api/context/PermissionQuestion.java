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

    /**
     * The decision whether the call runs, and if not, the message to the model.
     *
     * @param rules what is allowed from now on, too
     * @param always whether the rules hold in later sessions of the project
     */
    public record Answer(boolean allowed, String reason, List<String> rules, boolean always) {
        public Answer {
            rules = List.copyOf(rules);
        }
    }

    public String toolName() {
        return toolName;
    }

    /** Its arguments, and which call it is. */
    public Call call() {
        return call;
    }

    /** Returns the session in which it is asked, for as long as the question waits. */
    public HookContext context() {
        return context;
    }

    /** Returns the call in one line: the tool, and its command or file. */
    public String what() {
        return what;
    }

    /** Why it is asked. */
    public String why() {
        return why;
    }

    /** Returns the rules that would allow it and others of its class. */
    public List<String> rules() {
        return rules;
    }

    /** Lets the call run this once. */
    public void allow() {
        allow(List.of(), false);
    }

    /**
     * Lets the call run, and adds rules that allow others.
     *
     * @param rules as in settings, such as {@code Bash(npm run *)}; without effect where another hook than the rules asks
     * @param always whether they hold in later sessions of the project, too
     */
    public synchronized void allow(List<String> rules, boolean always) {
        answer = answer == null ? new Answer(true, "", rules, always) : answer;
    }

    /** Refuses the call; the reason is for the model. */
    public synchronized void deny(String reason) {
        answer = answer == null ? new Answer(false, reason, List.of(), false) : answer;
    }

    /** Returns the answer of a hook; null if none has answered. */
    public synchronized @Nullable Answer answer() {
        return answer;
    }
}
