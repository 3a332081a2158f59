package dev.pawl.policy.rule;

import java.util.List;

/** What the rules decide about a call. */
public sealed interface Verdict {
    /** It runs. */
    record Allow() implements Verdict {}

    /**
     * The user or a hook has to decide.
     *
     * @param why why it is asked, in words that follow the call
     * @param suggested rules that would allow it and others of its class; none if there is no good one
     */
    record Ask(String why, List<String> suggested) implements Verdict {
        public Ask {
            suggested = List.copyOf(suggested);
        }
    }

    /** It does not run; the reason is for the model. */
    record Deny(String why) implements Verdict {}
}
