package dev.pawl.shellhooks.answer;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a hook, whatever its dialect.
 *
 * @param verdict its decision about the action
 * @param reason why; empty if it gives no reason
 * @param input the input that takes the place of the call's, as the dialect writes it; null for none
 * @param output what takes the place of the result; null for nothing
 * @param context what the model reads besides; empty for nothing
 * @param user what is shown to the user; empty for nothing
 * @param ending whether the whole run is to end
 * @param extras what else it asks for
 */
public record Answer(
        Verdict verdict,
        String reason,
        @Nullable JsonObject input,
        @Nullable Object output,
        String context,
        String user,
        boolean ending,
        Extras extras) {
    /** The decision of a hook about an action. */
    public enum Verdict {
        NONE,
        ALLOW,
        ASK,
        DENY
    }

    public static final Answer NOTHING = new Answer(Verdict.NONE, "", null, null, "", "", false, Extras.NONE);

    /** A block with a reason. */
    public static Answer deny(String reason) {
        return new Answer(Verdict.DENY, reason, null, null, "", "", false, Extras.NONE);
    }

    static Answer context(String text) {
        return new Answer(Verdict.NONE, "", null, null, text, "", false, Extras.NONE);
    }

    static Answer user(String text) {
        return new Answer(Verdict.NONE, "", null, null, "", text, false, Extras.NONE);
    }

    public boolean denies() {
        return verdict == Verdict.DENY;
    }

    /** Returns whether the action is not to happen. */
    public boolean refuses() {
        return denies() || ending;
    }

    /** Returns the reason, or another text if there is none. */
    public String reason(String ifBlank) {
        return reason.isBlank() ? ifBlank : reason;
    }

    /** In a few words, for {@code /why}. */
    public String shown() {
        var words = new StringBuilder(
                switch (verdict) {
                    case NONE -> "no decision";
                    case ALLOW -> "allow";
                    case ASK -> "ask";
                    case DENY -> "block";
                });
        if (ending) {
            words.append(", ends the run");
        }
        if (input != null) {
            words.append(", other input");
        }
        if (output != null) {
            words.append(", other output");
        }
        if (!context.isEmpty()) {
            words.append(", context");
        }
        return words.toString();
    }
}
