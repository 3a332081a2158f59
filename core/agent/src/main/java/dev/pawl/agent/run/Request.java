package dev.pawl.agent.run;

/** A request that starts a run or joins the one under way, as far as its order among others depends on it. */
sealed interface Request {
    /**
     * A prompt of a user, or of a program around the agent.
     *
     * @param yields whether messages that its input handlers send go first: its client then gets an error, and still has
     *     the text
     */
    record Prompt(boolean yields) implements Request {}

    /** A message that a hook sends in the user's name: it starts a run, steers one or follows it. */
    record HookPrompt() implements Request {}

    /** A message of a hook that starts a run. */
    record Trigger() implements Request {}

    /** A message of a hook that joins the run which an earlier {@link Trigger} starts. */
    record Note() implements Request {}

    /** Messages that waited while something else was done in place of a run. */
    record Waiting() implements Request {}

    /** A run that the end of the program interrupted. */
    record Recovery() implements Request {}

    /** Returns whether it comes from a user or from a program around the agent. */
    default boolean isOfUser() {
        return this instanceof Prompt || this instanceof Recovery;
    }
}
