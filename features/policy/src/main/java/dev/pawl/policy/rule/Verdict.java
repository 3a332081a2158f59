package dev.pawl.policy.rule;

import java.util.List;

/** What the rules decide about a call. */
public sealed interface Verdict {
    /** It runs. */
    record Allow() implements Verdict {}

    /**
     * The user or a hook has to decide.
     *
     * @param why the reason for the question, shown after the call
     * @param suggested rules that would allow it and similar calls; none if there is no suitable one
     * @param about the programs and files of a command line that the reason is about
     */
    record Ask(String why, List<String> suggested, List<String> about) implements Verdict {
        public Ask {
            suggested = List.copyOf(suggested);
            about = List.copyOf(about);
        }

        Ask(String why, List<String> suggested) {
            this(why, suggested, List.of());
        }
    }

    /** It does not run; the reason is for the model. */
    record Deny(String why) implements Verdict {}
}
