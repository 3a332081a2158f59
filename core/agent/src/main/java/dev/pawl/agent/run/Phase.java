package dev.pawl.agent.run;

import org.jspecify.annotations.Nullable;

/** The state of a session with respect to runs. */
sealed interface Phase {
    /** Nothing is under way. */
    record Idle() implements Phase {
        @Override
        public @Nullable Run run() {
            return null;
        }
    }

    /** Hooks are asked about the run that a request starts; its messages are not in the session yet. */
    record Preparing(Run run, Request request) implements Phase {}

    /** A run asks the model and runs tools. */
    record Running(Run run) implements Phase {}

    /** A run has reported its end, and whether another one follows is being decided. */
    record Deciding(Run run) implements Phase {}

    /** Something takes place that no run may overlap with. */
    record Alone(Run run, String name) implements Phase {}

    /** The events of the end are fired. To everybody who asks, the session is idle already. */
    record Ending(Run run) implements Phase {}

    @Nullable
    Run run();

    /** Returns the run that is under way; null if the session is idle. */
    default @Nullable Run underWay() {
        return this instanceof Ending ? null : run();
    }
}
